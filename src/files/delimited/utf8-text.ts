import { isUtf8 } from 'node:buffer';

/** The first byte that is not UTF-8, and where it stands; `undefined` when all are. */
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

/** True for UTF-8 that may be cut at its end. */
function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * The longest prefix that decodes, found by halving. A stream takes a sequence that is cut at its end; then the fault
 * is where the sequence begins.
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
