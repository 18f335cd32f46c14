import { describe, expect, test } from 'vitest';
import { locateFile } from '../../../src/files/edit/located-file.ts';
import { editTermTable, type TableToMerge } from '../../../src/files/exchange/merge/edit-table.ts';
import { mergeTerms } from '../../../src/files/exchange/merge/merge-terms.ts';
import { tableLayout, termRows } from '../../../src/files/exchange/merge/table-layout.ts';
import { heldBackRows, idGiver } from '../../../src/files/exchange/merge/term-rows.ts';
import { readTermbase } from '../../../src/files/exchange/read/read-termbase.ts';
import { lossList } from '../../../src/files/exchange/termbase.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

interface MergeOf extends Partial<Pick<TableToMerge, 'pair' | 'replaces' | 'source'>> {
  readonly table: string;
  readonly imported: string;
  readonly clears?: boolean;
  readonly columns?: ReadonlyMap<string, string>;
}

/** A table after the import of a CSV file, and what was counted. */
function merge({ table, imported, clears = false, columns, ...more }: MergeOf) {
  const read = readTermbase({ bytes: encode(imported), file: 'new.csv', keepsEmpty: clears || more.replaces === true });
  const losses = lossList('new.csv');
  const merged = editTermTable({
    input: { bytes: encode(table), file: 'terms.csv', comments: 'none', ...(columns && { columns }) },
    concepts: [...(read.value?.concepts ?? [])],
    source: 'en',
    replaces: false,
    losses,
    ...more,
  });
  if (!('bytes' in merged)) throw new Error(JSON.stringify(merged.findings));
  const { changes = [], unchanged, statuses = [] } = merged.merged ?? {};
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(merged.bytes),
    changes: changes.map(({ kind, term }) => `${kind} ${term}`),
    unchanged,
    heldBack: heldBackRows(statuses),
    losses: losses.all().map(({ kind, name }) => `${kind} ${name}`),
  };
}

/** A copy that counts how often a member is read. */
const countedReads = <T extends object, Key extends keyof T>(of: T, key: Key, count: () => void): T =>
  Object.defineProperty({ ...of }, key, {
    enumerable: true,
    get() {
      count();
      return of[key];
    },
  });

/** How often a merge looks at the terms of a row of the file, and at a term of the import. */
function stepsOf({ table, imported }: { readonly table: string; readonly imported: string }): number {
  const { rows = [] } = locateFile({ bytes: encode(table), file: 'terms.csv', comments: 'none' }) ?? {};
  const layout = tableLayout(rows, { file: 'terms.csv' });
  const concepts = readTermbase({ bytes: encode(imported), file: 'new.csv' }).value?.concepts ?? [];
  let steps = 0;
  const count = (): void => {
    steps += 1;
  };
  mergeTerms(
    {
      rows: termRows(rows, layout, 'terms.csv').map((row) => countedReads(row, 'terms', count)),
      layout,
      concepts: Array.from(concepts, (concept) => ({
        ...concept,
        terms: concept.terms.map((term) => countedReads(term, 'text', count)),
      })),
      source: 'en',
      replaces: false,
      losses: lossList('new.csv'),
    },
    (row, column) => rows[row + layout.headers]?.texts[column] ?? '',
  );
  return steps;
}

describe('the steps of a merge grow as its rows do', () => {
  const lines = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, at) => line(at)).join('');
  test.each<[string, string, (count: number) => string]>([
    [
      'of a concept with very many terms',
      'en,de,concept,status\n',
      (count) => `concept,en,de,status\nc1,house,Haus,\n${lines(count, (at) => `c1,w${at},,admitted\n`)}`,
    ],
    ['of very many rows of one term', 'en,de\n', (count) => `en,de\n${lines(count, (at) => `run,R${at}\n`)}`],
  ])('%s', (_, table, importedOf) => {
    const stepsFor = (count: number): readonly number[] => {
      const imported = importedOf(count);
      const { text } = merge({ table, imported });
      expect(text.split('\n').length).toBeGreaterThan(count);
      expect(merge({ table: text, imported }).changes).toEqual([]);
      return [stepsOf({ table, imported }), stepsOf({ table: text, imported })];
    };
    const few = stepsFor(400);
    for (const [at, steps] of stepsFor(800).entries()) {
      expect(steps).toBeGreaterThan(800);
      expect(steps / (few[at] ?? 0)).toBeLessThan(2.5);
    }
  });
});

test('a concept with one forbidden translation gets an id, so that its rows stay together', () => {
  const term = (language: string, text: string, status?: 'forbidden') => ({ language, text, status });
  const concept = { line: 1, terms: [term('en', 'house'), term('de', 'Bude', 'forbidden')] };
  const idOf = idGiver([], 'en');
  expect(idOf(concept)).toBe('house');
  expect(idOf({ line: 2, terms: [term('en', 'cat'), term('de', 'Katze')] })).toBeUndefined();
});
