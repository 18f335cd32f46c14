import { grouped } from '../model/lists.ts';
import { keepValues, valuesAtHand } from '../model/plan/additions.ts';
import type { ChildChange } from '../model/plan/plan.ts';
import { childName } from '../model/resources/address.ts';
import type { ValueChange } from '../model/resources/resource.ts';

/** A child and the changes of its entries. */
export type TermChild = Pick<ChildChange, 'address' | 'values' | 'inherits'> & { readonly action?: string };

/** Changes whose terms are listed and counted: those of a plan, of a drift, or of an entry of the ledger. */
export interface TermChanges {
  readonly changes: readonly { readonly children: readonly TermChild[] }[];
}

/** One entry of a plan, and the child that contains it. */
export interface PlannedTerm {
  readonly value: ValueChange;
  readonly in: TermChild;
}

/** Removed entries of a plan with the added ones that are the same term. Each entry is in one pair at most. */
export interface TermPairs {
  /** Two equal phrases that are removed from one child and added to another. */
  readonly moved: ReadonlyMap<ValueChange, PlannedTerm>;
  /** Another source phrase in the same child, for the same translation. */
  readonly renamed: ReadonlyMap<ValueChange, PlannedTerm>;
  /** In the other direction: added entries with the removed ones. */
  readonly cameFrom: ReadonlyMap<ValueChange, PlannedTerm>;
}

const UNSEEN = /[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * Makes phrases equal that differ only in white space, invisible characters or case. A few other phrases become equal
 * too.
 */
const folded = (text: string): string => text.normalize('NFC').replace(UNSEEN, '').toLowerCase();

/** Joins texts to one key. Phrases cannot contain NUL. If one did, two keys could be equal. */
const key = (...texts: readonly string[]): string => texts.join('\0');

const sourceIn = ({ key: [, , source = ''] }: ValueChange): string => source;
const targetIn = ({ from, to }: ValueChange): string => String(from ?? to);

type KeyOf = (term: PlannedTerm) => string;

/** Equal phrases in another child. A child with the same languages has priority. */
const MOVED: readonly KeyOf[] = [
  ({ value, in: { address } }) => key(childName(address), sourceIn(value), targetIn(value)),
  ({ value }) => key(sourceIn(value), targetIn(value)),
];

/**
 * A removed and an added term of one child count as a renamed term if they are equal except for case and invisible
 * characters, or if they have the same translation.
 */
const RENAMED: readonly KeyOf[] = [
  ({ value, in: { address } }) => key(address, folded(sourceIn(value)), folded(targetIn(value))),
  ({ value, in: { address } }) => key(address, targetIn(value)),
];

type Found = ReadonlyMap<PlannedTerm, PlannedTerm>;

/**
 * Pairs removed with added terms that have the same key: as many as possible by the first key, then by the next. Each
 * term is in one pair at most.
 */
function matched(removed: readonly PlannedTerm[], added: readonly PlannedTerm[], keys: readonly KeyOf[]): Found {
  const found = new Map<PlannedTerm, PlannedTerm>();
  const taken = new Set<PlannedTerm>();
  if (removed.length === 0 || added.length === 0) return found;
  for (const keyOf of keys) {
    const free = grouped(
      added.filter((term) => !taken.has(term)),
      keyOf,
    );
    const waiting = new Map([...free].map(([name, terms]) => [name, terms.values()]));
    for (const term of removed) {
      const other = found.has(term) ? undefined : waiting.get(keyOf(term))?.next().value;
      if (other === undefined) continue;
      found.set(term, other);
      taken.add(other);
    }
  }
  return found;
}

const byValue = (found: Iterable<readonly [PlannedTerm, PlannedTerm]>): ReadonlyMap<ValueChange, PlannedTerm> =>
  new Map([...found].map(([{ value }, other]) => [value, other]));

const known = new WeakMap<TermChanges['changes'], TermPairs>();
const NO_PAIRS: TermPairs = { moved: new Map(), renamed: new Map(), cameFrom: new Map() };

/**
 * Turns pairing off for these changes, and returns them: they compare two places, so nothing was moved or renamed. Each
 * entry is listed and counted by itself.
 */
export function withoutPairs<Changes extends TermChanges['changes']>(changes: Changes): Changes {
  known.set(changes, NO_PAIRS);
  return changes;
}

/** Which removed and added entries of a plan are one term. Linear in the number of entries, and found once. */
export function termPairs({ changes }: TermChanges): TermPairs {
  const before = known.get(changes);
  if (before !== undefined) return before;
  const without = (
    side: 'from' | 'to',
    valuesIn: (child: TermChild) => readonly ValueChange[],
  ): readonly PlannedTerm[] =>
    changes
      .flatMap(({ children }) => children)
      .flatMap((child) =>
        valuesIn(child).flatMap((value) => (value[side] === undefined ? [{ value, in: child }] : [])),
      );
  const removed = without('to', valuesAtHand);
  // No terms are collected for 240,000 additions if nothing is removed.
  const added = removed.length === 0 ? [] : without('from', keepValues);
  const moved = matched(removed, added, MOVED);
  const came = new Set(moved.values());
  const renamed = matched(
    removed.filter((term) => !moved.has(term)),
    added.filter((term) => !came.has(term)),
    RENAMED,
  );
  const pairs = {
    moved: byValue(moved),
    renamed: byValue(renamed),
    cameFrom: byValue([...moved, ...renamed].map(([gone, come]) => [come, gone])),
  };
  known.set(changes, pairs);
  return pairs;
}
