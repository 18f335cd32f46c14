import { lazy } from '../../model/lazy.ts';

/** Pairs of quotation marks with what stands between them. A straight apostrophe inside a word opens nothing. */
const quotes = lazy(
  () =>
    /"([^"]*)"|“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»|‹([^‹›]*)›|「([^「」]*)」|『([^『』]*)』|‘([^‘’]*)’|‚([^‚‘’]*)[‘’]|`([^`]*)`|(?<![0-9A-Za-z\u00c0-\u024f])'([^']*)'(?![0-9A-Za-z\u00c0-\u024f])/gu,
);

/** What stands in the place of a quoted text: a word to nobody, and no white space. */
export const QUOTE = '‹›';

/** What a prompt quotes, in its order. */
export const quotedIn = (prompt: string): readonly string[] =>
  Array.from(prompt.matchAll(quotes()), ([, ...groups]) => groups.find((group) => group !== undefined)?.trim() ?? '');

/** A prompt with its quotes emptied: quoted words are what it speaks of, and say nothing to whoever follows it. */
export const unquoted = (prompt: string): string => prompt.replace(quotes(), QUOTE).replaceAll('’', "'");

/**
 * A prompt as patterns read it: without its quotes, in lower case. V8 takes twice as long to compile a pattern for
 * letters in any case, and most of these patterns are used a few times in a run.
 */
export const plainPrompt = (prompt: string): string => unquoted(prompt).toLowerCase();

/** What a pattern found in a plain prompt, as the prompt writes it. */
export function asWritten(prompt: string, { index, 0: found }: RegExpExecArray): string {
  const written = unquoted(prompt).slice(index, index + found.length);
  // A few letters are longer in lower case, and what stands behind them is then somewhere else.
  return written.toLowerCase() === found ? written : found;
}

/**
 * A letter or a digit of the Latin alphabets that style lists have, in lower case. V8 takes far longer to compile a
 * class of all letters, and there are dozens of patterns.
 */
const LETTER = '[0-9a-z\\u00df-\\u024f]';

/**
 * A pattern that finds whole words in a plain prompt. `alternatives`: pieces of a regular expression in lower case.
 * Scripts that put no space between words have no whole ones, so their patterns are written out.
 */
export const anyWord = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<!${LETTER})(?:${alternatives.join('|')})(?!${LETTER})`);

/** The same, made when it is first asked for. */
export const words = (...alternatives: readonly string[]): (() => RegExp) => lazy(() => anyWord(...alternatives));

/** How often a pattern stands in a text. */
export const matchesIn = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/** What the first of several patterns that finds something finds. */
export function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return undefined;
}

/** The same pattern for every place. */
export const everywhere = ({ source, flags }: RegExp): RegExp => new RegExp(source, `g${flags.replace('g', '')}`);

/** What each language says, by its code; made when it is asked for. */
export type ByLanguage<Value> = Readonly<Record<string, () => Value>>;

/** What is known of the languages in which a prompt may be: English, and that of its list. */
export const forList = <Value>(known: ByLanguage<Value>, language: string): readonly Value[] =>
  [...new Set(['en', language])].flatMap((each) => (Object.hasOwn(known, each) ? (known[each]?.() ?? []) : []));
