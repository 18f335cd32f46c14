import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { codePoint, inPlace, visible } from '../format/escape.ts';
import type { LanguageOfText } from '../format/language.ts';
import type { Sentence } from '../format/sentence.ts';
import { beginning } from '../format/text.ts';

/** The direction mark that `inPlace` sets; escaped text of others contains none. */
const MARK = '\u200e';

/**
 * The marks around a coloured part. They are private characters, which `visible` replaces by numbers, so text of others
 * cannot contain them.
 */
const PAINT = { delete: '\ue000', insert: '\ue001', end: '\ue002' } as const;

/** The place of a possible line break, also as a private character. */
const WORD_BREAK = '\ue003';

const TAGS = new Map<string, string>([
  [PAINT.delete, '<del>'],
  [PAINT.insert, '<ins>'],
  [MARK, '&#8206;'],
  [WORD_BREAK, '<wbr>'],
]);

/** Characters with a meaning in markdown or HTML, and hidden ones; and white space that would be collapsed. */
const SPECIAL =
  /[!-/:-@[-`{-~]|[\u2028\u2029\ue000-\ue003]|\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Default_Ignorable_Code_Point}|^ | $| (?= )/gu;

/** The variation selector of an emoji may stay: `visible` has accepted it. */
const SELECTOR = '\ufe0f';

function escaped(shown: string): string {
  const ends: string[] = [];
  return shown.replace(SPECIAL, (found) => {
    const tag = TAGS.get(found);
    if (tag !== undefined) {
      if (tag === '<del>' || tag === '<ins>') ends.push(`</${tag.slice(1)}`);
      return tag;
    }
    if (found === PAINT.end) return ends.pop() ?? '';
    if (found === SELECTOR) return found;
    // GitHub turns a mail address into a link even inside code, unless its `@` is in a separate node.
    if (found === '@') return '<span>&#64;</span>';
    const isPrinted = found >= ' ' && found <= '~';
    return isPrinted ? `&#${found.charCodeAt(0)};` : codePoint(found);
  });
}

/**
 * The only way for text of a user or of the service into markdown, besides `fenced`: escaped text as `<code>` with
 * every ASCII punctuation mark as a number. So no part of it is markup, ends a table cell, mentions a user or refers to
 * an issue, and it is shown as it was written.
 */
export const codeOf = (shown: string, { lang, dir }: LanguageOfText = {}): string => {
  const attributes = `${lang === undefined ? '' : ` lang="${lang}"`}${dir === undefined ? '' : ` dir="${dir}"`}`;
  return `<code${attributes}>${escaped(shown)}</code>`;
};

/** A word that would make a table wider than a phone. In other scripts, a line may end after any letter. */
const LONG_WORD = /[!-~\xa1-\u02ff\u0370-\u052f]{14,}/g;

/** The ends of its parts: names of a path or address, or 13 letters. A phone has room for two and a short word. */
const PARTS = /([/.]|[^/.]{13})(?=.)/g;

/** Like `codeOf`, with possible line breaks in long words, for a cell of a table. */
export const cellCode = (shown: string, language?: LanguageOfText): string =>
  codeOf(
    shown.replace(LONG_WORD, (word) => word.replace(PARTS, `$&${WORD_BREAK}`)),
    language,
  );

/** Text of a user or of the service as code. */
export const code = (text: string): string => codeOf(inPlace(visible(text)));

/**
 * The beginning of a text as code, for places with little room. The length is the one of the escaped text, in UTF-16
 * code units. `show`: makes code of it; `cellCode` in a table.
 */
export const shortCode = (text: string, maxUnits: number, show = codeOf): string =>
  show(inPlace(beginning(visible(text), maxUnits)));

/** Maximum number of UTF-16 code units of a text in a sentence. */
const TOKEN_MAX_UNITS = 120;

/** Characters that markdown or GitHub may interpret. */
const SIGNS = /[\\`*_<>|[\]#@~&]/g;

/**
 * A character as a number. One of a mention or a reference gets a separate node, because GitHub searches the text for
 * them.
 */
const signMarkup = (sign: string): string =>
  sign === '@' || sign === '#' ? `<span>&#${sign.charCodeAt(0)};</span>` : `&#${sign.charCodeAt(0)};`;

/** Text that can be inside a pair of backticks. */
const IN_BACKTICKS = /^[ -_a-~]+$/;

/** Our own words unchanged, all other tokens as code. `show` formats these tokens; in a table, it is `cellCode`. */
export const sentenceMarkdown = (sentence: Sentence, show = codeOf): string =>
  sentence
    .map((token) => {
      if (typeof token === 'string') return visible(token).replace(SIGNS, signMarkup);
      if ('theirs' in token) return shortCode(token.theirs, token.max ?? TOKEN_MAX_UNITS, show);
      return IN_BACKTICKS.test(token.command) ? `\`${token.command}\`` : code(token.command);
    })
    .join('');

const painted =
  (start: string) =>
  (text: unknown): string =>
    `${start}${text}${PAINT.end}`;

/**
 * Colours for the functions that show word changes in a terminal: `codeOf` turns red and green parts into deleted and
 * inserted ones.
 */
export const PAINTS: Colors = {
  ...pc.createColors(false),
  isColorSupported: true,
  red: painted(PAINT.delete),
  green: painted(PAINT.insert),
};

/** Neutral marks for two sides that are both current. */
export const SIDE_PAINTS: Colors = { ...PAINTS, red: painted(PAINT.insert) };

/**
 * Characters that a line of escaped text must not contain. The direction mark may stay: `visible` replaces those of
 * others by numbers.
 */
const UNSAFE_LINE = /[\p{Cc}\p{Cs}\p{Co}\u2028\u2029]|(?!\u200e)\p{Cf}/gu;

/** The smallest number of backticks that no line of the text can close. */
const fenceFor = (text: string): string =>
  '`'.repeat((text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2) + 1);

/**
 * Escaped lines, in a fence that is longer than any run of backticks in them. `diff` colours lines by their first
 * character. Characters that could still break a line or hide are written as numbers.
 */
export function fenced(lines: readonly string[], language: 'diff' | 'text' | 'suggestion' | 'yaml'): string {
  const text = lines.map((line) => line.replace(UNSAFE_LINE, codePoint)).join('\n');
  const fence = fenceFor(text);
  return `${fence}${language}\n${text}\n${fence}`;
}
