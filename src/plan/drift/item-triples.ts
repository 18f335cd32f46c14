import type { Item } from '../../change/item.ts';
import { EDITED_MIN_RANK, equalPairs, nearest, others, pairItems, SAME_LABEL_RANK } from '../../change/pair-items.ts';
import { byCodeUnit } from '../../model/order.ts';

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
  const [{ equal: inOurs, near: becameOurs }, { equal: inTheirs, near: becameTheirs }] = [
    pairItems(base, ours, EDITED_MIN_RANK),
    pairItems(base, theirs, EDITED_MIN_RANK),
  ];
  const [newOurs, newTheirs] = [others(ours, inOurs.values()), others(theirs, inTheirs.values())];
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
  const rivals = nearest([...edited, ...addedOurs], addedTheirs, SAME_LABEL_RANK);
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
