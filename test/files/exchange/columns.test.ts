import { describe, expect, test } from 'vitest';
import { conceptRows, withIds } from '../../../src/files/exchange/merge/term-rows.ts';
import {
  columnRoles,
  configuredRole,
  languageOfName,
  variantOfName,
} from '../../../src/files/exchange/read/column-role.ts';
import { readTermbase } from '../../../src/files/exchange/read/read-termbase.ts';
import { isHeld, languageCode, lossList, statusRank } from '../../../src/files/exchange/termbase.ts';
import { TERM_STATUSES } from '../../../src/model/entries/term-status.ts';

const read = (text: string) => readTermbase({ bytes: new TextEncoder().encode(text), file: 'terms.csv' });
const codesOf = (text: string): readonly string[] => read(text).findings.map(({ code }) => code);

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
    ['entry_id', { kind: 'concept' }],
    ['Quelltext', { kind: 'source' }],
    ['Zielbegriff', { kind: 'target' }],
    ['source_lang', { kind: 'source-language' }],
    ['Target Language', { kind: 'target-language' }],
    ['Produkt (EN)', { kind: 'unknown', near: 'en' }],
    ['Produkt [DE]', { kind: 'unknown', near: 'de' }],
    ['EN Produkt', { kind: 'unknown', near: 'en' }],
    ['12-de', { kind: 'unknown' }],
    ['Produkt (No)', { kind: 'unknown' }],
    ['Produkt (Nr)', { kind: 'unknown' }],
    ['checked in it', { kind: 'unknown' }],
    ['Owner', { kind: 'unknown' }],
    ['x'.repeat(400), { kind: 'unknown' }],
  ])('%s', (header, role) => {
    expect(columnRoles(['x1', header])[1]).toEqual(role);
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
  expect(['EN_us', 'zh-hans', 'DE', 'sr-latn-rs'].map(languageCode)).toEqual(['en-US', 'zh-Hans', 'de', 'sr-Latn-RS']);
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
    expect(codesOf(`${Array.from({ length: 1001 }, (_, index) => `c${index}`).join(',')}\n`)).toEqual([
      'table-too-wide',
    ]);
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
});
