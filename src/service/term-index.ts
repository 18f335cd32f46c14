/** One term found in a text. Offsets in UTF-16 code units, `end` exclusive; never inside a surrogate pair. */
export interface TermMatch {
  readonly start: number;
  readonly end: number;
  /** The phrase of the dictionary; the text may have its first letter in the other case. */
  readonly source: string;
  /** The phrase to put there, its first letter raised where the text has raised that of the source. */
  readonly target: string;
}

/** The entries of one dictionary, made ready for finding. Making it sorts them all, so keep it while the dictionary stays. */
export interface TermIndex {
  readonly size: number;
  /** Left to right, not overlapping. At most the longest phrase's length × the text's length steps, however hostile both are. */
  readonly find: (text: string) => readonly TermMatch[];
}

const SPACELESS =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\u3000-\\u30FF\\uFF66-\\uFF9F';

/** Letters, digits and marks of scripts that put spaces between words, and what joins inside a word: soft hyphen, (non-)joiners. */
const WORD = new RegExp(`^(?![${SPACELESS}])[\\p{L}\\p{M}\\p{N}_\\u00AD\\u200C\\u200D\\u2060]`, 'u');

/** What belongs to the character before it: か followed by U+3099 is が, and か is not to be found in it. */
const CONTINUES = /^[\p{M}\u200D]/u;

const IS_WORD = 1;
const IS_CONTINUED = 2;
const IS_INSIDE = 4;

/**
 * Finds the phrases of a dictionary in a text. A choice in all of these, since the description says nothing of it:
 * the longest phrase at a place wins, and of two equally long ones the one in the very case of the text;
 * words are found whole where the phrase begins or ends with a letter, digit, mark or underscore. Scripts without spaces
 * have no words to keep whole;
 * case counts, but for the first letter. A source in lower case found in upper case raises the target ("House": "Maison").
 * The other way round nothing is lowered: neither "API" nor a German noun would survive it.
 *
 * A phrase that is given twice keeps its last target. An empty phrase is never found.
 */
export function makeTermIndex(entries: Iterable<readonly [source: string, target: string]>): TermIndex {
  const targets = new Map(entries);
  targets.delete('');
  const sources = [...targets.keys()].sort(); // by code unit
  const ranges = rangesByFirstUnit(sources);
  return {
    size: sources.length,
    find: (text) => {
      const marks = textMarks(text);
      const found: TermMatch[] = [];
      for (let at = 0; at < text.length; ) {
        const source = mayCutAt(marks, at) ? sourceAt({ sources, ranges, text, marks, start: at }) : undefined;
        if (source === undefined) {
          at += 1;
          continue;
        }
        const target = targets.get(source)!;
        const end = at + source.length;
        found.push({ start: at, end, source, target: raises(text, at, source) ? raised(target) : target });
        at = end;
      }
      return found;
    },
  };
}

interface Place {
  /** Sorted by code unit. */
  readonly sources: readonly string[];
  readonly ranges: ReadonlyMap<number, Range>;
  readonly text: string;
  readonly marks: Uint8Array;
  readonly start: number;
}

/** Places in the sorted phrases, both inclusive. */
interface Range {
  readonly low: number;
  readonly high: number;
}

function sourceAt(place: Place): string | undefined {
  const first = characterAt(place.text, place.start);
  const other = otherCase(first);
  const same = longestSource(place, first);
  const cased = other === undefined ? undefined : longestSource(place, other);
  return (cased?.length ?? 0) > (same?.length ?? 0) ? cased : same;
}

/**
 * Walks down the sorted phrases as down a tree: one more code unit of the text, a narrower range of phrases that begin so.
 * `first` is read in place of the text's own character at the start and is as long as that one.
 */
function longestSource({ sources, ranges, text, marks, start }: Place, first: string): string | undefined {
  const range = ranges.get(first.charCodeAt(0));
  if (range === undefined) return undefined;
  let { low, high } = range;
  let longest: string | undefined;
  for (let depth = 1; ; depth += 1) {
    const shortest = sources[low]!;
    if (shortest.length === depth) {
      if (mayCutAt(marks, start + depth)) longest = shortest;
      low += 1;
      if (low > high) return longest;
    }
    if (start + depth >= text.length) return longest;
    const unit = depth < first.length ? first.charCodeAt(depth) : text.charCodeAt(start + depth);
    const least = sources[low]!.charCodeAt(depth);
    const most = sources[high]!.charCodeAt(depth);
    if (unit < least || unit > most) return longest;
    if (least < unit) low = firstFromBelow({ sources, depth, unit, low, high });
    if (sources[low]!.charCodeAt(depth) !== unit) return longest;
    if (unit < most) high = lastFromAbove({ sources, depth, unit, low, high });
  }
}

interface Search extends Range {
  readonly sources: readonly string[];
  readonly depth: number;
  readonly unit: number;
}

/** The first place whose unit at `depth` is at least `unit`; `high` is such a place. Strides double, so that near places are cheap. */
function firstFromBelow({ sources, depth, unit, low, high }: Search): number {
  let below = low; // its unit is less
  let stride = 1;
  while (below + stride < high && sources[below + stride]!.charCodeAt(depth) < unit) {
    below += stride;
    stride *= 2;
  }
  let above = Math.min(below + stride, high);
  while (above - below > 1) {
    const middle = (below + above) >>> 1;
    if (sources[middle]!.charCodeAt(depth) < unit) below = middle;
    else above = middle;
  }
  return above;
}

/** The last place whose unit at `depth` is `unit`; `low` is such a place, `high` is past the last. */
function lastFromAbove({ sources, depth, unit, low, high }: Search): number {
  let above = high; // its unit is greater
  let stride = 1;
  while (above - stride > low && sources[above - stride]!.charCodeAt(depth) > unit) {
    above -= stride;
    stride *= 2;
  }
  let below = Math.max(above - stride, low);
  while (above - below > 1) {
    const middle = (below + above) >>> 1;
    if (sources[middle]!.charCodeAt(depth) > unit) above = middle;
    else below = middle;
  }
  return below;
}

function rangesByFirstUnit(sources: readonly string[]): ReadonlyMap<number, Range> {
  const ranges = new Map<number, Range>();
  for (const [place, source] of sources.entries()) {
    const unit = source.charCodeAt(0);
    ranges.set(unit, { low: ranges.get(unit)?.low ?? place, high: place });
  }
  return ranges;
}

/** What stands at each code unit, once per text: every place is asked about many times. */
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

/** The same letter in the other case, when there is exactly one that leads back and is as long; none for ß, İ, ı, ſ, 中. No locale. */
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

/** With the first letter in upper case, where that is one character: "ßa" stays as it is. No locale: Turkish "i" gives "I". */
function raised(phrase: string): string {
  if (phrase === '') return phrase;
  const first = characterAt(phrase, 0);
  const upper = first.toUpperCase();
  return [...upper].length === 1 ? upper + phrase.slice(first.length) : phrase;
}
