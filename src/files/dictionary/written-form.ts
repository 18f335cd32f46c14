// The format of Lexform's own CSV files. Separate from the writer, so that a reader of the files does not load the
// writer.
import type { Entries } from '../../model/entries/entries.ts';
import type { FileForm } from '../../model/file-form.ts';
import { couldBeHeader } from './dictionary-schema.ts';

/** The header that is written above entries. */
export const WRITTEN_HEADER = ['source', 'target'];

/**
 * True if a header is needed: the first entry could be taken for one, or would begin the file with a byte order mark
 * after a spreadsheet program drops the quotes.
 */
export function needsHeader(entries: Entries): boolean {
  const [first] = entries;
  return first !== undefined && (couldBeHeader(first[0], first[1]) || first[0].startsWith('\ufeff'));
}

/** How to read a file that `dictionaryCsv` of any version wrote, without guessing. */
export function writtenForm(bytes: Uint8Array): FileForm {
  const top = `${WRITTEN_HEADER.join(',')}\n`;
  const header = new TextDecoder().decode(bytes.subarray(0, top.length)) === top;
  return { delimiter: ',', comments: 'none', header };
}
