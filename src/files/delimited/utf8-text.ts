import { isUtf8 } from 'node:buffer';

/** The first byte that is not UTF-8, and its place; `undefined` if all bytes are UTF-8. */
export function notUtf8At(
  bytes: Uint8Array,
): { readonly hex: string; readonly place: { readonly line: number; readonly column: number } } | undefined {
  if (isUtf8(bytes)) return undefined;
  const offset = firstBadByte(bytes);
  const before = new TextDecoder().decode(bytes.subarray(0, offset)).split(/\r\n|\r|\n/);
  return {
    hex: `0x${(bytes[offset] ?? 0).toString(16).padStart(2, '0')}`,
    place: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 },
  };
}

/** True for UTF-8 that may be cut off at its end. */
function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Length of the longest prefix that decodes, found by binary search. A stream accepts a sequence that is cut off at its
 * end, so the result is moved back to the beginning of that sequence.
 */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  while (good > 0 && !isUtf8(bytes.subarray(0, good))) good -= 1;
  return good;
}
