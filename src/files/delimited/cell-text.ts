import { looksLikeComment } from './comments.ts';
import type { DelimiterCharacter } from './row.ts';

/** How a cell is written. */
export interface CellStyle {
  readonly delimiter: DelimiterCharacter;
  /** True: in quotes, whatever it says. */
  readonly quoted?: boolean;
  /** True: quoted also for a character that is the delimiter of other files, so that nobody takes it for this one's. */
  readonly cautious?: boolean;
}

/** A text as a cell: quoted where it is to be, and where it would mean something else without. */
export function cellText(text: string, column: number, { delimiter, quoted, cautious }: CellStyle): string {
  const must = text.includes(delimiter) || /["\r\n\ufeff]/.test(text) || (column === 0 && looksLikeComment(text));
  return quoted === true || must || (cautious === true && /[,;\t|]/.test(text))
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
