import { errorAt, type Finding, topOf } from '../../model/finding.ts';
import { TABLE_COLUMNS_MAX } from '../../model/incoming-limits.ts';
import { byCodePoint, foldedTerm, largest, pushAll } from '../../model/lists.ts';
import { cellText, dialectOf, isBlankRow } from '../delimited/row.ts';
import { isTableConfirmed, parseTableText, type TableText, type TextRow } from '../delimited/table-text.ts';
import type { TableForm } from '../dictionary/table-schema.ts';
import type { ColumnPlaces, SideName, ThreeSides } from './merge-columns.ts';
import {
  cellOf,
  eachSide,
  type Frame,
  firstWith,
  frameOf,
  keyAt,
  type MergedRow,
  mergeRow,
  newCells,
  OTHER_SIDE,
  rowAt,
  SIDES,
  type Version,
  versionOf,
} from './merge-row.ts';
import { either, MARKERS, type Merged, type MergeInput, takenWhole } from './merged.ts';
import { pairRows, type RowPlaces } from './pair-rows.ts';

/** Writes rows of the merged table. */
interface RowWriter {
  /** A row as text. `from`: the version that provides each cell, by merged column. */
  readonly row: (places: RowPlaces, from: readonly SideName[]) => string;
  /** The header of a merged column, or its number if it has no header. */
  readonly nameOf: (column: number) => string;
}

/** `writtenColumns`: the merged columns that are written. */
function writerOf(frame: Frame, writtenColumns: readonly number[]): RowWriter {
  const { versions, columns, delimiter, alike } = frame;
  const headerWidth = (side: SideName): number => versions[side].header?.texts.length ?? 0;
  const placeOf = (column: number, side: SideName): number | undefined => (columns[column] as ColumnPlaces)[side];
  const isHeaded = (column: number): boolean =>
    SIDES.some((side) => (placeOf(column, side) ?? headerWidth(side)) < headerWidth(side));
  // The width of a whole row. Cells beyond the header are written only if they have text.
  const headed = writtenColumns.filter(isHeaded).length || writtenColumns.length;
  const cell = (places: RowPlaces, side: SideName, column: number): string => {
    const [row, place] = [rowAt(frame, places, side), placeOf(column, side) ?? -1];
    if (row === undefined) return '';
    const text = row.texts[place];
    if (text === undefined) return '';
    return versions[side].table.delimiter === delimiter ? row.cell(place) : cellText(text, column, { delimiter });
  };
  const width = (places: RowPlaces): number => {
    const [base, ours, theirs] = [
      rowAt(frame, places, 'base'),
      rowAt(frame, places, 'ours'),
      rowAt(frame, places, 'theirs'),
    ];
    const known = (ours ?? theirs) as TextRow;
    const of = ({ texts }: TextRow = known): number => texts.length;
    if (alike) return either({ base: of(base), ours: of(ours), theirs: of(theirs) });
    const isWhole = (['ours', 'theirs'] as const).some((side) => {
      const row = rowAt(frame, places, side);
      return row !== undefined && row.texts.length >= headerWidth(side);
    });
    return isWhole ? headed : 0;
  };
  const header = (column: number): string | undefined =>
    (['ours', 'theirs', 'base'] as const)
      .map((side) => cellOf(versions[side].header, placeOf(column, side)))
      .find((text) => text !== '');
  return {
    row(places, from) {
      const cells = writtenColumns.map((column) => cell(places, from[column] as SideName, column));
      const filled = cells.findLastIndex((text) => text !== '') + 1;
      return cells.slice(0, Math.max(filled, width(places))).join(delimiter);
    },
    nameOf: (column) => header(column) ?? String(writtenColumns.indexOf(column) + 1),
  };
}

/** All cells from one side, for a row that the other side removed. */
const cellsOfSide = ({ columns }: Frame, side: 'ours' | 'theirs'): readonly SideName[] => columns.map(() => side);

/** One row as text: merged, or as the two sides of a conflict. */
type WrittenRow = { readonly raw: string } | { readonly ours?: string; readonly theirs?: string };

function writtenRow(frame: Frame, writer: RowWriter, places: RowPlaces, row: MergedRow): WrittenRow | undefined {
  switch (row.kind) {
    case 'gone':
      return undefined;
    case 'taken':
      return { raw: row.raw };
    case 'removed': {
      const side = OTHER_SIDE[row.by];
      return { [side]: writer.row(places, cellsOfSide(frame, side)) };
    }
    case 'made': {
      const inDoubt = new Set(row.conflicts.map(({ column }) => column));
      const of = (side: 'ours' | 'theirs'): string =>
        writer.row(
          places,
          row.from.map((from, column) => (inDoubt.has(column) ? side : from)),
        );
      return inDoubt.size === 0 ? { raw: writer.row(places, row.from) } : { ours: of('ours'), theirs: of('theirs') };
    }
    default:
      return row satisfies never;
  }
}

function conflictsOf(
  frame: Frame,
  writer: RowWriter,
  {
    places,
    row,
    written,
    line,
  }: {
    readonly places: RowPlaces;
    readonly row: MergedRow;
    readonly written: WrittenRow;
    readonly line: number;
  },
): readonly Finding[] {
  const side = firstWith(places);
  const of = cellOf(rowAt(frame, places, side), frame.versions[side].term);
  const at = { file: frame.file, line, column: 1 };
  if (row.kind === 'removed') return [errorAt('merge-conflict', at, { term: of, ...written })];
  if (row.kind !== 'made') return [];
  return row.conflicts.map(({ column, ours, theirs }) =>
    errorAt('merge-conflict', at, {
      term: of,
      name: writer.nameOf(column),
      ours,
      theirs,
    }),
  );
}

const inOrderOf = (side: keyof RowPlaces, rows: readonly RowPlaces[]): readonly RowPlaces[] =>
  rows.filter((places) => places[side] !== undefined).sort((left, right) => (left[side] ?? 0) - (right[side] ?? 0));

/** True if a side moved existing rows. */
function hasMoved(rows: readonly RowPlaces[]): boolean {
  let last = -1;
  for (const { base } of rows) {
    if (base === undefined) continue;
    if (base < last) return true;
    last = base;
  }
  return false;
}

/** Rows in the order of their keys. Each key is computed once. */
const inOrderOfKeys = (rows: readonly RowPlaces[], keyOf: (row: RowPlaces) => string): readonly RowPlaces[] =>
  rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((left, right) => byCodePoint(left.key, right.key))
    .map(({ row }) => row);

/**
 * The rows of the merged table in the order of our side, or of theirs if only they moved rows. A row of the other side
 * follows the row that it follows there. If both sides added rows at one place, those of the deciding side are first.
 * `keyOf`: given if both sides are sorted by it, so rows added at one place are sorted too.
 */
function orderRows(rows: readonly RowPlaces[], keyOf?: (row: RowPlaces) => string): readonly RowPlaces[] {
  const [ours, theirs] = [inOrderOf('ours', rows), inOrderOf('theirs', rows)];
  const theirsDecide = hasMoved(theirs) && !hasMoved(ours);
  const [first, second] = theirsDecide ? [theirs, ours] : [ours, theirs];
  const leading = theirsDecide ? 'theirs' : 'ours';
  const other = theirsDecide ? 'ours' : 'theirs';
  /** Rows that only the other side has, by the common row before them; `undefined`: at the top. */
  const behind = new Map<RowPlaces | undefined, RowPlaces[]>();
  let anchor: RowPlaces | undefined;
  for (const row of second) {
    if (row[leading] !== undefined) anchor = row;
    else {
      const added = behind.get(anchor) ?? [];
      added.push(row);
      behind.set(anchor, added);
    }
  }
  const result: RowPlaces[] = [];
  let added: RowPlaces[] = [];
  let pending = behind.get(undefined) ?? [];
  const flush = (): void => {
    const both = [...added, ...pending];
    pushAll(result, keyOf === undefined ? both : inOrderOfKeys(both, keyOf));
    added = [];
  };
  for (const row of first) {
    if (row[other] === undefined) {
      added.push(row);
      continue;
    }
    flush();
    result.push(row);
    pending = behind.get(row) ?? [];
  }
  flush();
  return result;
}

function isSorted({ rows, keys, header }: Version): boolean {
  let last = '';
  for (const [index, key] of keys.entries()) {
    if (rows[index] === header) continue;
    const term = foldedTerm(key);
    if (byCodePoint(last, term) > 0) return false;
    last = term;
  }
  return true;
}

/** The rows of the merged table in order, each with its merge result. */
function decidedRows(frame: Frame): readonly DecidedRow[] {
  const { versions, columns } = frame;
  const cells = (side: SideName, index: number): readonly string[] =>
    columns.map((places) => cellOf(versions[side].rows[index], places[side]));
  const telling = new Set(
    columns.flatMap((places, column) =>
      SIDES.some((side) => versions[side].telling.includes(places[side] ?? -1)) ? [column] : [],
    ),
  );
  const keyOf = (places: RowPlaces): string => foldedTerm(keyAt(frame, places));
  const isSortedTable = isSorted(versions.ours) && isSorted(versions.theirs);
  const rows = pairRows({ keys: eachSide((side) => versions[side].keys), cells }, telling);
  const merged = orderRows(rows, isSortedTable ? keyOf : undefined);
  return withHeader(
    frame,
    merged.map((places) => ({ places, row: mergeRow(frame, places) })),
  );
}

/** The header stays if one side emptied the file and the other side has rows left: it names their columns. */
function withHeader(frame: Frame, rows: readonly DecidedRow[]): readonly DecidedRow[] {
  const side = (['ours', 'theirs'] as const).find((each) => frame.versions[OTHER_SIDE[each]].rows.length === 0);
  if (side === undefined || rows.every(({ row }) => row.kind === 'gone')) return rows;
  const { header } = frame.versions[side];
  return rows.map(({ places, row }) => {
    const kept = rowAt(frame, places, side);
    const isHeader = row.kind === 'gone' && kept !== undefined && kept === header;
    return { places, row: isHeader ? { kind: 'taken', raw: kept.raw } : row };
  });
}

interface DecidedRow {
  readonly places: RowPlaces;
  readonly row: MergedRow;
}

/** Merged columns in which a value of the row is in conflict. */
function columnsInDoubt(frame: Frame, { places, row }: DecidedRow): readonly number[] {
  if (row.kind === 'made') return row.conflicts.map(({ column }) => column);
  return row.kind === 'removed' ? newCells(frame, places, OTHER_SIDE[row.by]) : [];
}

/** The columns to keep. A column that one side removed is removed, unless the other side added a new value to it. */
function keptColumns(frame: Frame, rows: readonly DecidedRow[]): readonly number[] {
  const inDoubt = new Set(rows.flatMap((row) => columnsInDoubt(frame, row)));
  const isRemoved = (places: ColumnPlaces): boolean =>
    places.base !== undefined &&
    (['ours', 'theirs'] as const).some((side) => places[side] === undefined && frame.versions[side].rows.length > 0);
  return frame.columns.flatMap((places, column) => (isRemoved(places) && !inDoubt.has(column) ? [] : [column]));
}

/**
 * The line end of a row: as changed by either side. A new row with its file's usual line end gets the line end of the
 * merged file.
 */
function lineEndOf(frame: Frame, places: RowPlaces): string {
  const usual = (side: SideName): string | undefined => {
    const end = rowAt(frame, places, side)?.end;
    return end === '' || end === frame.lineEnds[side] ? 'usual' : end;
  };
  const [base, ours, theirs] = [usual('base'), usual('ours'), usual('theirs')];
  const end = either({ base: base ?? ours ?? theirs, ours: ours ?? base ?? theirs, theirs: theirs ?? base ?? ours });
  return end === 'usual' ? frame.lineEnd : (end as string);
}

const lineEndsIn = (text: string): number => text.split(/\r\n?|\n/).length - 1;

/** A file that is written row by row. */
function lineWriter(top: string) {
  const raws: string[] = [];
  const ends: string[] = [];
  let line = 1 + lineEndsIn(top);
  return {
    /** Number of the line on which the next row begins. */
    line: () => line,
    put(raw: string, end: string): void {
      raws.push(raw);
      ends.push(end);
      line += 1 + lineEndsIn(raw);
    },
    /** `closed`: the last row has a line end. */
    text: (closed: boolean): string =>
      top + raws.map((raw, index) => raw + (closed || index + 1 < raws.length ? ends[index] : '')).join(''),
  };
}

function putConflict(
  file: ReturnType<typeof lineWriter>,
  { ours, theirs }: Exclude<WrittenRow, { raw: string }>,
  end: string,
) {
  file.put(MARKERS.ours, end);
  if (ours !== undefined) file.put(ours, end);
  file.put(MARKERS.middle, end);
  if (theirs !== undefined) file.put(theirs, end);
  file.put(MARKERS.theirs, end);
}

/** True if every row has at least two fields, so this delimiter is plausible. */
const isFielded = ({ rows }: TableText): boolean => rows.every((row) => isBlankRow(row) || row.texts.length > 1);

/**
 * Parses the three versions. A version that could have two delimiters is read with that of the base: a few additional
 * rows must not change the delimiter.
 */
function parseVersions(input: MergeInput, form: TableForm): ThreeSides<ReturnType<typeof parseTableText>> {
  const parse = (side: SideName, delimiter = form.delimiter) =>
    parseTableText({ ...form, ...(delimiter && { delimiter }), bytes: input[side], file: input.file });
  const first = eachSide((side) => parse(side));
  const { base, ours } = first;
  const usual = (base.value?.rows.length === 0 ? ours : base).value?.delimiter;
  return eachSide((side) => {
    if (first[side].value?.delimiter === usual) return first[side];
    const again = parse(side, usual);
    return again.value !== undefined && isFielded(again.value) ? again : first[side];
  });
}

/**
 * Merges three versions of a CSV or TSV file by term and column. A value is in conflict only if both sides gave it
 * different new values, or if one side removed what the other changed. Everything else stays byte for byte.
 */
export function mergeTable(input: MergeInput, form: TableForm = {}): Merged {
  const { file } = input;
  const taken = takenWhole(input);
  if (taken !== undefined) return { kind: 'merged', bytes: input[taken], conflicts: [] };
  const parsed = parseVersions(input, form);
  const { base, ours, theirs } = parsed;
  if (base.value === undefined || ours.value === undefined || theirs.value === undefined)
    return { kind: 'not-merged', findings: [...ours.findings, ...theirs.findings, ...base.findings] };
  const tables: ThreeSides<TableText> = { base: base.value, ours: ours.value, theirs: theirs.value };
  const widest = largest(
    [tables.base, tables.ours, tables.theirs].flatMap(({ rows }) => rows.map(({ texts }) => texts.length)),
    0,
  );
  if (widest > TABLE_COLUMNS_MAX) {
    const details = { columns: widest, max: TABLE_COLUMNS_MAX };
    return { kind: 'not-merged', findings: [errorAt('table-too-wide', topOf(file), details)] };
  }
  const notSafe: Merged = { kind: 'not-merged', findings: [errorAt('merge-not-safe', topOf(file))] };
  if (!Object.values(tables).every(isTableConfirmed)) return notSafe;
  const versions = eachSide((side) => versionOf(tables[side], file, form));
  const frame = frameOf(versions, file);
  const rows = decidedRows(frame);
  const writer = writerOf(frame, keptColumns(frame, rows));
  const { top, closed } = frame;
  const conflicts: Finding[] = [];
  const merged = lineWriter(top);
  for (const { places, row } of rows) {
    const written = writtenRow(frame, writer, places, row);
    if (written === undefined) continue;
    if ('raw' in written) merged.put(written.raw, lineEndOf(frame, places));
    else {
      pushAll(conflicts, conflictsOf(frame, writer, { places, row, written, line: merged.line() }));
      putConflict(merged, written, frame.lineEnd);
    }
  }
  const bytes = new TextEncoder().encode(merged.text(closed || conflicts.length > 0));
  // Each row is read correctly with this delimiter. The file is too if its first lines lead to the same delimiter.
  const { delimiter, textStart } = dialectOf({ ...form, bytes, file });
  const isSame =
    bytes.length === 0 || (delimiter === frame.delimiter && textStart === top.replace('\ufeff', '').length);
  return isSame ? { kind: 'merged', bytes, conflicts } : notSafe;
}
