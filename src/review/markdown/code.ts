import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { codePoint, inPlace, visible } from '../format/escape.ts';
import type { LanguageOfText } from '../format/language.ts';
import type { Sentence } from '../format/sentence.ts';
import { beginning } from '../format/text.ts';

/** The direction mark that `inPlace` sets; text of others holds none once it is visible. */
const MARK = '\u200e';

/**
 * Where a painted stretch begins and ends. Private characters, which `visible` writes as numbers: text of others cannot
 * hold one.
 */
const PAINT = { delete: '\ue000', insert: '\ue001', end: '\ue002' } as const;

/** Where a line of text may break. A private character, as above. */
const WORD_BREAK = '\ue003';

const TAGS = new Map<string, string>([
  [PAINT.delete, '<del>'],
  [PAINT.insert, '<ins>'],
  [MARK, '&#8206;'],
  [WORD_BREAK, '<wbr>'],
]);

/** All that means something to markdown or HTML, or that hides; and white space that would be joined into one. */
const SPECIAL =
  /[!-/:-@[-`{-~]|[\u2028\u2029\ue000-\ue003]|\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Default_Ignorable_Code_Point}|^ | $| (?= )/gu;

/** The variation selector of an emoji may stay: `visible` has let it pass. */
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
    // A mail address is made into a link even inside of code, unless its sign begins a node of its own.
    if (found === '@') return '<span>&#64;</span>';
    const isPrinted = found >= ' ' && found <= '~';
    return isPrinted ? `&#${found.charCodeAt(0)};` : codePoint(found);
  });
}

/**
 * The one way of text of a user or of the service into markdown, beside `fenced`: text that has been made visible, as
 * `<code>` in which every ASCII punctuation mark is a number. So nothing in it is markup, ends a table cell, mentions
 * anybody or refers to an issue, and it reads as it was written.
 */
export const codeOf = (shown: string, { lang, dir }: LanguageOfText = {}): string => {
  const attributes = `${lang === undefined ? '' : ` lang="${lang}"`}${dir === undefined ? '' : ` dir="${dir}"`}`;
  return `<code${attributes}>${escaped(shown)}</code>`;
};

/** A word that would make a table wider than a telephone. Of some scripts, any letter may end a line. */
const LONG_WORD = /[!-~\xa1-\u02ff\u0370-\u052f]{21,}/g;

/** Where such a word may break: after a name of a path, or after so many letters. */
const PARTS = /[^/]{0,19}\/(?=.)|[^/]{20}(?=.)/g;

/** The same in a cell of a table. */
export const cellCode = (shown: string, language?: LanguageOfText): string =>
  codeOf(
    shown.replace(LONG_WORD, (word) => word.replace(PARTS, `$&${WORD_BREAK}`)),
    language,
  );

/** Text of a user or of the service as code. */
export const code = (text: string): string => codeOf(inPlace(visible(text)));

/**
 * The beginning of a text as code, for what must not be long. The length is that of the visible text, in UTF-16 code
 * units.
 */
export const shortCode = (text: string, maxUnits: number): string =>
  codeOf(inPlace(beginning(visible(text), maxUnits)));

/** Most UTF-16 code units of a text in a sentence. */
const TOKEN_MAX_UNITS = 120;

/** Signs that markdown or GitHub may take for their own. */
const SIGNS = /[\\`*_<>|[\]#@~&]/g;

/** A sign as a number. One of a mention or a reference is a node of its own, because GitHub looks for them in text. */
const signMarkup = (sign: string): string =>
  sign === '@' || sign === '#' ? `<span>&#${sign.charCodeAt(0)};</span>` : `&#${sign.charCodeAt(0)};`;

/** A text that a pair of backticks can contain. */
const IN_BACKTICKS = /^[ -_a-~]+$/;

/** Words of ours as they are, all else as code. */
export const sentenceMarkdown = (sentence: Sentence): string =>
  sentence
    .map((token) => {
      if (typeof token === 'string') return visible(token).replace(SIGNS, signMarkup);
      if ('theirs' in token) return shortCode(token.theirs, token.max ?? TOKEN_MAX_UNITS);
      return IN_BACKTICKS.test(token.command) ? `\`${token.command}\`` : code(token.command);
    })
    .join('');

const painted =
  (start: string) =>
  (text: unknown): string =>
    `${start}${text}${PAINT.end}`;

/**
 * Colours for the functions that word changes on a terminal: `codeOf` makes deleted and inserted stretches of red and
 * green ones.
 */
export const PAINTS: Colors = {
  ...pc.createColors(false),
  isColorSupported: true,
  red: painted(PAINT.delete),
  green: painted(PAINT.insert),
};

/** The same for two sides of which neither is the old one. */
export const SIDE_PAINTS: Colors = { ...PAINTS, red: painted(PAINT.insert) };

/**
 * What a line of visible text does not hold. The direction mark may stay: `visible` writes that of others as a number.
 */
const UNSAFE_LINE = /[\p{Cc}\p{Cs}\p{Co}\u2028\u2029]|(?!\u200e)\p{Cf}/gu;

/** The least number of backticks that no line of the text can close. */
const fenceFor = (text: string): string =>
  '`'.repeat((text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2) + 1);

/**
 * Lines that have been made visible, in a fence that is longer than any run of backticks in them. `diff` colours lines
 * by their first character. Anything that could still break a line or hide is written as a number.
 */
export function fenced(lines: readonly string[], language: 'diff' | 'text' | 'suggestion' | 'yaml'): string {
  const text = lines.map((line) => line.replace(UNSAFE_LINE, codePoint)).join('\n');
  const fence = fenceFor(text);
  return `${fence}${language}\n${text}\n${fence}`;
}
