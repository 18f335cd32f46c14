import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedPhrase, isFolded } from '../../src/lint/fold-phrase.ts';
import { sourcesAlike } from '../../src/lint/lint-dictionary.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { packedOf } from '../support/packed-of.ts';

const LETTERS = ['a', 'A', 'ä', 'Ä', 'б', 'Б', 'ａ', 'Ａ', 'İ', '𐐀', '𐐨', ' ', '1'];
const anyPhrase = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 3 })
  .map((letters) => letters.join(''));

test('phrases that are alike are found by the bytes as by strings, with few and with many capital letters', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyPhrase, { maxLength: 12 }), fc.boolean(), (phrases, addPlain) => {
      const plain = addPlain ? Array.from({ length: 60 }, (_, row) => `plain ${row}`) : [];
      const all = [...plain, ...phrases].map((phrase) => [phrase, 'x'] as const);
      expect(sourcesAlike(packedOf(all))).toEqual(sourcesAlike(entriesOf(all)));
    }),
  );
});

test('an ASCII phrase is as it folds when it has no capital letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.nat(3), (phrase, before) => {
      const bytes = new TextEncoder().encode('A'.repeat(before) + phrase + 'Z'.repeat(before));
      expect(isFolded(bytes, before, bytes.length - before)).toBe(!/[A-Z]/.test(phrase));
    }),
  );
});

test('a phrase is as it folds by its bytes when it is as a string, but for characters beyond U+FFFF', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (phrase) => {
      const bytes = new TextEncoder().encode(phrase);
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      if (isFolded(bytes, 0, bytes.length)) expect(foldedPhrase(text)).toBe(text);
      else if (!/[\u{10000}-\u{10ffff}]/u.test(text)) expect(foldedPhrase(text)).not.toBe(text);
    }),
  );
});

test.each(['คน', 'кот', 'ß', 'ab', '東京', 'ａ'])('%s is read by the number of its bytes', (phrase) => {
  const bytes = new TextEncoder().encode(phrase);
  expect(isFolded(bytes, 0, bytes.length)).toBe(foldedPhrase(phrase) === phrase);
});
