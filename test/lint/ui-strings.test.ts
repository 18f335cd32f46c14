import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { hasUiStrings } from '../../src/lint/lint-dictionary.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { packedOf } from '../support/packed-of.ts';
import { lintedFindings } from './linted.ts';

type Row = readonly [source: string, target: string];

/** Rows of which so many of a hundred have a sign of a user interface. */
const rows = (count: number, signs: number, sign = (row: number) => `Save file ${row}?`): readonly Row[] =>
  Array.from({ length: count }, (_, row) => [row % 100 < signs ? sign(row) : `term ${row}`, 'x']);

describe('a dictionary of UI strings', () => {
  test.each<[sign: string, phrase: (row: number) => string]>([
    ['a sentence', (row) => `The file ${row} is open.`],
    ['a label', (row) => `Name ${row}:`],
    ['an ellipsis', (row) => `Open ${row}…`],
    ['a sentence in Japanese', (row) => `ファイル${row}を開く。`],
    ['a placeholder of C', (row) => `%d files of ${row}`],
    ['a placeholder in braces', (row) => `{count} files of ${row}`],
    ['markup', (row) => `<b>Save</b> ${row}`],
  ])('is known by %s in 3 of 100 rows, in bytes and in strings', (_, phrase) => {
    for (const make of [entriesOf, packedOf]) {
      expect(hasUiStrings(make(rows(200, 3, phrase)))).toBe(true);
      expect(hasUiStrings(make(rows(200, 2, phrase)))).toBe(false);
    }
  });

  test('is not known in fewer than 20 rows', () => {
    expect([19, 20].map((count) => hasUiStrings(entriesOf(rows(count, 100))))).toEqual([false, true]);
  });

  test('is known by some of very many rows', () => {
    for (const make of [entriesOf, packedOf])
      expect([1, 10].map((signs) => hasUiStrings(make(rows(20_050, signs))))).toEqual([false, true]);
  });

  test('has no findings of what terms say, and those of its characters', () => {
    const dirty: readonly Row[] = [
      ['order', 'Bestellung / Auftrag'],
      ['pay', 'zahlen  jetzt'],
    ];
    const codes = (more: readonly Row[]) =>
      lintedFindings({ a: { 'en->de': [...dirty, ...more] } }).map(({ code }) => code);
    expect(codes(rows(50, 0)).sort()).toEqual(['content/alternatives', 'space/double']);
    expect(codes(rows(50, 50))).toEqual(['space/double']);
  });
});

const CORPUS = resolve('../shared/corpus');
const here = existsSync(CORPUS);

test.skipIf(!here)(`real lists of terms are none${here ? '' : ' (skipped: the corpus is not there)'}`, () => {
  const read = (file: string): readonly Readonly<Record<string, string>>[] =>
    parse(readFileSync(resolve(CORPUS, file), 'utf8'), { columns: true, relax_column_count: true });
  const lists = readdirSync(resolve(CORPUS, 'tico-19')).map((file) =>
    read(`tico-19/${file}`).map((row) => row.sourceString),
  );
  lists.push(read('country-codes/country-codes.csv').map((row) => row['UNTERM English Formal']));
  expect(lists.length).toBeGreaterThan(30);
  for (const list of lists) {
    const sources = new Set(list.map((source = '') => source.trim()));
    expect(hasUiStrings(entriesOf(Array.from(sources, (source) => [source, 'x'] as const)))).toBe(false);
  }
});
