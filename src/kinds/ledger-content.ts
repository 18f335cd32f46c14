import { type NamedValue, namedValues } from '../change/stale-detail.ts';
import type { Entries } from '../model/entries/entries.ts';
import type { DesiredResource } from '../model/resources/resource.ts';
import type { ValueKey } from '../model/resources/value.ts';
import type { AnyKind, ChildEntries, Places } from './kind.ts';

/** Every value of a content that is known; of what has no key, its place is the key. */
export function valuesOf(kind: AnyKind, content: unknown): readonly NamedValue[] {
  const { items } = kind;
  const unkeyed = items?.of(content).map((value, place): NamedValue => [[items.part, String(place)], value]);
  return [...namedValues(kind.values(content)), ...(unkeyed ?? [])];
}

/** The entries of the child resources. */
export const childrenOf = (kind: AnyKind, content: unknown): ChildEntries =>
  new Map([...(kind.children?.(content) ?? [])].map(([name, { entries }]) => [name, entries]));

/** The same content with other child resources. */
export const withChildren = (kind: AnyKind, content: unknown, children: ChildEntries): unknown =>
  kind.children === undefined ? content : kind.fromValues(valuesOf(kind, content), children);

/** The same content with those child resources that fit. */
export const keepChildren = (kind: AnyKind, content: unknown, fits: (name: string, entries: Entries) => boolean) =>
  withChildren(kind, content, new Map([...childrenOf(kind, content)].filter(([name, entries]) => fits(name, entries))));

/** The value of a key without names. */
export const singleValue = (values: readonly NamedValue[], part: string) =>
  values.find(([key]) => key[0] === part && key.length === 1)?.[1];

/** The text that a part has; empty when it has none. */
export const textOf = (values: readonly NamedValue[], part: string): string => String(singleValue(values, part) ?? '');

/** Those values that are of a part. */
export const inPart = (values: readonly NamedValue[], part: string): readonly NamedValue[] =>
  values.filter(([key]) => key[0] === part);

/** What asks for a content under an address. `like`: what files ask for of the same resource. */
export const desiredFrom = (
  kind: AnyKind,
  content: unknown,
  at: Omit<DesiredResource, 'origin'>,
  places: Places,
  like?: DesiredResource,
): DesiredResource => ({ ...at, origin: places.origin, ...kind.toDesired(content, places, like) });

/** Where a desired resource stands, and its values. */
export const placesInFiles = (kind: AnyKind, desired: DesiredResource): Places => ({
  origin: desired.origin,
  ...kind.placesOf?.(desired),
});

/** The member of JSON that has the name of a child: `pair`. */
export const childMember = ({ pairOf }: AnyKind): string => (pairOf === undefined ? 'name' : 'pair');

/** The part of the values of child resources: `['entry', child, source]`. */
export const childKey = (name: string): ValueKey => ['entry', name];
