import { describe, expect, test } from 'vitest';
import { wordedCodes } from '../../../src/review/messages/finding-text.ts';
import { BACKUP_ROWS } from './backup-rows.ts';
import { DICTIONARY_ROWS } from './dictionary-rows.ts';
import { GUARD_ROWS } from './guard-rows.ts';
import { IMPORT_ROWS } from './import-rows.ts';
import { LINT_ROWS } from './lint-rows.ts';
import { MERGE_ROWS } from './merge-rows.ts';
import { PLAN_ROWS } from './plan-rows.ts';
import { PULL_ROWS } from './pull-rows.ts';
import { RESOURCE_ROWS } from './resource-rows.ts';
import type { Row } from './row.ts';
import { WORKSPACE_ROWS } from './workspace-rows.ts';

/**
 * Every message there is, with the smallest input that causes it. A new code needs a row here, in the file of its area.
 */
const FINDINGS: readonly Row[] = [
  ...WORKSPACE_ROWS,
  ...RESOURCE_ROWS,
  ...DICTIONARY_ROWS,
  ...PLAN_ROWS,
  ...PULL_ROWS,
  ...BACKUP_ROWS,
  ...IMPORT_ROWS,
  ...LINT_ROWS,
  ...MERGE_ROWS,
];

const codeOf = ({ line }: Row): string => /\[([a-z0-9-]+)\]$/.exec(line)?.[1] ?? `no code in: ${line}`;

const linesOf = (text: string): readonly string[] => text.split('\n').map((line) => line.trim());

/** The lines of a code, so that a failure shows what stands there instead. */
const shownFor = async (row: Row): Promise<readonly string[]> => {
  const lines = linesOf(await row.show());
  const ofCode = lines.filter((line) => line.endsWith(`[${codeOf(row)}]`));
  return ofCode.length === 0 ? lines : ofCode;
};

describe('every finding says where, what was found, what is allowed and what to do', () => {
  for (const row of FINDINGS)
    test(row.line, async () => {
      expect(await shownFor(row)).toEqual([row.line]);
    });

  test('every code has a row, and every row a code that there is', () => {
    const codes = [...new Set(FINDINGS.map(codeOf))].sort();
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
