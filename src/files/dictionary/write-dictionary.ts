import type { Entries } from '../../model/entries/entries.ts';
import type { FileForm } from '../../model/file-form.ts';
import { needsHeader, WRITTEN_HEADER } from './written-form.ts';

/**
 * What is quoted: what CSV needs to quote, and what a reader could take for a comment, a byte order mark, a `sep=` line,
 * or for white space that got there by accident.
 */
const QUOTED = /[",\n;\t|]|^#(?:\s|$)|^\ufeff|^sep=|^\s|\s$|^$/i;

const cell = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Entries as a CSV file that gives the same entries when it is read, whatever the phrases are. Line ends are LF. A
 * header is written only where the first entry could be taken for one, and where `header` asks for one; `header: false`
 * is for files that never have one.
 */
export function dictionaryCsv(entries: Entries, { header = needsHeader(entries) }: FileForm = {}): string {
  const rows = [...(header ? [WRITTEN_HEADER] : []), ...entries];
  return rows.map(([source, target]) => `${cell(source)},${cell(target)}\n`).join('');
}
