import { type Entry, entriesSum } from '../entries/entries.ts';
import { digestOfSum, newSum } from '../entries/entry-hash.ts';
import type { Digest } from '../ids.ts';

/** The lanes of a digest of entries, and how many entries it is of. */
const FORM = /^entries:([0-9a-f]{32}):(\d+)$/;

/**
 * The digest of entries after a change, from their digest before it: the digest is a sum, so the entries that stay need
 * not be known. `undefined` when `before` is no digest of entries, or of fewer than are taken away.
 */
export function changedDigest(before: string, removed: readonly Entry[], added: readonly Entry[]): Digest | undefined {
  const [, lanes, count] = FORM.exec(before) ?? [];
  if (lanes === undefined || Number(count) < removed.length) return undefined;
  const [minus, plus] = [entriesSum(removed), entriesSum(added)];
  const sum = newSum().map(
    (_, lane) => Number.parseInt(lanes.slice(lane * 8, lane * 8 + 8), 16) - (minus[lane] ?? 0) + (plus[lane] ?? 0),
  );
  return digestOfSum(sum, Number(count) - removed.length + added.length);
}
