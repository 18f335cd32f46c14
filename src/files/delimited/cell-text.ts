import type { Comments } from '../../model/file-form.ts';
import { looksLikeComment } from './comments.ts';
import type { DelimiterCharacter } from './row.ts';

/** How a cell is written. */
export interface CellStyle {
  readonly delimiter: DelimiterCharacter;
  /** True: always in quotes. */
  readonly quoted?: boolean;
  /**
   * True: also quoted if it contains a delimiter that other files use, so that no reader takes it for this file's
   * delimiter.
   */
  readonly cautious?: boolean;
  /** `none`: no row is a comment, so a term may begin like one. */
  readonly comments?: Comments | undefined;
}

/** A text as a cell. It is quoted if the style requires it, or if its meaning would change without quotes. */
export function cellText(text: string, column: number, { delimiter, quoted, cautious, comments }: CellStyle): string {
  const must =
    text.includes(delimiter) ||
    /["\r\n\ufeff]/.test(text) ||
    (column === 0 && comments !== 'none' && looksLikeComment(text));
  return quoted === true || must || (cautious === true && /[,;\t|]/.test(text))
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
