import { describe, expect, test } from 'vitest';
import { wordedCodes } from '../../../src/review/messages/finding-text.ts';
import { codeOf, FINDING_ROWS } from './every-row.ts';
import { GUARD_ROWS } from './guard-rows.ts';
import type { Row } from './row.ts';

const linesOf = (text: string): readonly string[] => text.split('\n').map((line) => line.trim());

/** The lines of a code, so that a failure shows what stands there instead. */
const shownFor = async (row: Row): Promise<readonly string[]> => {
  const lines = linesOf(await row.show());
  const ofCode = lines.filter((line) => line.endsWith(`[${codeOf(row)}]`));
  return ofCode.length === 0 ? lines : ofCode;
};

describe('every finding says where, what was found, what is allowed and what to do', () => {
  for (const row of FINDING_ROWS)
    test(row.line, async () => {
      expect(await shownFor(row)).toEqual([row.line]);
    });

  test('every code has a row, and every row a code that there is', () => {
    const codes = [...new Set(FINDING_ROWS.map(codeOf))].sort();
    expect(codes).toEqual(wordedCodes());
  });
});

describe('every refusal of the guard says what would happen, and the flag that lifts it', () => {
  for (const [code, rows] of Object.entries(GUARD_ROWS))
    for (const row of rows)
      test(row.line, async () => {
        expect(codeOf(row)).toBe(code);
        expect(await shownFor(row)).toContain(row.line);
      });
});
