import { diffArrays } from 'diff';
import type { Colors } from 'picocolors/types.js';
import { looksLike } from '../../lint/letters/odd-letters.ts';
import { codePoint, inPlace } from '../format/escape.ts';
import { legible } from '../format/legible.ts';

/** Above this many characters two texts are shown side by side and not compared word by word. */
const WORD_DIFF_MAX_CHARS = 2000;

/**
 * The parts of a text: a code point that is shown by its number; a Katakana word; a letter of a script that is written
 * without spaces, with its marks; a word; white space; anything else, with its marks. Words of every script stay whole:
 * a letter of Arabic or Devanagari loses its shape when a mark stands beside it.
 */
const tokens = (text: string): string[] =>
  text.match(
    /⟨U\+[0-9A-F]+⟩|[\p{Script=Katakana}ー]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー])[\p{L}\p{N}_]\p{M}*)+|\s+|.\p{M}*/gsu,
  ) ?? [];

/** A phrase that would be misread next to an arrow or a colon, or whose ends matter, is quoted. */
const quoted = (text: string, other?: string): string =>
  /^\s|\s$|→|⇒|: |^"|"$|^$/u.test(text) ? `"${legible(text, other)}"` : legible(text, other);

export const phrase = (text: string): string => inPlace(quoted(text));

/** What is easily overlooked, and what it is called. */
const NATURE_WORDS = {
  case: 'case',
  'white-space': 'white space',
  invisible: 'invisible characters',
  unseen: 'white space and invisible characters',
  form: 'Unicode form',
  'look-alike': 'look-alike letters',
} as const;

/** What two texts differ in and in nothing else. `unseen`: white space and invisible characters, which go together. */
export type Nature = keyof typeof NATURE_WORDS;

/** A byte order mark is none, whatever JavaScript says: it has no width. */
const WHITE_SPACE = /(?!\ufeff)\s/gu;

const INVISIBLE = /(?!(?!\ufeff)\s)[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** What two texts that are not the same differ in, when it is easily overlooked. */
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

/** ` (case only)`; nothing where the difference can be seen. */
export function nature(from: string, to: string): string {
  const found = natureOf(from, to);
  return found === undefined ? '' : ` (${natureWords(found)})`;
}

/** Makes a difference seen that has no ink. */
function inked(text: string, found: Nature | undefined): string {
  if (found === 'white-space' || found === 'unseen')
    return text.replace(/\s/gu, (space) => (space === ' ' ? '␠' : codePoint(space)));
  return found === 'form' ? text.replace(/[^\p{ASCII}⟨⟩⏎⇥]/gu, codePoint) : text;
}

/** What shows an overlooked difference of these two texts, for their stretches or for the whole of them. */
export function inkOf(from: string, to: string): (shown: string) => string {
  const found = natureOf(from, to);
  return (shown) => inked(shown, found);
}

/** A stretch that both texts share, or that stands in one of them in place of what the other one has. */
export type Stretch =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'differs'; readonly from: string; readonly to: string };

/**
 * The word difference of two texts. White space between two differences belongs to them: one marked stretch reads
 * better than three.
 */
function stretches(from: string, to: string): readonly Stretch[] {
  const found: Stretch[] = [];
  const parts = diffArrays(tokens(from), tokens(to)).map((part) => ({ ...part, text: part.value.join('') }));
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
    // What both sides end with is shared after all.
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
 * The word difference of two texts as they are shown. `undefined`: they have no word in common, or are too long to be
 * compared, so that they stand side by side as a whole.
 */
export function sharedStretches(from: string, to: string): readonly Stretch[] | undefined {
  if (from.length + to.length > WORD_DIFF_MAX_CHARS) return undefined;
  const found = stretches(from, to);
  return found.some((stretch) => stretch.kind === 'same' && stretch.text.trim() !== '') ? found : undefined;
}

/**
 * Both texts with the words that differ marked by colour. The visible texts are compared, not the texts themselves: so
 * nothing that was broken apart comes together again where a stretch is left out or marked.
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
 * `old → new`, with the words that differ marked: by colour where there is colour, else with brackets where only part
 * of it differs.
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
  // The bracket of a mark behind two number signs would look like a command of a CI system.
  return inPlace(found.map(marked).join('').replaceAll('##[', '# #['));
}
