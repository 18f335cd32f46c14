import { diffArrays } from 'diff';
import type { Colors } from 'picocolors/types.js';
import { looksLike } from '../../lint/letters/odd-letters.ts';
import { codePoint, inPlace } from '../format/escape.ts';
import { legible } from '../format/legible.ts';

/**
 * Maximum number of characters of two texts that are compared word by word; longer ones are shown next to each other.
 */
const WORD_DIFF_MAX_CHARS = 2000;

/**
 * Splits a text into: a code point that is shown as a number; a Katakana word; a letter of a script without spaces,
 * with its marks; a word; white space; any other character, with its marks. Words of every script stay whole, because a
 * letter of Arabic or Devanagari loses its shape next to a mark.
 */
const tokens = (text: string): string[] =>
  text.match(
    /⟨U\+[0-9A-F]+⟩|[\p{Script=Katakana}ー]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー])[\p{L}\p{N}_]\p{M}*)+|\s+|.\p{M}*/gsu,
  ) ?? [];

/** Quotes a phrase that could be misread next to an arrow or a colon, or that begins or ends with white space. */
const quoted = (text: string, other?: string): string =>
  /^\s|\s$|→|⇒|: |^"|"$|^$/u.test(text) ? `"${legible(text, other)}"` : legible(text, other);

export const phrase = (text: string): string => inPlace(quoted(text));

/** The differences that are hard to see, with their names. */
const NATURE_WORDS = {
  case: 'case',
  'white-space': 'white space',
  invisible: 'invisible characters',
  unseen: 'white space and invisible characters',
  form: 'Unicode form',
  'look-alike': 'look-alike letters',
} as const;

/** The only difference between two texts. `unseen`: both white space and invisible characters. */
export type Nature = keyof typeof NATURE_WORDS;

/** A byte order mark does not count as white space, although it does in JavaScript: it has no width. */
const WHITE_SPACE = /(?!\ufeff)\s/gu;

const INVISIBLE = /(?!(?!\ufeff)\s)[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** The difference between two unequal texts, if it is hard to see. */
export function natureOf(from: string, to: string): Nature | undefined {
  if (from.normalize('NFC') === to.normalize('NFC')) return 'form';
  if (from.toLowerCase() === to.toLowerCase()) return 'case';
  const [seenFrom, seenTo] = [from.replace(INVISIBLE, ''), to.replace(INVISIBLE, '')];
  if (seenFrom === seenTo) return 'invisible';
  if (seenFrom.replace(WHITE_SPACE, '') === seenTo.replace(WHITE_SPACE, ''))
    return from.replace(WHITE_SPACE, '') === to.replace(WHITE_SPACE, '') ? 'white-space' : 'unseen';
  return looksLike(from, to) ? 'look-alike' : undefined;
}

export const NATURES = Object.keys(NATURE_WORDS) as readonly Nature[];

/** `case only`. */
export const natureWords = (nature: Nature): string => `${NATURE_WORDS[nature]} only`;

/** ` (case only)`; empty if the difference is visible. */
export function nature(from: string, to: string): string {
  const found = natureOf(from, to);
  return found === undefined ? '' : ` (${natureWords(found)})`;
}

/** Makes an invisible difference visible. */
function inked(text: string, found: Nature | undefined): string {
  if (found === 'white-space' || found === 'unseen')
    return text.replace(/\s/gu, (space) => (space === ' ' ? '␠' : codePoint(space)));
  return found === 'form' ? text.replace(/[^\p{ASCII}⟨⟩⏎⇥]/gu, codePoint) : text;
}

/**
 * Makes the function that makes a hidden difference of these two texts visible, in parts of them or in the whole texts.
 */
export function inkOf(from: string, to: string): (shown: string) => string {
  const found = natureOf(from, to);
  return (shown) => inked(shown, found);
}

/** A part that both texts share, or that differs between them. */
export type Stretch =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'differs'; readonly from: string; readonly to: string };

/**
 * The word difference of two texts. White space between two differences is included in them: one marked part is easier
 * to read than three.
 */
function stretches(from: string, to: string, split = tokens): readonly Stretch[] {
  const found: Stretch[] = [];
  const parts = diffArrays(split(from), split(to)).map((part) => ({ ...part, text: part.value.join('') }));
  for (const [index, { added, removed, text }] of parts.entries()) {
    const last = found.at(-1);
    const isChange = added || removed;
    const inside = last?.kind === 'differs' && (isChange || (text.trim() === '' && index + 1 < parts.length));
    if (!inside)
      found.push(
        isChange ? { kind: 'differs', from: removed ? text : '', to: added ? text : '' } : { kind: 'same', text },
      );
    else
      found[found.length - 1] = {
        kind: 'differs',
        from: last.from + (added ? '' : text),
        to: last.to + (removed ? '' : text),
      };
  }
  return found.flatMap((stretch): readonly Stretch[] => {
    if (stretch.kind === 'same') return [stretch];
    // The common end of both sides is shared.
    const tail = /(?<!\s)\s*$/u.exec(stretch.from)?.[0] ?? '';
    const shared = tail !== '' && stretch.to.endsWith(tail) ? tail : '';
    const cut = (text: string): string => text.slice(0, text.length - shared.length);
    return [
      { kind: 'differs', from: cut(stretch.from), to: cut(stretch.to) },
      ...(shared === '' ? [] : [{ kind: 'same', text: shared } as const]),
    ];
  });
}

/**
 * The word difference of two texts in the form in which they are shown. `undefined`: they have no word in common, or
 * are too long to compare, so they are shown as a whole.
 */
export function sharedStretches(from: string, to: string): readonly Stretch[] | undefined {
  if (from.length + to.length > WORD_DIFF_MAX_CHARS) return undefined;
  const found = stretches(from, to);
  return found.some((stretch) => stretch.kind === 'same' && stretch.text.trim() !== '') ? found : undefined;
}

/**
 * The letters of a text, each with its marks. A code point that is shown by its number is one letter, and so is an
 * Arabic lam with the alef after it, which fonts draw as one.
 */
const letters = (text: string): string[] =>
  text.match(/⟨U\+[0-9A-F]+⟩|\p{RI}{2}|\u0644\p{M}*[\u0622\u0623\u0625\u0627]\p{M}*|.\p{M}*/gsu) ?? [];

const lettersIn = (text: string): number => letters(text).length;

/** Joins two differences if fewer letters are between them than in each: such letters are shared by chance. */
function withoutChance(found: readonly Stretch[]): readonly Stretch[] {
  const size = (stretch: Stretch & { readonly kind: 'differs' }): number =>
    Math.max(lettersIn(stretch.from), lettersIn(stretch.to));
  const joined: Stretch[] = [];
  for (const stretch of found) {
    const [before, shared] = joined.slice(-2);
    const isJoined =
      stretch.kind === 'differs' &&
      before?.kind === 'differs' &&
      shared?.kind === 'same' &&
      lettersIn(shared.text) <= Math.min(size(before), size(stretch));
    if (!isJoined) joined.push(stretch);
    else {
      const [from, to] = [before.from + shared.text + stretch.from, before.to + shared.text + stretch.to];
      joined.splice(-2, 2, { kind: 'differs', from, to });
    }
  }
  return joined;
}

/** Texts with a smaller part of letters in common differ as a whole. */
const LETTERS_MIN_SHARE = 0.4;

/** The letter difference of two words. `undefined`: they have too few letters in common, or are too long to compare. */
export function letterStretches(from: string, to: string): readonly Stretch[] | undefined {
  if (from.length + to.length > WORD_DIFF_MAX_CHARS) return undefined;
  const found = withoutChance(stretches(from, to, letters));
  const shared = found.reduce((sum, stretch) => sum + (stretch.kind === 'same' ? lettersIn(stretch.text) : 0), 0);
  return shared < LETTERS_MIN_SHARE * Math.max(lettersIn(from), lettersIn(to)) ? undefined : found;
}

/**
 * Both texts with the differing words marked by colour. The escaped texts are compared, so that commands which were
 * broken up cannot be joined again when a part is left out or marked.
 */
export function changedSides(from: string, to: string, colors: Colors): readonly [from: string, to: string] {
  const ink = inkOf(from, to);
  const found = sharedStretches(legible(from, to), legible(to, from));
  if (found === undefined)
    return [colors.red(inPlace(ink(quoted(from, to)))), colors.green(inPlace(ink(quoted(to, from))))];
  const side = (pick: 'from' | 'to', mark: (text: string) => string): string =>
    inPlace(
      found.map((each) => (each.kind === 'same' ? each.text : each[pick] === '' ? '' : mark(ink(each[pick])))).join(''),
    );
  return [
    side('from', (text) => colors.red(colors.underline(text))),
    side('to', (text) => colors.green(colors.underline(text))),
  ];
}

/**
 * `old → new`, with the differing words marked: by colour if possible, otherwise with brackets if only a part differs.
 */
export function wordChange(from: string, to: string, colors: Colors): string {
  const ink = inkOf(from, to);
  const found = sharedStretches(legible(from, to), legible(to, from));
  if (found === undefined || colors.isColorSupported) return changedSides(from, to, colors).join(' → ');
  const marked = (stretch: Stretch): string => {
    if (stretch.kind === 'same') return stretch.text;
    const gone = stretch.from === '' ? '' : `[-${ink(stretch.from)}-]`;
    return `${gone}${stretch.to === '' ? '' : `{+${ink(stretch.to)}+}`}`;
  };
  // The bracket of a mark after two number signs would look like a command of a CI system.
  return inPlace(found.map(marked).join('').replaceAll('##[', '# #['));
}
