import { stringify } from 'csv-stringify/sync';
import type { Entries } from '../../model/entries/entries.ts';
import type { FileForm } from '../../model/file-form.ts';
import { needsHeader, WRITTEN_HEADER } from './written-form.ts';

/**
 * Beside what CSV needs to quote: what a reader could take for a comment, a byte order mark, a `sep=` line, or for
 * white space that got there by accident.
 */
const QUOTED = /^#(?:\s|$)|^\ufeff|^sep=|^\s|\s$|[;\t|]|^$/i;

/** Rows of one piece: what is made of all rows of a large dictionary is much longer than its text. */
const ROWS_AT_ONCE = 500;

const csv = (rows: (readonly string[])[]): string => stringify(rows, { record_delimiter: '\n', quoted_match: QUOTED });

/**
 * Entries as a CSV file, in pieces, that gives the same entries when it is read, whatever the phrases are. Line ends
 * are LF. A header is written only where the first entry could be taken for one, and where `header` asks for one;
 * `header: false` is for files that never have one.
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

/** The same as one text. */
export const dictionaryCsv = (entries: Entries, form?: FileForm): string => [...csvPieces(entries, form)].join('');
