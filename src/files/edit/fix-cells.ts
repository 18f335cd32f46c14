import type { Finding, Fix } from '../../model/finding.ts';
import { columnOf, type DelimitedInput, fieldEnd, fieldStart, type Row } from '../delimited/row.ts';
import { readRows } from '../delimited/scan-rows.ts';
import { headedColumns } from '../dictionary/column-use.ts';
import { termColumns } from '../dictionary/term-columns.ts';
import { type Edited, notSafe } from './entry-edit.ts';
import { type CellEdits, editedLine, editFile, locateFile } from './located-file.ts';

/** A finding with its fix. */
export interface Fixable extends Finding {
  readonly fix: Fix;
}

export const isFixable = (finding: Finding): finding is Fixable => finding.fix !== undefined;

/** The place of a finding's cell: its row, counted from 0, and its column. */
interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The fixes of one file, applied to its cells. */
export interface CellFixes {
  /** The file after the fixes. Every other byte is unchanged. */
  readonly edited: Edited;
  readonly fixed: readonly Fixable[];
  /**
   * Fixes that cannot be made: the cell does not exist, another fix changes the same cell, or the file lacks a column
   * for notes.
   */
  readonly left: readonly Fixable[];
}

/**
 * For a finding: the end of its cell, and its line with only this fix. Empty if the row has several lines, or if the
 * fix also changes the note.
 */
export function fixedLine(input: DelimitedInput): (finding: Fixable) => Pick<Fix, 'end' | 'line'> {
  const read = readRows(input);
  const { rows } = read;
  const rowOf = byLine(rows);
  return ({ at, fix }) => {
    const cell = cellAt(rows, rowOf, at);
    const row = cell && rows[cell.row];
    if (cell === undefined || row === undefined || row.columns !== undefined || fix.toNote !== undefined) return {};
    const end = { line: at.line, column: at.column + fieldEnd(row, cell.column) - fieldStart(row, cell.column) };
    const edited = editedLine({ ...read, headers: 0, cautious: true }, row, new Map([[cell.column, fix.text]]));
    return { end, line: edited };
  };
}

const byLine = (rows: readonly Row[]): ReadonlyMap<number, number> => new Map(rows.map(({ line }, row) => [line, row]));

/**
 * Makes the fixes of findings in one file; if a cell has several fixes, only the first. The findings must belong to
 * this content. Text removed from a cell is appended to the note of its row.
 */
export function fixCells(input: DelimitedInput, findings: readonly Fixable[]): CellFixes {
  const located = locateFile(input);
  if (located === undefined) return { edited: { findings: [notSafe(input.file, 'rows')] }, fixed: [], left: findings };
  const { rows } = located;
  const rowOf = byLine(rows);
  const [header] = rows;
  const notes = header && termColumns(headedColumns(header, input))?.notes[0];
  const changed = new Map<number, Map<number, string>>();
  const fixed: Fixable[] = [];
  const left: Fixable[] = [];
  for (const finding of findings) {
    const { fix, at } = finding;
    const cell = cellAt(rows, rowOf, at);
    const cells = cell && (changed.get(cell.row) ?? new Map<number, string>());
    const isTaken = cells === undefined || cells.has(cell?.column ?? -1);
    const note = fix.toNote;
    if (cell === undefined || isTaken || (note !== undefined && (notes === undefined || cells.has(notes)))) {
      left.push(finding);
      continue;
    }
    cells.set(cell.column, fix.text);
    if (note !== undefined && notes !== undefined) {
      const before = rows[cell.row]?.texts[notes] ?? '';
      cells.set(notes, before.trim() === '' ? note : `${before}; ${note}`);
    }
    changed.set(cell.row, cells);
    fixed.push(finding);
  }
  const edits = { changed: changed as ReadonlyMap<number, CellEdits>, removed: new Set<number>(), added: [] };
  return { edited: editFile(located, { headers: 0, edits, check: () => [] }), fixed, left };
}

function cellAt(rows: readonly Row[], rowOf: ReadonlyMap<number, number>, at: Finding['at']): Cell | undefined {
  const index = rowOf.get(at.line);
  const row = index === undefined ? undefined : rows[index];
  if (index === undefined || row === undefined) return undefined;
  const column = row.texts.findIndex((_, field) => columnOf(row, field) === at.column);
  return column < 0 ? undefined : { row: index, column };
}
