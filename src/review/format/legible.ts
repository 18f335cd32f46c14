import { withOddLetters } from '../../lint/letters/odd-letters.ts';
import { codePoint, visible } from './escape.ts';

/**
 * Text of a user or of the service as a part of one line. A letter that is not what it looks like, by itself or beside
 * the text that it replaces or that replaces it, has its number behind it: `Wа⟨U+0430⟩renkorb`.
 */
export const legible = (text: string, other = ''): string => visible(withOddLetters(text, other, codePoint));
