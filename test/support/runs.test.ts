import { expect, test } from 'vitest';
import { runsFactor } from './runs.ts';

test.each([
  [{}, 1],
  [{ LEXFORM_QUICK: '1' }, 0.1],
  [{ LEXFORM_RUNS: '10' }, 10],
  [{ LEXFORM_RUNS: '0.5', LEXFORM_QUICK: '1' }, 0.5],
])('%j: %d runs for each one', (env, factor) => {
  expect(runsFactor(env)).toBe(factor);
});

test.each(['', '0', '-1', 'many', 'Infinity'])('LEXFORM_RUNS=%j is refused', (LEXFORM_RUNS) => {
  expect(() => runsFactor({ LEXFORM_RUNS })).toThrow(`LEXFORM_RUNS is "${LEXFORM_RUNS}", a number above 0 is allowed`);
});
