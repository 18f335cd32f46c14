import { byCodePoint } from '../../model/lists.ts';
import { canonicalJson } from '../../model/resources/digest.ts';
import type { YamlPath } from '../yaml/yaml-file.ts';
import type { PlainValue } from '../yaml/yaml-value.ts';
import type { ThreeSides } from './merge-columns.ts';
import { threeWay } from './merged.ts';

/** A value that both sides changed, or that one removed and the other changed. Absent: removed. */
export interface ValueConflict {
  /** Keys, and for an item of a list its key in `keyedItems`. */
  readonly path: YamlPath;
  readonly ours?: PlainValue;
  readonly theirs?: PlainValue;
}

export type Members = Readonly<Record<string, PlainValue>>;

export const isMembers = (value: PlainValue | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isItems = (value: PlainValue | undefined): value is readonly PlainValue[] => Array.isArray(value);

/** A missing value is the same only as another one. */
export const isSameValue = (left: PlainValue | undefined, right: PlainValue | undefined): boolean =>
  canonicalJson(left as PlainValue) === canonicalJson(right as PlainValue);

/** Fields that identify an item of a list. The first group that the item has counts. */
const ITEM_KEYS: readonly (readonly string[])[] = [
  ['label'],
  ['source_lang', 'target_lang'],
  ['file'],
  ['from'],
  ['name'],
  ['id'],
];

function itemKey(item: PlainValue): string | undefined {
  if (!isMembers(item)) return isItems(item) ? undefined : JSON.stringify(item);
  const keys = ITEM_KEYS.find((each) => each.every((key) => typeof item[key] === 'string'));
  return keys?.map((key) => String(item[key])).join('->');
}

/**
 * The items of a list by their keys, in order. Two items with the same identifying fields get different keys.
 * `undefined` if an item has no key.
 */
export function keyedItems(items: readonly PlainValue[]): ReadonlyMap<string, number> | undefined {
  const counts = new Map<string, number>();
  const keyed = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const key = itemKey(item);
    if (key === undefined) return undefined;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    keyed.set(count === 0 ? key : `${key} (${count + 1})`, index);
  }
  return keyed;
}

/** A list as a map by the keys of its items; `undefined` for a list without keys, or another value. */
function asMap(value: PlainValue | undefined): ReadonlyMap<string, PlainValue> | undefined {
  if (!isItems(value)) return undefined;
  const keyed = keyedItems(value);
  return keyed && new Map([...keyed].map(([key, index]) => [key, value[index] as PlainValue]));
}

const membersOf = (value: PlainValue | undefined): ReadonlyMap<string, PlainValue> | undefined =>
  isMembers(value) ? new Map(Object.entries(value)) : undefined;

const EMPTY: ReadonlyMap<string, PlainValue> = new Map();

/**
 * Merges three versions of a document. Keys of maps and keyed items of lists are merged one by one. The additions of
 * one side follow the content of the other. `theirs`: the numbers of the conflicts that take their value; the others
 * take ours. The numbers do not depend on `theirs`.
 */
export function mergeValue(
  sides: ThreeSides<PlainValue | undefined>,
  theirs: ReadonlySet<number> = new Set(),
): { readonly value: PlainValue | undefined; readonly conflicts: readonly ValueConflict[] } {
  const conflicts: ValueConflict[] = [];
  type Maps = ThreeSides<ReadonlyMap<string, PlainValue> | undefined>;
  const mergeMaps = ({ base = EMPTY, ours = EMPTY, theirs: other = EMPTY }: Maps, path: YamlPath) =>
    [...new Set([...ours.keys(), ...other.keys(), ...base.keys()])].flatMap((key) => {
      const value = merge({ base: base.get(key), ours: ours.get(key), theirs: other.get(key) }, [...path, key]);
      return value === undefined ? [] : [[key, value] as const];
    });
  const eachOf = <Made>(
    of: ThreeSides<PlainValue | undefined>,
    make: (value: PlainValue | undefined) => Made,
  ): ThreeSides<Made> => ({
    base: make(of.base),
    ours: make(of.ours),
    theirs: make(of.theirs),
  });
  function merge(of: ThreeSides<PlainValue | undefined>, path: YamlPath): PlainValue | undefined {
    const { value, conflict } = threeWay(of, isSameValue);
    if (!conflict) return value;
    const members = eachOf(of, membersOf);
    if (members.ours !== undefined && members.theirs !== undefined) return Object.fromEntries(mergeMaps(members, path));
    const items = eachOf(of, asMap);
    if (items.ours !== undefined && items.theirs !== undefined) return mergeMaps(items, path).map(([, item]) => item);
    conflicts.push({
      path,
      ours: of.ours,
      theirs: of.theirs,
    });
    return theirs.has(conflicts.length - 1) ? of.theirs : of.ours;
  }
  return { value: merge(sides, []), conflicts };
}

/**
 * A value with every list in a fixed order. Lists in a workspace are sets of named items, so their order has no
 * meaning.
 */
export function unorderedLists(value: PlainValue | undefined): PlainValue | undefined {
  if (isMembers(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unorderedLists(each) as PlainValue]));
  if (!isItems(value)) return value;
  const items = value.map((item) => unorderedLists(item) as PlainValue);
  const keyed = items.map((item) => [canonicalJson(item), item] as const);
  return keyed.sort(([left], [right]) => byCodePoint(left, right)).map(([, item]) => item);
}
