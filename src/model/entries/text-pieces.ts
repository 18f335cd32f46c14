const encoder = new TextEncoder();

/** The bytes of a text that is made in pieces, none of which ends within a character. It never is one string. */
export function bytesOfPieces(pieces: Iterable<string>): Uint8Array<ArrayBuffer> {
  const all = [...pieces];
  const bytes = new Uint8Array(all.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let at = 0;
  for (const piece of all) at += encoder.encodeInto(piece, bytes.subarray(at)).written;
  return bytes;
}
