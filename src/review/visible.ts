/**
 * What must never reach a terminal or a log as it is: control characters (C0 but the three below, DEL, C1), marks that change the direction of text, and
 * characters that cannot be seen. Zero-width joiners are among them: Persian and Indic words need them, and a reviewer must still see that one is there.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cs}|\p{Co}/gu;

/** The variation selector that makes an emoji of the character before it. It hides nothing. */
const EMOJI_SELECTOR = '\ufe0f';

const codePoint = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/**
 * Text of a user or of the service as one line that is safe to print after a marker or a word of ours: it cannot move the cursor, hide, turn the direction of
 * the line, or begin a command of a CI system (`##[…]` and `##vso[…]` count anywhere in a line; `::…::` only at its start, where this text never stands).
 */
export const visible = (text: string): string =>
  text
    .replace(/\r\n?|\n/g, '⏎')
    .replace(/\t/g, '⇥')
    .replace(HIDDEN, (character) => (character === EMOJI_SELECTOR ? character : codePoint(character)))
    .replace(/##(?=\[|vso\[)/gi, '# #');
