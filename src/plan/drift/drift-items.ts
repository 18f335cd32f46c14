import { type CountSettled, standing, type ValueDrift, valueDrift } from '../../change/drift-values.ts';
import type { Item } from '../../change/item.ts';
import { inContentOrder } from '../../change/pair-items.ts';
import { itemsOf } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import type { DesiredResource, LiveResource } from '../../model/resources/resource.ts';
import { triplesOf } from './item-triples.ts';

export interface ItemSides {
  readonly base: unknown;
  /** Absent: the files dropped the resource. */
  readonly desired: DesiredResource | undefined;
  readonly live: LiveResource;
}

/** What became of values without keys: those of the base in its order, then the new ones by their content. */
export function driftItems(
  kind: AnyKind,
  { base, desired, live }: ItemSides,
  count: CountSettled,
): readonly ValueDrift[] {
  const { items, places } = kind.ledger;
  if (items === undefined) return [];
  const { part } = items;
  const [wanted, now] = [desired === undefined ? base : kind.contentOf(desired), kind.contentOfLive(live)];
  const placeOf = desired && places?.(desired).of;
  const written = (item: Item | undefined, content: unknown, ours: Item | undefined) =>
    item && (items.asWritten?.(item.content, content, { item: ours?.content, content: wanted }) ?? item.content);
  const inOrder = inContentOrder(itemsOf(kind, now, items.idsOf(live)));
  const triples = triplesOf(itemsOf(kind, base), itemsOf(kind, wanted), inOrder);
  return triples.flatMap(({ base: was, ours, theirs }): readonly ValueDrift[] => {
    const found = standing({ base: was, ours, theirs }, (left, right) => left.key === right.key);
    if (found === 'unchanged') return [];
    if (found !== 'theirs' && found !== 'both') {
      count(part, found);
      return [];
    }
    const contents = { base: written(was, base, ours), ours: ours?.content, theirs: written(theirs, now, ours) };
    const index = desired === undefined ? undefined : ours?.index;
    const at = index === undefined ? undefined : placeOf?.([part, String(index)]);
    return [
      {
        ...valueDrift(found, [part], contents, at),
        ...(theirs?.id !== undefined && { id: theirs.id }),
        ...(index !== undefined && { index }),
      },
    ];
  });
}
