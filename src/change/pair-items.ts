import { byCodeUnit } from '../model/order.ts';
import { valueChange } from '../model/plan/change-values.ts';
import type { RecordValue, ValueChange } from '../model/resources/value.ts';
import type { SourceRef } from '../model/source-ref.ts';
import type { Item } from './item.ts';

/** Least share of words that two texts have in common when one is the other, edited. */
export const EDITED_MIN_RANK = 0.5;
/** What a common label adds to that share: more than all words together. */
export const SAME_LABEL_RANK = 2;

/** Runs of letters of scripts that put no spaces between words, and what stands between them, in turn. */
const spaceless = (run: string): readonly string[] =>
  run.split(/([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+)/u);

/** Each letter with the next one; a letter alone, when there is no other. */
function pairsOf(run: string): readonly string[] {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** The words of a text. Where they stand together without spaces, pairs of letters say as much. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
      .flatMap((run) => spaceless(run).flatMap((each, at) => (at % 2 === 0 ? [each] : pairsOf(each))))
      .filter((word) => word !== ''),
  );

const NO_WORDS: ReadonlySet<string> = new Set();

/** How near two items are: those of one label before those of like texts. */
function rank(left: Item, right: Item, words: ReadonlyMap<Item, ReadonlySet<string>>): number {
  const [one = NO_WORDS, other = NO_WORDS] = [words.get(left), words.get(right)];
  const shared = [...one].filter((word) => other.has(word)).length;
  const size = one.size + other.size;
  const share = left.text === right.text ? 1 : size === 0 ? 0 : (2 * shared) / size;
  return share + (left.label === right.label ? SAME_LABEL_RANK : 0);
}

/**
 * Pairs each of the one side with at most one of the other, the nearest first. Of equally near ones the first wins.
 * `minRank`: how near they must be.
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

/**
 * The items that are the same on both sides, each with one of the other side; the same item may stand there
 * twice.
 */
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

/** By content, then by id: in whatever order the service lists them. */
export const inContentOrder = <Of extends Item>(items: readonly Of[]): readonly Of[] =>
  [...items].sort((left, right) => byCodeUnit(left.key, right.key) || byCodeUnit(left.id ?? '', right.id ?? ''));

/**
 * Which item of one side is which of the other: equal ones first, then the nearest of the rest. What is left on either
 * side has none. A plan and a drift pair alike, but for `minRank` (decision 78).
 */
export function pairItems<Of extends Item>(left: readonly Of[], right: readonly Of[], minRank: number) {
  const equal = equalPairs(left, right);
  const [oneSide, otherSide] = [others(left, equal.keys()), others(right, equal.values())];
  const near = nearest(oneSide, otherSide, minRank);
  return { equal, near, onlyLeft: others(oneSide, near.keys()), onlyRight: others(otherSide, near.values()) };
}

/** How one side becomes the other. */
export interface ItemDiff<Of extends Item> {
  readonly kept: readonly Of[];
  readonly removed: readonly Of[];
  readonly changed: readonly { readonly from: Of; readonly to: Of }[];
  /** At most one of `added` and `removed` has members. */
  readonly added: readonly Of[];
}

/**
 * How one side becomes the other with the fewest calls: a PUT for a pair, however unlike its items are, is one call, a
 * DELETE and a POST are two. `before` may be in any order. What is removed comes in the order of its content, the rest
 * in that of `after`.
 */
export function diffItems<Of extends Item>(before: readonly Of[], after: readonly Of[]): ItemDiff<Of> {
  const { equal, near, onlyLeft, onlyRight } = pairItems(after, inContentOrder(before), 0);
  const changed = after.flatMap((to) => {
    const from = near.get(to);
    return from === undefined ? [] : [{ from, to }];
  });
  return { kept: [...equal.values()], removed: onlyRight, changed, added: onlyLeft };
}

/** A value without a key before and after a change. */
export interface ShownItem<Of extends RecordValue> {
  readonly from: Of;
  readonly to: Of | undefined;
}

/**
 * Such a difference as the values of a change, in the order in which reviewers read them: removed, changed, added. The
 * id names what is there; an added one has a number. `places`: of those of `after`. `shown`: how the two sides of a
 * change or a removal are shown. Default: as they are.
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
