import { describe, expect, test } from 'vitest';
import type { HeldBack, HeldBackTerm } from '../../../src/model/entries/held-back.ts';
import { heldBackLines, markText } from '../../../src/review/values/held-back-text.ts';

const term = (source: string, line: number, more: Partial<HeldBackTerm> = {}): HeldBackTerm => ({
  at: { file: 't.csv', line, column: 1 },
  reason: 'choice',
  by: 'pos',
  entries: [{ address: 'glossary.g/en->de', source, target: `${source}-x` }],
  ...more,
});

const HELD: HeldBack = {
  rows: 1236,
  reasons: [
    { reason: 'status', status: 'forbidden', rows: 1230 },
    { reason: 'status', status: 'none', rows: 1 },
    { reason: 'choice', by: 'preferred', rows: 1 },
    { reason: 'choice', by: 'pos', rows: 4 },
  ],
  listed: [
    term('run', 2, { partOfSpeech: 'noun', status: 'draft' }),
    term('walk', 3),
    term('go', 4),
    {
      at: { file: 't.csv', line: 5, column: 1 },
      reason: 'status',
      entries: [{ address: 'a', source: 'bad', target: '' }],
    },
  ],
  unlisted: 1232,
};

describe('rows that are held back', () => {
  test('without any, there is no line', () => {
    expect(heldBackLines(undefined, true)).toEqual([]);
  });

  test('nothing of a file moves the cursor or is a command', () => {
    const hostile = '\u001b[2J\n::error::x\u202e';
    const heldBack = { ...HELD, listed: [term(hostile, 1, { partOfSpeech: hostile })] };
    for (const line of [...heldBackLines(heldBack, true), ...heldBackLines(heldBack, false)])
      expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

test('beside a term stands its part of speech, cut short, and its status', () => {
  expect(markText({ status: 'draft', partOfSpeech: 'noun' })).toBe('noun, draft');
  expect(markText({ partOfSpeech: 'x'.repeat(50) })).toBe(`${'x'.repeat(39)}…`);
  expect(markText({ status: 'forbidden', heldBack: true })).toBe('held back: forbidden');
  expect(markText({ partOfSpeech: 'noun', heldBack: true })).toBe('noun; held back: no status');
  expect(markText()).toBe('');
});
