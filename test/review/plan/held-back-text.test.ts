import { describe, expect, test } from 'vitest';
import type { HeldBack, HeldBackTerm } from '../../../src/model/entries/held-back.ts';
import { sentenceText } from '../../../src/review/format/sentence.ts';
import { heldBackLines, heldBackText, markText, notChosen } from '../../../src/review/values/held-back-text.ts';

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
  test('by count and reason', () => {
    expect(heldBackText(HELD)).toBe(
      '1,236 rows are held back: 1,230 forbidden, 1 without a status, 1 not chosen (column preferred), 4 not chosen (choose: pos)',
    );
    expect(heldBackText({ rows: 1, reasons: HELD.reasons.slice(1, 2), listed: [] })).toBe(
      '1 row is held back: 1 without a status',
    );
  });

  test('the first ones that gave way, and how many more', () => {
    expect(sentenceText(notChosen(HELD) ?? [])).toBe(
      'Not chosen: run → run-x (noun, draft), walk → walk-x, go → go-x and 2 more',
    );
    expect(notChosen({ ...HELD, reasons: HELD.reasons.slice(0, 1) })).toBeUndefined();
  });

  test('by name, with what is not listed', () => {
    expect(heldBackLines(HELD, true).slice(1)).toEqual([
      '  t.csv:2  run → run-x (noun, draft)  not chosen (choose: pos)',
      '  t.csv:3  walk → walk-x  not chosen (choose: pos)',
      '  t.csv:4  go → go-x  not chosen (choose: pos)',
      '  t.csv:5  bad  no status',
      '  … and 1,232 more, which are not listed',
    ]);
    expect(heldBackLines(HELD, false, 'validate')[0]).toContain('; lexform validate --held-back names them.');
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
