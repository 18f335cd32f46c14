const encoder = new TextEncoder();

/** The bytes of a text that is made in pieces, in one buffer. No piece ends within a character. */
export function bytesOfPieces(pieces: Iterable<string>): Uint8Array<ArrayBuffer> {
  const chunks = Array.from(pieces, (piece) => encoder.encode(piece));
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}
