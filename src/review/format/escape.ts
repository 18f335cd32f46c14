/**
 * Characters that must never be written to a terminal or a log directly: control characters (C0 except three below,
 * DEL, C1), marks that change the direction of text, and invisible characters. Zero-width joiners are among them:
 * Persian and Indic words need them, but a reviewer must see that they are there.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cs}|\p{Co}/gu;

/**
 * The variation selector that turns the pictograph before it into an emoji. In other places it hides: the parser of a
 * CI system may ignore it, so that `#`, selector, `#[` begins a command.
 */
const EMOJI = /\p{Extended_Pictographic}\ufe0f/gu;

export const codePoint = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** Text with only these characters has no hidden ones. Most text matches, and this test takes a tenth of the time. */
const NOTHING_HIDES = /^[ -~\xa1-\xac\xae-\u024f\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff]*$/;

const escaped = (text: string): string => text.replace(HIDDEN, codePoint);

/** Escapes the text between the emoji that may stay. */
function withoutHidden(text: string): string {
  let shown = '';
  let end = 0;
  for (const { index, 0: emoji } of text.matchAll(EMOJI)) {
    shown += escaped(text.slice(end, index)) + emoji;
    end = index + emoji.length;
  }
  return shown + escaped(text.slice(end));
}

/**
 * Text with written-out hidden characters, line ends and tabs, for a place that no CI system reads. Visible text stays
 * unchanged.
 */
export const revealed = (text: string): string =>
  NOTHING_HIDES.test(text) ? text : withoutHidden(text.replace(/\r\n?|\n/g, '⏎').replace(/\t/g, '⇥'));

/**
 * Text of a user or of the service as a part of one line: it cannot move the cursor, hide, change the direction of the
 * line, or begin a command of a CI system. `##[…]`, `##vso[…]` and `##teamcity[…]` are commands anywhere in a line,
 * `::…::` at its start and after white space, so both are broken up in any place.
 */
export const visible = (text: string): string =>
  revealed(text)
    .replace(/##(?=\[|vso\[|teamcity\[)/gi, '# #')
    .replace(/^(\p{White_Space}*:)(?=:)/u, '$1 ');

const RIGHT_TO_LEFT =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Samaritan}|\p{Script=Mandaic}|\p{Script=Adlam}/u;

/**
 * Puts left-to-right marks around escaped text that has right-to-left letters. Without them, the arrow between two such
 * phrases changes its direction, and a browser or a terminal shows the new phrase in the place of the old one. Marks
 * instead of isolates: every renderer supports them, and copying a word leaves them out.
 */
export const inPlace = (shown: string): string => (RIGHT_TO_LEFT.test(shown) ? `\u200e${shown}\u200e` : shown);

/** Text of a user or of the service inside our own words. */
export const shown = (text: string): string => inPlace(visible(text));

/** A word of a command line in the form that a POSIX shell accepts. */
export const shellWord = (text: string): string =>
  /^[\w./@%+=:,-]+$/.test(text) ? text : `'${visible(text).replaceAll("'", `'\\''`)}'`;

/** The beginning of a version of the ledger, enough to identify it. */
export const shortVersion = (version: string): string => visible(version.slice(0, 10));
