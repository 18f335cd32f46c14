import type { Finding, SourceRef } from '../../model/finding.ts';
import { isTableName } from '../workspace/file-role.ts';
import { columnOf } from './row.ts';
import { readRows } from './scan-rows.ts';

/** The beginning of a cell that a spreadsheet program takes for a formula. Source: OWASP, "CSV Injection". */
const FORMULA = /^[=+\-@\t\r]/;

/** Maximum number of places in a note. */
const PLACES_MAX = 3;

/** The cells of a file that a spreadsheet program would run, with their places, in file order. */
function formulasOf(file: string, bytes: Uint8Array): readonly { readonly text: string; readonly at: SourceRef }[] {
  const found: { readonly text: string; readonly at: SourceRef }[] = [];
  for (const row of readRows({ bytes, file }).rows)
    for (const [column, text] of row.texts.entries())
      if (FORMULA.test(text)) found.push({ text, at: { file, line: row.line, column: columnOf(row, column) } });
  return found;
}

/**
 * A note about a CSV or TSV file that was written: the number of cells that a spreadsheet program would run as a
 * formula, and the places of the first ones. Cells that the file already had do not count: its owner knows them. The
 * cells are not changed, because a phrase must be equal to the one on the service.
 */
export function formulaNotes({
  file,
  bytes,
  before,
}: {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Absent: the file is new. */
  readonly before?: Uint8Array;
}): readonly Finding[] {
  if (!isTableName(file)) return [];
  const formulas = formulasOf(file, bytes);
  if (formulas.length === 0) return [];
  const known = new Set(before === undefined ? [] : formulasOf(file, before).map(({ text }) => text));
  const [first, ...others] = formulas.filter(({ text }) => !known.has(text));
  if (first === undefined) return [];
  const related = others.slice(0, PLACES_MAX - 1).map(({ at }) => at);
  return [
    {
      code: 'formula-cells',
      severity: 'info',
      at: first.at,
      ...(related.length > 0 && { related }),
      details: { count: others.length + 1 },
    },
  ];
}
