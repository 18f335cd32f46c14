import type { Comments } from '../../../model/file-form.ts';
import { type CellStyle, cellText, dialectOf } from '../../delimited/row.ts';
import { CONCEPT_HEADER, fieldCells, type TermRow } from '../merge/term-rows.ts';
import { EXCHANGED_FIELDS, fieldHeader } from '../termbase.ts';

/**
 * Rows as CSV. The library that writes dictionaries takes four times as long, and a termbase has ten times as many
 * cells.
 */
export function csvText(
  rows: Iterable<readonly string[]>,
  { lineEnd = '\n', ...style }: Partial<CellStyle> & { readonly lineEnd?: string } = {},
): string {
  const cell = (text: string, column: number): string => cellText(text, column, { delimiter: ',', ...style });
  const lines: string[] = [];
  for (const row of rows) lines.push(row.map(cell).join(',') + lineEnd);
  return lines.join('');
}

export interface TableToWrite {
  /** In the order of the columns: the source language first. */
  readonly languages: readonly string[];
  readonly rows: readonly TermRow[];
  /** True: a status in the column for all languages is that of all terms of its row. */
  readonly isExact?: boolean;
}

/** The header of a table: languages, the id of the concept, then the fields of the terms in a fixed order. */
function tableHeader({ languages, rows, ...how }: TableToWrite): readonly string[] {
  const [source = ''] = languages;
  const used = new Set<string>();
  for (const row of rows) for (const header of fieldCells(row, source, how).keys()) used.add(header);
  const fields = EXCHANGED_FIELDS.flatMap((field) =>
    [fieldHeader({ field }), ...languages.map((language) => fieldHeader({ field, language }))].filter((header) =>
      used.has(header),
    ),
  );
  return [...languages, ...(rows.some(({ concept }) => concept !== undefined) ? [CONCEPT_HEADER] : []), ...fields];
}

/** The header and the cells of rows, one by one. */
export function* tableCells(table: TableToWrite): Generator<readonly string[]> {
  const header = tableHeader(table);
  const { languages, rows, ...how } = table;
  const [source = ''] = languages;
  const others = header.slice(languages.length);
  yield header;
  for (const row of rows) {
    const cells = fieldCells(row, source, how);
    yield [
      ...languages.map((language) => row.terms.get(language)?.text ?? ''),
      ...others.map((name) => (name === CONCEPT_HEADER ? row.concept : cells.get(name)) ?? ''),
    ];
  }
}

/** More than the part of a table in which its delimiter is searched. */
const HEAD_CHARS = 100_000;

/**
 * A wide table of a workspace: a column for each language, then the fields of the terms. It is formatted as by `fmt`:
 * quotes only where they are needed, which includes cells that could make a reader find another delimiter.
 */
export function tableCsv(table: TableToWrite, comments?: Comments): string {
  const plain = csvText(tableCells(table), { comments });
  const bytes = new TextEncoder().encode(plain.slice(0, HEAD_CHARS));
  const { delimiter } = dialectOf({ bytes, file: 'terms.csv', comments });
  return delimiter === ',' ? plain : csvText(tableCells(table), { comments, cautious: true });
}
