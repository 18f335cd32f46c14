import { withOddLetters } from '../../lint/letters/odd-letters.ts';
import { codePoint, visible } from './escape.ts';

/**
 * Text of a user or of the service as a part of one line. A letter that looks like another one, by itself or compared
 * with the other side of a change, is followed by its number: `Wа⟨U+0430⟩renkorb`.
 */
export const legible = (text: string, other = ''): string => visible(withOddLetters(text, other, codePoint));
