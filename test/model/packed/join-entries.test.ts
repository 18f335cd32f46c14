import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import { joinEntries, packEntries } from '../../../src/model/packed/join-entries.ts';
import { runs } from '../../support/runs.ts';

const phrase = fc.string({ unit: fc.constantFrom('a', 'é', '中', '😀', '\ud800'), maxLength: 3 });
const list = fc.array(fc.tuple(phrase, phrase), { maxLength: 12 });

test('joined entries are those of a map: the first ones, and the second ones that neither replaces nor removes', () => {
  fc.assert(
    fc.property(list, list, fc.array(phrase, { maxLength: 4 }), (left, right, without) => {
      const [first, second] = [packEntries(entriesOf(left)), packEntries(entriesOf(right))];
      const expected = new Map(right);
      for (const source of without) expected.delete(source);
      for (const [source, target] of new Map(left)) expected.set(source, target);
      const joined = first && second && joinEntries(first, second, without);
      const same = entriesOf(expected);
      expect(joined?.size).toBe(same.size);
      expect(joined?.digest).toBe(same.digest);
      for (const [source] of [...left, ...right]) expect(joined?.get(source) === undefined).toBe(!expected.has(source));
    }),
    { numRuns: runs(500) },
  );
});
