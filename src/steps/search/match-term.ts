/** Only printable ASCII, which is the usual case: there, folding is only lower case. */
const ASCII = /^[ -~]*$/;

/**
 * The common form of different spellings of a term: one Unicode form, no case (`ß` is `ss`), no invisible characters,
 * one space between words. Only for comparison, not for output.
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
 * The relation of an entry to the term, the closest first: the phrase itself, its translation, words of a longer
 * phrase, letters of one.
 */
export type TermMatch = 'exact' | 'alike' | 'translation' | 'words' | 'part';

/** The sides of an entry that may contain the term, by its language. */
export interface TermSides {
  readonly source: boolean;
  readonly target: boolean;
}

const LETTER_BEFORE = /[\p{L}\p{M}\p{N}]$/u;
const LETTER_AFTER = /^[\p{L}\p{M}\p{N}]/u;

/** True if `text` contains `part` without an adjacent letter or digit. Both are folded. */
function hasWords(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (!LETTER_BEFORE.test(text.slice(0, at)) && !LETTER_AFTER.test(text.slice(at + part.length))) return true;
  }
  return false;
}

/**
 * Returns a function that finds the relation of an entry to the term; `undefined`: unrelated. The folded term must not
 * be empty.
 */
export function termMatcher(term: string, sides: TermSides): (source: string, target: string) => TermMatch | undefined {
  const folded = foldTerm(term);
  return (source, target) => {
    if (sides.source && source === term) return 'exact';
    const foldedSource = sides.source ? foldTerm(source) : '';
    if (foldedSource === folded) return 'alike';
    if (sides.target && foldTerm(target) === folded) return 'translation';
    if (!foldedSource.includes(folded)) return undefined;
    return hasWords(foldedSource, folded) ? 'words' : 'part';
  };
}
