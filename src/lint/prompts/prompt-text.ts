import { lazy } from '../../model/lazy.ts';

/**
 * Pairs of quotation marks with the text between them. A straight apostrophe inside a word does not open a quotation.
 */
const quotes = lazy(
  () =>
    /"([^"]*)"|“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»|‹([^‹›]*)›|「([^「」]*)」|『([^『』]*)』|‘([^‘’]*)’|‚([^‚‘’]*)[‘’]|`([^`]*)`|(?<![0-9A-Za-z\u00c0-\u024f])'([^']*)'(?![0-9A-Za-z\u00c0-\u024f])/gu,
);

/** Replaces a quoted text. No pattern matches it as a word or as white space. */
export const QUOTE = '‹›';

/** The quoted texts of a prompt, in its order. */
export const quotedIn = (prompt: string): readonly string[] =>
  Array.from(prompt.matchAll(quotes()), ([, ...groups]) => groups.find((group) => group !== undefined)?.trim() ?? '');

/** A prompt with empty quotes: quoted words are examples and not part of the instruction. */
export const unquoted = (prompt: string): string => prompt.replace(quotes(), QUOTE).replaceAll('’', "'");

/**
 * A prompt in the form for patterns: without its quotes, in lower case. V8 takes twice as long to compile a pattern
 * that ignores case, and most of these patterns are used a few times in a run.
 */
export const plainPrompt = (prompt: string): string => unquoted(prompt).toLowerCase();

/** The text that a pattern matched in a plain prompt, as the prompt spells it. */
export function asWritten(prompt: string, { index, 0: found }: RegExpExecArray): string {
  const written = unquoted(prompt).slice(index, index + found.length);
  // A few letters are longer in lower case, which changes the offsets after them.
  return written.toLowerCase() === found ? written : found;
}

/**
 * A letter or a digit of the Latin alphabets of style lists, in lower case. V8 takes much longer to compile a class of
 * all letters, and there are dozens of patterns.
 */
const LETTER = '[0-9a-z\\u00df-\\u024f]';

/**
 * A pattern that finds whole words in a plain prompt. `alternatives`: pieces of a regular expression in lower case.
 * Scripts without spaces between words have no whole words, so their patterns are written out.
 */
export const anyWord = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<!${LETTER})(?:${alternatives.join('|')})(?!${LETTER})`);

/** Like `anyWord`, compiled on first use. */
export const words = (...alternatives: readonly string[]): (() => RegExp) => lazy(() => anyWord(...alternatives));

/** The number of matches of a pattern in a text. */
export const matchesIn = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/** The match of the first pattern that has one. */
export function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return undefined;
}

/** The pattern with the flag `g`. */
export const everywhere = ({ source, flags }: RegExp): RegExp => new RegExp(source, `g${flags.replace('g', '')}`);

/** A value for each language, by its code. Created on first use. */
export type ByLanguage<Value> = Readonly<Record<string, () => Value>>;

/** The values for the possible languages of a prompt: English, and the language of its list. */
export const forList = <Value>(known: ByLanguage<Value>, language: string): readonly Value[] =>
  [...new Set(['en', language])].flatMap((each) => (Object.hasOwn(known, each) ? (known[each]?.() ?? []) : []));
