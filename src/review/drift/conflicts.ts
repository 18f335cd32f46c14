import type { ValueDrift } from '../../change/drift-values.ts';
import { kindAt } from '../../kinds/registry.ts';
import { childNoun } from '../../kinds/words.ts';
import { grouped } from '../../model/lists.ts';
import type { Value } from '../../model/resources/resource.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { counted, firstItems, groupedDigits } from '../format/text.ts';
import { RAW, valueText } from '../values/value-words.ts';

/** A value that was changed both in the files and outside git, with the address of its resource or child. */
export interface Conflict {
  readonly address: string;
  /** The name of its resource after the last apply. */
  readonly name: string;
  readonly value: ValueDrift;
  /** The dictionaries with the same conflict of the same row: several if they inherit it. The first one lists it. */
  readonly places: readonly string[];
  /** The value in each of them. */
  readonly values: readonly ValueDrift[];
}

/** The sides of a conflict as texts. A side without the value is absent; a missing base is empty. */
export function conflictSides({ address, value: { key, base, ours, theirs } }: Conflict) {
  const text = (side: Value | undefined): string | undefined =>
    side === undefined ? undefined : valueText(kindAt(address), key, side, RAW);
  return { base: text(base) ?? '', ours: text(ours), theirs: text(theirs) };
}

/** Number of all conflicts: a shared one counts once for each dictionary. */
export const conflictCount = (conflicts: readonly Conflict[]): number =>
  conflicts.reduce((sum, { places }) => sum + places.length, 0);

/** Every conflict, resource by resource; those of a shared value once, in the first dictionary that has it. */
export function driftConflicts({ resources }: Drift): readonly Conflict[] {
  const all = resources.flatMap((resource) => [
    ...resource.values.map((value, index) => ({ of: resource, value, name: resource.baseName, key: String(index) })),
    ...resource.children.flatMap((of) =>
      of.values.map((value) => {
        const { key, base, ours, theirs, at } = value;
        return { of, value, name: resource.baseName, key: JSON.stringify([key, base, ours, theirs, at]) };
      }),
    ),
  ]);
  const conflicts = all.filter(({ value }) => value.kind === 'both');
  const keyOf = ({ of, key }: (typeof all)[number]): string => (of.address.includes('/') ? key : of.address + key);
  return [...grouped(conflicts, keyOf).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { of, name, value } = first;
    const places = same.map((each) => each.of.address);
    return [{ address: of.address, name, value, places, values: same.map((each) => each.value) }];
  });
}

/** Each value of a conflict with the row that shows it. */
export const conflictsByValue = (drift: Drift): ReadonlyMap<ValueDrift, Conflict> =>
  new Map(driftConflicts(drift).flatMap((conflict) => conflict.values.map((value) => [value, conflict] as const)));

/** `in 24 dictionaries`; empty for a conflict of one. */
export function placesCount({ address, places }: Conflict): string {
  const kind = kindAt(address);
  return places.length === 1 || kind === undefined ? '' : `in ${counted(places.length, ...childNoun(kind))}`;
}

/** Maximum number of dictionaries that are named for a shared conflict. */
const PLACES_SHOWN = 3;

/** The first dictionaries of a shared conflict, and the number of the others. */
export function placesNamed({ places }: Conflict, show: (address: string) => string, isFull = false): string {
  const shown = isFull ? places : firstItems(places, PLACES_SHOWN);
  const hidden = places.length - shown.length;
  return [...shown.map(show), ...(hidden > 0 ? [`… and ${groupedDigits(hidden)} more`] : [])].join(', ');
}
