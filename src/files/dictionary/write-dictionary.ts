import { stringify } from 'csv-stringify/sync';
import type { Entries } from '../../model/entries/entries.ts';
import type { FileForm } from '../../model/file-form.ts';
import { needsHeader, WRITTEN_HEADER } from './written-form.ts';

/**
 * Beside what CSV needs to quote: what a reader could take for a comment, a byte order mark, a `sep=` line, or for
 * white space that got there by accident.
 */
const QUOTED = /^#(?:\s|$)|^\ufeff|^sep=|^\s|\s$|[;\t|]|^$/i;

/**
 * Entries as a CSV file that gives the same entries when it is read, whatever the phrases are. Line ends are LF. A
 * header is written only where the first entry could be taken for one, and where `header` asks for one; `header: false`
 * is for files that never have one.
 */
export function dictionaryCsv(entries: Entries, { header = needsHeader(entries) }: FileForm = {}): string {
  return stringify([...(header ? [WRITTEN_HEADER] : []), ...entries], { record_delimiter: '\n', quoted_match: QUOTED });
}
