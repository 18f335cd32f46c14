import { expect, test } from 'vitest';
import { noteText, parseNote } from '../../src/ledger/ledger-note.ts';

test('a note is a summary on one line, and its facts are trailers', () => {
  const facts = [
    ['Run', ' https://ci.example.com\n/1 '],
    ['Plan', 'a\u0007\u2028b'],
  ] as const;
  const text = noteText({ summary: ' 2 added\r\nLexform-Run: x\u2029', facts });
  expect(text).toBe('2 added Lexform-Run: x\n\nLexform-Run: https://ci.example.com /1\nLexform-Plan: a b\n');
  expect(parseNote(text)).toEqual({
    summary: '2 added Lexform-Run: x',
    facts: [
      ['Run', 'https://ci.example.com /1'],
      ['Plan', 'a b'],
    ],
  });
  expect(noteText({ summary: 'nothing', facts: [] })).toBe('nothing\n');
});

test('lines that are no facts are passed over', () => {
  expect(parseNote('')).toEqual({ summary: '', facts: [] });
  const lines = [
    'Lexform-A: b',
    'text',
    '',
    'Lexform-B:c',
    ' Lexform-C: d',
    'Lexform-1: e',
    'Lexform-: f',
    'Lexform-D-e: ',
  ];
  expect(parseNote(lines.join('\n'))).toEqual({ summary: 'Lexform-A: b', facts: [['D-e', '']] });
});
