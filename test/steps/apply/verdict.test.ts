import { expect, test } from 'vitest';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import { outcomeCounts, reportVerdict } from '../../../src/steps/apply/verdict.ts';

type Ended = Outcome['kind'] | 'interrupted' | 'secret-lost';

const report = (...ended: readonly Ended[]): ApplyReport => ({
  outcomes: ended.map((kind) => {
    if (kind === 'interrupted' || kind === 'secret-lost') return { kind: 'not-tried', because: kind } as Outcome;
    return (kind === 'not-tried' ? { kind, because: 'earlier-operation' } : { kind }) as Outcome;
  }),
  ids: [],
  secrets: [],
});

test.each<readonly [string, readonly Ended[]]>([
  ['done', []],
  ['done', ['applied', 'already-done']],
  ['done', ['already-done']],
  ['interrupted', ['interrupted']],
  ['interrupted', ['applied', 'failed', 'interrupted']],
  ['partly', ['applied', 'stale']],
  ['partly', ['applied', 'failed', 'not-tried']],
  ['partly', ['already-done', 'failed']],
  ['partly', ['applied', 'secret-lost']],
  // It may have happened.
  ['partly', ['unknown']],
  ['failed', ['failed']],
  ['failed', ['failed', 'stale', 'not-tried']],
  ['stale', ['stale']],
  ['stale', ['stale', 'not-tried']],
])('a run is %s that ended with %j', (verdict, ended) => {
  expect(reportVerdict(report(...ended))).toBe(verdict);
});

test('each way of ending is counted', () => {
  const none = { applied: 0, 'already-done': 0, stale: 0, failed: 0, unknown: 0, 'not-tried': 0 };
  expect(outcomeCounts(report())).toEqual(none);
  expect(outcomeCounts(report('applied', 'applied', 'stale', 'interrupted', 'not-tried'))).toEqual({
    ...none,
    applied: 2,
    stale: 1,
    'not-tried': 2,
  });
});
