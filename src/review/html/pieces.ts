import { withOddLetters } from '../../lint/letters/odd-letters.ts';
import { codePoint, revealed } from '../format/escape.ts';
import type { LanguageOfText } from '../format/language.ts';
import type { Sentence } from '../format/sentence.ts';
import type { NamedWords } from '../values/change-view.ts';
import { inkOf, sharedStretches } from '../values/word-change.ts';
import { type Markup, markup } from './markup.ts';

/**
 * A text in the form of the page: unchanged and changed pieces alternate. The first piece is unchanged and may be
 * empty.
 */
export type Pieces = readonly string[];

/** Both sides of a change, in pieces. */
export interface ChangedPieces {
  readonly from: Pieces;
  readonly to: Pieces;
}

/**
 * Makes spaces at the ends visible. A letter that looks like another one, by itself or compared with the other side of
 * a change, is followed by its number.
 */
const shown = (text: string, other = ''): string =>
  revealed(withOddLetters(text, other, codePoint)).replace(/^ +|(?<! ) +$/g, (spaces) => '␠'.repeat(spaces.length));

export const piecesOf = (text: string): Pieces => [shown(text)];

/** True if no piece of a text is marked, and none has a replacement for a hidden character. */
export const isPlain = (pieces: Pieces, text: string): boolean => pieces.length === 1 && pieces[0] === text;

/** The words that differ between two texts. If they have no word in common, each is one piece. */
export function changedPieces(from: string, to: string): ChangedPieces {
  if (from === to) return { from: piecesOf(from), to: piecesOf(to) };
  const ink = inkOf(from, to);
  const stretches = sharedStretches(shown(from, to), shown(to, from));
  if (stretches === undefined) return { from: [ink(shown(from, to))], to: [ink(shown(to, from))] };
  const side = (pick: 'from' | 'to'): Pieces => {
    const pieces: string[] = [''];
    for (const stretch of stretches) {
      const isMarked = stretch.kind === 'differs';
      const text = isMarked ? ink(stretch[pick]) : stretch.text;
      if (text === '') continue;
      // Pieces with an odd index are marked.
      if ((pieces.length % 2 === 0) === isMarked) pieces[pieces.length - 1] += text;
      else pieces.push(text);
    }
    return pieces;
  };
  return { from: side('from'), to: side('to') };
}

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
    const style = isSpace ? 'wide' : 'unseen';
    const mark = markup`<span class="${style}" title="${unseenTitle(found, code)}">${found}</span>`;
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

/** A text in pieces, isolated from the direction of the text around it. */
export const piecesMarkup = (pieces: Pieces, mark: 'del' | 'ins' = 'ins', { lang, dir }: LanguageOfText = {}) =>
  markup`<bdi${languageAttributes({ lang, dir: dir ?? 'auto' })}>${pieces.map((piece, index) =>
    index % 2 === 0
      ? markup`${titled(piece)}`
      : mark === 'del'
        ? markup`<del>${titled(piece)}</del>`
        : markup`<ins>${titled(piece)}</ins>`,
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
