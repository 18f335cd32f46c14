import fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressBar, progressText } from '../../../src/review/apply/progress-text.ts';
import { runs } from '../../support/runs.ts';

const NOTHING = { total: 100, written: 0, verified: 0, failed: 0 };

test.each([
  [{}, 0, 0, '0 of 100 written, 0 verified; 0.0 calls/s'],
  [{}, 3, 1000, '0 of 100 written, 0 verified; 3.0 calls/s'],
  [{ written: 1 }, 3, 1000, '1 of 100 written, 0 verified; 3.0 calls/s; about 3 min left'],
  [{ written: 34, verified: 30 }, 99, 10_000, '34 of 100 written, 30 verified; 9.9 calls/s; about 21 s left'],
  [{ written: 34, verified: 30 }, 100, 10_000, '34 of 100 written, 30 verified; 10 calls/s; about 21 s left'],
  [
    { total: 5000, written: 2000, verified: 1500, failed: 500 },
    ...[60_000, 10_000, '2,000 of 5,000 written, 1,500 verified, 500 not applied; 6,000 calls/s; about 12 s left'],
  ],
  [{ written: 100, verified: 100 }, 300, 30_000, '100 of 100 written, 100 verified; 10 calls/s'],
] as [Partial<typeof NOTHING>, number, number, string][])('%o after %d calls in %d ms', (counts, calls, ms, text) => {
  expect(progressText({ ...NOTHING, ...counts, calls, ms })).toBe(text);
});

test.each([
  [{}, '[....................]'],
  [{ written: 4 }, '[....................]'],
  [{ written: 5 }, '[+...................]'],
  [{ written: 34, verified: 30 }, '[######..............]'],
  [{ written: 40, verified: 20, failed: 10 }, '[######++++..........]'],
  [{ written: 100, verified: 99 }, '[###################+]'],
  [{ written: 90, verified: 90, failed: 10 }, '[####################]'],
])('the bar of %o', (counts, bar) => {
  expect(progressBar({ ...NOTHING, ...counts })).toBe(bar);
});

test('the bar has the same length for all counts, and its parts are in order', () => {
  const counts = fc
    .tuple(fc.nat(50), fc.nat(50), fc.nat(50), fc.integer({ min: 1, max: 50 }))
    .map(([verified, onlyWritten, failed, rest]) => ({
      ...{ verified, failed, written: verified + onlyWritten },
      total: verified + onlyWritten + failed + rest,
    }));
  fc.assert(
    fc.property(counts, (state) => {
      const bar = progressBar(state);
      expect(bar).toMatch(/^\[#*\+*\.*\]$/);
      expect(bar).toHaveLength(22);
      expect(bar.match(/#/g)?.length ?? 0).toBe(Math.floor(((state.verified + state.failed) * 20) / state.total));
    }),
    { numRuns: runs(200) },
  );
});
