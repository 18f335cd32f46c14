// How Lexform's own CSV files look. Apart from their writing, so that a reader of them loads no writer.
import type { Entries } from '../../model/entries/entries.ts';
import type { FileForm } from '../../model/file-form.ts';
import { couldBeHeader } from './dictionary-schema.ts';

/** The header that is written above entries. */
export const WRITTEN_HEADER = ['source', 'target'];

/**
 * True where a header is written: the first entry could be taken for one, or would begin the file with a byte order
 * mark once a spreadsheet has dropped the quotes around it.
 */
export function needsHeader(entries: Entries): boolean {
  const [first] = entries;
  return first !== undefined && (couldBeHeader(first[0], first[1]) || first[0].startsWith('\ufeff'));
}

/** How a file that `dictionaryCsv` has written is read, without a guess: by whatever version it was written. */
export function writtenForm(bytes: Uint8Array): FileForm {
  const top = `${WRITTEN_HEADER.join(',')}\n`;
  const header = new TextDecoder().decode(bytes.subarray(0, top.length)) === top;
  return { delimiter: ',', comments: 'none', header };
}
