import { withOddLetters } from '../../lint/letters/odd-letters.ts';
import { codePoint, revealed } from '../format/escape.ts';
import type { LanguageOfText } from '../format/language.ts';
import type { Sentence } from '../format/sentence.ts';
import type { NamedWords } from '../values/change-view.ts';
import { inkOf, letterStretches, type Stretch, sharedStretches } from '../values/word-change.ts';
import { type Markup, markup } from './markup.ts';

/** A changed piece: a text, or a word in parts, in which shared and changed letters alternate in the same way. */
type Piece = string | readonly string[];

/**
 * A text in the form of the page: unchanged and changed pieces alternate. The first piece is unchanged and may be
 * empty.
 */
export type Pieces = readonly Piece[];

/** Both sides of a change, in pieces. */
export interface ChangedPieces {
  readonly from: Pieces;
  readonly to: Pieces;
}

/** Our replacements for white space, and how the page draws them: the style sheet has a class for each. */
export const DRAWN: Readonly<Record<string, readonly [style: string, text: string]>> = {
  '␠': ['space', ' '],
  '⏎': ['line-end', '\n'],
  '⇥': ['tab', '\t'],
};

/**
 * Replaces spaces at the ends, tabs and line ends. A letter that looks like another one, by itself or compared with the
 * other side of a change, is followed by its number. A replacement that is in the text itself is shown by its number.
 */
const shown = (text: string, other = ''): string =>
  revealed(withOddLetters(text, other, codePoint).replace(/[␠⏎⇥]/g, codePoint)).replace(/^ +|(?<! ) +$/g, (spaces) =>
    '␠'.repeat(spaces.length),
  );

export const piecesOf = (text: string): Pieces => [shown(text)];

/** True if no piece of a text is marked, and none has a replacement for a hidden character. */
export const isPlain = (pieces: Pieces, text: string): boolean => pieces.length === 1 && pieces[0] === text;

/** One side of a difference in pieces. `changed`: makes a piece of a part that differs. */
function sideOf<Made extends Piece>(
  stretches: readonly Stretch[],
  pick: 'from' | 'to',
  changed: (stretch: Stretch & { readonly kind: 'differs' }) => Made,
): readonly (string | Made)[] {
  const pieces: (string | Made)[] = [''];
  for (const stretch of stretches) {
    const text = stretch.kind === 'differs' ? stretch[pick] : stretch.text;
    if (text === '') continue;
    // Pieces with an odd index are marked.
    if (stretch.kind === 'differs') pieces.push(...(pieces.length % 2 === 0 ? [''] : []), changed(stretch));
    else if (pieces.length % 2 === 0) pieces.push(text);
    else pieces[pieces.length - 1] += text;
  }
  return pieces;
}

/**
 * The words that differ between two texts, and in them the letters. Texts without a shared word are one piece each, or
 * one word in parts if they have letters in common.
 */
export function changedPieces(from: string, to: string): ChangedPieces {
  if (from === to) return { from: piecesOf(from), to: piecesOf(to) };
  const ink = inkOf(from, to);
  const [before, after] = [shown(from, to), shown(to, from)];
  const words = sharedStretches(before, after)?.map((stretch) =>
    stretch.kind === 'same' ? stretch : { ...stretch, from: ink(stretch.from), to: ink(stretch.to) },
  );
  const [wholeFrom, wholeTo] = [ink(before), ink(after)];
  const stretches = words ?? [{ kind: 'differs', from: wholeFrom, to: wholeTo } as const];
  const inLetters = new Map(stretches.map((stretch) => [stretch, lettersOf(stretch)]));
  if (words === undefined && inLetters.get(stretches[0] as Stretch) === undefined)
    return { from: [wholeFrom], to: [wholeTo] };
  const side = (pick: 'from' | 'to'): Pieces =>
    sideOf<Piece>(stretches, pick, (stretch) => {
      const found = inLetters.get(stretch);
      return found === undefined ? stretch[pick] : sideOf(found, pick, (letter) => letter[pick]);
    });
  return { from: side('from'), to: side('to') };
}

/** The letter difference of a part that differs and is on both sides. */
const lettersOf = (stretch: Stretch): readonly Stretch[] | undefined =>
  stretch.kind === 'differs' && stretch.from !== '' && stretch.to !== ''
    ? letterStretches(stretch.from, stretch.to)
    : undefined;

/** Like `changedPieces`, for a text that may exist on one side only; the other side has no pieces. */
export const sidePieces = (from: string | undefined, to: string | undefined): ChangedPieces =>
  from === undefined || to === undefined
    ? { from: piecesOf(from ?? ''), to: piecesOf(to ?? '') }
    : changedPieces(from, to);

/** The names of invisible characters, in the order of their code points. */
export const UNSEEN_NAMES: Readonly<Record<string, string>> = {
  '00A0': 'no-break space',
  '00AD': 'soft hyphen',
  '034F': 'combining grapheme joiner',
  '061C': 'Arabic letter mark',
  '200B': 'zero width space',
  '200C': 'zero width non-joiner',
  '200D': 'zero width joiner',
  '200E': 'left-to-right mark',
  '200F': 'right-to-left mark',
  '202A': 'left-to-right embedding',
  '202B': 'right-to-left embedding',
  '202C': 'end of directional formatting',
  '202D': 'left-to-right override',
  '202E': 'right-to-left override',
  '202F': 'narrow no-break space',
  '2060': 'word joiner',
  '2066': 'left-to-right isolate',
  '2067': 'right-to-left isolate',
  '2068': 'first strong isolate',
  '2069': 'end of isolate',
  '21E5': 'symbol for a tab',
  '23CE': 'symbol for a line end',
  '2420': 'symbol for a space',
  '3000': 'ideographic space',
  FE0F: 'emoji variation selector',
  FEFF: 'byte order mark',
  '⏎': 'line end',
  '⇥': 'tab',
  '␠': 'space',
};

/**
 * The replacements made by `shown`, and spaces that look like others. The script of the page splits texts by the same
 * expression.
 */
export const UNSEEN_PATTERN = '⟨U\\+([0-9A-F]{4,6})⟩|[⏎⇥␠\\u00a0\\u202f\\u3000]';

/** Visible characters that `shown` marks with their number. The script of the page has the same expression. */
export const SEEN_PATTERN = '(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}]';

/** The name for such a character: a letter that looks like another one, or an accent by itself. */
export const SEEN_NAME = 'letter or accent';

/** The title for a replacement: `zero width space, U+200B`. */
function unseenTitle(found: string, number: string | undefined): string {
  const name = Object.hasOwn(UNSEEN_NAMES, number ?? found) ? UNSEEN_NAMES[number ?? found] : undefined;
  if (number === undefined) return name ?? '';
  const isSeen = new RegExp(SEEN_PATTERN, 'u').test(String.fromCodePoint(Number.parseInt(number, 16)));
  return `${name ?? (isSeen ? SEEN_NAME : 'character that cannot be seen')}, U+${number}`;
}

/** Text with a title on each replacement. */
function titled(text: string): readonly Markup[] {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(UNSEEN_PATTERN, 'gu'))) {
    const [found, number] = match;
    const isSpace = /[\u00a0\u202f\u3000]/.test(found);
    const code = isSpace ? found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') : number;
    const [drawn, inside] = DRAWN[found] ?? ['', found];
    const style = isSpace ? 'wide' : drawn === '' ? 'unseen' : `unseen ${drawn}`;
    const mark = markup`<span class="${style}" title="${unseenTitle(found, code)}">${inside}</span>`;
    parts.push(markup`${text.slice(end, match.index)}`, mark);
    end = match.index + found.length;
  }
  return [...parts, markup`${text.slice(end)}`];
}

/** The attributes of a cell whose text is in a language. */
export const languageAttributes = ({
  lang,
  dir,
}: {
  readonly lang?: string | undefined;
  readonly dir?: string;
}): Markup => markup`${lang !== undefined && markup` lang="${lang}"`}${dir !== undefined && markup` dir="${dir}"`}`;

function changedMarkup(piece: Piece, mark: 'del' | 'ins'): Markup {
  const isWord = typeof piece !== 'string';
  const inside = isWord
    ? piece.map((part, index) => (index % 2 === 0 ? markup`${titled(part)}` : markup`<mark>${titled(part)}</mark>`))
    : titled(piece);
  const style = isWord && markup` class="word"`;
  return mark === 'del' ? markup`<del${style}>${inside}</del>` : markup`<ins${style}>${inside}</ins>`;
}

/** A text in pieces, isolated from the direction of the text around it. */
export const piecesMarkup = (pieces: Pieces, mark: 'del' | 'ins' = 'ins', { lang, dir }: LanguageOfText = {}) =>
  markup`<bdi${languageAttributes({ lang, dir: dir ?? 'auto' })}>${pieces.map((piece, index) =>
    index % 2 === 0 && typeof piece === 'string' ? markup`${titled(piece)}` : changedMarkup(piece, mark),
  )}</bdi>`;

/** Text of a user or of the service. */
export const textMarkup = (raw: string, language?: LanguageOfText): Markup =>
  piecesMarkup(piecesOf(raw), 'ins', language);

/** Our own words, and text of others. */
export const sentenceMarkup = (sentence: Sentence): Markup =>
  markup`${sentence.map((token) => {
    if (typeof token === 'string') return markup`${token}`;
    return 'theirs' in token ? textMarkup(token.theirs) : textMarkup(token.command);
  })}`;

/** Our own words, and the name of a target. */
export const namedMarkup = ({ words, name }: NamedWords): Markup =>
  markup`${words}${name !== undefined && markup` ${textMarkup(name)}`}`;

/** `old → new` with marked differences. */
export function changeMarkup(from: string, to: string): Markup {
  const pieces = changedPieces(from, to);
  return markup`<span class="was"><span class="sr">before: </span>${piecesMarkup(pieces.from, 'del')}</span>
<span class="arrow" aria-hidden="true">→</span>
<span class="now"><span class="sr">after: </span>${piecesMarkup(pieces.to, 'ins')}</span>`;
}
