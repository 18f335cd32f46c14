import { isBlankRow } from '../delimited/row.ts';
import { type TableText, type TextRow, usualLineEnd } from '../delimited/table-text.ts';
import { isCommentRow, type TableForm, type TableShape, tableShape } from '../dictionary/table-schema.ts';
import { type ColumnPlaces, mergeColumns, type SideName, type ThreeSides } from './merge-columns.ts';
import type { RowPlaces } from './pair-rows.ts';
import { either } from './three-way.ts';

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
  const { rows } = table;
  const keys: string[] = new Array(rows.length);
  let below = '\u0000end';
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index] as TextRow;
    if (isBlankRow(row)) keys[index] = `\u0000blank ${below}`;
    else {
      below = isCommentRow(row, table, form) ? `\u0000# ${row.raw}` : (row.texts[term] ?? '');
      keys[index] = row === header ? '\u0000header' : below;
    }
  }
  return keys;
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

const isPlainKey = (key: string | undefined): boolean => key !== undefined && key.charCodeAt(0) === 0 && key[1] !== 'h';

/** True for a comment or a blank line: it has no cells, and only an identical one is the same row. */
export const isPlainRow = ({ versions }: Frame, places: RowPlaces): boolean =>
  SIDES.some((side) => isPlainKey(versions[side].keys[places[side] ?? -1]));

export const cellOf = (row: TextRow | undefined, place: number | undefined): string =>
  (place === undefined ? undefined : row?.texts[place]) ?? '';
