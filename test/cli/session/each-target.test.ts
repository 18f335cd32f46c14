import { describe, expect, test } from 'vitest';
import { worstOf } from '../../../src/cli/exit-code.ts';
import { severalTargets } from '../../../src/cli/session/each-target.ts';
import type { Target } from '../../../src/model/workspace/target.ts';

const config = (...names: readonly string[]) => ({
  targets: names.map((name): Target => ({ kind: 'embedded', name })),
});

describe('the targets of --target', () => {
  test.each([
    ['eu', undefined],
    ['nowhere', undefined],
    ['us,eu', ['us', 'eu']],
    [' us , eu ,', ['us', 'eu']],
    ['eu,eu', ['eu']],
    ['all', ['eu', 'us', 'test']],
  ])('%j names %j', (text, names) => {
    expect(severalTargets(config('eu', 'us', 'test'), text)).toEqual(names);
  });

  test('the only target may be left out, and one called all is that one', () => {
    expect(severalTargets(config('eu'), undefined)).toBeUndefined();
    expect(severalTargets(config('all', 'eu'), 'all')).toBeUndefined();
  });

  test('all of one target is a list of one', () => {
    expect(severalTargets(config('eu'), 'all')).toEqual(['eu']);
  });

  test.each([
    ['eu,prod,test', 'lexform.yaml has no target "prod", "test"; it has: eu, us'],
    [',', '--target names no target; lexform.yaml has: eu, us'],
    [undefined, 'lexform.yaml has several targets (eu, us); name one with --target, or several (eu,us), or all'],
  ])('%j is refused', (text, message) => {
    expect(() => severalTargets(config('eu', 'us'), text)).toThrow(message);
  });
});

test.each([
  [[0, 0], 0],
  [[2, 0], 2],
  [[2, 4], 4],
  [[4, 1], 1],
  [[1, 3], 3],
  [[3, 5], 5],
  [[5, 130], 130],
  [[], 0],
] as const)('of the exit codes %j the worst is %j', (codes, worst) => {
  expect(worstOf(codes)).toBe(worst);
  expect(worstOf([...codes].reverse())).toBe(worst);
});
