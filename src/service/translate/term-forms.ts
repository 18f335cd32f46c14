import { sortedPhrases, walkPhrases } from '../glossaries/phrase-walk.ts';

/** A phrase that stands in a text in another form. */
export interface FoundForm {
  readonly source: string;
  /** Where its form ends in the text, exclusive. */
  readonly end: number;
}

export interface TermForms {
  /**
   * The longest phrase whose form begins here. `folded`: the text through `foldCase`; `mayCut`: whether a match may end
   * at a place.
   */
  readonly at: (place: {
    readonly text: string;
    readonly folded: string;
    readonly start: number;
    readonly mayCut: (at: number) => boolean;
  }) => FoundForm | undefined;
}

/**
 * What plural and case put behind a word, for languages that mostly put something there: enough to see a term in a
 * sentence, and no grammar. Stems that change are not found, but for the English `y`. A choice.
 */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  de: ['en', 'ern', 'er', 'em', 'es', 'n', 'e', 's'],
  en: ['es', 's'],
  es: ['es', 's'],
  fr: ['s', 'x'],
  nl: ['en', 's'],
  pt: ['es', 's'],
};

/** Letters of a word that takes an ending: "a" and "as" are two words. */
const ENDING_MIN_CHARS = 3;

/**
 * In lower case, letter by letter and as long as before. A letter that has no single lower case which leads back stays:
 * ẞ, İ. No locale.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length && lower.toUpperCase() === letter ? lower : letter;
  }).join('');
}

const ASCII = /^[\0-\x7f]*$/;

/** True when the text has the phrase with some of its lower-case letters raised, and no other difference. */
function raisesOnly(text: string, start: number, phrase: string, length: number): boolean {
  for (let at = 0; at < length; at += 1) {
    const [given, own] = [text[start + at]!, phrase[at]!];
    if (given !== own && foldCase(given) !== own) return false;
  }
  return true;
}

/** Every phrase in the forms that a text may have it in. One index over all of them, as large as the phrases. */
export function makeTermForms(phrases: Iterable<string>, language: string | undefined): TermForms {
  const endings = language === undefined ? [] : (ENDINGS[language] ?? []);
  /** Folded form → the phrases that have it, each with the number of its letters in which case counts. */
  const byForm = new Map<string, { readonly source: string; readonly kept: number; readonly takesEnding: boolean }[]>();
  const add = (form: string, source: string, kept: number, takesEnding: boolean): void => {
    const known = byForm.get(form);
    if (known === undefined) byForm.set(form, [{ source, kept, takesEnding }]);
    else known.push({ source, kept, takesEnding });
  };
  for (const source of phrases) {
    const last = /(?<!\p{L})(\p{L}+)$/u.exec(source)?.[1] ?? '';
    add(foldCase(source), source, source.length, last.length >= ENDING_MIN_CHARS);
    if (language === 'en' && /[^aeiou]y$/.test(source))
      add(foldCase(`${source.slice(0, -1)}ies`), source, source.length - 1, false);
  }
  const sorted = sortedPhrases(byForm.keys());
  return {
    at: ({ text, folded, start, mayCut }) => {
      let longest: FoundForm | undefined;
      const first = String.fromCodePoint(folded.codePointAt(start)!);
      walkPhrases(sorted, { text: folded, start, first }, (form) => {
        const end = start + form.length;
        const ending = mayCut(end)
          ? ''
          : endings.find((each) => folded.startsWith(each, end) && mayCut(end + each.length));
        if (ending === undefined) return;
        const fits = byForm
          .get(form)
          ?.find(
            ({ source, kept, takesEnding }) => (ending === '' || takesEnding) && raisesOnly(text, start, source, kept),
          );
        if (fits !== undefined) longest = { source: fits.source, end: end + ending.length };
      });
      return longest;
    },
  };
}
