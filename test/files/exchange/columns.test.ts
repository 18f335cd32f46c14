import { describe, expect, test } from 'vitest';
import { columnName } from '../../../src/files/exchange/merge/table-layout.ts';
import { conceptRows, withIds } from '../../../src/files/exchange/merge/term-rows.ts';
import {
  columnRoles,
  configuredRole,
  headerName,
  isDictionaryLanguage,
  isKnownHeader,
  languageOfName,
  placeNamed,
  ROLE_WORDS,
  variantOfName,
} from '../../../src/files/exchange/read/column-role.ts';
import type { CellRow } from '../../../src/files/exchange/read/read-cells.ts';
import { readTable } from '../../../src/files/exchange/read/read-table.ts';
import { readTermbase } from '../../../src/files/exchange/read/read-termbase.ts';
import { isHeld, languageCode, lossList, statusRank } from '../../../src/files/exchange/termbase.ts';
import { TERM_STATUSES } from '../../../src/model/entries/term-status.ts';

const read = (text: string) => readTermbase({ bytes: new TextEncoder().encode(text), file: 'terms.csv' });
const codesOf = (text: string): readonly string[] => read(text).findings.map(({ code }) => code);

test('every word that an error allows for a column is one', () => {
  const [, ...words] = ROLE_WORDS;
  expect(words.filter((word) => configuredRole(word) === undefined)).toEqual([]);
});

test('a user may name a column part of speech', () => {
  expect(configuredRole('Part of speech')).toEqual({ kind: 'field', field: 'partOfSpeech' });
});

test('only columns with terms, concepts and fields have names', () => {
  const roles = columnRoles(['de', 'id', 'note_de', 'DNT', 'Produkt']);
  expect(roles.map(columnName)).toEqual(['de', 'id', 'note_de', undefined, undefined]);
});

describe('what a column of another system holds', () => {
  test.each([
    ['English', { kind: 'term', language: 'en' }],
    ['Catalan', { kind: 'term', language: 'ca' }],
    ['Portuguese (Brazil)', { kind: 'term', language: 'pt-BR' }],
    ['Catalan (Spain)', { kind: 'term', language: 'ca-ES' }],
    ['German (DE)', { kind: 'term', language: 'de' }],
    ['pt_BR', { kind: 'term', language: 'pt-BR' }],
    ['ja_XX', { kind: 'term', language: 'ja' }],
    ['Term [de]', { kind: 'term', language: 'de' }],
    ['Term [ca]', { kind: 'term', language: 'ca' }],
    ['note_de', { kind: 'field', field: 'note', language: 'de' }],
    ['de_description', { kind: 'field', field: 'definition', language: 'de' }],
    ['German Definition', { kind: 'field', field: 'definition', language: 'de' }],
    ['Concept Note', { kind: 'field', field: 'note' }],
    ['Status', { kind: 'field', field: 'status' }],
    ['Part of Speech', { kind: 'field', field: 'partOfSpeech' }],
    ['DNT', { kind: 'do-not-translate' }],
    ['translatable', { kind: 'translate' }],
    ['forbidden', { kind: 'forbidden' }],
    ['stringid', { kind: 'concept' }],
    ['StringID', { kind: 'concept' }],
    ['stringids', { kind: 'unknown' }],
    ['mystringid', { kind: 'unknown' }],
    ['entry_id', { kind: 'concept' }],
    ['Quelltext', { kind: 'source' }],
    ['Zielbegriff', { kind: 'target' }],
    ['source_lang', { kind: 'source-language' }],
    ['Target Language', { kind: 'target-language' }],
    ['Produkt (EN)', { kind: 'unknown', near: 'en' }],
    ['Produkt [DE]', { kind: 'unknown', near: 'de' }],
    ['EN Produkt', { kind: 'unknown', near: 'en' }],
    ['12-de', { kind: 'unknown' }],
    ['x1 Term', { kind: 'unknown' }],
    ['de- Term', { kind: 'term', language: 'de' }],
    ['Produkt (No)', { kind: 'unknown' }],
    ['Produkt (Nr)', { kind: 'unknown' }],
    ['checked in it', { kind: 'unknown' }],
    ['Owner', { kind: 'unknown' }],
    [' German ', { kind: 'term', language: 'de' }],
    ['Germann', { kind: 'unknown', near: 'de' }],
    ['Englisch (UK)', { kind: 'term', language: 'en-GB' }],
    ['Portuguese ( Brazil )', { kind: 'term', language: 'pt-BR' }],
    ['Portuguese (Brazil', { kind: 'unknown', near: 'pt' }],
    ['eu', { kind: 'term', language: 'eu' }],
    ['eu-ES', { kind: 'term', language: 'eu-ES' }],
    ['deu', { kind: 'unknown' }],
    ['abcde', { kind: 'unknown' }],
    ['abc-xx-yy', { kind: 'unknown' }],
    ['12', { kind: 'unknown' }],
    ['Term  de', { kind: 'term', language: 'de' }],
    ['Term no', { kind: 'term', language: 'no' }],
    ['Traduction FR', { kind: 'term', language: 'fr' }],
    ['term ca-valencia', { kind: 'term', language: 'ca-valencia' }],
    ['German Term Note', { kind: 'field', field: 'note', language: 'de' }],
    ['German: Note', { kind: 'field', field: 'note', language: 'de' }],
    ['note:de-AT', { kind: 'field', field: 'note', language: 'de-AT' }],
    ['Language Definition de', { kind: 'field', field: 'definition', language: 'de' }],
    ['Status DE', { kind: 'field', field: 'status', language: 'de' }],
    ['Entry Note', { kind: 'field', field: 'note' }],
    ['Note German Austria', { kind: 'unknown', near: 'de' }],
    ['Source EN', { kind: 'unknown', near: 'en' }],
    ['Quelle (DE)', { kind: 'unknown', near: 'de' }],
    ['Produkt (en)', { kind: 'unknown', near: 'en' }],
    ['Produkt (  EN  )', { kind: 'unknown', near: 'en' }],
    ['Produkt EN', { kind: 'unknown', near: 'en' }],
    ['Produkt en', { kind: 'unknown' }],
    ['en Produkt', { kind: 'unknown' }],
    ['Produkt NO', { kind: 'unknown' }],
    ['NR Produkt', { kind: 'unknown' }],
    ['x'.repeat(400), { kind: 'unknown' }],
  ])('%s', (header, role) => {
    expect(columnRoles(['x1', header])[1]).toEqual(role);
  });

  test.each([
    ['3', 2],
    ['column 3', 2],
    ['Column  12', 11],
    ['column3', undefined],
    ['columns 3', undefined],
    ['a column 3', undefined],
    ['3x', undefined],
    ['0', undefined],
    ['12345', undefined],
  ])('`columns` calls a column %s', (name, place) => {
    expect(placeNamed(name)).toBe(place);
  });

  test('a header is called by its text on one line, or by its place', () => {
    expect([' a \n b ', ' ', undefined].map(headerName)).toEqual(['a b', 'column 2', 'column 3']);
  });

  test('a column with a known word is no unknown column', () => {
    const headers = ['Nr', 'no', 'Owner', 'Concept ID', 'Term_ID', 'Created by', 'Entry Status', '(Note)'];
    expect(headers.filter((header) => !isKnownHeader(header))).toEqual([]);
    expect(['#', 'Produkt', `note ${' '.repeat(300)}`].filter(isKnownHeader)).toEqual([]);
  });

  test('`quelle` holds source terms where it stands first, and references elsewhere', () => {
    expect(columnRoles(['Quelle', 'Quelle']).map(({ kind }) => kind)).toEqual(['source', 'unknown']);
  });

  test('`id` and `no` are keys, unless a pair or the other columns make them languages', () => {
    const roles = (headers: readonly string[], named: readonly string[] = []) =>
      columnRoles(headers, undefined, new Set(named)).map((role) => (role.kind === 'term' ? role.language : role.kind));
    expect(roles(['id', 'en', 'de'])).toEqual(['concept', 'en', 'de']);
    expect(roles(['no', 'English', 'German'])).toEqual(['unknown', 'en', 'de']);
    expect(roles(['en', 'de', 'id'])).toEqual(['en', 'de', 'id']);
    expect(roles(['English', 'German', 'no'])).toEqual(['en', 'de', 'unknown']);
    expect(roles(['English', 'no'])).toEqual(['en', 'no']);
    expect(roles(['id', 'en', 'de'], ['id'])).toEqual(['id', 'en', 'de']);
  });

  test.each([
    ['ignore', { kind: 'ignore' }],
    ['pos', { kind: 'field', field: 'partOfSpeech' }],
    ['Part of speech', { kind: 'field', field: 'partOfSpeech' }],
    ['term info', { kind: 'term-info' }],
    ['needs editing', { kind: 'needs-editing' }],
    ['source', { kind: 'source' }],
    ['de', { kind: 'term', language: 'de' }],
    [' part of speech ', { kind: 'field', field: 'partOfSpeech' }],
    ['German', { kind: 'term', language: 'de' }],
    ['de note', { kind: 'field', field: 'note', language: 'de' }],
    ['term', { kind: 'source' }],
    ['translation', { kind: 'target' }],
    ['needs  editing', { kind: 'needs-editing' }],
    ['deu', undefined],
    ['note:de', { kind: 'field', field: 'note', language: 'de' }],
    ['nothing', undefined],
  ])('`columns` says %s', (said, role) => {
    expect(configuredRole(said)).toEqual(role);
  });
});

test('languages have names, with regions and scripts', () => {
  expect(languageOfName('Catalan')).toBe('ca');
  expect(languageOfName(' german ')).toBe('de');
  expect(variantOfName('Chinese (Simplified)')).toBe('zh-Hans');
  expect(variantOfName('Spanish (419)')).toBe('es-419');
  expect(variantOfName('Spanish [Latin America]')).toBe('es-419');
  expect(variantOfName('Spanish (Atlantis)')).toBeUndefined();
  expect(variantOfName('Spanish')).toBeUndefined();
  expect(variantOfName(' Spanish ( Mexico ) ')).toBe('es-MX');
  expect(variantOfName('(Mexico)')).toBeUndefined();
  expect(variantOfName('Spanish ()')).toBeUndefined();
  expect(['de', 'eu', 'zz'].map(isDictionaryLanguage)).toEqual([true, true, false]);
  expect(['EN_us', 'zh-hans', 'DE', 'sr-latn-rs'].map(languageCode)).toEqual(['en-US', 'zh-Hans', 'de', 'sr-Latn-RS']);
});

const NAMED_REGIONS = '419 AR AT AU BE BR CA CH CL CN CO DE ES FR GB IE IN IT LU MX NL NZ PE PT SG TW US ZA'.split(' ');
const CODED_REGIONS =
  'AE BG BO CR CZ DK DO EC EE EG FI GR GT HK HN HR HU ID IL JP KR LT LV MA MY NI NO PA PH PL PR PY RO RS RU SA SE SI SK SV TH TR UA UY VE VN'.split(
    ' ',
  );

test('a region has its code and its English name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  for (const code of NAMED_REGIONS) expect(variantOfName(`French (${names.of(code)})`)).toBe(`fr-${code}`);
  for (const code of [...NAMED_REGIONS, ...CODED_REGIONS])
    expect(variantOfName(`English (${code.toLowerCase()})`)).toBe(`en-${code}`);
});

test.each([
  ['AT', ['Österreich']],
  ['BE', ['Belgien', 'Belgique', 'België']],
  ['BR', ['Brasil', 'Brazilian', 'Brasilien', 'Brésil']],
  ['CA', ['Kanada', 'Canadian']],
  ['CH', ['Schweiz', 'Suisse', 'Svizzera', 'Swiss']],
  ['CN', ['PRC']],
  ['DE', ['Deutschland']],
  ['ES', ['España', 'Spanien', 'Espagne']],
  ['FR', ['Frankreich']],
  ['GB', ['UK', 'Great Britain', 'Britain', 'British', 'England', 'Vereinigtes Königreich']],
  ['HK', ['Hong Kong']],
  ['IT', ['Italia', 'Italien']],
  ['LU', ['Luxemburg']],
  ['MX', ['México', 'Mexiko', 'Mexican']],
  ['NL', ['Nederland']],
  ['PE', ['Perú']],
  ['PT', ['European', 'Iberian']],
  ['US', ['USA', 'American', 'Vereinigte Staaten']],
  ['419', ['Latinoamérica']],
  ['Hans', ['Simplified', '简体']],
  ['Hant', ['Traditional', '繁體']],
])('other names of %s', (code, names) => {
  for (const name of names) expect(variantOfName(`Catalan (${name})`)).toBe(`ca-${code}`);
});

describe('the rows of a concept', () => {
  const concept = {
    line: 3,
    terms: [
      { language: 'en', text: 'house', status: 'draft' },
      { language: 'en', text: 'home', status: 'preferred' },
      { language: 'de', text: 'Haus' },
      { language: 'de', text: 'Heim', status: 'draft' },
    ],
  } as const;
  const textsOf = (rows: ReturnType<typeof conceptRows>) =>
    rows.map(({ terms }) => [...terms].map(([language, { text, status }]) => [language, text, status].join(' ')));

  test('the first one has the strongest term of each language', () => {
    const losses = lossList('terms.csv');
    expect(textsOf(conceptRows(concept, 'en', losses))).toEqual([
      ['en home preferred', 'de Haus '],
      ['en house admitted'],
      ['de Heim admitted'],
    ]);
    expect(losses.all().map(({ name, at }) => [name, at.line])).toEqual([
      ['house', 3],
      ['Heim', 3],
    ]);
  });

  test('without a source term nothing is sent', () => {
    const terms = concept.terms.filter(({ language }) => language === 'de');
    const rows = conceptRows({ line: 1, terms }, 'en', lossList('terms.csv'));
    expect(textsOf(rows)).toEqual([['de Haus admitted'], ['de Heim admitted']]);
    expect(textsOf(conceptRows({ line: 1, terms }, 'en', undefined))).toEqual([['de Haus '], ['de Heim draft']]);
  });

  test('several rows get one id, each concept another one', () => {
    const single = { line: 9, terms: [{ language: 'en', text: 'cat' }] };
    const ids = withIds([concept, concept, { ...concept, id: 'house-3' }, concept, single], 'en').map(({ id }) => id);
    expect(ids).toEqual(['house', 'house-2', 'house-3', 'house-4', undefined]);
  });

  test('statuses have an order, and four are never sent', () => {
    expect(TERM_STATUSES.map(statusRank)).toEqual([...TERM_STATUSES.keys()]);
    expect(statusRank(undefined)).toBe(statusRank('approved'));
    expect(TERM_STATUSES.filter(isHeld)).toEqual(['admitted', 'deprecated', 'rejected', 'forbidden']);
    expect(isHeld(undefined)).toBe(false);
  });
});

describe('what keeps a table from being read', () => {
  test('too many columns', () => {
    const row = (length: number): string => `${Array.from({ length }, (_, index) => `c${index}`).join(',')}\n`;
    expect(codesOf(row(1001))).toEqual(['table-too-wide']);
    expect(codesOf(row(1000))).toEqual(['import-no-header']);
  });

  test('columns of which nothing is known are shown with their first cells, cut to 40 characters', () => {
    const cells = ['x'.repeat(40), 'y'.repeat(41), 'z', 'w'];
    const table = read(`en,de,Foo\n${cells.map((cell, row) => `a${row},b${row},${cell}\n`).join('')}`);
    expect(table.findings[0]).toMatchObject({
      code: 'import-column-unknown',
      details: { header: 'Foo', cells: ['x'.repeat(40), `${'y'.repeat(40)}…`, 'z'] },
    });
  });

  test('a row that is a title', () => {
    const { findings } = read('Our terms\nen,de\nhouse,Haus\n');
    expect(findings[0]).toMatchObject({ code: 'import-no-header', details: { row: 2 } });
  });

  test('a row without a language, which is shown with its first ten cells', () => {
    const { findings } = read('a,b,c,d,e,f,g,h,i,j,k\n');
    expect(findings[0]?.details.cells).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
  });

  test('too many cells', () => {
    const row: CellRow = { texts: [], columns: [], line: 2, columnOf: (index) => index + 1 };
    const header = { ...row, texts: ['en', 'de', 'note'], columns: [0, 1, 999], line: 1 };
    const { findings } = readTable({ file: 't', rows: [header, ...Array.from({ length: 20_000 }, () => row)] });
    expect(findings).toMatchObject([
      { code: 'import-table-too-large', details: { rows: 20_001, columns: 1000, max: 20_000_000 } },
    ]);
  });
});
