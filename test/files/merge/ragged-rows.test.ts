import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeTable } from '../../../src/files/merge/merge-table.ts';
import { least, runs } from '../../support/runs.ts';
import { anySeed, type Seeded, seeded } from '../../support/seeded.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function merge(base: string, ours: string, theirs: string): { readonly text: string; readonly conflicts: number } {
  const merged = mergeTable({ file: 'terms.csv', base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) });
  if (merged.kind !== 'merged') throw new Error(JSON.stringify(merged.findings));
  return { text: new TextDecoder().decode(merged.bytes), conflicts: merged.conflicts.length };
}

/** A table as it is written: a header, and rows that may be shorter or longer than it. No filled cell is there twice. */
interface Ragged {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const TERMS = ['basket', 'house', 'tree', 'bank'];
const COLUMNS = ['fr', 'note', 'pos', 'comment'];

/** A value that no other cell has. */
function values({ below, pick }: Seeded): () => string {
  let count = 0;
  return () => {
    count += 1;
    return below(4) === 0 ? '' : `${pick(['Korb', 'see, shop', 'say "hi"', '# x', 'two\nlines', ' x'])} ${count}.`;
  };
}

function anyRagged({ below }: Seeded, value: () => string): Ragged {
  const header = ['en', 'de', ...COLUMNS.slice(0, below(3))];
  const rows = TERMS.slice(0, 1 + below(4)).map((term) => [
    term,
    ...Array.from({ length: Math.max(1, header.length - 2 + below(4)) }, value),
  ]);
  return { header, rows };
}

/** What one side makes of a table: cells changed, added and removed, rows and columns added and removed. */
function edited({ header: old, rows: oldRows }: Ragged, { below, pick }: Seeded, value: () => string): Ragged {
  const header = [...old];
  const rows = oldRows.map((row) => [...row]);
  for (let count = below(4); count > 0; count -= 1) {
    const row = rows.length === 0 ? [] : pick(rows);
    switch (below(8)) {
      case 0:
      case 1:
        if (row.length > 0) row[1 + below(row.length)] = value();
        break;
      case 2:
        if (row.length > 0) row.push(value());
        break;
      case 3:
        if (row.length > 2) row.pop();
        break;
      case 4: {
        const term = TERMS.find((each) => !rows.some(([first]) => first === each));
        if (term !== undefined)
          rows.splice(below(rows.length + 1), 0, [term, ...Array.from({ length: header.length + below(3) }, value)]);
        break;
      }
      case 5:
        rows.splice(below(rows.length + 1), 1);
        break;
      case 6: {
        // A header only, so that cells beyond the old header come under it; or a column with its cells.
        const name = COLUMNS.find((each) => !header.includes(each));
        if (name === undefined) break;
        const at = 2 + below(header.length - 1);
        header.splice(at, 0, name);
        if (at < header.length - 1 || below(2) === 0)
          for (const each of rows) if (each.length > at) each.splice(at, 0, value());
        break;
      }
      default:
        if (header.length > 2) {
          const at = 2 + below(header.length - 2);
          header.splice(at, 1);
          for (const each of rows) each.splice(at, 1);
        }
    }
  }
  return { header, rows };
}

const fileOf = ({ header, rows }: Ragged): string =>
  [header, ...rows]
    .map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n')
    .concat('\n');

/** Each filled cell of a table, with its term; the name of its column, or `+` for a cell beyond the header. */
type Cells = ReadonlyMap<string, { readonly term: string; readonly column: string }>;

const cellsOf = (header: readonly string[], rows: readonly (readonly string[])[]): Cells =>
  new Map(
    rows.flatMap(([term = '', ...cells]) =>
      cells.flatMap((cell, index) =>
        cell === '' ? [] : [[cell, { term, column: header[index + 1] ?? '+' }] as const],
      ),
    ),
  );

/** A merged file as another reader of CSV sees it: rows outside of conflicts, and those of the sides of conflicts. */
function readMerged(text: string) {
  const records: string[][] = parse(text, { relax_column_count: true });
  const parts = { clean: [] as string[][], ours: [] as string[][], theirs: [] as string[][] };
  let into = parts.clean;
  for (const record of records)
    if (record[0] === '<<<<<<< ours') into = parts.ours;
    else if (record[0] === '=======') into = parts.theirs;
    else if (record[0] === '>>>>>>> theirs') into = parts.clean;
    else into.push(record);
  const isHeader = ([first]: readonly string[]): boolean => first === 'en';
  const headers = Object.values(parts).flatMap((rows) => rows.filter(isHeader));
  return { ...parts, headers };
}

/** One merge: how many of its cells beyond the header are kept, and how many are in a conflict. */
function oneMerge(seed: number): { readonly beyond: number; readonly doubt: number } {
  const random = seeded(seed);
  const value = values(random);
  const base = anyRagged(random, value);
  const sides = { ours: edited(base, random, value), theirs: edited(base, random, value) };
  const { text: merged } = merge(fileOf(base), fileOf(sides.ours), fileOf(sides.theirs));
  const text = [fileOf(base), fileOf(sides.ours), fileOf(sides.theirs), merged].join('---\n');
  const { clean, ours, theirs, headers } = readMerged(merged);
  // A header in conflict has two forms; a column is then known by either name.
  const seen = headers.map((header) => cellsOf(header, [...clean, ...ours, ...theirs]));
  const inClean = cellsOf(
    headers[0] ?? [],
    clean.filter((row) => !headers.includes(row)),
  );
  const inDoubt = new Set([...ours, ...theirs].flatMap((row) => row.slice(1)));
  const was = cellsOf(base.header, base.rows);
  const side = {
    ours: cellsOf(sides.ours.header, sides.ours.rows),
    theirs: cellsOf(sides.theirs.header, sides.theirs.rows),
  };
  let [beyond, doubt] = [0, 0];
  for (const [own, other] of [
    ['ours', 'theirs'],
    ['theirs', 'ours'],
  ] as const)
    for (const [cell, { term, column }] of side[own]) {
      const place = [cell, { term, column }];
      const deleted = was.has(cell) && !side[other].has(cell);
      if (inDoubt.has(cell)) doubt += 1;
      else if (deleted) {
        // A column that one side removed stays as a whole when a cell of it is in a conflict. A cell beyond the header
        // has no name: it stays when it looks new, because another side moved it or gave it a header.
        const hasNoName = [column, was.get(cell)?.column].includes('+');
        const mayStay = hasNoName || (inDoubt.size > 0 && !sides[other].header.includes(column));
        expect(inClean.has(cell) && !mayStay, `${cell}\n${text}`).toBe(false);
      } else {
        // In its row, and under the header that one of the sides has it under.
        const found = seen.flatMap((cells) => (cells.has(cell) ? [cells.get(cell)] : []));
        expect(
          found.map((each) => each?.term),
          `${place}\n${text}`,
        ).toContain(term);
        const columns = [column, side[other].get(cell)?.column ?? column];
        expect(
          found.some((each) => columns.includes(each?.column ?? '')),
          `${place}\n${text}`,
        ).toBe(true);
        if (column === '+') beyond += 1;
      }
    }
  for (const cell of inClean.keys()) expect(side.ours.has(cell) || side.theirs.has(cell), cell).toBe(true);
  return { beyond, doubt };
}

test('each cell of each side is in the merged file, was deleted by a side, or is in a conflict: rows of any length', () => {
  let [beyond, doubt] = [0, 0];
  fc.assert(
    fc.property(anySeed, (seed) => {
      const counts = oneMerge(seed);
      beyond += counts.beyond;
      doubt += counts.doubt;
    }),
    { numRuns: runs(2000) },
  );
  expect(beyond).toBeGreaterThan(least(500));
  expect(doubt).toBeGreaterThan(least(100));
});
