import { stringify } from 'csv-stringify/sync';
import { CONCEPT_HEADER, type FieldColumn, fieldCells, fieldHeader, type TermRow } from '../merge/term-rows.ts';
import { EXCHANGED_FIELDS } from '../termbase.ts';

/** A cell with what a reader could take for a comment, a byte order mark, a `sep=` line, another delimiter or stray white space. */
export const QUOTED_CELL = /^#(?:\s|$)|^\ufeff|^sep=|^\s|\s$|[;\t|\r\n]/i;

export interface TableToWrite {
  /** In the order of the columns. */
  readonly languages: readonly string[];
  readonly rows: readonly TermRow[];
}

/** The columns about terms that rows need, in a fixed order: of all languages first. */
function fieldColumns({ languages, rows }: TableToWrite): readonly FieldColumn[] {
  const used = new Set(rows.flatMap((row) => [...fieldCells(row).keys()]));
  return EXCHANGED_FIELDS.flatMap((field) =>
    [{ field }, ...languages.map((language): FieldColumn => ({ field, language }))].filter((column) =>
      used.has(fieldHeader(column)),
    ),
  );
}

/** The header and the cells of rows. */
export function tableCells(table: TableToWrite): readonly (readonly string[])[] {
  const { languages, rows } = table;
  const columns = fieldColumns(table);
  const hasConcept = rows.some(({ concept }) => concept !== undefined);
  return [
    [...languages, ...(hasConcept ? [CONCEPT_HEADER] : []), ...columns.map(fieldHeader)],
    ...rows.map((row) => {
      const cells = fieldCells(row);
      return [
        ...languages.map((language) => row.terms.get(language)?.text ?? ''),
        ...(hasConcept ? [row.concept ?? ''] : []),
        ...columns.map((column) => cells.get(fieldHeader(column))?.text ?? ''),
      ];
    }),
  ];
}

/** A wide table of a workspace: a column for each language, then what is said of the terms. */
export const tableCsv = (table: TableToWrite): string =>
  stringify(
    tableCells(table).map((row) => [...row]),
    { record_delimiter: '\n', quoted_match: QUOTED_CELL },
  );
