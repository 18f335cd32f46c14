import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAnyDictionary, parsePlainDictionary } from '../../../src/files/dictionary/dictionary-file.ts';
import type { DictionaryInput } from '../../../src/files/dictionary/dictionary-schema.ts';
import { dictionaryCsv } from '../../../src/files/dictionary/write-dictionary.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import { least, runs } from '../../support/runs.ts';
import { phrase } from '../../support/target.ts';

const input = (bytes: Uint8Array, more: Partial<DictionaryInput> = {}): DictionaryInput => ({
  bytes,
  file: 'en-de.csv',
  pair: { source: 'en', target: 'de' },
  ...more,
});

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** All that a reader says of a file. */
function said({ value, findings }: ReturnType<typeof parseAnyDictionary>) {
  const entries = [...(value?.entries ?? [])];
  return {
    entries,
    places: entries.map(([source]) => value?.locate(source)),
    nowhere: value?.locate('no such phrase'),
    rows: value?.rows,
    digest: value?.entries.digest,
    findings,
  };
}

/** True when the plain reader took a file. What it says must then be what the other one says. */
function agrees(one: DictionaryInput): boolean {
  const before = [...one.bytes];
  const plain = parsePlainDictionary(one);
  expect([...one.bytes]).toEqual(before);
  if (plain === undefined) return false;
  expect(said(plain)).toEqual(said(parseAnyDictionary(one)));
  return true;
}

const options = fc.constantFrom<Partial<DictionaryInput>>(
  {},
  {},
  {},
  { comments: '#' },
  { comments: '#', header: true },
  { comments: 'none' },
  { header: true },
  { header: false },
  { delimiter: ';' },
  { delimiter: '\t' },
  { file: 'en-de.tsv' },
);

describe('a plain dictionary is what the reader of rows says it is', () => {
  test('rows of phrases with a few odd ones among them', () => {
    const good = fc.constantFrom(
      'a',
      'b',
      'c d',
      'é',
      'ü"',
      '日本',
      '😀',
      '–x’',
      '« »',
      '~',
      '5" disk',
      'sep=x',
      '\ufeffy',
    );
    const odd = fc.constantFrom(
      ...[
        '',
        ' ',
        ' a',
        'a ',
        '\u00a0x',
        'x\u00a0',
        '\u3000x',
        'x\u3000',
        'x\u2009',
        '\u1680',
        'x\u205f',
        '\u202fx',
        '\u2060',
      ],
      ...[
        'a\u0085',
        'a\u0000',
        'a\u0080b',
        'a\u2028',
        'a\u2029b',
        '\u007f',
        'a\tb',
        'a,b',
        'a;b',
        'a\nb',
        'source',
        'en',
        'target',
        'de',
      ],
      ...['x'.repeat(1024), 'x'.repeat(1025), 'é'.repeat(513), '#', '#a', '"', '\ufeff', '\u200b', '\u00a1', '\u2000'],
      ...['# b', '#\u00a0c', '#\u3000d', '#\ufeffe', '#é', '#\tf', 'Quelle', 'Ziel', 'fr', '原文', '訳文'],
    );
    const word = fc.oneof({ weight: 30, arbitrary: good }, { weight: 1, arbitrary: odd });
    const quoted = word.map((text) => `"${text.replaceAll('"', '""')}"`);
    const field = fc.oneof({ weight: 3, arbitrary: word }, quoted);
    const numbered = fc.tuple(field, field, fc.nat({ max: 30 }));
    const line = fc.oneof(
      {
        weight: 20,
        arbitrary: numbered.map(
          ([source, target, number]) => `${source.startsWith('"') ? '' : number}${source},${target}`,
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '',
          '# note',
          '#',
          '#,x',
          '#\tx',
          ',',
          ' ,',
          'de,en',
          'Quelle,Ziel',
          'a',
          'a,b,',
          'a,b,EN,DE',
          '"x"y,z',
          '"x,y',
          'source,target',
          'EN,DE',
          'a;b',
        ),
      },
    );
    const text = fc
      .tuple(
        fc.constantFrom('', '', '', '\ufeff', 'sep=,\n', 'sep=;\r\n', '\ufeffsep=,\r', '# top\n'),
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r')), { maxLength: 6 }),
        fc.boolean(),
      )
      .map(([top, lines, ends]) => {
        const all = lines.map(([each, end]) => each + end).join('');
        return top + (ends ? all : all.replace(/[\r\n]+$/, ''));
      });
    let taken = 0;
    fc.assert(
      fc.property(text, options, (content, more) => {
        if (agrees(input(encode(content), more))) taken += 1;
      }),
      { numRuns: runs(6000) },
    );
    expect(taken).toBeGreaterThan(least(800));
  });

  test('pieces of any kind, also of broken UTF-8', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'b',
        ',',
        ',',
        '\n',
        '\n',
        '\r',
        '"',
        '""',
        ';',
        '\t',
        ' ',
        '#',
        'é',
        '\u2028',
        '\u0085',
        '\u3000',
        '\0',
        'sep=',
      ].map(encode),
      ...[[0xc3], [0x80], [0xe3, 0x80], [0xff, 0xfe], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf], [0xe2]].map((bytes) =>
        Uint8Array.from(bytes),
      ),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), options, (pieces, more) => {
        if (agrees(input(Uint8Array.from(pieces.flatMap((bytes) => [...bytes])), more))) taken += 1;
      }),
      { numRuns: runs(6000) },
    );
    expect(taken).toBeGreaterThan(least(15));
  });

  test('every code point at either end and in the middle of a phrase', () => {
    // The blocks that have white space and controls, and their neighbours.
    const blocks = [0x0000, 0x0100, 0x1600, 0x1700, 0x1f00, 0x2000, 0x2100, 0x2f00, 0x3000, 0xfe00, 0x1f600];
    for (const code of blocks.flatMap((first) => Array.from({ length: 256 }, (_, index) => first + index))) {
      const character = String.fromCodePoint(code);
      for (const text of [`${character}a,b`, `a,b${character}`, `a${character}a,b${character}b`, `${character},b`])
        agrees(input(encode(`q,r\n${text}\n`), { header: false }));
    }
  });

  test('what the tool writes itself is taken', () => {
    const rows = fc.uniqueArray(fc.tuple(phrase, phrase), {
      minLength: 1,
      maxLength: 6,
      selector: ([source]) => source,
    });
    fc.assert(
      fc.property(rows, (pairs) => {
        expect(agrees(input(encode(dictionaryCsv(entriesOf(pairs))), { delimiter: ',' }))).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('more rows than there was room for at first', () => {
    const content = Array.from({ length: 20_000 }, (_, index) => `${index.toString(36)},é\n`).join('');
    expect(agrees(input(encode(content)))).toBe(true);
  });

  test('a size at the limit', () => {
    const row = (index: number) => `${index.toString().padStart(5, '0')}${'s'.repeat(494)},${'t'.repeat(499)}\n`;
    const full = Array.from({ length: 9999 }, (_, index) => row(index)).join('');
    const last = (bytes: number) => encode(`${full}"a",${'b'.repeat(bytes)}\n`);
    const rest = 10_000_000 - 9999 * 1000 - 3;
    expect(parsePlainDictionary(input(last(rest)))?.value?.entries.size).toBe(10_000);
    expect(parsePlainDictionary(input(last(rest + 1)))).toBeUndefined();
    expect(parseAnyDictionary(input(last(rest))).findings).toEqual([]);
    expect(parseAnyDictionary(input(last(rest + 1))).findings).toMatchObject([{ code: 'dictionary-too-large' }]);
  });
});
