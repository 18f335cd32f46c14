import type { Change } from '../model/plan/plan.ts';
import type { RecordValue, Value, ValueChange } from '../model/resources/value.ts';
import { isRecord } from '../model/resources/value.ts';
import type { NamedValue } from './change/stale-detail.ts';
import type { ChildEntries } from './model/ledger-model.ts';
import type { AnyKind } from './model/resource-kind.ts';

/** A value of one side that has no key. */
export interface Item {
  /** Two of the same `key` are the same to the service. */
  readonly key: string;
  readonly names: readonly string[];
  readonly content: RecordValue;
  /** What it is called. Two may have the same label. */
  readonly label: string;
  readonly text: string;
  /** Place on its own side. */
  readonly index: number;
  readonly id?: string;
}

/** The values of a content that have no key. `ids`: those that the service gave them. */
export const itemsOf = ({ ledger: { items } }: AnyKind, content: unknown, ids: readonly string[] = []) =>
  (items?.of(content) ?? []).map((value, index): Item => {
    const names = items?.names(value, content) ?? ['', ''];
    const [label, text] = names;
    const id = ids[index];
    // What has no name of that sort comes after what has one.
    const key = JSON.stringify(names.map((name) => (name === '' ? null : name)));
    return { key, names, content: value, label, text, index, ...(id !== undefined && { id }) };
  });

/** True for the part of values that have no key. */
export const isItemPart = ({ ledger: { items } }: AnyKind, part: string): boolean => items?.part === part;

/** True when the service would treat both alike in a resource of this content. */
export function sameItem(
  { ledger: { items } }: AnyKind,
  left: Value | undefined,
  right: Value | undefined,
  content: unknown,
): boolean {
  const keyOf = (item: RecordValue): string => JSON.stringify(items?.names(item, content));
  return isRecord(left) && isRecord(right) && keyOf(left) === keyOf(right);
}

/** What a change comes from, or leads to, as far as it says that. */
export const contentOn = <Content>(
  { content }: { content(values: readonly NamedValue[], children: ChildEntries): Content },
  side: 'from' | 'to',
  { values }: Pick<Change, 'values'>,
): Content =>
  content(
    values.flatMap(({ key, [side]: value }) => (value === undefined ? [] : [[key, value] as const])),
    new Map(),
  );

/**
 * What the files have of a value without a key that a plan changes: the very one, or another one of its label, or none.
 * `content`: `undefined` when no file names the resource.
 */
export function wantedItem(kind: AnyKind, content: unknown, { from, to }: ValueChange): Value | undefined {
  const [planned, { items }] = [to ?? from, kind.ledger];
  if (content === undefined || !isRecord(planned)) return undefined;
  const there = itemsOf(kind, content);
  if (there.some((each) => sameItem(kind, each.content, planned, content))) return planned;
  return to === undefined ? undefined : there.find(({ label }) => label === items?.names(planned, content)[0])?.content;
}

/**
 * What two contents do not have alike of values without a key. A kind that pairs them says how; else what is left of
 * either side, once the equal ones are taken out, is removed or added. The place before names a value; an added one has
 * a number that no place has.
 */
export function itemChanges(kind: AnyKind, before: unknown, after: unknown): readonly ValueChange[] {
  if (kind.unkeyed !== undefined) return kind.unkeyed(before, after);
  const part = kind.ledger.items?.part;
  const [was, is] = [before, after].map((content) => (content === undefined ? [] : itemsOf(kind, content)));
  if (part === undefined || was === undefined || is === undefined) return [];
  const left = [...is];
  const removed = was.filter(({ key }) => {
    const at = left.findIndex((each) => each.key === key);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...removed.map(({ index, content }): ValueChange => ({ key: [part, String(index)], from: content })),
    ...left.map(({ content }, index): ValueChange => ({ key: [part, String(was.length + index)], to: content })),
  ];
}
