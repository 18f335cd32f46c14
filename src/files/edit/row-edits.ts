import { largest, pushAll } from '../../model/push-all.ts';
import { looksLikeComment } from '../delimited/comments.ts';
import { type DelimiterCharacter, fieldEnd, fieldStart, type Row } from '../delimited/row.ts';
import { afterLineEnd } from '../delimited/scan-rows.ts';
import { type Splice, spliced } from './splices.ts';

/** Column → what its cell says. */
export type CellEdits = ReadonlyMap<number, string>;

/** What is to become of the rows of a file, which are counted from 0, the header too. */
export interface RowEdits {
  readonly changed: ReadonlyMap<number, CellEdits>;
  readonly removed: ReadonlySet<number>;
  /** Rows after the last one. Columns that are not named are empty. */
  readonly added: readonly CellEdits[];
  /** A row to put above all others. */
  readonly above?: readonly string[];
}

export interface EditedRows {
  readonly text: string;
  /** The fields of each row that the reader must find now. */
  readonly texts: readonly (readonly string[])[];
}

export interface RowsToEdit {
  /** The file without its byte order mark. */
  readonly text: string;
  readonly rows: readonly Row[];
  readonly delimiter: DelimiterCharacter;
  /** How many of the rows, at the top, are a header: 0 or 1. */
  readonly headers: number;
  /**
   * True: cells are quoted also for a character that is the delimiter of other files, so that nobody takes it for the
   * one of this file.
   */
  readonly cautious: boolean;
}

interface CellStyle {
  readonly delimiter: DelimiterCharacter;
  readonly cautious: boolean;
  readonly quoted: boolean;
}

/** A text as a cell: quoted where the file quotes it, and where it would mean something else without. */
function cell(text: string, column: number, { delimiter, cautious, quoted }: CellStyle): string {
  const must = text.includes(delimiter) || /["\r\n\ufeff]/.test(text) || (column === 0 && looksLikeComment(text));
  return quoted || must || (cautious && /[,;\t|]/.test(text)) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The changes within one row. Cells that the row does not have yet come behind its last one. */
function rowSplices(file: RowsToEdit, row: Row, cells: CellEdits): readonly Splice[] {
  const style = (quoted: boolean): CellStyle => ({ delimiter: file.delimiter, cautious: file.cautious, quoted });
  const last = largest(cells.keys(), -1);
  const behind = Array.from({ length: Math.max(last + 1 - row.texts.length, 0) }, (_, index) => {
    const column = row.texts.length + index;
    return file.delimiter + cell(cells.get(column) ?? '', column, style(false));
  });
  const within = [...cells].flatMap(([column, text]) => {
    if (column >= row.texts.length || row.texts[column] === text) return [];
    const start = fieldStart(row, column);
    return [{ start, end: fieldEnd(row, column), text: cell(text, column, style(file.text[start] === '"')) }];
  });
  return behind.length === 0 ? within : [...within, { start: row.end, end: row.end, text: behind.join('') }];
}

/** The line end that a new line takes: that of the last row, else the last one of the file, else LF. */
function lineEndOf({ text, rows }: RowsToEdit): string {
  const last = rows.at(-1);
  const own = last === undefined ? '' : text.slice(last.end, afterLineEnd(text, last.end));
  return own === '' ? (text.match(/\r\n|\r|\n/g)?.at(-1) ?? '\n') : own;
}

/** New rows have as many columns as the last row, and quotes in the columns where every row has them. */
function addedTexts({ rows, headers }: RowsToEdit, added: readonly CellEdits[]): readonly (readonly string[])[] {
  const width = (rows.length > headers ? rows.at(-1) : rows[0])?.texts.length ?? 0;
  return added.map((cells) =>
    Array.from({ length: largest(cells.keys(), width - 1) + 1 }, (_, column) => cells.get(column) ?? ''),
  );
}

function addedSplice(file: RowsToEdit, texts: readonly (readonly string[])[], removed: ReadonlySet<number>): Splice {
  const { text, rows, headers, delimiter, cautious } = file;
  const models = rows.length > headers ? rows.slice(headers) : rows;
  const habits = new Map<number, boolean>();
  const quoted = (column: number): boolean => {
    const known = habits.get(column);
    const habit =
      known ??
      (models.length > 0 && models.every((row) => column < row.texts.length && text[fieldStart(row, column)] === '"'));
    habits.set(column, habit);
    return habit;
  };
  const lines = texts.map((row) =>
    row.map((each, column) => cell(each, column, { delimiter, cautious, quoted: quoted(column) })).join(delimiter),
  );
  const lineEnd = lineEndOf(file);
  const last = rows.at(-1);
  const at = last === undefined ? text.length : afterLineEnd(text, last.end);
  // A file that is empty gets a line end at its end; one that has none there is left so.
  const closed = last === undefined ? /(?:^|[\r\n])$/.test(text) : at > last.end;
  if (closed) return { start: at, end: at, text: lines.map((line) => line + lineEnd).join('') };
  const inPlace = removed.has(rows.length - 1);
  return { start: at, end: at, text: (inPlace ? '' : lineEnd) + lines.join(lineEnd) };
}

/** Makes the edits and leaves every other character as it is. A removed row goes with its line end. */
export function editRows(file: RowsToEdit, { changed, removed, added, above }: RowEdits): EditedRows {
  const { text, rows, delimiter } = file;
  // Where there are no rows, a row above all others is the first of the new ones.
  const [first] = rows;
  const behind = first === undefined && above !== undefined ? [above] : [];
  const more = [...behind, ...addedTexts(file, added)];
  const splices: Splice[] = [];
  if (first !== undefined && above !== undefined)
    splices.push({ start: first.start, end: first.start, text: above.join(delimiter) + lineEndOf(file) });
  for (const [index, cells] of changed) {
    const row = rows[index];
    if (row !== undefined && !removed.has(index)) pushAll(splices, rowSplices(file, row, cells));
  }
  for (const index of removed) {
    const row = rows[index];
    if (row !== undefined) splices.push({ start: row.start, end: afterLineEnd(text, row.end), text: '' });
  }
  if (more.length > 0) splices.push(addedSplice(file, more, removed));
  const kept = rows.flatMap(({ texts }, index) => {
    if (removed.has(index)) return [];
    const cells = changed.get(index);
    if (cells === undefined) return [texts];
    const width = largest(cells.keys(), texts.length - 1) + 1;
    return [Array.from({ length: width }, (_, column) => cells.get(column) ?? texts[column] ?? '')];
  });
  return {
    text: spliced(text, splices),
    texts: [...(above === undefined || first === undefined ? [] : [above]), ...kept, ...more],
  };
}
