import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffEntries } from '../../../src/change/diff-entries.ts';
import { AGAIN } from '../../../src/client/transport/exchange.ts';
import {
  entriesTsv,
  parseWholeEntriesAnswer,
  readEntriesAnswer,
} from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { type Entries, entriesOf } from '../../../src/model/entries/entries.ts';
import { isDelta } from '../../../src/model/packed/delta-entries.ts';
import { isPacked } from '../../../src/model/packed/packed-entries.ts';
import { packedOf } from '../../support/packed-of.ts';
import { least, runs } from '../../support/runs.ts';
import { phrase } from '../../support/target.ts';

/** A body that is read in pieces, up to each of some places; again as a whole where that is asked for. */
function readPieces(
  body: Uint8Array,
  cuts: readonly number[],
  guess?: Entries,
  onTaken: () => void = () => undefined,
): Entries | undefined {
  const reader = readEntriesAnswer(guess);
  let taken = 0;
  for (const cut of cuts) if (cut > taken) taken += reader.take(body.slice(taken, cut));
  if (taken > 0) onTaken();
  const read = reader.end(body.slice(taken));
  return read === AGAIN ? reader.whole(body) : read;
}

const parseEntriesAnswer = (body: Uint8Array) => readPieces(body, []);

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What a way of reading makes of an answer. */
function said(parse: typeof parseEntriesAnswer, body: Uint8Array) {
  try {
    const entries = parse(body);
    return entries && { entries: [...entries], size: entries.size, digest: entries.digest };
  } catch (error) {
    return String(error);
  }
}

/** True when the answer was read from its bytes. Both ways must make the same of it. */
function agrees(body: Uint8Array): boolean {
  const before = Buffer.from(body);
  expect(said(parseEntriesAnswer, body)).toEqual(said(parseWholeEntriesAnswer, body));
  expect(before.equals(body)).toBe(true);
  try {
    const entries = parseEntriesAnswer(body);
    return entries !== undefined && isPacked(entries);
  } catch {
    return false;
  }
}

const answer = (text: string): Uint8Array =>
  encode(
    JSON.stringify({
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: text, entries_format: 'tsv' }],
    }),
  );

describe('entries are read from the bytes of an answer as JSON.parse reads them', () => {
  test('any text of pieces, escaped in any way', () => {
    const character = fc.constantFrom(
      ...[
        'a',
        'b',
        'c',
        '\t',
        '\t',
        '\n',
        '\n',
        '\r',
        '"',
        '""',
        '\\',
        '/',
        'é',
        '日',
        '😀',
        '\u2028',
        '\0',
        '\b',
        '\ud800',
        '\udc00',
        '\ufffd',
      ],
    );
    const escaped = fc.tuple(character, fc.nat({ max: 3 })).map(([text, how]) => {
      if (how === 0)
        return [...Array(text.length).keys()]
          .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
          .join('');
      return JSON.stringify(text).slice(1, -1);
    });
    const odd = fc.constantFrom('\\', '\\x', '\\u12', '\\u00zz', '\t', '\n', '\\u00E9', '\\/', '\u007f');
    const around = fc.constantFrom(
      ...Array.from(
        { length: 6 },
        () => ['{"dictionaries":[{"source_lang":"en","entries":"', '","entries_format":"tsv"}]}'] as const,
      ),
      ['{"entries":"', '"}'] as const,
      ['{ "dictionaries" : [ {\n"entries" :\t"', '" , "x": [1] } ] }'] as const,
      ['[{"entries":"', '"}]'] as const,
      ['\ufeff{"entries":"', '"}'] as const,
      ['{"entries":"', '","entries":"x\\ty"}'] as const,
      ['{"entries":"', '","entri\\u0065s":"x\\ty"}'] as const,
      ['{"x\\"entries":"', '"}'] as const,
      ['{"x":",","entries":"', '"}'] as const,
      ['{"x":{"entries":"', '"},"entries":"x\\ty"}'] as const,
      ['{"dictionaries":[{"entries":"', '"},{"entries":"x\\ty"}]}'] as const,
      ['{"dictionaries":[{"entries":"', '","entries_format":"csv"}]}'] as const,
      ['{"dictionaries":null,"entries":"', '"}'] as const,
      ['{"entries":"', '"'] as const,
      ['{"entries":"', '"} x'] as const,
      ['{"entries" "', '"}'] as const,
    );
    const row = fc
      .tuple(fc.nat({ max: 5 }), fc.array(escaped, { maxLength: 2 }), fc.array(escaped, { maxLength: 3 }))
      .map(([number, source, target]) => `${number}${source.join('')}\\t${target.join('')}`);
    const loose = fc.array(fc.oneof({ weight: 8, arbitrary: escaped }, { weight: 1, arbitrary: odd }), {
      maxLength: 6,
    });
    const line = fc.oneof(
      { weight: 4, arbitrary: row },
      { weight: 1, arbitrary: loose.map((parts) => parts.join('')) },
    );
    const text = fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\\n'));
    let taken = 0;
    fc.assert(
      fc.property(around, text, ([before, after], content) => {
        const body = encode(before + content + after);
        if (agrees(body)) taken += 1;
        if (content.length % 8 > 0) return;
        // Blank lines, so that what stands before them is read before the end.
        const long = encode(before + content + '\\n'.repeat(9000) + after);
        const cuts = [17_000, 17_003, long.length - 1];
        expect(said((each) => readPieces(each, cuts), long)).toEqual(said(parseWholeEntriesAnswer, long));
      }),
      { numRuns: runs(8000) },
    );
    expect(taken).toBeGreaterThan(least(1600));
  });

  test('what the tool sends is taken', () => {
    const rows = fc.uniqueArray(fc.tuple(phrase, phrase), { maxLength: 6, selector: ([source]) => source });
    fc.assert(
      fc.property(rows, (pairs) => {
        const body = answer([...entriesTsv(entriesOf(pairs))].join(''));
        expect(agrees(body)).toBe(true);
        expect([...(parseEntriesAnswer(body) ?? [])]).toEqual(pairs);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('a guess, and any number of looks before the end, change nothing', () => {
    const some = fc.constantFrom(
      'a',
      'abcd',
      'abcde',
      '"',
      'x"y',
      '"q"',
      'a\\tb',

      'é',
      'caf\u00e9s',
      '日本語',
      '\u2028',
      '',
    );
    const pair = fc.tuple(
      fc.tuple(fc.nat({ max: 9 }), some).map(([number, text]) => `${number}${text}`),
      some,
    );
    const pairs = fc.uniqueArray(pair, { maxLength: 9, selector: ([source]) => source });
    /** What a guess may be: the entries themselves in another order, or others. */
    const guesses = fc.tuple(pairs, fc.constantFrom('same', 'mixed', 'edited', 'other'), pairs);
    let besides = 0;
    let taken = 0;
    fc.assert(
      fc.property(guesses, fc.array(fc.nat()), fc.boolean(), ([rows, how, others], cuts, isEscaped) => {
        const turned = {
          same: rows,
          mixed: [...rows].reverse(),
          edited: rows.map(([source, target], at) => [source, at % 3 === 0 ? `${target}!` : target] as const).slice(1),
          other: others,
        }[how];
        const guess = packedOf(turned);
        // Blank lines, so that what stands before them is read before the end.
        const tsv = `${[...entriesTsv(entriesOf(rows))].join('')}\n${'\n'.repeat(9000)}`;
        const text = JSON.stringify(tsv);
        const body = encode(
          `{"dictionaries":[{"entries":${isEscaped ? text.replace(/[^\x20-\x7e]/gu, (found) => [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')) : text},"entries_format":"tsv"}]}`,
        );
        const sorted = cuts.map((each) => each % body.length).sort((left, right) => left - right);
        const read = readPieces(body, sorted, guess, () => {
          taken += 1;
        });
        const plain = entriesOf(rows);
        if (read === undefined) throw new Error('nothing was read');
        expect([...read]).toEqual(rows);
        expect([read.size, read.digest]).toEqual([plain.size, plain.digest]);
        for (const [source] of [...rows, ...others]) expect(read.get(source)).toBe(plain.get(source));
        const wanted = entriesOf(turned);
        expect(diffEntries('en->de', read, guess)).toEqual(diffEntries('en->de', plain, wanted));
        expect(diffEntries('en->de', guess, read)).toEqual(diffEntries('en->de', wanted, plain));
        const others2 = packedOf(others);
        expect(diffEntries('en->de', read, others2)).toEqual(diffEntries('en->de', plain, entriesOf(others)));
        expect(diffEntries('en->de', read, read)).toEqual({ removed: [], changed: [], added: [] });
        if (isPacked(read) && isDelta(read)) besides += 1;
      }),
      { numRuns: runs(600) },
    );
    expect(besides).toBeGreaterThan(least(400));
    expect(taken).toBeGreaterThan(least(80));
  });

  /**
   * Of each case: what the guess has, and the JSON text of the entries, which differs from it in one thing that is
   * compared.
   */
  const near: readonly (readonly [string, readonly (readonly [string, string])[], string])[] = [
    [
      'nothing: the very rows of the guess',
      [
        ['abcd', 'efgh'],
        ['ijkl', 'mnop'],
      ],
      'abcd\\tefgh\\nijkl\\tmnop\\n',
    ],
    ['the first word of a source phrase', [['abcdefgh', 'ijkl']], 'Xbcdefgh\\tijkl\\n'],
    ['a word in the middle of a source phrase', [['abcdefghijkl', 'mnop']], 'abcdeXghijkl\\tmnop\\n'],
    ['the last word of a source phrase', [['abcdefgh', 'ijkl']], 'abcdefgX\\tijkl\\n'],
    ['the first word of a target phrase', [['abcd', 'efghijkl']], 'abcd\\tXfghijkl\\n'],
    ['a word in the middle of a target phrase', [['abcd', 'efghijklmnop']], 'abcd\\tefghiXklmnop\\n'],
    ['the last word of a target phrase', [['abcd', 'efghijkl']], 'abcd\\tefghijkX\\n'],
    ['the last byte of phrases whose words overlap', [['abcde', 'fghij']], 'abcdX\\tfghiX\\n'],
    ['the tab: there is none', [['abcd', 'efgh']], 'abcdXXefgh\\n'],
    ['the tab: there is a line feed', [['abcd', 'efgh']], 'abcd\\nefgh\\n'],
    ['the line feed: the target phrase goes on', [['abcd', 'efgh']], 'abcd\\tefghXX\\nijkl\\tmnop\\n'],
    ['the line feed: the target phrase goes on with a tab', [['abcd', 'efgh']], 'abcd\\tefgh\\tx\\n'],
    ['the line feed: the text ends', [['abcd', 'efgh']], 'abcd\\tefgh'],
    ['the length: the text ends before the guess does', [['abcd', 'e'.repeat(1000)]], 'abcd\\tef\\n'],
    ['the number of rows: there is one more', [['abcd', 'efgh']], 'abcd\\tefgh\\nijkl\\tmnop\\n'],
    [
      'the number of rows: there is one less',
      [
        ['abcd', 'efgh'],
        ['ijkl', 'mnop'],
      ],
      'abcd\\tefgh\\n',
    ],
    [
      'nothing, in phrases of a byte',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      'a\\tb\\nc\\td\\n',
    ],
    ['nothing, with an empty target phrase', [['abcd', '']], 'abcd\\t\\n'],
    ['a backslash in the first word, which means an escape', [['abcd', '\\/efghij']], 'abcd\\t\\/efghij\\n'],
    ['a backslash in the last word, which means an escape', [['abcd', 'efgh\\/ij']], 'abcd\\tefgh\\/ij\\n'],
    ['a backslash in the second byte of a word', [['abcd', 'e\\/fghijkl']], 'abcd\\te\\/fghijkl\\n'],
    ['a backslash in the third byte of a word', [['abcd', 'ef\\/ghijkl']], 'abcd\\tef\\/ghijkl\\n'],
    ['a backslash in the fourth byte of a word', [['abcd', 'efg\\/hijkl']], 'abcd\\tefg\\/hijkl\\n'],
    ['a backslash in a source phrase, which means an escape', [['ab\\/cd', 'efgh']], 'ab\\/cd\\tefgh\\n'],
    ['a quote, which ends the text', [['abcd', 'ef","x":"gh']], 'abcd\\tef","x":"gh\\nijkl\\tmnop\\n'],
    ['a control character, which JSON does not have', [['abcd', 'ef\u0007gh']], 'abcd\\tef\u0007gh\\n'],
    ['a tab as it is, which JSON does not have', [['ab\tcd', 'efgh']], 'ab\tcd\\tefgh\\n'],
  ];

  test.each(near)('beside a guess, one thing alone differs: %s', (_, rows, text) => {
    const guess = packedOf(rows);
    const body = encode(`{"entries":"${text}","entries_format":"tsv"}`);
    expect(said((each) => readPieces(each, [], guess), body)).toEqual(said(parseWholeEntriesAnswer, body));
    // And when the text goes on, so that the rows are read before the end has come.
    const long = encode(`{"entries":"${text}${'\\n'.repeat(9000)}","entries_format":"tsv"}`);
    expect(said((each) => readPieces(each, [17_000], guess), long)).toEqual(said(parseWholeEntriesAnswer, long));
  });

  test('what a guess cannot tell is found: a source phrase twice, of the guess or not', () => {
    const guess = packedOf([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    for (const text of ['a\tb\na\tb', 'x\ty\nx\tz', 'c\td\na\tb\nc\te', 'a\tb\nc\td\na\tb\nc\td']) {
      const body = answer(text);
      expect(said((each) => readPieces(each, [], guess), body)).toEqual(said(parseWholeEntriesAnswer, body));
    }
  });

  test('a row that is longer than any phrases may be is read all the same', () => {
    const long = 'l'.repeat(40_000);
    const body = answer(`a\tb\nc\t${long}\nd\te${'\n'.repeat(9000)}`);
    const read = readPieces(body, [20_000, 30_000, 50_000, 58_000], packedOf([['a', 'b']]));
    expect([...(read ?? [])]).toEqual([
      ['a', 'b'],
      ['c', long],
      ['d', 'e'],
    ]);
  });

  test('bytes that are not UTF-8 are refused', () => {
    const body = Uint8Array.from([...encode('{"entries":"a\\t'), 0xff, ...encode('"}')]);
    expect(said(parseEntriesAnswer, body)).toBe('DecodeError: it is not JSON in UTF-8');
  });

  test('an answer with much around its entries is read all the same', () => {
    const long = 'n'.repeat(5000);
    expect(agrees(encode(`{"name":"${long}","entries":"a\\tb"}`))).toBe(false);
    expect(agrees(encode(`{"entries":"a\\tb","name":"${long}"}`))).toBe(false);
    expect(agrees(encode('{"entries":"a\\tb","name":"x"}'))).toBe(true);
  });

  test('a body that lies in the middle of a buffer', () => {
    const body = answer('a\tb\n"c ""d"""\té');
    const larger = new Uint8Array(body.length + 20).fill(0x22);
    larger.set(body, 7);
    expect(agrees(larger.subarray(7, 7 + body.length))).toBe(true);
  });
});
