/** Compares by Unicode code point, for `sort`: unlike by code unit, emoji are after all letters of the first plane. */
export function byCodePoint(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
  if (at === left.length || at === right.length) return left.length - right.length;
  const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate(one) === isSurrogate(other) ? one - other : isSurrogate(one) ? 1 : -1;
}

/** A term as lists are sorted by it: without case, and with its accents composed, the same on every machine. */
export const foldedTerm = (term: string): string => term.normalize('NFC').toLowerCase();
