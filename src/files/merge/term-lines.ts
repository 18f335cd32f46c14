import { type DelimitedInput, isBlankRow } from '../delimited/row.ts';
import { parseTableText } from '../delimited/table-text.ts';
import { isCommentRow, type TableForm, tableShape } from '../dictionary/table-schema.ts';

/** A cell on one line. */
const oneLine = (text: string): string => text.replace(/\r\n?|\n/g, '⏎');

/**
 * A CSV or TSV file with a line for each non-empty cell, for `git diff`: the term, then its cells below their headers.
 * Differences in quotes, empty cells, delimiter and line ends do not show. `undefined` for a file that cannot be split
 * into rows.
 */
export function termLines(input: DelimitedInput, form: TableForm = {}): string | undefined {
  const table = parseTableText({ ...form, ...input }).value;
  if (table === undefined) return undefined;
  const { header, term } = tableShape(table, input.file, form);
  const lines = table.rows.flatMap((row): readonly string[] => {
    if (isBlankRow(row)) return [];
    if (isCommentRow(row, table, form)) return [row.raw];
    const { texts } = row;
    const cells = texts.flatMap((text, column) => {
      if (column === term || text === '') return [];
      const name = row === header ? 'column' : (header?.texts[column] ?? (texts.length > 2 ? String(column + 1) : ''));
      return [`  ${name === '' ? '' : `${oneLine(name)}: `}${oneLine(text)}`];
    });
    return [oneLine(texts[term] ?? ''), ...cells];
  });
  return lines.map((line) => `${line}\n`).join('');
}
