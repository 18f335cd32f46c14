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
 * A letter or a digit of the Latin alphabets that style lists have. V8 takes a millisecond to compile a class of all
 * letters in any case, and there are dozens of patterns.
 */
const LETTER = '[0-9A-Za-z\\u00c0-\\u024f]';

/**
 * A pattern that finds whole words, in any case. `alternatives`: pieces of a regular expression. Scripts that put no
 * space between words have no whole ones, so their patterns are written out.
 */
export const anyWord = (...alternatives: readonly string[]): RegExp => {
  const source = `(?<!${LETTER})(?:${alternatives.join('|')})(?!${LETTER})`;
  return new RegExp(source, flagsFor(source));
};

/** The flags of a pattern in any case. Without classes of Unicode, V8 compiles it in half the time. */
export const flagsFor = (source: string): string => (source.includes('\\p{') ? 'iu' : 'i');

/** How often a pattern stands in a text. */
export const matchesIn = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/** The same pattern for every place. */
export const everywhere = ({ source, flags }: RegExp): RegExp => new RegExp(source, `g${flags.replace('g', '')}`);

/** What each language says, by its code. */
export type ByLanguage<Value> = Readonly<Record<string, Value>>;

/** What is known of the languages in which a prompt may be: English, and that of its list. */
export const forList = <Value>(known: ByLanguage<Value>, language: string): readonly Value[] =>
  [...new Set(['en', language])].flatMap((each) => (Object.hasOwn(known, each) ? [known[each] as Value] : []));
