import { type NamedValue, namedValues } from '../change/stale-detail.ts';
import type { Entries } from '../model/entries/entries.ts';
import type { DesiredResource, LiveResource, ValueKey } from '../model/resources/resource.ts';
import type { AnyKind, ChildEntries, Places } from './kind.ts';

/** All known values of a content. For values without a key, the place is the key. */
export function valuesOf(kind: AnyKind, content: unknown): readonly NamedValue[] {
  const { items } = kind;
  const unkeyed = items?.of(content).map((value, place): NamedValue => [[items.part, String(place)], value]);
  return [...namedValues(kind.values(content)), ...(unkeyed ?? [])];
}

/** The name of a resource in the files or on the service; empty if it has none. */
export const resourceName = (kind: AnyKind, resource: DesiredResource | LiveResource): string =>
  kind.name(kind.contentOf(resource)) ?? '';

/** The entries of the child resources. */
export const childrenOf = (kind: AnyKind, content: unknown): ChildEntries =>
  new Map([...(kind.children?.(content) ?? [])].map(([name, { entries }]) => [name, entries]));

/** Replaces the child resources of a content. */
export const withChildren = (kind: AnyKind, content: unknown, children: ChildEntries): unknown =>
  kind.children === undefined ? content : kind.fromValues(valuesOf(kind, content), children);

/** Keeps only the child resources of a content for which `fits` is true. */
export const keepChildren = (kind: AnyKind, content: unknown, fits: (name: string, entries: Entries) => boolean) =>
  withChildren(kind, content, new Map([...childrenOf(kind, content)].filter(([name, entries]) => fits(name, entries))));

/** The value whose key is only the part. */
export const singleValue = (values: readonly NamedValue[], part: string) =>
  values.find(([key]) => key[0] === part && key.length === 1)?.[1];

/** The text of a part; empty if it has no value. */
export const textOf = (values: readonly NamedValue[], part: string): string => String(singleValue(values, part) ?? '');

/** The values of a part; none if it is `undefined`. */
export const inPart = (values: readonly NamedValue[], part: string | undefined): readonly NamedValue[] =>
  values.filter(([key]) => key[0] === part);

/**
 * The desired resource with a content and an address. `like`: the desired resource of the files, for settings that a
 * content does not contain.
 */
export const desiredFrom = (
  kind: AnyKind,
  content: unknown,
  at: Omit<DesiredResource, 'origin'>,
  places: Places,
  like?: DesiredResource,
): DesiredResource => ({ ...at, origin: places.origin, ...kind.toDesired(content, places, like) });

/** The places of a desired resource and of its values. */
export const placesInFiles = (kind: AnyKind, desired: DesiredResource): Places => ({
  origin: desired.origin,
  ...kind.placesOf?.(desired),
});

/** The member of JSON that has the name of a child: `pair`. */
export const childMember = ({ pairOf }: AnyKind): string => (pairOf === undefined ? 'name' : 'pair');

/** The key of the values of a child resource, without the source phrase: `['entry', child, source]`. */
export const childKey = (name: string): ValueKey => ['entry', name];
