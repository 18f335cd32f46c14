import type { Entries } from '../model/entries/entries.ts';
import type { LanguagePair } from '../model/entries/language-pair.ts';
import { lazy } from '../model/lazy.ts';
import { isPacked, rowOf, sourceOf, targetOf } from '../packed/packed-entries.ts';
import { type PackedRows, ROWS_AT_ONCE } from '../packed/packed-rows.ts';
import type { RowIndex } from '../packed/row-index.ts';
import { bareFrom, bareNote, bareTo } from './bare-note.ts';
import { foldedHash, foldedPhrase, isFolded } from './fold-phrase.ts';
import { scriptsOf } from './language-scripts.ts';
import type { DictionaryCounts, Phrases } from './lint-input.ts';
import { classesOf, classesOfBytes } from './phrase-classes.ts';
import type { Needs } from './rule.ts';

/** Target phrases that a rule wants. */
interface WantedList {
  readonly texts: ReadonlySet<string>;
  /** By `foldedHash`; made when it is asked for. */
  readonly hashes: () => ReadonlySet<number>;
  /** By bytes: 1 for a length that one of them has, in one case or the other. */
  readonly lengths: Uint8Array;
}

/** The needs of several rules as one. */
interface Wanted {
  readonly source: number;
  readonly target: number;
  /** Each is a set of which a target phrase lacks every one. */
  readonly lacks: readonly number[];
  readonly lists: readonly WantedList[];
}

/** Longer phrases are none that a rule wants. */
const LIST_MAX_BYTES = 0xff;

/** A letter and its other case differ by no more bytes in all phrases that rules want. */
const CASE_BYTES = 4;

const encoder = new TextEncoder();
const scratch = new Uint8Array(3 * LIST_MAX_BYTES);

/** What is known of lists of wanted target phrases, which are constants of their rules. */
const knownLists = new WeakMap<readonly string[], WantedList>();

function listOf(texts: readonly string[]): WantedList {
  const known = knownLists.get(texts);
  if (known !== undefined) return known;
  const lengths = new Uint8Array(LIST_MAX_BYTES + CASE_BYTES + 1);
  for (const text of texts) {
    const { written } = encoder.encodeInto(text, scratch);
    lengths.fill(1, Math.max(0, written - CASE_BYTES), written + CASE_BYTES + 1);
  }
  const hashes = lazy(
    () => new Set(texts.map((text) => foldedHash(scratch, 0, encoder.encodeInto(text, scratch).written))),
  );
  const made = { texts: new Set(texts), hashes, lengths };
  knownLists.set(texts, made);
  return made;
}

export const wantedOf = (needs: readonly Needs[]): Wanted => ({
  source: needs.reduce((all, { source = 0 }) => all | source, 0),
  target: needs.reduce((all, { target = 0 }) => all | target, 0),
  lacks: needs.flatMap(({ targetLacks }) => targetLacks ?? []),
  lists: needs.flatMap(({ targetNotes }) => (targetNotes === undefined ? [] : [listOf(targetNotes)])),
});

/** What is known of a row before strings are made of it: the classes of its phrases. */
interface RowClasses {
  readonly ofSource: number;
  readonly ofTarget: number;
}

/** Whether a rule must look at a row, by the classes of its phrases. */
function isWanted({ source, target, lacks }: Wanted, ofSource: number, ofTarget: number): boolean {
  if ((ofSource & source) !== 0 || (ofTarget & target) !== 0) return true;
  for (const set of lacks) if ((ofTarget & set) === 0) return true;
  return false;
}

/** Whether a target phrase is one of those that are wanted. */
function isListed({ lists }: Wanted, target: string): boolean {
  if (lists.length === 0) return false;
  const lower = target.toLowerCase();
  const bare = bareNote(lower);
  return lists.some(({ texts }) => texts.has(lower) || texts.has(bare));
}

/** Whether rules with these needs must look at a row. */
export const wantsRow = (wanted: Wanted, { ofSource, ofTarget }: RowClasses, target: string): boolean =>
  isWanted(wanted, ofSource, ofTarget) || isListed(wanted, target);

/** Takes the phrases of a row. */
type Visit = (source: string, target: string, classes: RowClasses) => void;

/** What is counted and called while rows are passed over. */
interface Pass {
  readonly wanted: Wanted;
  readonly visit: Visit;
  readonly sourceScripts: number;
  readonly targetScripts: number;
  identical: number;
  swapped: number;
}

function countRow(pass: Pass, ofSource: number, ofTarget: number): void {
  const { sourceScripts, targetScripts } = pass;
  if ((ofSource & targetScripts) !== 0 && (ofSource & sourceScripts) === 0 && (ofTarget & sourceScripts) !== 0)
    if ((ofTarget & targetScripts) === 0) pass.swapped += 1;
}

function sameBytes(bytes: Uint8Array, left: number, right: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (bytes[left + at] !== bytes[right + at]) return false;
  return true;
}

/** Fewer rows are sooner made into strings than the hashes of the lists are made. */
const HASHED_FROM_ROWS = 2000;

const hasHash = ({ lengths, hashes }: WantedList, { text, size }: PackedRows, from: number, to: number): boolean =>
  lengths[to - from] === 1 && (size < HASHED_FROM_ROWS || hashes().has(foldedHash(text, from, to)));

/** Whether the target phrase of a row may be one of those that are wanted. */
function mayBeListed({ lists }: Wanted, rows: PackedRows, from: number, to: number): boolean {
  const { text } = rows;
  for (const list of lists) {
    if (hasHash(list, rows, from, to)) return true;
    const [bareStart, bareEnd] = [bareFrom(text, from), bareTo(text, to)];
    if ((bareStart > from || bareEnd < to) && hasHash(list, rows, bareStart, bareEnd)) return true;
  }
  return false;
}

function passPackedRows(pass: Pass, rows: PackedRows, first: number, end: number): void {
  const { text, places } = rows;
  const { wanted } = pass;
  for (let row = first; row < end; row += 1) {
    const from = places[row * 4] as number;
    const to = places[row * 4 + 1] as number;
    const targetFrom = places[row * 4 + 2] as number;
    const targetTo = places[row * 4 + 3] as number;
    const ofSource = classesOfBytes(text, from, to);
    const ofTarget = classesOfBytes(text, targetFrom, targetTo);
    countRow(pass, ofSource, ofTarget);
    if (to - from === targetTo - targetFrom && sameBytes(text, from, targetFrom, to - from)) pass.identical += 1;
    if (isWanted(wanted, ofSource, ofTarget) || mayBeListed(wanted, rows, targetFrom, targetTo))
      pass.visit(sourceOf(rows, row), targetOf(rows, row), { ofSource, ofTarget });
  }
}

function passStrings(pass: Pass, entries: Entries): void {
  const { wanted, visit } = pass;
  for (const [source, target] of entries) {
    const [ofSource, ofTarget] = [classesOf(source), classesOf(target)];
    countRow(pass, ofSource, ofTarget);
    if (source === target) pass.identical += 1;
    const classes = { ofSource, ofTarget };
    if (wantsRow(wanted, classes, target)) visit(source, target, classes);
  }
}

/** Passes over the phrases of a dictionary once: calls `visit` for the rows that are wanted, and counts. */
export function scanPhrases(entries: Entries, pair: LanguagePair, wanted: Wanted, visit: Visit): DictionaryCounts {
  const [ofSource, ofTarget] = [scriptsOf(pair.source), scriptsOf(pair.target)];
  // Languages that share a script cannot be told apart by it.
  const areApart = (ofSource & ofTarget) === 0;
  const pass: Pass = {
    wanted,
    visit,
    sourceScripts: areApart ? ofSource : 0,
    targetScripts: areApart ? ofTarget : 0,
    identical: 0,
    swapped: 0,
  };
  if (isPacked(entries)) {
    const { rows } = entries;
    for (let row = 0; row < rows.size; row += ROWS_AT_ONCE)
      passPackedRows(pass, rows, row, Math.min(row + ROWS_AT_ONCE, rows.size));
  } else passStrings(pass, entries);
  return { rows: entries.size, identical: pass.identical, swapped: pass.swapped };
}

/** The rows of each hash that comes twice. */
function rowsByHash(hashes: Int32Array): ReadonlyMap<number, readonly number[]> {
  const mask = (1 << Math.ceil(Math.log2(hashes.length * 2 + 2))) - 1;
  const table = new Int32Array(mask + 1);
  const again = new Map<number, number[]>();
  for (let row = 0; row < hashes.length; row += 1) {
    const hash = hashes[row] as number;
    let at = (hash ^ (hash >>> 15)) & mask;
    while (table[at] !== 0 && hashes[(table[at] as number) - 1] !== hash) at = (at + 1) & mask;
    if (table[at] === 0) table[at] = row + 1;
    else {
      const rows = again.get(hash);
      if (rows === undefined) again.set(hash, [(table[at] as number) - 1, row]);
      else rows.push(row);
    }
  }
  return again;
}

function hashSome(rows: PackedRows, hashes: Int32Array, first: number, end: number): void {
  for (let row = first; row < end; row += 1)
    hashes[row] = foldedHash(rows.text, rows.places[row * 4] as number, rows.places[row * 4 + 1] as number);
}

/** The groups of phrases that fold to one, of phrases each of which comes once. */
function groupsAlike(phrases: Iterable<string>): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const phrase of phrases) {
    const folded = foldedPhrase(phrase);
    const group = groups.get(folded);
    if (group === undefined) groups.set(folded, [phrase]);
    else group.push(phrase);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Of some phrases as they fold: 1 by the hash of the last four bytes, where these are ASCII. */
type Ends = Uint8Array;

const endHash = (word: number): number => Math.imul(word, 0x9e3779b1) >>> 16;

function endsOf(phrases: Phrases): Ends {
  const ends = new Uint8Array(1 << 16);
  for (const phrase of phrases) {
    const folded = foldedPhrase(phrase);
    let word = 0;
    for (let at = Math.max(0, folded.length - 4); at < folded.length; at += 1)
      word = (word << 8) | folded.charCodeAt(at);
    ends[endHash(word)] = 1;
  }
  return ends;
}

/** Those of some rows that are not as they fold, and may fold to a phrase with these ends. */
function unfoldedSome(index: RowIndex, found: number[], first: number, end: number, ends?: Ends): void {
  const { view, places } = index;
  for (let row = first; row < end; row += 1) {
    const from = places[row * 4] as number;
    const to = places[row * 4 + 1] as number;
    // In the loop itself: it has most of its turns before V8 would take a function into it.
    if (ends !== undefined && to - from >= 4) {
      const word = view.getInt32(to - 4);
      const capitals = (word + 0x3f3f3f3f) & ~(word + 0x25252525) & 0x80808080;
      if ((word & 0x80808080) === 0 && ends[endHash(word | (capitals >>> 2))] === 0) continue;
    }
    if (!isFolded(index, from, to)) found.push(row);
  }
}

/**
 * Of two phrases that are alike one at least is not as it folds; with more such rows than this share, all are
 * hashed.
 */
const UNFOLDED_SHARE = 0.25;

/** Of more phrases than this share of all, the ends tell hardly a row from another. */
const FEW_SHARE = 0.1;

/** The rows whose source phrase is not as it folds, and may fold to one with these ends; `undefined` for many. */
function unfoldedRows(rows: RowIndex, ends?: Ends): readonly number[] | undefined {
  const found: number[] = [];
  for (let row = 0; row < rows.size && found.length <= rows.size * UNFOLDED_SHARE; row += ROWS_AT_ONCE)
    unfoldedSome(rows, found, row, Math.min(row + ROWS_AT_ONCE, rows.size), ends);
  return found.length > rows.size * UNFOLDED_SHARE ? undefined : found;
}

/** Rows that may be alike: those that are not as they fold, and those that are what they fold to. */
function mayBeAlike(
  rows: PackedRows,
  index: RowIndex | undefined,
  only: Phrases | undefined,
): readonly number[] | undefined {
  const ends = only !== undefined && only.size < rows.size * FEW_SHARE ? endsOf(only) : undefined;
  const unfolded = index === undefined ? undefined : unfoldedRows(index, ends);
  if (index === undefined || unfolded === undefined) return undefined;
  const folded = unfolded.map((row) => rowOf(index, foldedPhrase(sourceOf(rows, row)))).filter((row) => row >= 0);
  return [...new Set([...unfolded, ...folded])].sort((left, right) => left - right);
}

/**
 * Source phrases that are the same but for case and width, in the order of the file. `only`: groups without one of
 * these may be left out.
 */
export function sourcesAlike(entries: Entries, only?: Phrases): readonly (readonly string[])[] {
  return isPacked(entries)
    ? rowsAlike(entries.rows, entries.index, only)
    : groupsAlike(Array.from(entries, ([source]) => source));
}

function rowsAlike(rows: PackedRows, index: RowIndex | undefined, only?: Phrases): readonly (readonly string[])[] {
  const few = mayBeAlike(rows, index, only);
  if (few !== undefined) return groupsAlike(few.map((row) => sourceOf(rows, row)));
  const hashes = new Int32Array(rows.size);
  for (let row = 0; row < rows.size; row += ROWS_AT_ONCE)
    hashSome(rows, hashes, row, Math.min(row + ROWS_AT_ONCE, rows.size));
  return [...rowsByHash(hashes).values()].flatMap((same) => groupsAlike(same.map((row) => sourceOf(rows, row))));
}
