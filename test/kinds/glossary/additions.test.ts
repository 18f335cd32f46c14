import { expect, test } from 'vitest';
import { diffEntries } from '../../../src/change/diff-entries.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import {
  additionsBeyond,
  eachValue,
  firstValues,
  keepValues,
  valueCount,
  valuesAtHand,
  withAdditions,
} from '../../../src/model/plan/additions.ts';
import type { ValueChange } from '../../../src/model/resources/resource.ts';

const SIZE = 2000;
const OTHERS: readonly ValueChange[] = [{ key: ['entry', 'en->de', 'gone'], from: 'weg' }];

/** A child with additions, and how many values of it were made. */
function bench() {
  const made = { count: 0 };
  const entries = entriesOf(Array.from({ length: SIZE }, (_, index) => [`term ${index}`, `Wort ${index}`] as const));
  const child = withAdditions({ address: 'glossary.product/en->de' }, OTHERS, {
    entries,
    value([source, to]) {
      made.count += 1;
      return { key: ['entry', 'en->de', source], to };
    },
  });
  return { child, made, entries };
}

test('values of additions are made when they are read, and no more of them than are asked for', () => {
  const { child, made } = bench();
  expect(valueCount(child)).toBe(SIZE + 1);
  expect(valuesAtHand(child)).toEqual(OTHERS);
  expect(additionsBeyond(child, 5)).toBe(SIZE - 5);
  expect(made.count).toBe(0);
  expect(firstValues(child, 5)).toHaveLength(6);
  expect(made.count).toBeLessThan(10);
});

test('the values of additions are those that a comparison of entries gives', () => {
  const { child, entries } = bench();
  const { added } = diffEntries('en->de', entriesOf([]), entries);
  expect(child.values).toEqual([...OTHERS, ...added]);
  expect([...eachValue(child)]).toEqual(child.values);
  expect(Object.keys(child)).toEqual(['address', 'values']);
  expect(JSON.parse(JSON.stringify(child))).toEqual({ address: 'glossary.product/en->de', values: child.values });
});

test('values that are kept stay the same objects', () => {
  const { child } = bench();
  expect(child.values[1]).not.toBe(child.values[1]);
  const kept = keepValues(child);
  expect(child.values).toBe(kept);
  expect(additionsBeyond(child, 5)).toBe(0);
});
