/** The first byte that is not UTF-8, and where it stands; `undefined` when all are. */
export function notUtf8At(
  bytes: Uint8Array,
): { readonly hex: string; readonly place: { readonly line: number; readonly column: number } } | undefined {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return undefined;
  } catch {
    const offset = firstBadByte(bytes);
    const before = new TextDecoder().decode(bytes.subarray(0, offset)).split(/\r\n|\r|\n/);
    return {
      hex: `0x${(bytes[offset] ?? 0).toString(16).padStart(2, '0')}`,
      place: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 },
    };
  }
}

/** The longest prefix that decodes, found by halving: a stream decoder takes an incomplete sequence at the end for granted. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return good;
}
