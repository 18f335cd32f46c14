import { CONCEPT_HEADER, fieldCells, type TermRow } from '../merge/term-rows.ts';
import { EXCHANGED_FIELDS, fieldHeader } from '../termbase.ts';

/**
 * A cell with what a reader could take for a comment, a byte order mark, a `sep=` line, another delimiter or stray
 * white space, and with what CSV needs to quote.
 */
const QUOTED = /^#(?:\s|$)|^\ufeff|^sep=|^\s|\s$|[,"\r\n;\t|]/i;

const cell = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows as CSV. The library that writes dictionaries takes four times as long, and a termbase has ten times the cells. */
export function csvText(rows: Iterable<readonly string[]>, lineEnd = '\n'): string {
  const lines: string[] = [];
  for (const row of rows) lines.push(row.map(cell).join(',') + lineEnd);
  return lines.join('');
}

export interface TableToWrite {
  /** In the order of the columns: the source language first. */
  readonly languages: readonly string[];
  readonly rows: readonly TermRow[];
}

/** The header of a table: languages, the id of the concept, then what is said of the terms in a fixed order. */
function tableHeader({ languages, rows }: TableToWrite): readonly string[] {
  const [source = ''] = languages;
  const used = new Set<string>();
  for (const row of rows) for (const header of fieldCells(row, source).keys()) used.add(header);
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
  const { languages, rows } = table;
  const [source = ''] = languages;
  const others = header.slice(languages.length);
  yield header;
  for (const row of rows) {
    const cells = fieldCells(row, source);
    yield [
      ...languages.map((language) => row.terms.get(language)?.text ?? ''),
      ...others.map((name) => (name === CONCEPT_HEADER ? row.concept : cells.get(name)) ?? ''),
    ];
  }
}

/** A wide table of a workspace: a column for each language, then what is said of the terms. */
export const tableCsv = (table: TableToWrite): string => csvText(tableCells(table));
