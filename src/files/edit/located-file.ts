import { errorAt, type Finding, topOf } from '../../model/finding.ts';
import { largest, pushAll } from '../../model/lists.ts';
import { isConfirmed, sameTexts, type Texts } from '../delimited/confirm-rows.ts';
import { cellText, type DelimitedInput, fieldEnd, fieldStart, type Row } from '../delimited/row.ts';
import { afterLineEnd, type ReadRows, readRows } from '../delimited/scan-rows.ts';
import { type Edited, firstEdited, notSafe } from './entry-edit.ts';
import { bytesLike, type Splice, spliced } from './splices.ts';

/** Column → new text of its cell. */
export type CellEdits = ReadonlyMap<number, string>;

/** The edits of the rows of a file. Rows are counted from 0, including the header. */
export interface RowEdits {
  readonly changed: ReadonlyMap<number, CellEdits>;
  readonly removed: ReadonlySet<number>;
  /** Rows to add after the last one. Columns without a value are empty. */
  readonly added: readonly CellEdits[];
  /** Rows to insert, by the row that follows them. Never before the header. */
  readonly inserted?: ReadonlyMap<number, readonly CellEdits[]>;
  /** A row to write above all others. */
  readonly above?: readonly string[];
}

export interface EditedRows {
  readonly text: string;
  /** The fields of each row that the reader must find in the result. */
  readonly texts: readonly (readonly string[])[];
}

export interface RowsToEdit extends Pick<ReadRows, 'text' | 'rows' | 'delimiter'> {
  /** Number of header rows at the top: 0 or 1. */
  readonly headers: number;
  /**
   * True: a cell is also quoted if it contains a delimiter that other files use, so that no reader takes it for this
   * file's delimiter.
   */
  readonly cautious: boolean;
}

/** The changes within one row. Missing cells are added after its last one. */
function rowSplices(file: RowsToEdit, row: Row, cells: CellEdits): readonly Splice[] {
  const last = largest(cells.keys(), -1);
  const behind = Array.from({ length: Math.max(last + 1 - row.texts.length, 0) }, (_, index) => {
    const column = row.texts.length + index;
    return file.delimiter + cellText(cells.get(column) ?? '', column, file);
  });
  const within = [...cells].flatMap(([column, text]) => {
    if (column >= row.texts.length || row.texts[column] === text) return [];
    const start = fieldStart(row, column);
    return [
      {
        start,
        end: fieldEnd(row, column),
        text: cellText(text, column, { ...file, quoted: file.text[start] === '"' }),
      },
    ];
  });
  return behind.length === 0 ? within : [...within, { start: row.end, end: row.end, text: behind.join('') }];
}

/** A row with changed cells, without its line end. */
export const editedLine = (file: RowsToEdit, row: Row, cells: CellEdits): string =>
  spliced(
    file.text.slice(row.start, row.end),
    rowSplices(file, row, cells).map(({ start, end, text }) => ({
      start: start - row.start,
      end: end - row.start,
      text,
    })),
  );

/** The line end for a new line: of the last row, otherwise the last one of the file, otherwise LF. */
function lineEndOf({ text, rows }: RowsToEdit): string {
  const last = rows.at(-1);
  const lastEnd = last === undefined ? '' : text.slice(last.end, afterLineEnd(text, last.end));
  return lastEnd === '' ? (text.match(/\r\n|\r|\n/g)?.at(-1) ?? '\n') : lastEnd;
}

/** New rows have as many columns as the last row. */
function addedTexts({ rows, headers }: RowsToEdit, added: readonly CellEdits[]): readonly (readonly string[])[] {
  const width = (rows.length > headers ? rows.at(-1) : rows[0])?.texts.length ?? 0;
  return added.map((cells) =>
    Array.from({ length: largest(cells.keys(), width - 1) + 1 }, (_, column) => cells.get(column) ?? ''),
  );
}

/** Returns the lines of new rows, without line ends. A cell is quoted if every row has quotes in that column. */
function newLines(file: RowsToEdit): (texts: readonly (readonly string[])[]) => readonly string[] {
  const { text, rows, headers, delimiter } = file;
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
  return (texts) =>
    texts.map((row) =>
      row.map((each, column) => cellText(each, column, { ...file, quoted: quoted(column) })).join(delimiter),
    );
}

function addedSplice(file: RowsToEdit, lines: readonly string[], removed: ReadonlySet<number>): Splice {
  const { text, rows } = file;
  const lineEnd = lineEndOf(file);
  const last = rows.at(-1);
  const at = last === undefined ? text.length : afterLineEnd(text, last.end);
  // An empty file gets a line end at its end. Any other file keeps or lacks its final line end as before.
  const closed = last === undefined ? /(?:^|[\r\n])$/.test(text) : at > last.end;
  if (closed) return { start: at, end: at, text: lines.map((line) => line + lineEnd).join('') };
  const inPlace = removed.has(rows.length - 1);
  return { start: at, end: at, text: (inPlace ? '' : lineEnd) + lines.join(lineEnd) };
}

/** The fields of a row after the edits. Missing cells are added after its last one. */
function editedTexts({ texts }: Row, cells: CellEdits | undefined): readonly string[] {
  if (cells === undefined) return texts;
  const width = largest(cells.keys(), texts.length - 1) + 1;
  return Array.from({ length: width }, (_, column) => cells.get(column) ?? texts[column] ?? '');
}

/** Makes the edits. Every other character is unchanged. A removed row loses its line end too. */
export function editRows(file: RowsToEdit, { changed, removed, added, inserted, above }: RowEdits): EditedRows {
  const { text, rows, delimiter } = file;
  const linesOf = newLines(file);
  // In a file without rows, a row above all others is the first of the new rows.
  const [first] = rows;
  const behind = first === undefined && above !== undefined ? [above] : [];
  const more = [...behind, ...addedTexts(file, added)];
  const splices: Splice[] = [];
  if (first !== undefined && above !== undefined)
    splices.push({ start: first.start, end: first.start, text: above.join(delimiter) + lineEndOf(file) });
  const between = new Map([...(inserted ?? [])].map(([index, cells]) => [index, addedTexts(file, cells)]));
  for (const [index, texts] of between) {
    const at = rows[index]?.start;
    const lines = linesOf(texts).map((line) => line + lineEndOf(file));
    if (at !== undefined) splices.push({ start: at, end: at, text: lines.join('') });
  }
  for (const [index, cells] of changed) {
    const row = rows[index];
    if (row !== undefined && !removed.has(index)) pushAll(splices, rowSplices(file, row, cells));
  }
  for (const index of removed) {
    const row = rows[index];
    if (row !== undefined) splices.push({ start: row.start, end: afterLineEnd(text, row.end), text: '' });
  }
  if (more.length > 0) splices.push(addedSplice(file, linesOf(more), removed));
  const editedRows = rows.flatMap((row, index) => [
    ...(between.get(index) ?? []),
    ...(removed.has(index) ? [] : [editedTexts(row, changed.get(index))]),
  ]);
  return {
    text: spliced(text, splices),
    texts: [...(above === undefined || first === undefined ? [] : [above]), ...editedRows, ...more],
  };
}

const textsOf = ({ rows }: Pick<ReadRows, 'rows'>): Texts => rows.map(({ texts }) => texts);

/** A CSV or TSV file with the places of its rows and fields. */
export interface LocatedFile<Input extends DelimitedInput> extends ReadRows {
  readonly input: Input;
}

/**
 * Reads a file without errors in order to edit it. `undefined` if csv-parse reads other rows: then nothing may be
 * edited.
 */
export function locateFile<Input extends DelimitedInput>(input: Input): LocatedFile<Input> | undefined {
  const read = readRows(input);
  const { text, rows, delimiter } = read;
  // A row without quotes can only be read in one way.
  const quoted = rows.filter(({ starts }) => starts !== undefined);
  const isSame = isConfirmed(
    quoted.map(({ start, end, texts }) => ({ raw: text.slice(start, end), texts })),
    delimiter,
  );
  return isSame ? { ...read, input } : undefined;
}

/** An error for each new term that becomes a comment as soon as a spreadsheet program drops its quotes. */
function likeComments(after: readonly Finding[], before: string, { file }: DelimitedInput): readonly Finding[] {
  return after.flatMap(({ code, details }): readonly Finding[] => {
    const term = String(details.term ?? '');
    if (code !== 'quoted-comment' || before.includes(`"${term.replaceAll('"', '""')}"`)) return [];
    return [errorAt('edit-like-comment', topOf(file), { term })];
  });
}

export interface FileEdits<Input extends DelimitedInput> {
  /** Number of header rows at the top: 0 or 1. */
  readonly headers: number;
  readonly edits: RowEdits;
  /** Findings against the edited file, from the reader of the whole content. */
  readonly check: (edited: Input) => readonly Finding[];
}

/**
 * Makes the edits and reads the result again: every row must equal the old or the edited row. If the result would be
 * read differently, a second attempt also quotes cells that contain the delimiter of other files.
 */
export function editFile<Input extends DelimitedInput>(
  located: LocatedFile<Input>,
  { headers, edits, check }: FileEdits<Input>,
): Edited {
  const { input, delimiter } = located;
  return firstEdited((plain) => {
    const { text, texts } = editRows({ ...located, headers, cautious: !plain }, edits);
    const edited = { ...input, bytes: bytesLike(input.bytes, text) };
    const again = readRows(edited);
    // A file without rows has no delimiter.
    if (again.delimiter !== delimiter && texts.length > 0) return { findings: [notSafe(input.file, 'delimiter')] };
    if (!sameTexts(textsOf(again), texts)) return { findings: [notSafe(input.file, 'rows')] };
    const findings = [...likeComments(again.findings, located.text, input), ...check(edited)];
    return findings.length === 0 ? { bytes: edited.bytes } : { findings };
  });
}
