/** Fixed storage, so that a `Response` takes it as a body. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** Bytes, texts in UTF-8 and single bytes, one after the other. */
export const joinBytes = (...parts: readonly (Uint8Array | string | number)[]): Bytes =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => {
        if (typeof part === 'number') return Uint8Array.of(part);
        return typeof part === 'string' ? utf8(part) : part;
      }),
    ),
  );

/** The lowest `width` bytes of a whole number from 0 to 2^53 - 1, most significant first. */
export function bigEndian(value: number, width: number): Bytes {
  const bytes = new Uint8Array(width);
  for (let at = width - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

/** As `bigEndian`, least significant first. */
export const littleEndian = (value: number, width: number): Bytes => bigEndian(value, width).reverse();
