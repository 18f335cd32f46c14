import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { yamlPair, yamlScalar } from '../../../src/files/yaml/yaml-text.ts';
import { runs } from '../../support/runs.ts';

const AWKWARD = [
  'no',
  'On',
  'y',
  '~',
  'null',
  '10',
  '1e3',
  '0x1F',
  '# x',
  'a # b',
  'a: b',
  ': ',
  '- a',
  '"',
  "'",
  "it's",
  '',
  ' ',
  ' a',
  'a ',
  'a\nb',
  '\ttab',
  '\\',
  '{a}',
  '[a]',
  '*a',
  '&a',
  '!a',
  '%a',
  '@a',
  '`a',
  '---',
  '...',
  '2001-01-01',
  '<<',
  '=',
  '.inf',
  'é',
  'ß',
  '日本語',
  'שלום',
  '\u202Eevil',
  '\u2028',
  '\u0085',
  '\u0000',
  '\uFEFF',
  '\uD800',
  '😀',
  'a,b',
  'a | b',
  '? a',
  '\u3164',
  '\u{E0041}',
  'x\u200Cy',
];

const anyText = fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

describe('yamlScalar', () => {
  test.each(AWKWARD)('%j reads back, in either version of YAML', (text) => {
    for (const version of ['1.1', '1.2'] as const) {
      expect(parse(`a: ${yamlScalar(text)}\n`, { version })).toEqual({ a: text });
      expect(parse(`- ${yamlPair(text, text)}\n`, { version, uniqueKeys: true, mapAsMap: true })).toEqual([
        new Map([[text, text]]),
      ]);
    }
  });

  test('any text reads back as itself, as a value and as a key', () => {
    fc.assert(
      fc.property(anyText, anyText, (key, value) => {
        expect(parse(yamlPair(key, value), { mapAsMap: true })).toEqual(new Map([[key, value]]));
      }),
      { numRuns: runs(500) },
    );
  });

  test('usual texts stay plain', () => {
    for (const text of ['Marketing DE', 'use_curly_apostrophes', 'Use a friendly, informal tone.', 'Übersicht (neu)']) {
      expect(yamlScalar(text)).toBe(text);
    }
  });

  test('nothing that steers a terminal or hides is written as it is', () => {
    expect(yamlScalar('a\u202Eb\u001b[2J\u0085\u200B\u{E0041}')).toBe(
      '"a\\u202eb\\u001b[2J\\u0085\\u200b\\udb40\\udc41"',
    );
  });

  test('a key that is too long for one line still reads back', () => {
    const key = 'k'.repeat(3000);
    expect(parse(`a:\n  ${yamlPair(key, 'v', '  ')}\n`)).toEqual({ a: { [key]: 'v' } });
  });
});
