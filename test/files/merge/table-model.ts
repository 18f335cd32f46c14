import { parse } from 'csv-parse/sync';
import type { Seeded } from '../../support/seeded.ts';

/** A table as the model has it: what stands in each column of each row, by term and sense. Nothing of the code knows it. */
export interface ModelTable {
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** How a table is written: the same on all sides. */
export interface ModelForm {
  readonly delimiter: ',' | ';' | '\t';
  readonly lineEnd: '\n' | '\r\n';
  readonly mark: boolean;
  readonly header: boolean;
  readonly closed: boolean;
}

/** What the model expects of a row: its cells, of which some have two values, or a row that one side removed. */
export interface ModelRow {
  readonly cells: ReadonlyMap<string, string>;
  readonly inDoubt: ReadonlySet<string>;
  readonly removedBy?: 'ours' | 'theirs';
}

export interface ModelMerge {
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, ModelRow>;
}

const KEYS = ['en', 'pos'];
const SENSES = ['noun', 'verb', 'adjective'];

const keyOf = (term: string, sense: string): string => JSON.stringify([term, sense]);
export const partsOf = (key: string): readonly [term: string, sense: string] => JSON.parse(key);

/** Terms of which each has one row, then two that have senses. */
const anyKey = ({ below, pick }: Seeded, hasSenses: boolean): string =>
  hasSenses && below(3) === 0 ? keyOf(pick(['bank', 'download']), pick(SENSES)) : keyOf(`term ${below(9)}`, '');

const anyValue = ({ below, pick }: Seeded, blank = 4): string =>
  below(blank) === 0
    ? ''
    : `${pick(['Haus', 'ü', '語', 'a,b', 'x;y', 'say "hi"', ' outer ', 'tab\there', 'line\nend'])} ${below(1e6)}`;

/** Columns that a table without a header has. */
const PLAIN_COLUMNS = ['de', 'fr'];

export function anyTable(seeded: Seeded, header: boolean): ModelTable {
  const { below } = seeded;
  const columns = header ? ['de', 'fr', 'it', 'note'].slice(0, 1 + below(4)) : PLAIN_COLUMNS;
  const rows = new Map<string, ReadonlyMap<string, string>>();
  for (let count = below(7); count > 0; count -= 1)
    rows.set(anyKey(seeded, header), new Map(columns.map((column) => [column, anyValue(seeded)])));
  return { columns, rows };
}

/** What somebody makes of a table. */
export function edited(table: ModelTable, seeded: Seeded, header: boolean): ModelTable {
  const { below, pick } = seeded;
  let columns = [...table.columns];
  let rows = new Map([...table.rows].map(([key, cells]) => [key, new Map(cells)] as const));
  for (let count = below(5); count > 0; count -= 1) {
    const keys = [...rows.keys()];
    const choice = below(header ? 9 : 7);
    if (choice <= 2 && keys.length > 0) rows.get(pick(keys))?.set(pick(columns), anyValue(seeded, 8));
    else if (choice === 3 && keys.length > 0) rows.delete(pick(keys));
    else if (choice <= 5) {
      const key = anyKey(seeded, header);
      const cells = new Map(columns.map((column) => [column, anyValue(seeded)]));
      // In the middle, so that both sides add in many places.
      const at = below(keys.length + 1);
      if (!rows.has(key)) rows = new Map([...[...rows].slice(0, at), [key, cells], ...[...rows].slice(at)]);
    } else if (choice === 6) rows = new Map([...rows].sort(([left], [right]) => (left < right ? -1 : 1)));
    else if (choice === 7) {
      const name = pick(['es', 'pt', 'comment']);
      if (columns.includes(name)) continue;
      columns.splice(below(columns.length + 1), 0, name);
      for (const cells of rows.values()) cells.set(name, anyValue(seeded));
    } else if (columns.length > 1) {
      const name = pick(columns);
      columns = columns.filter((each) => each !== name);
      for (const cells of rows.values()) cells.delete(name);
    }
  }
  return { columns, rows };
}

/** The table as a file. Quotes and the empty cells at the end of rows come and go, but the same for one row. */
export function tableFile(
  { columns, rows }: ModelTable,
  { delimiter, lineEnd, mark, header, closed }: ModelForm,
): string {
  const cell = (text: string, seed: number): string =>
    seed % 3 === 0 || text.includes(delimiter) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [...rows].map(([key, cells]) => {
    const [term, sense] = partsOf(key);
    const texts = [term, ...(header ? [sense] : []), ...columns.map((column) => cells.get(column) ?? '')];
    const seed = [...key].reduce((sum, character) => sum + character.charCodeAt(0), 0);
    // Ragged: one row of three has nothing behind its last cell.
    const width = seed % 3 === 1 ? Math.max(2, texts.findLastIndex((text) => text !== '') + 1) : texts.length;
    return texts
      .slice(0, width)
      .map((text, column) => cell(text, seed + column))
      .join(delimiter);
  });
  const all = [...(header ? [[...KEYS, ...columns].join(delimiter)] : []), ...lines];
  return (mark ? '\ufeff' : '') + all.join(lineEnd) + (closed && all.length > 0 ? lineEnd : '');
}

/** Three versions of one value: the merged one; `undefined` where there are two new ones. */
const oneOf = (base: string, ours: string, theirs: string): string | undefined =>
  ours === theirs || theirs === base ? ours : ours === base ? theirs : undefined;

/** What a merge by term and column is, in the plainest words: maps of maps. */
export function modelMerge(base: ModelTable, ours: ModelTable, theirs: ModelTable): ModelMerge {
  const removed = (side: ModelTable, column: string): boolean =>
    base.columns.includes(column) && !side.columns.includes(column);
  const columns = [...new Set([...base.columns, ...ours.columns, ...theirs.columns])];
  const rows = new Map<string, ModelRow>();
  const needed = new Set<string>();
  for (const key of new Set([...base.rows.keys(), ...ours.rows.keys(), ...theirs.rows.keys()])) {
    const [was, mine, yours] = [base.rows.get(key), ours.rows.get(key), theirs.rows.get(key)];
    if (mine === undefined && yours === undefined) continue;
    if (was !== undefined && (mine === undefined || yours === undefined)) {
      const [left, side] = mine === undefined ? [yours, theirs] : [mine, ours];
      if (!side.columns.some((column) => (left?.get(column) ?? '') !== (was.get(column) ?? ''))) continue;
      const removedBy = mine === undefined ? 'ours' : 'theirs';
      for (const [column, text] of left ?? []) if (text !== '' && text !== was.get(column)) needed.add(column);
      rows.set(key, { cells: new Map(left), inDoubt: new Set(), removedBy });
      continue;
    }
    const cells = new Map<string, string>();
    const inDoubt = new Set<string>();
    for (const column of columns) {
      const old = was?.get(column) ?? '';
      const of = (side: ModelTable, row: ReadonlyMap<string, string> | undefined): string =>
        row === undefined || !side.columns.includes(column) ? old : (row.get(column) ?? '');
      const [own, other] = [of(ours, mine), of(theirs, yours)];
      const isRemoved = removed(ours, column) || removed(theirs, column);
      const isNew = (text: string): boolean => text !== old && text !== '';
      const merged = isRemoved && (isNew(own) || isNew(other)) ? undefined : oneOf(old, own, other);
      if (merged === undefined) inDoubt.add(column);
      if (merged === undefined && isRemoved) needed.add(column);
      cells.set(column, merged ?? '');
    }
    rows.set(key, { cells, inDoubt });
  }
  const kept = columns.filter((column) => !(removed(ours, column) || removed(theirs, column)) || needed.has(column));
  return { columns: kept, rows };
}

/** A merged file as csv-parse reads it: the rows that are there once, and those between markers. */
export interface ReadMerge {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly conflicts: readonly {
    readonly ours: readonly (readonly string[])[];
    readonly theirs: readonly (readonly string[])[];
  }[];
}

export function readMerge(text: string, { delimiter, header }: Pick<ModelForm, 'delimiter' | 'header'>): ReadMerge {
  const records: readonly (readonly string[])[] = parse(text, {
    delimiter,
    bom: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n'],
  });
  const rows: (readonly string[])[] = [];
  const conflicts: { ours: (readonly string[])[]; theirs: (readonly string[])[] }[] = [];
  let into = rows;
  for (const record of records) {
    if (record[0] === '<<<<<<< ours') {
      conflicts.push({ ours: [], theirs: [] });
      into = conflicts.at(-1)?.ours ?? rows;
    } else if (record[0] === '=======') into = conflicts.at(-1)?.theirs ?? rows;
    else if (record[0] === '>>>>>>> theirs') into = rows;
    else into.push(record);
  }
  const [first = []] = rows;
  return { header: header ? first : [], rows: header ? rows.slice(1) : rows, conflicts };
}
