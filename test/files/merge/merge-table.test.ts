import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRows } from '../../../src/files/delimited/scan-rows.ts';
import { mergeTable } from '../../../src/files/merge/merge-table.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, seeded } from '../../support/seeded.ts';
import {
  anyTable,
  edited,
  type ModelForm,
  type ModelMerge,
  type ModelTable,
  modelMerge,
  partsOf,
  readMerge,
  tableFile,
} from './table-model.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Merges three texts; the conflicts as `line term/column: ours | theirs`. */
function merge(base: string, ours: string, theirs: string, file = 'terms.csv', form = {}) {
  const merged = mergeTable({ file, base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) }, form);
  if (merged.kind !== 'merged') throw new Error(JSON.stringify(merged.findings));
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(merged.bytes),
    findings: merged.conflicts,
    conflicts: merged.conflicts.map(
      ({ at, details: { term, name, ours: left = '–', theirs: right = '–' } }) =>
        `${at.line} ${term}/${name ?? 'row'}: ${left} | ${right}`,
    ),
  };
}

/** Compares what the file says with what the model expects, and counts the conflicts. */
function compare(expected: ModelMerge, text: string, form: ModelForm): number {
  const { header, rows, conflicts } = readMerge(text, form);
  const columns = form.header ? header.slice(2) : ['de', 'fr'];
  expect([...columns].sort()).toEqual([...expected.columns].sort());
  const keyOf = (row: readonly string[]): string => JSON.stringify([row[0], form.header ? (row[1] ?? '') : '']);
  const cellsOf = (row: readonly string[]): ReadonlyMap<string, string> =>
    new Map(columns.map((column, index) => [column, row[index + (form.header ? 2 : 1)] ?? '']));
  const found = new Map<string, string>();
  for (const row of rows) {
    expect(found.has(keyOf(row)), `${keyOf(row)} stands there twice`).toBe(false);
    found.set(keyOf(row), JSON.stringify([...cellsOf(row)].sort()));
  }
  let inDoubt = 0;
  for (const { ours, theirs } of conflicts) {
    inDoubt += 1;
    const [left, right] = [ours[0], theirs[0]];
    const key = keyOf(left ?? right ?? []);
    const row = expected.rows.get(key);
    const gone = left === undefined ? 'ours' : right === undefined ? 'theirs' : undefined;
    expect([key, row?.removedBy]).toEqual([key, gone]);
    if (left === undefined || right === undefined) {
      const cells = cellsOf(left ?? right ?? []);
      for (const column of columns)
        expect([key, column, cells.get(column)]).toEqual([key, column, row?.cells.get(column) ?? '']);
      continue;
    }
    const [mine, yours] = [cellsOf(left), cellsOf(right)];
    const differing = columns.filter((column) => mine.get(column) !== yours.get(column));
    expect([key, differing.sort()]).toEqual([key, [...(row?.inDoubt ?? [])].sort()]);
    for (const column of columns)
      if (!row?.inDoubt.has(column))
        expect([key, column, mine.get(column)]).toEqual([key, column, row?.cells.get(column)]);
  }
  const clean = [...expected.rows].filter(([, row]) => row.removedBy === undefined && row.inDoubt.size === 0);
  const wanted = clean.map(([key, { cells }]): [string, string] => [
    key,
    JSON.stringify(expected.columns.map((column) => [column, cells.get(column) ?? '']).sort()),
  ]);
  expect(new Map([...found].sort())).toEqual(new Map(wanted.sort()));
  expect(inDoubt).toBe(expected.rows.size - clean.length);
  return inDoubt;
}

/** The first line of a table without rows, with its line end. */
const headerOf = ({ columns }: ModelTable, form: ModelForm): string =>
  tableFile({ columns, rows: new Map() }, { ...form, mark: false, closed: true });

/** One random merge; how many of its rows are in conflict. */
function oneMerge(seed: number): number {
  const random = seeded(seed);
  const { below, pick } = random;
  const form: ModelForm = {
    delimiter: pick([',', ';', '\t'] as const),
    lineEnd: pick(['\n', '\r\n'] as const),
    mark: below(3) === 0,
    header: below(3) > 0,
    closed: below(3) > 0,
  };
  const base = below(12) === 0 ? { columns: ['de', 'fr'], rows: new Map() } : anyTable(random, form.header);
  const [ours, theirs] = [edited(base, random, form.header), edited(base, random, form.header)];
  const [was, mine, yours] = [base, ours, theirs].map((table) => tableFile(table, form)) as [string, string, string];
  const made = { delimiter: form.delimiter, header: form.header };
  const { text, findings } = merge(was, mine, yours, 'terms.csv', made);
  const expected = modelMerge(base, ours, theirs);
  const count = compare(expected, text, form);
  const said = findings.map(({ details }) => `${details.term}/${details.name ?? ''}`);
  const wanted = [...expected.rows].flatMap(([key, { removedBy, inDoubt }]) =>
    removedBy === undefined ? [...inDoubt].map((name) => [key, name] as const) : [[key, ''] as const],
  );
  const named = (name: string): string => (form.header || name === '' ? name : String(['de', 'fr'].indexOf(name) + 2));
  expect(said.sort()).toEqual(wanted.map(([key, name]) => `${partsOf(key)[0]}/${named(name)}`).sort());
  // The reader of the workspace sees the same conflicts, in the same lines.
  const seen = readRows({ ...made, bytes: bytes(text), file: 'terms.csv' }).findings;
  expect(seen.map(({ code, at }) => `${code} ${at.line}`)).toEqual(
    [...new Set(findings.map(({ at }) => at.line))].map((line) => `merge-conflict ${line}`),
  );
  const isAlike = [ours, theirs].every(({ columns }) => columns.join() === base.columns.join());
  for (const [one, other] of isAlike ? [[ours, theirs] as const, [theirs, ours] as const] : [])
    for (const [key, cells] of one.rows) {
      const [old, changed] = [base.rows.get(key), other.rows.get(key)];
      if (old === undefined || changed === undefined || JSON.stringify([...old]) !== JSON.stringify([...cells]))
        continue;
      // The row as the other side wrote it, with its quotes and its empty cells.
      const alone = { columns: base.columns, rows: new Map([[key, changed]]) };
      expect(text).toContain(
        tableFile(alone, { ...form, mark: false, closed: false }).slice(headerOf(base, form).length),
      );
    }
  // Whoever changed nothing gets the other file, byte for byte.
  expect(merge(was, was, yours, 'terms.csv', made).text).toBe(yours);
  expect(merge(was, mine, was, 'terms.csv', made).text).toBe(mine);
  expect(merge(was, mine, mine, 'terms.csv', made).text).toBe(mine);
  return count;
}

test('a merge keeps every cell, and has a conflict only where there are two new values: as a model of maps says', () => {
  let conflicts = 0;
  fc.assert(
    fc.property(anySeed, (seed) => {
      conflicts += oneMerge(seed);
    }),
    { numRuns: runs(1500) },
  );
  expect(conflicts).toBeGreaterThan(0);
});

test('very many rows of one term are paired in their order', () => {
  const rows = (cells: (index: number) => string, length = 101): string =>
    Array.from({ length }, (_, index) => `run,${cells(index)}\n`).join('');
  const merged = merge(
    `en,de,note\n${rows((index) => `R${index},`)}`,
    `en,de,note\n${rows((index) => `S${index},`)}run,more,\n`,
    `en,de,note\n${rows((index) => `R${index},n${index}`)}`,
  );
  expect(merged).toEqual({
    text: `en,de,note\n${rows((index) => `S${index},n${index}`)}run,more,\n`,
    findings: [],
    conflicts: [],
  });
  const shorter = merge(
    `en,de,note\n${rows((index) => `R${index},`)}`,
    `en,de,note\n${rows((index) => `S${index},`, 100)}`,
    `en,de,note\n${rows((index) => `R${index},${index < 100 ? 'n' : ''}`)}`,
  );
  expect(shorter).toEqual({
    text: `en,de,note\n${rows((index) => `S${index},n`, 100)}`,
    findings: [],
    conflicts: [],
  });
});

test('a table of more columns than any reader takes is left to git', () => {
  const wide = (cell: string): Uint8Array => bytes(`${'a,'.repeat(1000)}b\n${cell}\n`);
  const merged = mergeTable({ file: 'terms.csv', base: wide('x'), ours: wide('y'), theirs: wide('z') });
  expect(merged).toMatchObject({ kind: 'not-merged', findings: [{ code: 'table-too-wide', details: { max: 1000 } }] });
});
