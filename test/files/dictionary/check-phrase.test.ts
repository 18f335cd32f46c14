import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/files/delimited/row.ts';
import { scanBytes } from '../../../src/files/delimited/scan-bytes.ts';
import { checkPhrase } from '../../../src/files/dictionary/check-phrase.ts';
import { flagsOf, SPACE } from '../../../src/files/dictionary/phrase-rules.ts';
import { runs } from '../../support/runs.ts';

const at = { file: 'en-de.csv', line: 1, column: 1 };
const codesOf = (phrase: string) => checkPhrase(phrase, 'source', () => at).map(({ code }) => code);

/** Whether the reader of bytes takes a phrase. */
const isTaken = (phrase: string): boolean => {
  const bytes = new TextEncoder().encode(`"${phrase.replaceAll('"', '""')}",x`);
  return scanBytes(bytes, { delimiter: ',', start: 0, firstLine: 1, comments: 'none' }) !== undefined;
};

describe('the rules of a phrase', () => {
  test.each<readonly [string, readonly string[]]>([
    ['', ['phrase-empty']],
    ['a b', []],
    ['\u007f', []],
    ['\ufeff', []],
    ['\u200b', []],
    ['😀', []],
    ['a\u00a0b', []],
    ['a\nb', ['phrase-line-end']],
    ['a\r\u0001', ['phrase-line-end']],
    ['a\u0085', ['phrase-line-end', 'phrase-outer-space']],
    ['\u2028', ['phrase-line-end', 'phrase-outer-space']],
    ['a\tb', ['phrase-control-character']],
    ['a\u009f', ['phrase-control-character']],
    ['\u3000a', ['phrase-outer-space']],
    ['é\u202f', ['phrase-outer-space']],
    ['é'.repeat(512), []],
    [`${'é'.repeat(512)}a`, ['phrase-too-long']],
  ])('%j: %j', (phrase, codes) => {
    expect(codesOf(phrase)).toEqual(codes);
    expect(isTaken(phrase)).toBe(codes.length === 0);
  });

  test('white space is what Unicode calls so', () => {
    const wrong = Array.from({ length: 0x110000 }, (_, code) => code).filter(
      (code) => ((flagsOf(code) & SPACE) !== 0) !== /\p{White_Space}/u.test(String.fromCodePoint(code)),
    );
    expect(wrong).toEqual([]);
  });

  test('every character means the same to the reader of bytes, alone, first, last and between', () => {
    const wrong = Array.from({ length: 0x3100 }, (_, code) => String.fromCodePoint(code))
      .flatMap((character) => [character, `${character}a`, `a${character}`, `a${character}a`])
      .filter((phrase) => isTaken(phrase) !== (codesOf(phrase).length === 0));
    expect(wrong).toEqual([]);
  });

  test.each<Dialect['delimiter']>([',', ';', '\t', '|'])(
    'every character means the same without quotes, wherever it stands, beside %j',
    (delimiter) => {
      const isTakenPlain = (phrase: string): boolean => {
        const bytes = new TextEncoder().encode(`${phrase}${delimiter}x\n`);
        return (
          scanBytes(bytes, { delimiter, start: 0, firstLine: 1, comments: 'none' })?.places[1] === bytes.length - 3
        );
      };
      const wrong = Array.from({ length: 0x3100 }, (_, code) => String.fromCodePoint(code))
        .filter((character) => ![delimiter, '"'].includes(character))
        .flatMap((character) => [1, 2, 3, 4].map((before) => `${'a'.repeat(before)}${character}bcdefg`))
        .filter((phrase) => isTakenPlain(phrase) !== (codesOf(phrase).length === 0));
      expect(wrong).toEqual([]);
    },
  );

  test('the reader of bytes takes the phrases that break no rule, and no others', () => {
    const character = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom(' ', '"', '""', ',', '\t', '\n', '\u0085', '\u00a0', '°', '“', '\u2028', '\u3000', 'é', '漢'),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 8 }), fc.constantFrom(1, 1, 200), (characters, times) => {
        const phrase = characters.join('').repeat(times);
        expect(isTaken(phrase)).toBe(codesOf(phrase).length === 0);
      }),
      { numRuns: runs(2000) },
    );
  });
});
