/** Fixed storage, so that a `Response` takes it as a body. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export const utf8 = (text: string): Bytes => encoder.encode(text);

export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** The lowest `width` bytes of a whole number from 0 to 2^53 - 1, most significant first. */
export function bigEndian(value: number, width: number): Bytes {
  const bytes = new Uint8Array(width);
  for (let at = width - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

/** As `bigEndian`, least significant first. */
export const littleEndian = (value: number, width: number): Bytes => bigEndian(value, width).reverse();
