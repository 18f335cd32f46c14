import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WriteFormatName } from '../../../src/files/exchange/format-names.ts';
import { readTermbase, type TermbaseInput } from '../../../src/files/exchange/read/read-termbase.ts';
import { isHeld, languagesOf, type Termbase } from '../../../src/files/exchange/termbase.ts';
import { selectTerms, writeTermbase } from '../../../src/files/exchange/write/write-termbase.ts';
import { runs } from '../../support/runs.ts';
import { anyTermbase, tuplesOf } from './any-termbase.ts';

/** Keeps the codes of variants that stand alone. */
const keptOf = (termbase: Termbase): ReadonlyMap<string, string> =>
  new Map(languagesOf(termbase).flatMap((language) => (language.includes('-') ? [[language, language] as const] : [])));

const languagesFrom = (termbase: Termbase): readonly string[] => [
  'en',
  ...languagesOf(termbase).filter((language) => language !== 'en'),
];

const written = (termbase: Termbase, format: WriteFormatName): string =>
  writeTermbase(
    { termbase, languages: languagesFrom(termbase), title: 'T', file: 'glossary.yaml', escapesFormulas: false },
    format,
  ).text;

function readBack(content: string | Uint8Array, more: Partial<TermbaseInput> = {}): Termbase {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const { value, findings } = readTermbase({ bytes, file: 'terms.csv', ...more });
  expect(findings).toEqual([]);
  return { concepts: [...(value?.concepts ?? [])] };
}

/** The same rows as another program writes them. */
const rewritten = (csv: string, delimiter: string, quoted: boolean): string =>
  stringify(parseRows(csv), { delimiter, quoted, quoted_match: /[\r\n]/, record_delimiter: '\r\n' });

/** The cells of a CSV file without line ends in its cells but within quotes: a parser of the test's own. */
function parseRows(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (quoted === undefined && bare === '' && end === '' && rows.at(-1)?.length === 0) break;
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 0);
}

/** A single column is no table. */
const hasTable = (termbase: Termbase): boolean => languagesOf(termbase).some((language) => language !== 'en');

describe('a table says the same in every dialect', () => {
  test('delimiters, quotes, line ends and encodings', () => {
    fc.assert(
      fc.property(
        anyTermbase.filter(hasTable),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.boolean(),
        fc.constantFrom('utf8', 'utf16le', 'sep'),
        (termbase, delimiter, quoted, form) => {
          const text = rewritten(written(termbase, 'csv'), delimiter, quoted);
          const bytes =
            form === 'utf16le'
              ? new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
              : new TextEncoder().encode(form === 'sep' ? `sep=${delimiter}\r\n${text}` : `\ufeff${text}`);
          const more = form === 'sep' ? {} : { delimiter: delimiter as ',' };
          expect(tuplesOf(readBack(bytes, { columns: keptOf(termbase), ...more }))).toEqual(tuplesOf(termbase));
        },
      ),
      { numRuns: runs(150) },
    );
  });

  test('Google and Amazon get every term that is sent, and no other one', () => {
    fc.assert(
      fc.property(anyTermbase.filter(hasTable), fc.constantFrom('google', 'amazon'), (termbase, format) => {
        const languages = languagesFrom(termbase);
        const text = written(termbase, format);
        // A pair of which nothing is sent is an empty file, which has no terms.
        fc.pre(text !== '');
        const read = readBack(text, {
          format,
          columns: keptOf(termbase),
          ...(format === 'google' && languages.length === 2 && { pair: { source: 'en', target: languages[1] ?? '' } }),
        });
        const sent = termbase.concepts.flatMap(({ terms }) => {
          const best = new Map<string, string>();
          for (const { language, status } of terms) if (!isHeld(status)) best.set(language, language);
          const isPair = format === 'google' && languages.length === 2;
          return best.has('en') && (!isPair || best.size === 2) ? [...best.keys()] : [];
        });
        expect(languagesOfTerms(read)).toEqual(sent.sort());
        const all = new Set(termbase.concepts.flatMap(({ terms }) => terms.map(({ text }) => text)));
        for (const { terms } of read.concepts) for (const { text } of terms) expect(all).toContain(text);
      }),
      { numRuns: runs(150) },
    );
  });

  test('a choice by language and status has exactly the terms of them', () => {
    fc.assert(
      fc.property(anyTermbase, (termbase) => {
        const chosen = selectTerms(termbase, ['en', 'de'], new Set(['none', 'forbidden']));
        const wanted = tuplesOf(termbase).filter((tuple) => {
          const [, language, , status] = JSON.parse(tuple);
          return ['en', 'de'].includes(language) && [null, 'forbidden'].includes(status);
        });
        expect(tuplesOf(chosen)).toEqual(wanted);
      }),
      { numRuns: runs(50) },
    );
  });

  test('no cell for a spreadsheet begins as a formula', () => {
    fc.assert(
      fc.property(anyTermbase, (termbase) => {
        for (const row of parseRows(written(termbase, 'xlsx-csv').replace('\ufeff', '').replaceAll('\r\n', '\n')))
          for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
      { numRuns: runs(100) },
    );
  });
});

const languagesOfTerms = ({ concepts }: Termbase): readonly string[] =>
  concepts.flatMap(({ terms }) => terms.map(({ language }) => language)).sort();

const CORPUS = resolve('../shared/corpus');
const here = existsSync(CORPUS);
const reason = here ? '' : ' (skipped: the corpus is not there)';

describe(`real lists${reason}`, () => {
  test.skipIf(!here)('TICO-19 names its languages in each row; every row gives its terms or is counted', () => {
    const folder = resolve(CORPUS, 'tico-19');
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.csv'))) {
      const bytes = new Uint8Array(readFileSync(resolve(folder, name)));
      const { value, losses, findings, rows } = readTermbase({ bytes, file: name });
      expect([name, findings]).toEqual([name, []]);
      const given = value?.concepts.length ?? 0;
      const counted = losses.filter(({ kind }) => kind === 'no-term').reduce((sum, { count }) => sum + count, 0);
      expect([name, given + counted]).toEqual([name, rows]);
      expect(given).toBeGreaterThan(250);
      expect(languagesOf(value ?? { concepts: [] })).toHaveLength(2);
    }
  });

  test.skipIf(!here)('country-codes: the columns that are named are read, and each other one is counted', () => {
    const bytes = new Uint8Array(readFileSync(resolve(CORPUS, 'country-codes/country-codes.csv')));
    const header = new TextDecoder().decode(bytes).split('\n')[0] ?? '';
    const columns = new Map([
      ...header.split(',').map((name) => [name.trim(), 'ignore'] as const),
      ['UNTERM English Short', 'en'] as const,
      ['UNTERM French Short', 'fr'] as const,
    ]);
    const { value, losses, findings } = readTermbase({ bytes, file: 'c.csv', columns });
    expect(findings).toEqual([]);
    expect(value?.concepts.length).toBeGreaterThan(190);
    expect(losses.filter(({ kind }) => kind === 'column').length).toBeGreaterThan(40);
  });
});
