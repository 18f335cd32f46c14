import { byCodeUnit } from '../../model/order.ts';
import type { Item } from '../items.ts';

/** Least share of words that two texts have in common when one is the other, edited. */
const EDITED_MIN_SHARE = 0.5;
/** What a common label adds to that share: more than all words together. */
const SAME_LABEL = 2;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);

const NO_WORDS: ReadonlySet<string> = new Set();

/** How near two items are: those of one label before those of like texts. */
function rank(left: Item, right: Item, words: ReadonlyMap<Item, ReadonlySet<string>>): number {
  const [one = NO_WORDS, other = NO_WORDS] = [words.get(left), words.get(right)];
  const shared = [...one].filter((word) => other.has(word)).length;
  const size = one.size + other.size;
  const share = left.text === right.text ? 1 : size === 0 ? 0 : (2 * shared) / size;
  return share + (left.label === right.label ? SAME_LABEL : 0);
}

/** Pairs each of the one side with at most one of the other, the nearest first. Of equally near ones the first wins. */
function nearest(left: readonly Item[], right: readonly Item[], minRank = EDITED_MIN_SHARE): ReadonlyMap<Item, Item> {
  const words = new Map<Item, ReadonlySet<string>>([...left, ...right].map((item) => [item, wordsOf(item.text)]));
  const candidates = left.flatMap((one) =>
    right.map((other) => ({ one, other, rank: rank(one, other, words) })).filter(({ rank: found }) => found >= minRank),
  );
  const pairs = new Map<Item, Item>();
  const taken = new Set<Item>();
  for (const { one, other } of candidates.sort((a, b) => b.rank - a.rank)) {
    if (pairs.has(one) || taken.has(other)) continue;
    pairs.set(one, other);
    taken.add(other);
  }
  return pairs;
}

/**
 * The items that are the same on both sides, each with one of the other side; the same item may stand there
 * twice.
 */
function equalPairs(left: readonly Item[], right: readonly Item[]): ReadonlyMap<Item, Item> {
  const free = new Map<string, Item[]>();
  for (const item of right) free.set(item.key, [...(free.get(item.key) ?? []), item]);
  const pairs = new Map<Item, Item>();
  for (const item of left) {
    const other = free.get(item.key)?.shift();
    if (other !== undefined) pairs.set(item, other);
  }
  return pairs;
}

const others = (items: readonly Item[], taken: Iterable<Item>): readonly Item[] => {
  const gone = new Set(taken);
  return items.filter((item) => !gone.has(item));
};

/** Of two that are the same, the one that nothing of the base became comes first. */
const freeFirst = (items: readonly Item[], became: ReadonlyMap<Item, Item>): readonly Item[] => {
  const taken = new Set(became.values());
  return [...others(items, taken), ...items.filter((item) => taken.has(item))];
};

/** One item on its three sides. */
export interface Triple {
  readonly base?: Item;
  readonly ours?: Item;
  readonly theirs?: Item;
}

/**
 * Which item is which on the three sides: equal ones first, then what an item of the base has become on
 * either side, by label and nearest text; then new ones of one label. What both sides have anew and alike is one. The
 * order in which the service lists them decides nothing.
 */
export function triplesOf(base: readonly Item[], ours: readonly Item[], theirs: readonly Item[]): readonly Triple[] {
  const [inOurs, inTheirs] = [equalPairs(base, ours), equalPairs(base, theirs)];
  const [newOurs, newTheirs] = [others(ours, inOurs.values()), others(theirs, inTheirs.values())];
  const becameOurs = nearest(others(base, inOurs.keys()), newOurs);
  const becameTheirs = nearest(others(base, inTheirs.keys()), newTheirs);
  const editedAlike = new Map(
    base.flatMap((item) => {
      const [here, there] = [becameOurs.get(item), becameTheirs.get(item)];
      return here !== undefined && there !== undefined && here.key === there.key ? [[there, here] as const] : [];
    }),
  );
  const alike = equalPairs(
    others(freeFirst(newTheirs, becameTheirs), editedAlike.keys()),
    others(freeFirst(newOurs, becameOurs), editedAlike.values()),
  );
  const settled = new Set([...alike.keys(), ...alike.values()]);
  const lone = (item: Item | undefined): Item | undefined =>
    item === undefined || settled.has(item) ? undefined : item;
  const ofBase = base.map((item): Triple => {
    const [here, there] = [becameOurs.get(item), becameTheirs.get(item)];
    if (here !== undefined && there !== undefined && editedAlike.get(there) === here)
      return { base: item, ours: here, theirs: there };
    const [left, right] = [inOurs.get(item) ?? lone(here), inTheirs.get(item) ?? lone(there)];
    return { base: item, ...(left !== undefined && { ours: left }), ...(right !== undefined && { theirs: right }) };
  });
  const used = new Set(ofBase.flatMap(({ ours: here, theirs: there }) => [here, there]));
  const addedTheirs = newTheirs.filter((item) => !settled.has(item) && !used.has(item));
  const addedOurs = newOurs.filter((item) => !settled.has(item) && !used.has(item));
  const edited = ofBase.flatMap(({ base: was, ours: here, theirs: there }) =>
    was !== undefined && here !== undefined && there === undefined && !inOurs.has(was) ? [here] : [],
  );
  const rivals = nearest([...edited, ...addedOurs], addedTheirs, SAME_LABEL);
  const rivalled = (triple: Triple): Triple => {
    const rival = triple.ours === undefined ? undefined : rivals.get(triple.ours);
    return rival === undefined ? triple : { ...triple, theirs: rival };
  };
  const added = [
    ...addedOurs.map((item) => rivalled({ ours: item })),
    ...others(addedTheirs, rivals.values()).map((item) => ({ theirs: item })),
    ...[...alike].map(([there, here]) => ({ ours: here, theirs: there })),
  ];
  const order = ({ theirs: there }: Triple): string => there?.key ?? '';
  return [...ofBase.map(rivalled), ...added.sort((left, right) => byCodeUnit(order(left), order(right)))];
}
