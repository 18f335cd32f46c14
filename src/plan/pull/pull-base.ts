import { diffEntries, sameEntries, sourceOfKey } from '../../change/diff-entries.ts';
import type { NamedValue } from '../../change/stale-detail.ts';
import { itemsOf } from '../../kinds/items.ts';
import { childrenOf } from '../../kinds/ledger-content.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { type Entries, type Entry, entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import { parseKey } from '../../model/resources/value.ts';

const itemKeys = (kind: AnyKind, content: unknown): ReadonlySet<string> =>
  new Set(itemsOf(kind, content).map(({ key }) => key));

/** Values without a key, as a content is made from them. */
const keyedItems = ({ ledger: { items } }: AnyKind, found: ReturnType<typeof itemsOf>): readonly NamedValue[] =>
  found.map(({ content }, place) => [[items?.part ?? '', String(place)], content]);

/** Entry by entry: what the files have of an earlier state was applied, and is no edit. */
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

/** Those of the base but what files and an earlier state lack, and those that files and an earlier state alone have. */
function itemsBase(kind: AnyKind, base: unknown, ours: unknown, earlier: readonly unknown[]): readonly NamedValue[] {
  const [inBase, inOurs] = [itemKeys(kind, base), itemKeys(kind, ours)];
  const had = earlier.map((content) => itemKeys(kind, content));
  const kept = itemsOf(kind, base).filter(({ key }) => inOurs.has(key) || had.every((keys) => keys.has(key)));
  const applied = itemsOf(kind, ours).filter(({ key }) => !inBase.has(key) && had.some((keys) => keys.has(key)));
  return keyedItems(kind, [...kept, ...applied]);
}

/** The base, but what the files have of an earlier one: that was applied, and is no edit. */
export function rolledBackContent(kind: AnyKind, base: unknown, ours: unknown, earlier: readonly unknown[]): unknown {
  const { ledger, parts } = kind;
  // Of values without a key there may be several alike, which are not told apart below.
  const whole = ledger.items && earlier.find((content) => kind.digest(content) === kind.digest(ours));
  if (whole !== undefined) return whole;
  const [was, wanted] = [kind.values(base), kind.values(ours)];
  const had = earlier.map((content) => kind.values(content));
  // Nobody brings back what became of the whole, and what no run has settled stays unknown.
  const isFixed = (text: string): boolean =>
    parts[parseKey(text)[0]]?.ofWhole === true || (ledger.mayBeUnknown === true && was.get(text) === undefined);
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
  return ledger.content(
    [...values, ...itemsBase(kind, base, ours, earlier)],
    new Map(children.filter(([, { size }]) => size > 0)),
  );
}

export interface LocalSides {
  /** What the ledger has; absent: nothing. */
  readonly was: unknown;
  readonly live: unknown;
  /** Of the whole, or of one part with an address. */
  readonly mayGo: (child?: string) => boolean;
}

/** The content of the files without what they alone have, which stays unless its loss is consented to. */
export function withoutLocal(kind: AnyKind, content: unknown, { was, live, mayGo }: LocalSides): unknown {
  if (mayGo()) return content;
  const others = was === undefined ? [live] : [live, was];
  const values = others.map((each) => kind.values(each));
  const items = new Set(others.flatMap((each) => [...itemKeys(kind, each)]));
  const kept = [...kind.values(content)].flatMap(([text, value]): readonly NamedValue[] =>
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
  return kind.ledger.content([...kept, ...shared], new Map(children));
}
