import { diffEntries, sameEntries, sourceOfKey } from '../../change/diff-entries.ts';
import type { NamedValue } from '../../change/stale-detail.ts';
import { itemsOf } from '../../kinds/items.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { childrenOf } from '../../kinds/ledger-content.ts';
import { isIrreversible } from '../../kinds/registry.ts';
import { type Matched, ownedOf } from '../../kinds/states.ts';
import { type Entries, type Entry, entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import { byCodeUnit } from '../../model/lists.ts';
import type { Address, ResourceAddress } from '../../model/resources/address.ts';
import { type DesiredResource, type OwnedResource, parseKey } from '../../model/resources/resource.ts';
import type { Newcomer, OwnedSides } from '../drift/drift-resource.ts';
import { type EarlierState, earlierOf } from '../drift/earlier-state.ts';
import { consents } from '../guard/guard-input.ts';

const itemKeys = (kind: AnyKind, content: unknown): ReadonlySet<string> =>
  new Set(itemsOf(kind, content).map(({ key }) => key));

/** Values without a key in the form from which a content is made. */
const keyedItems = ({ items }: AnyKind, found: ReturnType<typeof itemsOf>): readonly NamedValue[] =>
  found.map(({ content }, place) => [[items?.part ?? '', String(place)], content]);

/**
 * The base for the entries of one part. Entries that the files have from an earlier state were applied then, so they
 * are not local edits.
 */
function entriesBase(name: string, base: Entries, ours: Entries, earlier: readonly Entries[]): Entries {
  const others = earlier.filter((each) => !sameEntries(each, base));
  if (others.length === 0) return base;
  const same = others.find((each) => sameEntries(each, ours));
  if (same !== undefined) return same;
  const merged = new Map<string, string>(base);
  for (const other of others) {
    const { added, changed, removed } = diffEntries(name, base, other);
    for (const { key } of [...added, ...changed, ...removed]) {
      const source = sourceOfKey(key);
      const value = ours.get(source);
      if (value !== other.get(source)) continue;
      if (value === undefined) merged.delete(source);
      else merged.set(source, value);
    }
  }
  return entriesOf([...merged]);
}

/**
 * The values without a key of the base, except those that both the files and an earlier state lack, plus those that
 * only the files and an earlier state have.
 */
function itemsBase(kind: AnyKind, base: unknown, ours: unknown, earlier: readonly unknown[]): readonly NamedValue[] {
  const [inBase, inOurs] = [itemKeys(kind, base), itemKeys(kind, ours)];
  const had = earlier.map((content) => itemKeys(kind, content));
  const remaining = itemsOf(kind, base).filter(({ key }) => inOurs.has(key) || had.every((keys) => keys.has(key)));
  const applied = itemsOf(kind, ours).filter(({ key }) => !inBase.has(key) && had.some((keys) => keys.has(key)));
  return keyedItems(kind, [...remaining, ...applied]);
}

/**
 * The base, with the values that the files have from an earlier state. Those were applied then, so they are not local
 * edits.
 */
function rolledBackContent(kind: AnyKind, base: unknown, ours: unknown, earlier: readonly unknown[]): unknown {
  const { items, parts } = kind;
  // Several values without a key can be equal. The rules below cannot distinguish them, so an earlier content that is
  // equal to the files is used as a whole.
  const sameContent = items && earlier.find((content) => kind.digest(content) === kind.digest(ours));
  if (sameContent !== undefined) return sameContent;
  const [was, wanted] = [kind.values(base), kind.values(ours)];
  const had = earlier.map((content) => kind.values(content));
  // A pull cannot reverse the deletion or deactivation of a whole resource. A value that no run has settled stays
  // unknown.
  const isFixed = (text: string): boolean =>
    parts[parseKey(text)[0]]?.role === 'whole' || (kind.hasSecret === true && was.get(text) === undefined);
  const names = new Set([was, wanted, ...had].flatMap((side) => [...side.keys()]));
  const values = [...names].flatMap((text): readonly NamedValue[] => {
    const isApplied = !isFixed(text) && had.some((side) => side.get(text) === wanted.get(text));
    const known = (isApplied ? wanted : was).get(text);
    return known === undefined ? [] : [[parseKey(text), known]];
  });
  const [inBase, inOurs] = [childrenOf(kind, base), childrenOf(kind, ours)];
  const before = earlier.map((content) => childrenOf(kind, content));
  const entriesIn = (side: ReadonlyMap<string, Entries>, name: string): Entries => side.get(name) ?? NO_ENTRIES;
  const children = [...new Set([inBase, inOurs, ...before].flatMap((side) => [...side.keys()]))].map((name) => {
    const others = before.map((side) => entriesIn(side, name));
    return [name, entriesBase(name, entriesIn(inBase, name), entriesIn(inOurs, name), others)] as const;
  });
  return kind.fromValues(
    [...values, ...itemsBase(kind, base, ours, earlier)],
    new Map(children.filter(([, { size }]) => size > 0)),
  );
}

interface LocalSides {
  /** The content in the ledger; absent: none. */
  readonly was: unknown;
  readonly live: unknown;
  /** True if the loss of the whole content, or of one child, is allowed. */
  readonly mayGo: (child?: string) => boolean;
}

/** File content minus values that exist only in the files. Those are kept unless their deletion is allowed. */
function withoutLocal(kind: AnyKind, content: unknown, { was, live, mayGo }: LocalSides): unknown {
  if (mayGo()) return content;
  const others = was === undefined ? [live] : [live, was];
  const values = others.map((each) => kind.values(each));
  const items = new Set(others.flatMap((each) => [...itemKeys(kind, each)]));
  const commonValues = [...kind.values(content)].flatMap(([text, value]): readonly NamedValue[] =>
    value !== undefined && values.some((side) => side.has(text)) ? [[parseKey(text), value]] : [],
  );
  const entries = others.map((each) => childrenOf(kind, each));
  const children = [...childrenOf(kind, content)].map(([name, ours]) => {
    if (mayGo(name)) return [name, ours] as const;
    const shared = [...ours].filter(([source]: Entry) =>
      entries.some((side) => side.get(name)?.get(source) !== undefined),
    );
    return [name, shared.length === ours.size ? ours : entriesOf(shared)] as const;
  });
  const shared = keyedItems(
    kind,
    itemsOf(kind, content).filter(({ key }) => items.has(key)),
  );
  return kind.fromValues([...commonValues, ...shared], new Map(children));
}

/** Options of `pull` beyond drift: resources that were never applied, and values that were rolled back. */
export interface PullView {
  /** States of the ledger since the last apply from files, newest first, without the last entry. */
  readonly earlier: readonly EarlierState[];
  /** True: the service wins over all edits in the files, even over edits that were never applied. */
  readonly overLocal: boolean;
  /** Address patterns: matching content may be deleted from the files even if it exists only there. */
  readonly allowDelete: readonly string[];
  /** True: resources that were never in git get files too. */
  readonly strangers: boolean;
}

export interface PulledSides {
  readonly sides: readonly OwnedSides[];
  readonly newcomers: readonly Newcomer[];
}

/** The files as the base, so that every difference counts as a change on the service. */
function filesBase({ kind, view }: PullContext, { address, base, desired, live }: FilesSides): OwnedResource {
  const content = kind.contentOf(desired);
  const { id, protect } = { id: live?.id ?? base?.id ?? '', protect: desired.protect };
  if (live === undefined) return { id, content, protect };
  const mayGo = (child?: string): boolean =>
    [address, ...(child === undefined ? [] : [`${address}/${child}` as const])].some((each) =>
      consents(view.allowDelete, each),
    );
  const sides = { was: base?.content, live: kind.contentOf(live), mayGo };
  return { id, content: withoutLocal(kind, content, sides), protect };
}

interface FilesSides extends Partial<OwnedSides> {
  readonly address: ResourceAddress;
  readonly desired: DesiredResource;
}

interface PullContext {
  readonly kind: AnyKind;
  readonly view: PullView;
}

/** The last entry, with the values that the files have from an earlier one. */
export function rolledBack(
  kind: AnyKind,
  base: OwnedResource,
  desired: DesiredResource,
  earlier: readonly OwnedResource[],
): OwnedResource {
  if (earlier.length === 0) return base;
  const had = earlier.map(({ content }) => content);
  return { ...base, content: rolledBackContent(kind, base.content, kind.contentOf(desired), had) };
}

const present = <Value>(values: readonly (Value | undefined)[]): readonly Value[] =>
  values.flatMap((value) => (value === undefined ? [] : [value]));

const inOrder = <Item extends { readonly address: Address }>(items: readonly Item[]): readonly Item[] =>
  [...items].sort((left, right) => byCodeUnit(left.address, right.address));

/** The three sides of one kind for `pull`, made from those of the drift. */
export function pulledSides(
  context: PullContext,
  drifting: readonly OwnedSides[],
  { matches, unmanaged }: Matched,
): PulledSides {
  const { kind, view } = context;
  const { earlier, overLocal, strangers } = view;
  const known = new Set(drifting.map(({ address }) => address));
  const before = (address: ResourceAddress) =>
    earlierOf(earlier, address, (state) => ownedOf(state, kind.plural).get(address));
  const isReturned = ({ address, desired, live }: OwnedSides): boolean =>
    desired === undefined && live !== undefined && (overLocal || before(address).includes(undefined));
  const owned = drifting
    .filter((each) => !isReturned(each))
    .map((each): OwnedSides => {
      const { address, base, desired } = each;
      if (desired === undefined) return each;
      const known = overLocal
        ? { ...filesBase(context, { ...each, desired }), id: base.id }
        : rolledBack(kind, base, desired, present(before(address)));
      return { ...each, base: known };
    });
  const others = matches.flatMap(({ desired, live }): readonly OwnedSides[] => {
    const { address } = desired;
    if (known.has(address)) return [];
    if (live !== undefined) {
      if (overLocal) return [{ address, base: filesBase(context, { address, desired, live }), desired, live }];
      const base = { id: live.id, content: kind.fromValues([], new Map()), protect: false };
      return [{ address, base, desired, live, isBaseUnknown: true }];
    }
    // Only the files have the resource. It was rolled back, or not created yet.
    const [last] = present(before(address));
    if (overLocal)
      return isIrreversible(kind) && !consents(view.allowDelete, address)
        ? []
        : [{ address, base: { ...filesBase(context, { address, desired }), id: last?.id ?? '' }, desired }];
    return last === undefined
      ? []
      : [{ address, base: rolledBack(kind, last, desired, present(before(address))), desired }];
  });
  const returned = drifting.flatMap((each): readonly Newcomer[] =>
    isReturned(each) && each.live !== undefined ? [{ address: each.address, live: each.live }] : [],
  );
  const unknown = strangers ? unmanaged : [];
  return { sides: inOrder([...owned, ...others]), newcomers: inOrder([...returned, ...unknown]) };
}
