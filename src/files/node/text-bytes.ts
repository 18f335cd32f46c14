/** Number of characters of a text that are encoded in one step. */
const AT_ONCE = 1 << 16;

/**
 * Joins short pieces, so that every piece except the last has at least the number of characters encoded in one step.
 */
export function* largerPieces(pieces: Iterable<string>): Generator<string, void, undefined> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < AT_ONCE) continue;
    yield waiting.join('');
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join('');
}

/** The bytes of a text that is produced piece by piece. */
export function* textBytes(pieces: Iterable<string>): Generator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for (const piece of largerPieces(pieces)) yield encoder.encode(piece);
}
