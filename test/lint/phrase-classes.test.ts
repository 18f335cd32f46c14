import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLASS, classesOf, classesOfBytes } from '../../src/lint/phrase-classes.ts';
import { runs } from '../support/runs.ts';
import { anyPhrase } from './any-phrase.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Text without lone surrogates, which UTF-8 does not have. */
const anyText = fc.oneof(anyPhrase, fc.string({ unit: 'binary' }));

test('the classes of a phrase are those of its bytes', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, text, after) => {
      const [from, all] = [bytesOf(before).length, bytesOf(before + text + after)];
      expect(classesOfBytes(all, from, from + bytesOf(text).length)).toBe(classesOf(text));
    }),
    { numRuns: runs(1000) },
  );
});

test.each([
  '',
  '5',
  'a5',
  'ab 5 cd ef',
  'ab 5 cd ef g',
  'ööööö5',
  'öööö55',
  '東京東京5',
  '東京東5',
  '東京5 ab',
  '😀😀5 ',
  '😀😀😀5',
  '-1234567890123',
  '=1234567890123',
])('a digit counts at the beginning and in ten bytes at most: %j', (text) => {
  const mayBeNumber = /^[-=\d]/.test(text) || (/\d/.test(text) && bytesOf(text).length <= 10);
  expect((classesOf(text) & CLASS.digit) !== 0).toBe(mayBeNumber);
  expect(classesOfBytes(bytesOf(text), 0, bytesOf(text).length)).toBe(classesOf(text));
});

/** Letters that stand among signs. */
const SIGNS = 'ªºⁱⁿ';

test('a letter has the class of its script', () => {
  const scripts = { Latin: 'latin', Greek: 'greek', Cyrillic: 'cyrillic', Hebrew: 'hebrew', Arabic: 'arabic' } as const;
  const rest = { Hangul: 'hangul', Han: 'han', Thai: 'southEastAsian', Devanagari: 'indic', Katakana: 'kana' } as const;
  const missed: string[] = [];
  for (const [script, name] of Object.entries({ ...scripts, ...rest })) {
    const letter = new RegExp(`^\\p{Script=${script}}$`, 'u');
    for (let code = 0x80; code <= 0xffff; code += 1) {
      const character = String.fromCharCode(code);
      const bits = CLASS[name] | CLASS.other | CLASS.astral;
      if (
        !SIGNS.includes(character) &&
        /\p{L}/u.test(character) &&
        letter.test(character) &&
        (classesOf(character) & bits) === 0
      )
        missed.push(`${script} ${code.toString(16)}`);
    }
  }
  expect(missed).toEqual([]);
});
