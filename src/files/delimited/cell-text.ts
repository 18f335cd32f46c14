import type { Comments } from '../../model/file-form.ts';
import { looksLikeComment } from './comments.ts';
import type { DelimiterCharacter } from './row.ts';

/** How a cell is written. */
export interface CellStyle {
  readonly delimiter: DelimiterCharacter;
  /** True: in quotes, whatever it says. */
  readonly quoted?: boolean;
  /** True: quoted also for a character that is the delimiter of other files, so that nobody takes it for this one's. */
  readonly cautious?: boolean;
  /** `none`: no row is a comment, so a term may begin like one. */
  readonly comments?: Comments | undefined;
}

/** A text as a cell: quoted where it is to be, and where it would mean something else without. */
export function cellText(text: string, column: number, { delimiter, quoted, cautious, comments }: CellStyle): string {
  const must =
    text.includes(delimiter) ||
    /["\r\n\ufeff]/.test(text) ||
    (column === 0 && comments !== 'none' && looksLikeComment(text));
  return quoted === true || must || (cautious === true && /[,;\t|]/.test(text))
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
