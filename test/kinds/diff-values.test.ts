import { expect, test } from 'vitest';
import { diffValues, keyedValues } from '../../src/change/values.ts';

test('values differ part by part, and in each part removed, changed, added', () => {
  const before = keyedValues(
    [['name'], 'A'],
    [['rule', 'a', 'b'], 'x'],
    [['rule', 'a', 'c'], 'x'],
    [['limit', 'l'], 1],
  );
  const after = keyedValues([['name'], 'B'], [['rule', 'a', 'a'], 'x'], [['rule', 'a', 'b'], 'y'], [['limit', 'l'], 1]);
  expect(diffValues(before, after)).toEqual([
    { key: ['name'], from: 'A', to: 'B' },
    { key: ['rule', 'a', 'c'], from: 'x' },
    { key: ['rule', 'a', 'b'], from: 'x', to: 'y' },
    { key: ['rule', 'a', 'a'], to: 'x' },
  ]);
});

test('no limit is a value; a value that one side does not know has not changed', () => {
  const known = keyedValues([['limit', 'characters'], null]);
  const unknown = keyedValues([['limit', 'characters'], undefined]);
  const limit = { key: ['limit', 'characters'] };
  expect(diffValues(new Map(), known)).toEqual([{ ...limit, to: null }]);
  expect(diffValues(known, new Map())).toEqual([{ ...limit, from: null }]);
  for (const other of [known, unknown, new Map()])
    expect([diffValues(unknown, other), diffValues(other, unknown)]).toEqual([[], []]);
});
