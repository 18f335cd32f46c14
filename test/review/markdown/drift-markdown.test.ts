import fc from 'fast-check';
import { expect, test } from 'vitest';
import { driftMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { readMarkdown } from './gfm.ts';
import { CANARY, driftLike, hostileText } from './hostile.ts';

test('hostile texts: sound, within budget, and none but as code', () => {
  const check = (seed: number): void => {
    const random = randomOf(seed);
    const drift = driftLike(() => hostileText(random));
    for (const budget of [8000, 64_000]) {
      const markdown = driftMarkdown(drift, { budget });
      expect(markdown.length).toBeLessThanOrEqual(budget);
      const { problems, rows, headings } = readMarkdown(markdown);
      expect(problems).toEqual([]);
      expect(rows.flat().some((cell) => cell.includes(CANARY))).toBe(true);
      expect(headings[0]).toContain('84 conflicts');
    }
  };
  // Each has 900 texts.
  fc.assert(fc.property(anySeed, check), { numRuns: runs(24) });
});
