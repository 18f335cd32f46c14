import type { Entries } from '../model/entries/entries.ts';
import { isPacked, sourceOf } from '../model/packed/packed-entries.ts';

/** What a term hardly has: a mark at the end, as sentences and labels have, a placeholder, or markup. */
const UI_SIGN = /[.!?:…。！？：।؟]["”»)]*$|%[-\d$]*[a-z](?![\p{L}])|\{\w*\}|<\/?[a-z][^<>]*>/iu;

/**
 * The share of source phrases with such a sign that makes a list one of UI strings. Measured: at most 0.3 % in lists of
 * terms and names, at least 5.7 % in message catalogues of programs. Length does not separate the two.
 */
const UI_SHARE = 0.03;

/** In fewer rows, a few abbreviations would decide. */
const ROWS_MIN = 20;

/** So many rows tell as much as all of them do. */
const ROWS_READ = 1000;

/** Source phrases of a dictionary, from all of its parts. */
function someSources(entries: Entries): readonly string[] {
  // An odd step, since lists repeat themselves by even ones.
  const step = Math.floor(entries.size / ROWS_READ) | 1;
  if (!isPacked(entries)) return Array.from(entries, ([source]) => source).filter((_, row) => row % step === 0);
  const { rows } = entries;
  return Array.from({ length: Math.ceil(rows.size / step) }, (_, at) => sourceOf(rows, at * step));
}

/** True for a dictionary that has the strings of a user interface, and no terms. */
export function hasUiStrings(entries: Entries): boolean {
  if (entries.size < ROWS_MIN) return false;
  const sources = someSources(entries);
  return sources.filter((source) => UI_SIGN.test(source)).length >= sources.length * UI_SHARE;
}
