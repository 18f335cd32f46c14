import { KINDS } from '../../kinds/registry.ts';
import type { Ledger, LedgerEntry, LedgerVersion } from '../../ledger/ledger.ts';
import { UsageError } from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import { changeOfAddress, changeOfEntries, type LedgerChange, mayNameResource } from '../../plan/diff/diff-ledgers.ts';
import { termPairs } from '../../plan/term-pairs.ts';
import { foldTerm } from '../search/match-term.ts';
import {
  type ChangesWanted,
  type EntryChanges,
  type LedgerIndex,
  type LedgerStep,
  readChanges,
  readIndexes,
} from './ledger-changes.ts';
import { type WriteAhead, writeAheadOf } from './write-ahead.ts';

export interface LoggedEntry extends LedgerEntry {
  /** The requested changes since the previous entry. Absent: no question was given. */
  readonly changes?: readonly LedgerChange[];
  /** The entry was written before the calls of its plan and changes nothing, so it answers no question. */
  readonly intent?: WriteAhead;
}

export interface LedgerLog {
  /** Newest first. */
  readonly entries: readonly LoggedEntry[];
  /** True if the limit left out older entries. They were not searched, so none of them may answer the question. */
  readonly more: boolean;
}

/** The question for a log. An address may be a pattern, or the address of a child resource. */
export type LogQuestion =
  | { readonly kind: 'all' }
  | { readonly kind: 'address'; readonly pattern: string }
  | { readonly kind: 'term'; readonly term: string };

/** `glossary.product`, `glossary.product/en->de`, `style_rules.*`: an address. Anything else: a term. */
export const logQuestion = (text: string | undefined): LogQuestion => {
  if (text === undefined) return { kind: 'all' };
  return KINDS.some(({ prefix }) => text.startsWith(`${prefix}.`)) && /^\w+\.\S/.test(text)
    ? { kind: 'address', pattern: text }
    : { kind: 'term', term: text };
};

/**
 * Number of entries whose indexes are read in one request, and number of entries whose terms are in memory at the same
 * time: a dictionary can have 10 MB.
 */
const INDEXES_AT_ONCE = 64;
const STEPS_AT_ONCE = 8;

/**
 * Number of entries whose texts git compares in one request: few at first, because a term is often found in the newest
 * entries.
 */
const FIRST_COMPARED = 250;
const COMPARED_AT_ONCE = 2500;
const COMPARISONS_AT_ONCE = 2;

/** Each index with the next one, which is the entry before it if all are consecutive. */
const stepsIn = (indexes: readonly LedgerIndex[]): readonly LedgerStep[] =>
  indexes.map((after, place) => ({ after, before: indexes[place + 1] }));

/** The entries of a ledger, newest first, each with its changes. They are read on demand. */
async function* steps(
  ledger: Ledger,
  versions: readonly LedgerEntry[],
  wanted?: ChangesWanted,
): AsyncGenerator<EntryChanges> {
  const indexes: LedgerIndex[] = [];
  for (let start = 0; start < versions.length; start += STEPS_AT_ONCE) {
    const end = start + STEPS_AT_ONCE;
    // One more than the steps: the entry before the last one.
    while (indexes.length < versions.length && indexes.length <= end) {
      const next = versions.slice(indexes.length, indexes.length + INDEXES_AT_ONCE);
      indexes.push(...(await readIndexes(ledger, next)));
    }
    yield* await readChanges(ledger, stepsIn(indexes).slice(start, end), wanted);
  }
}

/** The changes of the entries at some places of a ledger, in ascending order. */
async function changesAt(
  ledger: Ledger,
  versions: readonly LedgerEntry[],
  places: readonly number[],
  wanted: ChangesWanted,
): Promise<ReadonlyMap<LedgerEntry, readonly LedgerChange[]>> {
  // Each entry with the one before it, which follows it in the list.
  const needed = [...new Set(places.flatMap((place) => versions.slice(place, place + 2)))];
  const meant = new Set(places.map((place) => versions[place]));
  const found = stepsIn(await readIndexes(ledger, needed)).filter(({ after }) => meant.has(after.entry));
  const changes = await readChanges(ledger, found, wanted);
  return new Map(changes.map((each) => [each.entry, each.changes]));
}

/** The indexes of the entries from `start` up to `end` that may have added or removed a wanted row. */
async function placesWithRow(
  compare: NonNullable<Ledger['changedLines']>,
  versions: readonly LedgerEntry[],
  [start, end]: readonly [start: number, end: number],
  row: (row: string) => boolean,
): Promise<readonly number[]> {
  // One more: changes are found by comparison with the entry before.
  const page = versions.slice(start, end + 1).map(({ version }) => version);
  const lines = await compare(page);
  return page
    .slice(0, end - start)
    .flatMap((version, at) => ((lines.get(version)?.some(row) ?? true) ? start + at : []));
}

/**
 * The entries that added or removed a wanted row, each with its changes; the others have no changes. The ledger finds
 * them without reading every entry, if it can. Read on demand, like `steps`.
 */
async function* stepsWithRow(
  ledger: Ledger,
  versions: readonly LedgerEntry[],
  row: (row: string) => boolean,
): AsyncGenerator<EntryChanges> {
  const { changedLines } = ledger;
  if (changedLines === undefined) return yield* steps(ledger, versions, { row });
  for (let start = 0; start < versions.length; ) {
    const [size, count] = start === 0 ? [FIRST_COMPARED, 1] : [COMPARED_AT_ONCE, COMPARISONS_AT_ONCE];
    const starts = Array.from({ length: count }, (_, page) => start + page * size);
    const found = await Promise.all(
      starts.map((from) => placesWithRow(changedLines, versions, [from, from + size], row)),
    );
    const places = found.flat();
    const end = start + size * count;
    let known: ReadonlyMap<LedgerEntry, readonly LedgerChange[]> = new Map();
    for (const [offset, entry] of versions.slice(start, end).entries()) {
      if (places[0] === start + offset)
        known = await changesAt(ledger, versions, places.splice(0, STEPS_AT_ONCE), { row });
      yield { entry, changes: known.get(entry) ?? [] };
    }
    start = end;
  }
}

async function logOfAddress(
  ledger: Ledger,
  versions: readonly LedgerEntry[],
  pattern: string,
  limit: number,
): Promise<LedgerLog> {
  const entries: LoggedEntry[] = [];
  let looked = 0;
  for await (const { entry, changes } of steps(ledger, versions, {
    only: (address) => mayNameResource(pattern, address),
  })) {
    looked += 1;
    const meant = changes.flatMap((change) => changeOfAddress(change, pattern) ?? []);
    if (meant.length > 0) entries.push({ ...entry, changes: meant });
    if (entries.length >= limit) break;
  }
  return { entries, more: looked < versions.length };
}

/** The phrases of an entry, before and after the change. */
const phrasesOf = ({ key, from, to }: ValueChange): readonly string[] =>
  [key.at(-1), from, to].filter((side) => typeof side === 'string');

/** The wanted changes of entries. If a term was renamed or moved, both halves of the change are included. */
function changesWith(
  changes: readonly LedgerChange[],
  isWanted: (value: ValueChange) => boolean,
): readonly LedgerChange[] {
  const found = changes.flatMap((change) => changeOfEntries(change, isWanted) ?? []);
  if (found.length === 0) return [];
  const { renamed, moved, cameFrom } = termPairs({ changes });
  const isHalf = (value: ValueChange): boolean =>
    [renamed, moved, cameFrom].some((pairs) => {
      const other = pairs.get(value);
      return other !== undefined && isWanted(other.value);
    });
  return changes.flatMap((change) => changeOfEntries(change, (value) => isWanted(value) || isHalf(value)) ?? []);
}

async function logOfTerm(
  ledger: Ledger,
  versions: readonly LedgerEntry[],
  term: string,
  limit: number,
): Promise<LedgerLog> {
  const folded = foldTerm(term);
  const exact: LoggedEntry[] = [];
  const alike: LoggedEntry[] = [];
  let looked = 0;
  // In a row, quotes in a phrase are doubled. Otherwise a phrase folds in the same way in a row as without one.
  const once = (text: string): string => text.replace(/"+/g, '"');
  const phrase = once(folded);
  const isWanted = (row: string): boolean => once(foldTerm(row)).includes(phrase);
  for await (const { entry, changes } of stepsWithRow(ledger, versions, isWanted)) {
    looked += 1;
    const same = changesWith(changes, (each) => phrasesOf(each).includes(term));
    if (same.length > 0) exact.push({ ...entry, changes: same });
    if (exact.length >= limit) break;
    // Only needed until the exact term is found.
    if (exact.length > 0 || alike.length >= limit) continue;
    const isNear = (each: ValueChange): boolean => phrasesOf(each).some((phrase) => foldTerm(phrase) === folded);
    const near = changesWith(changes, isNear);
    if (near.length > 0) alike.push({ ...entry, changes: near });
  }
  const isExact = exact.length > 0;
  return {
    entries: isExact ? exact : alike,
    more: looked < versions.length || (!isExact && alike.length >= limit),
  };
}

/**
 * The entries of a ledger that answer a question, newest first, at most `limit`. A term is searched exactly, as a
 * source phrase or translation; if it was never there, regardless of case.
 */
export async function readLog(ledger: Ledger, question: LogQuestion, limit: number): Promise<LedgerLog> {
  if (question.kind === 'all') {
    const found = await ledger.entries(limit + 1);
    const entries = found.slice(0, limit).map((entry, place): LoggedEntry => {
      const intent = writeAheadOf(ledger.target.name, entry, found[place - 1]);
      return { ...entry, ...omitUndefined({ intent }) };
    });
    return { entries, more: found.length > limit };
  }
  const versions = await ledger.entries();
  return question.kind === 'address'
    ? logOfAddress(ledger, versions, question.pattern, limit)
    : logOfTerm(ledger, versions, question.term, limit);
}

/** An entry with all its changes. */
export interface ShownEntry {
  readonly entry: LedgerEntry & { readonly intent?: WriteAhead };
  /** The previous version; absent for the first entry. */
  readonly before?: LedgerVersion;
  readonly changes: readonly LedgerChange[];
}

/** Maximum number of entries that an error names. */
const NAMED = 5;

/**
 * The entry of a ledger with a version. `entries`: newest first. `text`: `latest`, a whole version, or a unique
 * beginning. Version numbers of a folder ledger can omit leading zeros.
 */
export function findVersion(entries: readonly LedgerEntry[], text: string): LedgerEntry {
  const [latest] = entries;
  if (latest === undefined)
    throw new UsageError('there is no ledger here: nothing was applied yet, or the ledger was not fetched', {
      code: 'ledger-absent',
    });
  if (text === 'latest') return latest;
  const wanted = text.toLowerCase();
  const exact = entries.find(({ version }) => version === wanted || version.replace(/^0+(?=\d{1,5}$)/, '') === wanted);
  if (exact !== undefined) return exact;
  const found = entries.filter(({ version }) => wanted !== '' && version.startsWith(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined)
    throw new UsageError(`the ledger has no entry ${JSON.stringify(text)}; lexform log lists the entries`);
  const names = found.slice(0, NAMED).map(({ version }) => version);
  throw new UsageError(
    `${found.length} entries of the ledger begin with ${JSON.stringify(text)}: ` +
      `${names.join(', ')}${found.length > NAMED ? ' …' : ''}; name more of the one that is meant`,
  );
}

/** One entry of a ledger with its changes. */
export async function readEntry(ledger: Ledger, text: string): Promise<ShownEntry> {
  const entries = await ledger.entries();
  const entry = findVersion(entries, text);
  const place = entries.indexOf(entry);
  const before = entries[place + 1];
  const found = stepsIn(await readIndexes(ledger, entries.slice(place, place + 2))).slice(0, 1);
  const changes = (await readChanges(ledger, found)).flatMap((each) => each.changes);
  const intent = writeAheadOf(ledger.target.name, entry, entries[place - 1]);
  return {
    entry: { ...entry, ...omitUndefined({ intent }) },
    ...(before !== undefined && { before: before.version }),
    changes,
  };
}
