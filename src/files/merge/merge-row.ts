import { isBlankRow } from '../delimited/row.ts';
import { type TableText, type TextRow, usualLineEnd } from '../delimited/table-text.ts';
import { isCommentRow, type TableForm, type TableShape, tableShape } from '../dictionary/table-schema.ts';
import { type ColumnPlaces, mergeColumns, type SideName, type ThreeSides } from './merge-columns.ts';
import { either, threeWay } from './merged.ts';
import type { RowPlaces } from './pair-rows.ts';

/** One version of a table. */
export interface Version extends TableShape {
  readonly table: TableText;
  readonly rows: readonly TextRow[];
  readonly keys: readonly string[];
}

export const SIDES = ['base', 'ours', 'theirs'] as const;

export const eachSide = <Each>(make: (side: SideName) => Each): ThreeSides<Each> => ({
  base: make('base'),
  ours: make('ours'),
  theirs: make('theirs'),
});

/** The key of each row. A blank line belongs to the row below it: it separates that row from the rows above. */
function keysOf(table: TableText, { header, term }: TableShape, form: TableForm): readonly string[] {
  const keys: string[] = [];
  let below = '\u0000end';
  for (const row of table.rows.toReversed()) {
    if (isBlankRow(row)) keys.push(`\u0000blank ${below}`);
    else {
      below = isCommentRow(row, table, form) ? `\u0000# ${row.raw}` : cellOf(row, term);
      keys.push(row === header ? '\u0000header' : below);
    }
  }
  return keys.reverse();
}

export function versionOf(table: TableText, file: string, form: TableForm): Version {
  const shape = tableShape(table, file, form);
  return { ...shape, table, rows: table.rows, keys: keysOf(table, shape, form) };
}

/** The three tables, their columns, and the format of the merged table. */
export interface Frame {
  readonly versions: ThreeSides<Version>;
  readonly columns: readonly ColumnPlaces[];
  /** True: all versions have the same columns and delimiter, so whole rows can be copied. */
  readonly alike: boolean;
  readonly delimiter: TableText['delimiter'];
  readonly lineEnd: string;
  readonly lineEnds: ThreeSides<string>;
  /** The text before the rows. */
  readonly top: string;
  /** True: the last row has a line end. */
  readonly closed: boolean;
  readonly file: string;
}

export function frameOf(versions: ThreeSides<Version>, file: string): Frame {
  const columns = mergeColumns(versions);
  const isFilled = (side: SideName): boolean => versions[side].rows.length > 0;
  // A version without rows has no format of its own.
  const formed = <Each>(of: (version: Version) => Each): ThreeSides<Each> => {
    const bySide = eachSide((side) => of(versions[side]));
    return isFilled('base') ? bySide : { ...bySide, base: isFilled('ours') ? bySide.ours : bySide.theirs };
  };
  const delimiters = formed(({ table }) => table.delimiter);
  const lineEnds = formed(({ rows }) => usualLineEnd(rows));
  const alike =
    new Set(Object.values(delimiters)).size === 1 &&
    columns.every((places, column) => SIDES.every((side) => !isFilled(side) || places[side] === column));
  return {
    versions,
    columns,
    alike,
    delimiter: either(delimiters),
    lineEnd: either(lineEnds),
    lineEnds,
    top: either(formed(({ table }) => table.top)),
    closed: either(formed(({ rows }) => rows.at(-1)?.end !== '')),
    file,
  };
}

export const rowAt = ({ versions }: Frame, places: RowPlaces, side: SideName): TextRow | undefined => {
  const place = places[side];
  return place === undefined ? undefined : versions[side].rows[place];
};

/** The first version that has a row of the merged table. */
export const firstWith = (places: RowPlaces): SideName => SIDES.find((side) => places[side] !== undefined) as SideName;

/** The key of a row of the merged table: the same in all versions that have the row. */
export function keyAt({ versions }: Frame, places: RowPlaces): string {
  const side = firstWith(places);
  return versions[side].keys[places[side] as number] as string;
}

/** True for a comment or a blank line: it has no cells, and only an identical one is the same row. */
function isPlainRow(frame: Frame, places: RowPlaces): boolean {
  const key = keyAt(frame, places);
  return key.charCodeAt(0) === 0 && key[1] !== 'h';
}

export const cellOf = (row: TextRow | undefined, place: number | undefined): string => row?.texts[place ?? -1] ?? '';

/** A cell with two new values, or one that one side changed and the other removed with its column. */
interface CellConflict {
  readonly column: number;
  readonly ours?: string;
  readonly theirs?: string;
}

type Side = Exclude<SideName, 'base'>;

/** Result of merging one row. `gone`: the row is removed. */
export type MergedRow =
  | { readonly kind: 'gone' }
  /** The unchanged row of one version. */
  | { readonly kind: 'taken'; readonly raw: string }
  /** `from`: the side that provides each cell, by merged column. */
  | { readonly kind: 'made'; readonly from: readonly Side[]; readonly conflicts: readonly CellConflict[] }
  /** One side removed the row, and the other changed it. */
  | { readonly kind: 'removed'; readonly by: 'ours' | 'theirs' };

export const OTHER_SIDE = { ours: 'theirs', theirs: 'ours' } as const;

/** True if a side changed a row of the base in one of its columns. */
const isChanged = (frame: Frame, places: RowPlaces, side: 'ours' | 'theirs'): boolean => {
  const [base, row] = [rowAt(frame, places, 'base'), rowAt(frame, places, side)];
  return frame.columns.some(
    (column) => column[side] !== undefined && cellOf(base, column.base) !== cellOf(row, column[side]),
  );
};

/** The merged columns in which a side added a new value to a row of the base. */
export function newCells(frame: Frame, places: RowPlaces, side: 'ours' | 'theirs'): readonly number[] {
  const [base, row] = [rowAt(frame, places, 'base'), rowAt(frame, places, side)];
  return frame.columns.flatMap((column, index) => {
    const text = cellOf(row, column[side]);
    return text !== '' && text !== cellOf(base, column.base) ? [index] : [];
  });
}

/** The side that provides a cell, and a conflict if both sides changed it. */
function mergedCell(
  frame: Frame,
  rows: Partial<ThreeSides<TextRow>>,
  column: number,
): { readonly from: Side; readonly conflict?: CellConflict } {
  const places = frame.columns[column] ?? {};
  const { base, ours, theirs } = eachSide((side) => cellOf(rows[side], places[side]));
  for (const side of ['ours', 'theirs'] as const) {
    const isRemoved = places.base !== undefined && places[side] === undefined && frame.versions[side].rows.length > 0;
    if (!isRemoved) continue;
    const from = OTHER_SIDE[side];
    const text = side === 'ours' ? theirs : ours;
    // If the other side emptied the cell, it is removed with the column.
    return { from, ...(text !== base && text !== '' && { conflict: { column, [from]: text } }) };
  }
  // Equal cells can have different quotes: those of a side that changed them count.
  const raw = (side: SideName): string | undefined =>
    places[side] === undefined ? undefined : rows[side]?.cell(places[side]);
  const from = (ours === theirs ? raw('ours') === raw('base') : ours === base) ? 'theirs' : 'ours';
  return { from, ...(threeWay({ base, ours, theirs }).conflict && { conflict: { column, ours, theirs } }) };
}

export function mergeRow(frame: Frame, places: RowPlaces): MergedRow {
  const base = rowAt(frame, places, 'base');
  const [ours, theirs] = [rowAt(frame, places, 'ours'), rowAt(frame, places, 'theirs')];
  for (const side of ['ours', 'theirs'] as const) {
    if (places[side] !== undefined || places.base === undefined) continue;
    return !isPlainRow(frame, places) && isChanged(frame, places, OTHER_SIDE[side])
      ? { kind: 'removed', by: side }
      : { kind: 'gone' };
  }
  if (frame.alike || isPlainRow(frame, places)) {
    if (theirs === undefined || ours?.raw === theirs.raw || theirs.raw === base?.raw)
      return { kind: 'taken', raw: (ours as TextRow).raw };
    if (ours === undefined || ours.raw === base?.raw) return { kind: 'taken', raw: theirs.raw };
  }
  const rows = { ...(base && { base }), ...(ours && { ours }), ...(theirs && { theirs }) };
  const cells = frame.columns.map((_, column) => mergedCell(frame, rows, column));
  return {
    kind: 'made',
    from: cells.map(({ from }) => from),
    conflicts: cells.flatMap(({ conflict }) => conflict ?? []),
  };
}
