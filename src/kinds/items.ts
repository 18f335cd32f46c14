import { diffItems, type Item, type Items } from '../change/pair-items.ts';
import type { NamedValue } from '../change/stale-detail.ts';
import type { Change } from '../model/plan/plan.ts';
import {
  isRecord,
  type LiveResource,
  type RecordValue,
  type Value,
  type ValueChange,
} from '../model/resources/resource.ts';
import type { AnyKind, ChildEntries } from './kind.ts';

/**
 * The values of a content that have no key. `ids`: their ids on the service. `within`: the content that determines
 * their meaning, if values of two contents are compared.
 */
export const itemsIn = <Content, Live extends LiveResource, Of extends RecordValue>(
  items: Items<Content, Live, Of>,
  content: Content,
  {
    ids = [],
    within = content,
  }: { readonly ids?: readonly string[] | undefined; readonly within?: Content | undefined } = {},
): readonly Item<Of>[] =>
  items.of(content).map((value, index) => {
    const names = items.names(value, within);
    const [label, text] = names;
    const id = ids[index];
    // A missing name is ordered after all others.
    const key = JSON.stringify(names.map((name) => (name === '' ? null : name)));
    return { key, names, content: value, label, text, index, ...(id !== undefined && { id }) };
  });

/** The values without a key for a kind; empty if all its values have keys. */
export const itemsOf = ({ items }: AnyKind, content: unknown, ids?: readonly string[]): readonly Item[] =>
  items === undefined ? [] : itemsIn(items, content, { ids });

/** True for the part whose values have no key. */
export const isItemPart = ({ items }: AnyKind, part: string): boolean => items?.part === part;

/** True if the service treats both values alike in a resource with this content. */
export function sameItem(
  { items }: AnyKind,
  left: Value | undefined,
  right: Value | undefined,
  content: unknown,
): boolean {
  if (items === undefined || !isRecord(left) || !isRecord(right)) return false;
  const keyOf = (item: RecordValue): string => JSON.stringify(items.names(item, content));
  return keyOf(left) === keyOf(right);
}

/** The content before (`from`) or after (`to`) a change, with the values that the change contains. */
export const contentOn = <Content>(
  { fromValues }: { fromValues(values: readonly NamedValue[], children: ChildEntries): Content },
  side: 'from' | 'to',
  { values }: Pick<Change, 'values'>,
): Content =>
  fromValues(
    values.flatMap(({ key, [side]: value }) => (value === undefined ? [] : [[key, value] as const])),
    new Map(),
  );

/**
 * The value in the files for a value without a key that a plan changes: the same value, otherwise another one with its
 * label, or none. `content`: `undefined` if no file names the resource.
 */
export function wantedItem(kind: AnyKind, content: unknown, { from, to }: ValueChange): Value | undefined {
  const [planned, { items }] = [to ?? from, kind];
  if (items === undefined || content === undefined || !isRecord(planned)) return undefined;
  const there = itemsIn(items, content);
  if (there.some((each) => sameItem(kind, each.content, planned, content))) return planned;
  return to === undefined ? undefined : there.find(({ label }) => label === items.names(planned, content)[0])?.content;
}

/**
 * The changes of values without a key between two contents. The key is the place before the change; added values get
 * numbers after all places.
 */
export function itemChanges({ items }: AnyKind, before: unknown, after: unknown): readonly ValueChange[] {
  if (items === undefined) return [];
  const within = after ?? before;
  const itemsOn = (side: unknown): readonly Item[] => (side === undefined ? [] : itemsIn(items, side, { within }));
  const was = itemsOn(before);
  const { removed, changed, added } = diffItems(was, itemsOn(after));
  const { part } = items;
  return [
    ...removed.map(({ index, content }): ValueChange => ({ key: [part, String(index)], from: content })),
    ...changed.map(
      ({ from, to }): ValueChange => ({ key: [part, String(from.index)], from: from.content, to: to.content }),
    ),
    ...added.map(({ content }, index): ValueChange => ({ key: [part, String(was.length + index)], to: content })),
  ];
}
