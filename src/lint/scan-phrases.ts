import type { Entries } from '../model/entries/entries.ts';
import type { LanguagePair } from '../model/entries/language-pair.ts';
import { isPacked, sourceOf, targetOf } from '../packed/packed-entries.ts';
import { type PackedRows, ROWS_AT_ONCE } from '../packed/packed-rows.ts';
import { foldedHash, foldedPhrase } from './fold-phrase.ts';
import { scriptsOf } from './language-scripts.ts';
import type { DictionaryCounts } from './lint-input.ts';
import { classesOf, classesOfBytes } from './phrase-classes.ts';
import type { Needs } from './rule.ts';

/** The needs of several rules as one. */
interface Wanted {
  readonly source: number;
  readonly target: number;
  /** Each is a set of which a target phrase lacks every one. */
  readonly lacks: readonly number[];
  /** By the first byte of a phrase and its length: 1 where a wanted target phrase has both, in one case or the other. */
  readonly shapes: Uint8Array;
  readonly texts: ReadonlySet<string>;
}

/** Longer phrases are none that a rule wants. */
const SHAPE_MAX_BYTES = 0xff;

const encoder = new TextEncoder();
const scratch = new Uint8Array(3 * SHAPE_MAX_BYTES);

const shapeOf = (firstByte: number, bytes: number): number => (firstByte << 8) | Math.min(bytes, SHAPE_MAX_BYTES);

interface WantedList {
  readonly shapes: readonly number[];
  readonly texts: ReadonlySet<string>;
}

/** What is known of lists of wanted target phrases, which are constants of their rules. */
const knownLists = new WeakMap<readonly string[], WantedList>();

function listOf(texts: readonly string[]): WantedList {
  const known = knownLists.get(texts);
  if (known !== undefined) return known;
  const shapes = texts.flatMap((text) =>
    [text, text.toUpperCase()].map((form) => {
      const { written } = encoder.encodeInto(form, scratch);
      return shapeOf(scratch[0] as number, written);
    }),
  );
  const made = { shapes: [...new Set(shapes)], texts: new Set(texts) };
  knownLists.set(texts, made);
  return made;
}

const NO_SHAPES = new Uint8Array(0);
const NO_TEXTS: ReadonlySet<string> = new Set();

export function wantedOf(needs: readonly Needs[]): Wanted {
  const lists = needs.flatMap(({ targetIs }) => (targetIs === undefined ? [] : [listOf(targetIs)]));
  const shapes = lists.length === 0 ? NO_SHAPES : new Uint8Array(0x10000);
  for (const list of lists) for (const shape of list.shapes) shapes[shape] = 1;
  const [first, ...others] = lists;
  return {
    source: needs.reduce((all, { source = 0 }) => all | source, 0),
    target: needs.reduce((all, { target = 0 }) => all | target, 0),
    lacks: needs.flatMap(({ targetLacks }) => targetLacks ?? []),
    shapes,
    texts: others.length === 0 ? (first?.texts ?? NO_TEXTS) : new Set(lists.flatMap(({ texts }) => [...texts])),
  };
}

/** What is known of a row before strings are made of it: the classes of its phrases. */
interface RowClasses {
  readonly ofSource: number;
  readonly ofTarget: number;
}

/** Whether a rule must look at a row, by the classes of its phrases. */
const isWanted = ({ source, target, lacks }: Wanted, ofSource: number, ofTarget: number): boolean =>
  (ofSource & source) !== 0 || (ofTarget & target) !== 0 || lacks.some((set) => (ofTarget & set) === 0);

/** Whether rules with these needs must look at a row. */
export const wantsRow = (wanted: Wanted, { ofSource, ofTarget }: RowClasses, target: string): boolean =>
  isWanted(wanted, ofSource, ofTarget) || (wanted.texts.size > 0 && wanted.texts.has(target.toLowerCase()));

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

function passPackedRow(pass: Pass, rows: PackedRows, row: number): void {
  const { text, places } = rows;
  const at = row * 4;
  const [from, to] = [places[at] as number, places[at + 1] as number];
  const [targetFrom, targetTo] = [places[at + 2] as number, places[at + 3] as number];
  const ofSource = classesOfBytes(text, from, to);
  const ofTarget = classesOfBytes(text, targetFrom, targetTo);
  countRow(pass, ofSource, ofTarget);
  if (to - from === targetTo - targetFrom && sameBytes(text, from, targetFrom, to - from)) pass.identical += 1;
  const { wanted } = pass;
  if (isWanted(wanted, ofSource, ofTarget))
    pass.visit(sourceOf(rows, row), targetOf(rows, row), { ofSource, ofTarget });
  else if (wanted.shapes[shapeOf(text[targetFrom] as number, targetTo - targetFrom)] === 1) {
    const target = targetOf(rows, row);
    if (wanted.texts.has(target.toLowerCase())) pass.visit(sourceOf(rows, row), target, { ofSource, ofTarget });
  }
}

function passPackedRows(pass: Pass, rows: PackedRows, first: number, end: number): void {
  for (let row = first; row < end; row += 1) passPackedRow(pass, rows, row);
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

/** Source phrases that are the same but for case and width, in the order of the file. */
export function sourcesAlike(entries: Entries): readonly (readonly string[])[] {
  if (!isPacked(entries)) return groupsAlike(Array.from(entries, ([source]) => source));
  const { rows } = entries;
  const hashes = new Int32Array(rows.size);
  for (let row = 0; row < rows.size; row += ROWS_AT_ONCE)
    hashSome(rows, hashes, row, Math.min(row + ROWS_AT_ONCE, rows.size));
  return [...rowsByHash(hashes).values()].flatMap((same) => groupsAlike(same.map((row) => sourceOf(rows, row))));
}
