import { byCodeUnit } from '../../model/order.ts';
import type { Value } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { type CountSettled, standing, type ValueDrift, valueDrift } from './drift-values.ts';
import { type Item, triplesOf } from './pair-items.ts';

export interface ItemSides<Content extends Value> {
  readonly part: string;
  readonly base: readonly Item<Content>[];
  readonly ours: readonly Item<Content>[];
  /** Each with the id that the service gave it. */
  readonly theirs: readonly Item<Content>[];
  /** Where the files have an item, by its index; `undefined`: no file has them. */
  readonly places: readonly SourceRef[] | undefined;
  /** An item as the files would write it, beside what they have in its place. Default: as it is. */
  readonly asWritten?: (item: Item<Content>, side: 'base' | 'theirs', ours: Item<Content> | undefined) => Content;
}

/** What became of values without keys: those of the base in its order, then the new ones by their content. */
export function driftItems<Content extends Value>(
  sides: ItemSides<Content>,
  count: CountSettled,
): readonly ValueDrift[] {
  const { part, places, asWritten = ({ content }) => content } = sides;
  const inOrder = [...sides.theirs].sort(
    (left, right) => byCodeUnit(left.key, right.key) || byCodeUnit(left.id ?? '', right.id ?? ''),
  );
  return triplesOf(sides.base, sides.ours, inOrder).flatMap(({ base, ours, theirs }): readonly ValueDrift[] => {
    const found = standing({ base, ours, theirs }, (left, right) => left.key === right.key);
    if (found === 'unchanged') return [];
    if (found !== 'theirs' && found !== 'both') {
      count(part, found);
      return [];
    }
    const contents = {
      base: base && asWritten(base, 'base', ours),
      ours: ours?.content,
      theirs: theirs && asWritten(theirs, 'theirs', ours),
    };
    const index = places === undefined ? undefined : ours?.index;
    return [
      {
        ...valueDrift(found, [part], contents, index === undefined ? undefined : places?.[index]),
        ...(theirs?.id !== undefined && { id: theirs.id }),
        ...(index !== undefined && { index }),
      },
    ];
  });
}
