import { stringify } from 'csv-stringify/sync';
import type { Entries } from '../../model/entries/entries.ts';
import type { FileForm } from '../../model/file-form.ts';
import { needsHeader, WRITTEN_HEADER } from './written-form.ts';

/**
 * Cells to quote in addition to those that CSV requires: a reader could take them for a comment, a byte order mark or a
 * `sep=` line, or could trim their white space.
 */
const QUOTED = /^#(?:\s|$)|^\ufeff|^sep=|^\s|\s$|[;\t|]|^$/i;

/** Rows per piece. The intermediate values of all rows of a large dictionary are much larger than its text. */
const ROWS_AT_ONCE = 500;

const csv = (rows: (readonly string[])[]): string => stringify(rows, { record_delimiter: '\n', quoted_match: QUOTED });

/**
 * Entries as a CSV file, in pieces. Reading it gives the same entries, whatever the phrases are. Line ends are LF. The
 * header is written if the first entry could be taken for one, or if `header` is true. `header: false`: never.
 */
export function* csvPieces(
  entries: Entries,
  { header = needsHeader(entries) }: FileForm = {},
): Generator<string, void, undefined> {
  let rows: (readonly string[])[] = header ? [WRITTEN_HEADER] : [];
  for (const entry of entries) {
    rows.push(entry);
    if (rows.length < ROWS_AT_ONCE) continue;
    yield csv(rows);
    rows = [];
  }
  if (rows.length > 0) yield csv(rows);
}

/** Like `csvPieces`, as one text. */
export const dictionaryCsv = (entries: Entries, form?: FileForm): string => [...csvPieces(entries, form)].join('');
