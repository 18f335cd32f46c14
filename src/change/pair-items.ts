import type { SourceRef } from '../model/finding.ts';
import { byCodeUnit } from '../model/lists.ts';
import { valueChange } from '../model/plan/plan.ts';
import type { LiveResource, RecordValue, ValueChange } from '../model/resources/resource.ts';

/**
 * The label, the text and all other fields of a value without a key. Two values are the same if all of these are equal.
 */
export type ItemNames = readonly [label: string, text: string, ...others: readonly string[]];

/** The values of a resource that have no key, such as the instructions of a style list. */
export interface Items<Content, Live extends LiveResource = LiveResource, Item extends RecordValue = RecordValue> {
  /** The part of their keys. The second member of a key is an index, or an id of the service. */
  readonly part: string;
  of(content: Content): readonly Item[];
  /** The ids that the service gave to the values of a live resource, in their order. */
  idsOf(live: Live): readonly string[];
  names(item: Item, content: Content): ItemNames;
  /** A value as the files would write it. `inFiles`: the item that it replaces there. Default: unchanged. */
  asWritten?(item: Item, content: Content, inFiles: Item | undefined): Item;
}

/** A value of one side that has no key. */
export interface Item<Of extends RecordValue = RecordValue> {
  /** Two items with the same `key` are equal for the service. */
  readonly key: string;
  readonly names: readonly string[];
  readonly content: Of;
  /** The label. It need not be unique. */
  readonly label: string;
  readonly text: string;
  /** Index on its own side. */
  readonly index: number;
  readonly id?: string;
}

/** Minimum share of common words for one text to count as an edited version of another. */
export const EDITED_MIN_RANK = 0.5;
/** Added to that share for a common label: more than the share can be. */
export const SAME_LABEL_RANK = 2;

/** Splits a run of letters into parts, alternately in other scripts and in scripts without spaces. */
const spaceless = (run: string): readonly string[] =>
  run.split(/([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+)/u);

/** Each letter with the next one. A single letter stays as it is. */
function pairsOf(run: string): readonly string[] {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** The words of a text. In scripts without spaces, pairs of letters are used instead. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
      .flatMap((run) => spaceless(run).flatMap((each, at) => (at % 2 === 0 ? [each] : pairsOf(each))))
      .filter((word) => word !== ''),
  );

const NO_WORDS: ReadonlySet<string> = new Set();

/** The similarity of two items: the same label counts more than similar texts. */
function rank(left: Item, right: Item, words: ReadonlyMap<Item, ReadonlySet<string>>): number {
  const [one = NO_WORDS, other = NO_WORDS] = [words.get(left), words.get(right)];
  const shared = [...one].filter((word) => other.has(word)).length;
  const size = one.size + other.size;
  const share = left.text === right.text ? 1 : size === 0 ? 0 : (2 * shared) / size;
  return share + (left.label === right.label ? SAME_LABEL_RANK : 0);
}

/**
 * Pairs each item of one side with at most one of the other, the most similar first. For equal similarity, the first
 * one wins. `minRank`: minimum similarity.
 */
export function nearest<Of extends Item>(
  left: readonly Of[],
  right: readonly Of[],
  minRank: number,
): ReadonlyMap<Of, Of> {
  const words = new Map<Item, ReadonlySet<string>>([...left, ...right].map((item) => [item, wordsOf(item.text)]));
  const candidates = left.flatMap((one) =>
    right.map((other) => ({ one, other, rank: rank(one, other, words) })).filter(({ rank: found }) => found >= minRank),
  );
  const pairs = new Map<Of, Of>();
  const taken = new Set<Of>();
  for (const { one, other } of candidates.sort((a, b) => b.rank - a.rank)) {
    if (pairs.has(one) || taken.has(other)) continue;
    pairs.set(one, other);
    taken.add(other);
  }
  return pairs;
}

/** The items that are equal on both sides, each paired with one of the other side. Equal items may occur twice. */
export function equalPairs<Of extends Item>(left: readonly Of[], right: readonly Of[]): ReadonlyMap<Of, Of> {
  const free = new Map<string, Of[]>();
  for (const item of right) free.set(item.key, [...(free.get(item.key) ?? []), item]);
  const pairs = new Map<Of, Of>();
  for (const item of left) {
    const other = free.get(item.key)?.shift();
    if (other !== undefined) pairs.set(item, other);
  }
  return pairs;
}

export const others = <Of extends Item>(items: readonly Of[], taken: Iterable<Of>): readonly Of[] => {
  const gone = new Set(taken);
  return items.filter((item) => !gone.has(item));
};

/** By content, then by id, so that the order in which the service lists them does not matter. */
export const inContentOrder = <Of extends Item>(items: readonly Of[]): readonly Of[] =>
  [...items].sort((left, right) => byCodeUnit(left.key, right.key) || byCodeUnit(left.id ?? '', right.id ?? ''));

/**
 * Pairs the items of two sides: equal ones first, then the most similar of the rest. Others stay without a partner. A
 * plan and a drift use the same pairing, with different `minRank`: see docs/decisions/kinds.md.
 */
export function pairItems<Of extends Item>(left: readonly Of[], right: readonly Of[], minRank: number) {
  const equal = equalPairs(left, right);
  const [oneSide, otherSide] = [others(left, equal.keys()), others(right, equal.values())];
  const near = nearest(oneSide, otherSide, minRank);
  return { equal, near, onlyLeft: others(oneSide, near.keys()), onlyRight: others(otherSide, near.values()) };
}

/** The changes that turn one side into the other. */
export interface ItemDiff<Of extends Item> {
  readonly unchanged: readonly Of[];
  readonly removed: readonly Of[];
  readonly changed: readonly { readonly from: Of; readonly to: Of }[];
  /** At most one of `added` and `removed` is not empty. */
  readonly added: readonly Of[];
}

/**
 * The changes that turn one side into the other with the fewest calls: a PUT for a pair is one call, however different
 * its items are; a DELETE and a POST are two. `before` can be in any order. Removed items are in the order of their
 * content, the others in the order of `after`.
 */
export function diffItems<Of extends Item>(before: readonly Of[], after: readonly Of[]): ItemDiff<Of> {
  const { equal, near, onlyLeft, onlyRight } = pairItems(after, inContentOrder(before), 0);
  const changed = after.flatMap((to) => {
    const from = near.get(to);
    return from === undefined ? [] : [{ from, to }];
  });
  return { unchanged: [...equal.values()], removed: onlyRight, changed, added: onlyLeft };
}

/** A value without a key before and after a change. */
export interface ShownItem<Of extends RecordValue> {
  readonly from: Of;
  readonly to: Of | undefined;
}

/**
 * The difference as the values of a change, in the order for reviewers: removed, changed, added. Existing items are
 * named by their id, added ones by a number. `places`: those of `after`. `shown`: how the two sides of a change or a
 * removal are shown. Default: unchanged.
 */
export const itemValues = <Of extends RecordValue>(
  part: string,
  { removed, changed, added }: ItemDiff<Item<Of>>,
  places: readonly (SourceRef | undefined)[],
  shown: (from: Of, to: Of | undefined) => ShownItem<Of> = (from, to) => ({ from, to }),
): readonly ValueChange[] => [
  ...removed.map(({ id = '', content }) => valueChange([part, id], shown(content, undefined).from, undefined)),
  ...changed.map(({ from: { id = '', content }, to: { content: next, index } }) => {
    const { from, to } = shown(content, next);
    return valueChange([part, id], from, to, places[index]);
  }),
  ...added.map(({ content, index }, number) =>
    valueChange([part, `new ${number + 1}`], undefined, content, places[index]),
  ),
];
