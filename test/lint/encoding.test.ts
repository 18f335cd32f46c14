import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterEncoding } from '../../src/lint/rules/character/encoding.ts';
import { runs } from '../support/runs.ts';

const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A phrase in UTF-8, as a program reads it that takes it for Windows-1252. */
const misread = (phrase: string): string =>
  [...new TextEncoder().encode(phrase)]
    .map((byte) => (byte >= 0x80 && byte < 0xa0 ? (HIGH[byte - 0x80] ?? '') : String.fromCharCode(byte)))
    .join('');

const hits = (target: string, language = 'de') =>
  characterEncoding.check({ source: 'x', target, pair: { source: 'en', target: language } });

/** The letters of languages beyond ASCII. */
const LETTERS: Readonly<Record<string, string>> = {
  de: 'äöüßÄÖÜ',
  fr: 'àâçéèêëîïôùûœ',
  pl: 'ąćęłńóśźżŁŚ',
  ro: 'ăâîșț',
  tr: 'çğıöşüİ',
  vi: 'ạảấầẩẫậắằơưđ',
  ru: 'абвгдежзиклмнопрстуфхцчшщыэюя',
  el: 'αβγδεζηθικλμνξοπρστυφχψω',
  he: 'אבגדהוזחטיכלמנסעפצקרשת',
  ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  hi: 'अआइईकखगघचछजझटठडढणतथदधन',
  th: 'กขคงจฉชซญดตถทธนบปผฝพ',
  ja: 'あいうえおカキクケコ日本語',
  zh: '日本語中文字汉',
  ko: '가나다라마바사',
};

test('a word that was read with the wrong encoding is found, and mended to what it was', () => {
  const word = fc
    .constantFrom(...Object.keys(LETTERS))
    .chain((language) =>
      fc.tuple(fc.constant(language), fc.string({ unit: fc.constantFrom(...(LETTERS[language] ?? '')), minLength: 1 })),
    );
  fc.assert(
    fc.property(word, ([language, letters]) => {
      const phrase = `x${letters}x`;
      expect(hits(misread(phrase), language)).toMatchObject([{ side: 'target', fix: { text: phrase } }]);
      expect(hits(phrase, language)).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
});

test.each(['„Spaß“', 'IRMÃ…', '“MAÇÔ', '«Â»', 'PÂ®', 'À»', 'voilà”…', 'Å–Ö', 'ça «Ô', 'ÂME', 'SÃO'])(
  'what people write is no wrong encoding: %s',
  (phrase) => {
    expect(hits(phrase, 'pt')).toEqual([]);
  },
);

test('a sign in place of a lost character is found, and left to people', () => {
  expect(hits('K\ufffdln')).toEqual([{ side: 'target', details: { characters: '\ufffd' } }]);
  expect(hits('25Â°C')).toMatchObject([{ fix: { text: '25°C' } }]);
  expect(hits('VoilÃ\u00a0!', 'fr')).toMatchObject([{ fix: { text: 'Voilà!' } }]);
});
