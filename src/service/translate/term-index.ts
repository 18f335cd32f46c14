/** Phrases in the order of their code units, which is what a walk needs. */
const sortedPhrases = (phrases: Iterable<string>): readonly string[] => [...phrases].sort();

/**
 * Walks down the sorted phrases as down a tree: one more code unit of the text, a narrower range of phrases that begin
 * so. Every phrase that the text has at `start` is handed to `found`, the shortest first. `first` is read in place of
 * the text's own character at the start and is as long as that one.
 */
function walkPhrases(
  sources: readonly string[],
  { text, start, first }: { readonly text: string; readonly start: number; readonly first: string },
  found: (source: string) => void,
): void {
  let [low, end] = [0, sources.length];
  for (let depth = 0; start + depth < text.length; depth += 1) {
    const unit = depth < first.length ? first.charCodeAt(depth) : text.charCodeAt(start + depth);
    low = firstFrom(low, end, (place) => sources[place]!.charCodeAt(depth) >= unit);
    end = firstFrom(low, end, (place) => sources[place]!.charCodeAt(depth) > unit);
    if (low === end) return;
    const shortest = sources[low]!;
    if (shortest.length === depth + 1) {
      found(shortest);
      low += 1;
    }
  }
}

/**
 * The first position from `low` that fits, else `end`. All positions after one that fits must fit too. Fast for
 * positions near `low`.
 */
function firstFrom(low: number, end: number, fits: (place: number) => boolean): number {
  let [below, stride] = [low - 1, 1];
  while (below + stride < end && !fits(below + stride)) {
    below += stride;
    stride *= 2;
  }
  let above = Math.min(below + stride, end);
  while (above - below > 1) {
    const middle = (below + above) >>> 1;
    if (fits(middle)) above = middle;
    else below = middle;
  }
  return above;
}

/** A phrase that the text contains in another form. */
interface FoundForm {
  readonly source: string;
  /** Where its form ends in the text, exclusive. */
  readonly end: number;
}

interface TermForms {
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
 * Endings of plural and case, for languages that mostly append them: enough to find a term in a sentence, without
 * grammar. Changed stems are not found, except for the English `y`. A choice.
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
function foldCase(text: string): string {
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
    const [textLetter, phraseLetter] = [text[start + at]!, phrase[at]!];
    if (textLetter !== phraseLetter && foldCase(textLetter) !== phraseLetter) return false;
  }
  return true;
}

/** An index of phrases that also finds their inflected forms in a text. It needs as much memory as the phrases. */
function makeTermForms(phrases: Iterable<string>, language: string | undefined): TermForms {
  const endings = language === undefined ? [] : (ENDINGS[language] ?? []);
  /** Folded form → the phrases that have it, each with the number of its letters in which case counts. */
  const byForm = new Map<
    string,
    { readonly source: string; readonly caseLetters: number; readonly takesEnding: boolean }[]
  >();
  const add = (form: string, source: string, caseLetters: number, takesEnding: boolean): void => {
    const known = byForm.get(form);
    if (known === undefined) byForm.set(form, [{ source, caseLetters, takesEnding }]);
    else known.push({ source, caseLetters, takesEnding });
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
            ({ source, caseLetters, takesEnding }) =>
              (ending === '' || takesEnding) && raisesOnly(text, start, source, caseLetters),
          );
        if (fits !== undefined) longest = { source: fits.source, end: end + ending.length };
      });
      return longest;
    },
  };
}

/** One term found in a text. Offsets in UTF-16 code units, `end` exclusive; never inside a surrogate pair. */
export interface TermMatch {
  readonly start: number;
  readonly end: number;
  /** The phrase of the dictionary; the text may have it in another case or with an ending. */
  readonly source: string;
  /** The phrase to put there, its first letter raised where the text has raised that of the source. */
  readonly target: string;
}

/**
 * The entries of one dictionary, made ready for finding. Making it sorts them all, so keep it while the dictionary
 * stays.
 */
export interface TermIndex {
  readonly size: number;
  /**
   * Left to right, not overlapping. At most a few times the longest phrase's length × the text's length steps, however
   * hostile both are.
   */
  readonly find: (text: string) => readonly TermMatch[];
}

const SPACELESS =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}' +
  '\\u3000-\\u30FF\\uFF66-\\uFF9F';

/**
 * Letters, digits and marks of scripts that put spaces between words, and what joins inside a word: soft hyphen,
 * (non-)joiners.
 */
const WORD = new RegExp(`^(?![${SPACELESS}])[\\p{L}\\p{M}\\p{N}_\\u00AD\\u200C\\u200D\\u2060]`, 'u');

/** Characters that belong to the previous one: か followed by U+3099 is が, so か must not be found in it. */
const CONTINUES = /^[\p{M}\u200D]/u;

const IS_WORD = 1;
const IS_CONTINUED = 2;
const IS_INSIDE = 4;

/**
 * Finds the phrases of a dictionary in a text. The description only says that entries are "flexed for grammar", so all
 * of these rules are choices. The longest phrase at a position wins; of two equally long phrases, the one with the
 * exact case of the text. If a phrase begins or ends with a letter, digit, mark or underscore, it must not continue in
 * the text at that end. Scripts without spaces have no words to keep whole. A phrase is also found where the text has
 * upper case ("SIGN IN"), or an ending of the source language after the last word ("Dashboards"). Upper-case letters of
 * a phrase must match, except for the first: "us" is not "US". If a lower-case source is found in upper case, the
 * target gets upper case ("House": "Maison"). Nothing is changed to lower case, because "API" and German nouns would be
 * wrong.
 *
 * If a phrase is given twice, its last target counts. An empty phrase is never found. `language`: the language of the
 * sources; absent: no endings.
 */
export function makeTermIndex(
  entries: Iterable<readonly [source: string, target: string]>,
  language?: string,
): TermIndex {
  const targets = new Map(entries);
  targets.delete('');
  const phrases = sortedPhrases(targets.keys());
  const forms = makeTermForms(targets.keys(), language);
  return {
    size: targets.size,
    find: (text) => {
      const marks = textMarks(text);
      const mayCut = (at: number): boolean => mayCutAt(marks, at);
      const folded = foldCase(text);
      const found: TermMatch[] = [];
      for (let at = 0; at < text.length; ) {
        const match = mayCut(at)
          ? longer(exactAt(phrases, { text, marks, start: at }), forms.at({ text, folded, start: at, mayCut }))
          : undefined;
        if (match === undefined) {
          at += 1;
          continue;
        }
        const { source, end } = match;
        const target = targets.get(source)!;
        found.push({ start: at, end, source, target: raises(text, at, source) ? raised(target) : target });
        at = end;
      }
      return found;
    },
  };
}

function exactAt(phrases: readonly string[], place: Place): FoundForm | undefined {
  const source = sourceAt(phrases, place);
  return source === undefined ? undefined : { source, end: place.start + source.length };
}

/** The longer phrase; of two equally long phrases, the one that the text contains exactly. */
const longer = (exact: FoundForm | undefined, form: FoundForm | undefined): FoundForm | undefined =>
  form !== undefined && form.source.length > (exact?.source.length ?? 0) ? form : exact;

interface Place {
  readonly text: string;
  readonly marks: Uint8Array;
  readonly start: number;
}

function sourceAt(phrases: readonly string[], place: Place): string | undefined {
  const first = characterAt(place.text, place.start);
  const other = otherCase(first);
  const same = longestSource(phrases, place, first);
  const cased = other === undefined ? undefined : longestSource(phrases, place, other);
  return (cased?.length ?? 0) > (same?.length ?? 0) ? cased : same;
}

/** The longest phrase at a position that is not part of a longer word. */
function longestSource(phrases: readonly string[], { text, marks, start }: Place, first: string): string | undefined {
  let longest: string | undefined;
  walkPhrases(phrases, { text, start, first }, (source) => {
    if (mayCutAt(marks, start + source.length)) longest = source;
  });
  return longest;
}

/** The kind of each code unit, computed once per text, because every position is checked many times. */
function textMarks(text: string): Uint8Array {
  const marks = new Uint8Array(text.length);
  let at = 0;
  for (const character of text) {
    const mark = (WORD.test(character) ? IS_WORD : 0) | (CONTINUES.test(character) ? IS_CONTINUED : 0);
    marks[at] = mark;
    if (character.length === 2) marks[at + 1] = mark | IS_INSIDE;
    at += character.length;
  }
  return marks;
}

/** Whether a match may begin or end here: not inside a character, and not with a word character on both sides. */
function mayCutAt(marks: Uint8Array, at: number): boolean {
  if (at === 0 || at >= marks.length) return true;
  return (marks[at]! & (IS_INSIDE | IS_CONTINUED)) === 0 && (marks[at - 1]! & marks[at]! & IS_WORD) === 0;
}

/**
 * The same letter in the other case, if there is exactly one with the same length that converts back; none for ß, İ, ı,
 * ſ, 中. Independent of the locale.
 */
function otherCase(letter: string): string | undefined {
  const upper = letter.toUpperCase();
  const lower = letter.toLowerCase();
  if (upper !== letter && upper.length === letter.length && upper.toLowerCase() === letter) return upper;
  if (lower !== letter && lower.length === letter.length && lower.toUpperCase() === letter) return lower;
  return undefined;
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at)!);

/** Whether the text has the source's first letter in upper case and the source has not. */
function raises(text: string, at: number, source: string): boolean {
  const first = characterAt(text, at);
  return first !== characterAt(source, 0) && first.toLowerCase() !== first;
}

/**
 * With the first letter in upper case, where that is one character: "ßa" stays as it is. No locale: Turkish "i" gives
 * "I".
 */
function raised(phrase: string): string {
  if (phrase === '') return phrase;
  const first = characterAt(phrase, 0);
  const upper = first.toUpperCase();
  return [...upper].length === 1 ? upper + phrase.slice(first.length) : phrase;
}
