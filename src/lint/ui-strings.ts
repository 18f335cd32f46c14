import type { Entries } from '../model/entries/entries.ts';
import { isPacked, sourceOf } from '../packed/packed-entries.ts';

/** What a term hardly has: a mark at the end, as sentences and labels have, a placeholder, or markup. */
const UI_SIGN = /[.!?:…。！？：।؟]["”»)]*$|%[-\d$]*[a-z](?![\p{L}])|\{\w*\}|<\/?[a-z][^<>]*>/iu;

/**
 * Such a part of the source phrases of UI strings has such a sign. Measured: at most 0.3 % in 37 lists of terms and
 * names (TICO-19, countries) and 12 lists of languages, scripts, currencies and file types; at least 5.7 % in the UI
 * strings of 80 programs. Their lengths overlap: names of countries have four words, UI strings two to seven.
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
