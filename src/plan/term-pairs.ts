import { grouped } from '../model/grouped.ts';
import { keepValues, valuesAtHand } from '../model/plan/additions.ts';
import type { ChildChange } from '../model/plan/plan.ts';
import { childName } from '../model/resources/address.ts';
import type { ValueChange } from '../model/resources/value.ts';

/** What becomes of the entries of a child. */
export type TermChild = Pick<ChildChange, 'address' | 'values'>;

/** Changes whose terms are listed and counted: those of a plan, of a drift, or of an entry of the ledger. */
export interface TermChanges {
  readonly changes: readonly { readonly children: readonly TermChild[] }[];
}

/** One entry of a plan, and the child that it stands in. */
export interface PlannedTerm {
  readonly value: ValueChange;
  readonly in: TermChild;
}

/** Removed entries of a plan with the added ones that are the same term. Each entry is in one pair at most. */
export interface TermPairs {
  /** The same two phrases, which leave one child and come into another one. */
  readonly moved: ReadonlyMap<ValueChange, PlannedTerm>;
  /** Another source phrase in the same child, for the same translation. */
  readonly renamed: ReadonlyMap<ValueChange, PlannedTerm>;
  /** The other way round: added entries with the removed ones. */
  readonly cameFrom: ReadonlyMap<ValueChange, PlannedTerm>;
}

const UNSEEN = /[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu;

/** Equal for phrases that differ in what is easily overlooked, and for some others. */
const folded = (text: string): string => text.normalize('NFC').replace(UNSEEN, '').toLowerCase();

/** Texts as one key: no phrase holds a NUL, and one that did would only be told apart less well. */
const key = (...texts: readonly string[]): string => texts.join('\0');

const sourceIn = ({ key: [, , source = ''] }: ValueChange): string => source;
const targetIn = ({ from, to }: ValueChange): string => String(from ?? to);

type KeyOf = (term: PlannedTerm) => string;

/** The same two phrases in another child: one of the same languages before any other. */
const MOVED: readonly KeyOf[] = [
  ({ value, in: { address } }) => key(childName(address), sourceIn(value), targetIn(value)),
  ({ value }) => key(sourceIn(value), targetIn(value)),
];

/** One term of a child under another name: alike but for what is easily overlooked, or of the same translation. */
const RENAMED: readonly KeyOf[] = [
  ({ value, in: { address } }) => key(address, folded(sourceIn(value)), folded(targetIn(value))),
  ({ value, in: { address } }) => key(address, targetIn(value)),
];

type Found = ReadonlyMap<PlannedTerm, PlannedTerm>;

/** Removed → added, of the same key: by the first key as many as there are, then by the next. Each entry once. */
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
 * The same changes, of which none has made one term of another: they tell two places apart, and nothing has happened in
 * either. Each of their entries is listed and counted by itself.
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
  // Nothing is made of 240,000 new terms where none goes.
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
