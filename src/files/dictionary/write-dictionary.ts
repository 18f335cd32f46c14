import { stringify } from 'csv-stringify/sync';
import type { Entries } from '../../model/entries/entries.ts';
import type { FileForm } from '../../model/file-form.ts';
import { couldBeHeader } from './dictionary-layout.ts';

/**
 * Beside what CSV needs to quote: what a reader could take for a comment, a byte order mark, a `sep=` line, or for
 * white space that got there by accident.
 */
const QUOTED = /^#(?:\s|$)|^\ufeff|^sep=|^\s|\s$|[;\t|]|^$/i;

/** The header that is written above entries. */
const HEADER = ['source', 'target'];

/**
 * True where a header is written: the first entry could be taken for one, or would begin the file with a byte order
 * mark once a spreadsheet has dropped the quotes around it.
 */
export function needsHeader(entries: Entries): boolean {
  const [first] = entries;
  return first !== undefined && (couldBeHeader(first[0], first[1]) || first[0].startsWith('\ufeff'));
}

/**
 * Entries as a CSV file that gives the same entries when it is read, whatever the phrases are. Line ends are LF. A
 * header is written only where the first entry could be taken for one, and where `header` asks for one; `header: false`
 * is for files that never have one.
 */
export function dictionaryCsv(entries: Entries, { header = needsHeader(entries) }: FileForm = {}): string {
  return stringify([...(header ? [HEADER] : []), ...entries], { record_delimiter: '\n', quoted_match: QUOTED });
}

/** How a file that this module has written is read, without a guess: by whatever version it was written. */
export function writtenForm(bytes: Uint8Array): FileForm {
  const top = `${HEADER.join(',')}\n`;
  const header = new TextDecoder().decode(bytes.subarray(0, top.length)) === top;
  return { delimiter: ',', comments: 'none', header };
}
