import { stringify } from 'csv-stringify/sync';
import type { Entries } from '../model/entries.ts';
import { couldBeHeader } from './dictionary-layout.ts';

/** Beside what CSV needs to quote: what a reader could take for a comment, a byte order mark, a `sep=` line, or for white space that got there by accident. */
const QUOTED = /^#|^\ufeff|^sep=|^\s|\s$|[;\t|]|^$/i;

/**
 * Entries as a CSV file that gives the same entries when it is read, whatever the phrases are. Line ends are LF. A header is written only where the first entry
 * could be taken for one.
 */
export function dictionaryCsv(entries: Entries): string {
  const rows = [...entries];
  const [first] = rows;
  const header = first !== undefined && couldBeHeader(first[0], first[1]) ? [['source', 'target']] : [];
  return stringify([...header, ...rows], { record_delimiter: '\n', quoted_match: QUOTED });
}
