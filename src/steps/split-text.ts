/**
 * A part of a text: `lead`, what is translated, `trail`. White space at the ends is kept here, since no translation is
 * sure to keep it.
 */
export interface Piece {
  readonly lead: string;
  /** Empty when there is nothing but white space. */
  readonly core: string;
  readonly trail: string;
}

/**
 * Where a text may be parted, the best places first: after lines, after sentences, after white space, between
 * characters.
 */
const PLACES = [/(?<=\n)/u, /(?<=[.!?…]\s|[。！？])/u, /(?<=\s)/u, /(?:)/u];

/** Parts that are small enough, as few cuts at bad places as there can be. A single character is never cut. */
function parts(text: string, fits: (part: string) => boolean, level = 0): readonly string[] {
  const place = PLACES[level];
  if (place === undefined || fits(text)) return [text];
  return text.split(place).flatMap((part) => parts(part, fits, level + 1));
}

function pieceOf(text: string): Piece {
  const core = text.trim();
  const start = text.length - text.trimStart().length;
  return { lead: text.slice(0, start), core, trail: text.slice(start + core.length) };
}

/**
 * A text in as few pieces as fit, at line ends wherever a line fits. All pieces joined are the text, character for
 * character. The size of two parts together must be the sum of theirs. A single character that is too large is a piece
 * all the same.
 */
export function splitText(text: string, size: (part: string) => number, max: number): readonly Piece[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const part of parts(text, (each) => size(each) <= max)) {
    const more = size(part);
    if (used + more > max && piece !== '') {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += part;
    used += more;
  }
  return [...pieces, piece].map(pieceOf);
}
