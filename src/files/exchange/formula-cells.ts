/** Apostrophes before the beginning of a formula in a spreadsheet program. Source: OWASP, "CSV Injection". */
const GUARDED = /^'+[=+\-@\t\r]/;

const FORMULA = /^[=+\-@\t\r]/;

/**
 * A cell of an exported table. `escapesFormulas`: a formula gets an apostrophe before it. A cell that already has one
 * always gets a second one, so that `importedCell` restores every cell.
 */
export const exportedCell = (cell: string, escapesFormulas: boolean): string =>
  GUARDED.test(cell) || (escapesFormulas && FORMULA.test(cell)) ? `'${cell}` : cell;

/** A cell of an imported table, without the apostrophe of an export. */
export const importedCell = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
