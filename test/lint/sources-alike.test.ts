import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedPhrase, isPlain } from '../../src/lint/fold-phrase.ts';
import { sourcesAlike } from '../../src/lint/scan-phrases.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { packedOf } from '../support/packed-of.ts';

const LETTERS = ['a', 'A', 'ä', 'Ä', 'б', 'Б', 'ａ', 'Ａ', 'İ', '𐐀', '𐐨', ' ', '1'];
const anyPhrase = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 3 })
  .map((letters) => letters.join(''));
const asSets = (groups: readonly (readonly string[])[]) => groups.map((group) => [...group].sort()).sort();

test('phrases that are alike are found by the bytes as by strings, with few and with many capital letters', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyPhrase, { maxLength: 12 }), fc.boolean(), (phrases, addPlain) => {
      const plain = addPlain ? Array.from({ length: 60 }, (_, row) => `plain ${row}`) : [];
      const all = [...plain, ...phrases].map((phrase) => [phrase, 'x'] as const);
      expect(asSets(sourcesAlike(packedOf(all)))).toEqual(asSets(sourcesAlike(entriesOf(all))));
    }),
  );
});

test('an ASCII phrase is plain when it has no capital letter, and then it is as it folds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.nat(3), (phrase, before) => {
      const bytes = new TextEncoder().encode('A'.repeat(before) + phrase + 'Z'.repeat(before));
      expect(isPlain(bytes, before, bytes.length - before)).toBe(!/[A-Z]/.test(phrase));
      if (!/[A-Z]/.test(phrase)) expect(foldedPhrase(phrase)).toBe(phrase);
    }),
  );
});

test('a phrase with another character is not plain', () => {
  expect(
    ['ä', 'б', 'ａ', 'a𐐨']
      .map((phrase) => new TextEncoder().encode(phrase))
      .map((bytes) => isPlain(bytes, 0, bytes.length)),
  ).toEqual([false, false, false, false]);
});
