const encoder = new TextEncoder();

/** Memory for the bytes of one text after another. */
export interface TextRoom {
  bytes: Uint8Array<ArrayBuffer>;
}

export const newTextRoom = (): TextRoom => ({ bytes: new Uint8Array(1 << 12) });

/** A code unit takes at most so many bytes. */
const UNIT_BYTES = 3;

/**
 * The bytes of a text that is made in pieces, none of which ends within a character. It never is one string. They lie
 * in the room that is given, until that is used again.
 */
export function bytesOfPieces(pieces: Iterable<string>, room = newTextRoom()): Uint8Array<ArrayBuffer> {
  let end = 0;
  for (const piece of pieces) {
    const needed = end + piece.length * UNIT_BYTES;
    if (needed > room.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, room.bytes.length * 2));
      larger.set(room.bytes.subarray(0, end));
      room.bytes = larger;
    }
    end += encoder.encodeInto(piece, room.bytes.subarray(end)).written;
  }
  return room.bytes.subarray(0, end);
}
