import type { TermIndex } from './term-index.ts';

export interface PseudoTranslateInput {
  /** As the caller gave it, in any case: "de", "PT-BR". */
  readonly targetLang: string;
  /** The terms of the pair's dictionary, when the request names a glossary that has it. */
  readonly terms: TermIndex | undefined;
  /** A short mark of the style list: "Marketing DE v3". */
  readonly style: string | undefined;
  /** Whether the text is markup, whose tags, comments and character references stay as they are. */
  readonly tags: boolean;
}

export interface PseudoTranslation {
  readonly text: string;
  /** Places at which a term was put, not distinct terms. */
  readonly termsApplied: number;
}

/**
 * What stands in for a translation: the text itself behind a mark that says into what, its terms between ‹ and ›. `[DE
 * · Marketing DE v3] the ‹Haus› is big`. All of it is a choice; nobody can take it for a translation, and a test can
 * see which glossary and which style list were used.
 *
 * The mark stands behind white space at the start, and in markup behind the tags at the start, so that a document keeps
 * its root element. What has nothing to translate (only white space, only tags) comes back as it is.
 * Deterministic, and linear in the text but for finding the terms.
 */
export function pseudoTranslate(
  text: string,
  { targetLang, terms, style, tags }: PseudoTranslateInput,
): PseudoTranslation {
  const pieces: readonly Piece[] = tags ? markupPieces(text) : [{ kind: 'text', text }];
  const first = pieces.findIndex((piece) => piece.kind !== 'tag' && piece.text.trimStart() !== '');
  if (first === -1) return { text, termsApplied: 0 };
  const written = tags ? escaped : asItIs;
  const before = pieces.slice(0, first).map((piece) => piece.text);
  const begun = pieces[first]!.text;
  const space = begun.slice(0, begun.length - begun.trimStart().length);
  const parts = [
    ...before,
    space,
    written(`[${targetLang.toUpperCase()}${style === undefined ? '' : ` · ${style}`}] `),
  ];
  let termsApplied = 0;
  for (const [place, piece] of pieces.slice(first).entries()) {
    const rest = place === 0 ? begun.slice(space.length) : piece.text;
    let end = 0;
    for (const match of (piece.kind === 'text' ? terms?.find(rest) : undefined) ?? []) {
      parts.push(rest.slice(end, match.start), `‹${written(match.target)}›`);
      end = match.end;
      termsApplied += 1;
    }
    parts.push(rest.slice(end));
  }
  return { text: parts.join(''), termsApplied };
}

const asItIs = (text: string): string => text;

/** So that a term or a style's name cannot open a tag in the answer. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES.get(character)!);

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

interface Piece {
  readonly kind: 'text' | 'tag' | 'reference';
  readonly text: string;
}

/** The pieces of a text with markup, in order; joined they are the text. */
function markupPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const lastCommentEnd = text.lastIndexOf('-->'); // or each comment without end would search the whole rest
  let textFrom = 0;
  for (let at = 0; at < text.length; ) {
    const found = markupAt(text, at, lastCommentEnd);
    if (found === undefined) {
      at += 1;
      continue;
    }
    if (textFrom < at) pieces.push({ kind: 'text', text: text.slice(textFrom, at) });
    pieces.push(found);
    at += found.text.length;
    textFrom = at;
  }
  if (textFrom < text.length) pieces.push({ kind: 'text', text: text.slice(textFrom) });
  return pieces;
}

function markupAt(text: string, start: number, lastCommentEnd: number): Piece | undefined {
  if (text[start] === '&') {
    const reference = REFERENCE.exec(text.slice(start, start + REFERENCE_MAX_CHARS));
    return reference === null ? undefined : { kind: 'reference', text: reference[0] };
  }
  if (text[start] !== '<') return undefined;
  const isComment = text.startsWith('<!--', start) && start + 4 <= lastCommentEnd;
  const end = isComment ? text.indexOf('-->', start + 4) + 3 : tagEnd(text, start);
  return end === undefined ? undefined : { kind: 'tag', text: text.slice(start, end) };
}

/** `&name;`, `&#123;` or `&#x1F;`. */
const REFERENCE = /^&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#[xX][0-9A-Fa-f]+);/;

const REFERENCE_MAX_CHARS = 33; // "&CounterClockwiseContourIntegral;" is the longest of HTML

/**
 * The end of the tag that begins at `start`, or `undefined` when the `<` is only a sign: "a < b", "<3", "<b" without
 * end. A `>` between quotes ends no tag, unless the quote itself has no end; a `<` outside quotes shows that there was
 * no tag. Linear over a whole text: two scans that come by one place see it outside quotes, in single or in double
 * quotes, each another of the three, and go on differing; so no place is read more than three times.
 */
function tagEnd(text: string, start: number): number | undefined {
  if (!/^[\p{L}_:/!?]/u.test(text.slice(start + 1, start + 3))) return undefined;
  let quote: string | undefined;
  let anyEnd: number | undefined;
  let isBroken = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '>') {
      if (quote === undefined) return at + 1;
      if (!isBroken) anyEnd ??= at + 1;
    } else if (character === '<') {
      if (quote === undefined) return anyEnd;
      isBroken = true;
    } else if (character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) quote = character;
  }
  return anyEnd;
}
