import type { Entry } from '../entries/entries.ts';
import {
  addEntry,
  digestOfSum,
  type EntrySum,
  hashPhrase,
  hashSource,
  newHash,
  newPhraseBuffer,
  newSum,
  writePhrase,
} from '../entries/entry-hash.ts';
import type { Digest } from '../ids.ts';

/** The lanes of a digest of entries, and how many entries it is of. */
const FORM = /^entries:([0-9a-f]{32}):(\d+)$/;

function sumOf(entries: readonly Entry[]): EntrySum {
  const [state, sum] = [newHash(), newSum()];
  let longest = 0;
  for (const [source, target] of entries) longest = Math.max(longest, source.length, target.length);
  const { bytes, view } = newPhraseBuffer(longest);
  for (const [source, target] of entries) {
    hashSource(view, 0, writePhrase(source, bytes), state);
    hashPhrase(view, 0, writePhrase(target, bytes), state);
    addEntry(sum, state);
  }
  return sum;
}

/**
 * The digest of entries after a change, from their digest before it: the digest is a sum, so the entries that stay need
 * not be known. `undefined` when `before` is no digest of entries, or of fewer than are taken away.
 */
export function changedDigest(before: string, removed: readonly Entry[], added: readonly Entry[]): Digest | undefined {
  const [, lanes, count] = FORM.exec(before) ?? [];
  if (lanes === undefined || Number(count) < removed.length) return undefined;
  const [minus, plus] = [sumOf(removed), sumOf(added)];
  const sum = newSum().map(
    (_, lane) => Number.parseInt(lanes.slice(lane * 8, lane * 8 + 8), 16) - (minus[lane] ?? 0) + (plus[lane] ?? 0),
  );
  return digestOfSum(sum, Number(count) - removed.length + added.length);
}
