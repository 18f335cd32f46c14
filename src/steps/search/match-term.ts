/** Nothing but printable ASCII, where folding is lower case and nothing else: nearly every phrase. */
const ASCII = /^[ -~]*$/;

/**
 * What two spellings of a term have in common: one Unicode form, no case (`ß` is `ss`), no characters that cannot be
 * seen, one space between words. For comparison alone; it is no text to show.
 */
export const foldTerm = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase().replace(/ {2,}/g, ' ').trim()
    : text
        .normalize('NFKC')
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .toLowerCase()
        .toUpperCase()
        .toLowerCase()
        .normalize('NFKC')
        .replace(/\p{White_Space}+/gu, ' ')
        .trim();

/**
 * How an entry has to do with a term, the closest first: the phrase itself, its translation, words of a longer phrase,
 * letters of one.
 */
export type TermMatch = 'exact' | 'alike' | 'translation' | 'words' | 'part';

/** Which side of an entry may hold the term: that of its language. */
export interface TermSides {
  readonly source: boolean;
  readonly target: boolean;
}

const LETTER_BEFORE = /[\p{L}\p{M}\p{N}]$/u;
const LETTER_AFTER = /^[\p{L}\p{M}\p{N}]/u;

/** True when `part` stands in `whole` with no letter or digit beside it. Both are folded. */
function hasWords(whole: string, part: string): boolean {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    if (!LETTER_BEFORE.test(whole.slice(0, at)) && !LETTER_AFTER.test(whole.slice(at + part.length))) return true;
  }
  return false;
}

/**
 * A function that says how an entry has to do with the term; `undefined`: in no way. The term must not fold to nothing.
 */
export function termMatcher(term: string, sides: TermSides): (source: string, target: string) => TermMatch | undefined {
  const folded = foldTerm(term);
  return (source, target) => {
    if (sides.source && source === term) return 'exact';
    const whole = sides.source ? foldTerm(source) : '';
    if (sides.source && whole === folded) return 'alike';
    if (sides.target && (target === term || foldTerm(target) === folded)) return 'translation';
    if (!sides.source || !whole.includes(folded)) return undefined;
    return hasWords(whole, folded) ? 'words' : 'part';
  };
}
