import type { DesiredDeveloperKey, OwnedDeveloperKey } from '../../kinds/developer-key/developer-key.ts';
import { type DeveloperKey, KEY_LIMITS, keyId } from '../../kinds/developer-key/developer-key.ts';
import type { DesiredGlossary, LiveGlossary, OwnedGlossary } from '../../kinds/glossary/glossary.ts';
import type { Matched } from '../../kinds/matches.ts';
import type { DesiredResource } from '../../kinds/resource.ts';
import type { LedgerState } from '../../kinds/states.ts';
import type {
  DesiredStyleList,
  LiveStyleList,
  OwnedStyleList,
  StyleListContent,
} from '../../kinds/style-list/style-list.ts';
import { instructionDigest } from '../../kinds/style-list/style-list.ts';
import { type Entries, type Entry, entriesOf, NO_ENTRIES } from '../../model/entries/entries.ts';
import { glossaryId, styleId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Address } from '../../model/resources/address.ts';
import type { OwnedSides } from '../drift/drift-resource.ts';
import { developerKeyBase, type EarlierState, earlierOf, glossaryBase, styleListBase } from '../drift/earlier-state.ts';
import { consents } from '../guard/consent.ts';

/** What `pull` compares beyond drift: resources that nothing ever applied, and values that were rolled back. */
export interface PullView {
  /**
   * The states that the ledger had since the last apply that was made from files, the newest first, without the last
   * entry.
   */
  readonly earlier: readonly EarlierState[];
  /** The service wins over every edit of the files, also over one that was never applied. */
  readonly overLocal: boolean;
  /** Address patterns of what may be taken out of the files although they alone have it. */
  readonly allowDelete: readonly string[];
  /** Resources that nobody here ever had get files too. */
  readonly strangers: boolean;
}

/** One resource that gets files. */
export interface Newcomer<At extends Address, Live> {
  readonly address: At;
  readonly live: Live;
}

/** What `pull` needs to know of a kind to find a base where the ledger has none. */
export interface PullKind<Desired extends DesiredResource, Live, Owned> {
  /**
   * Nothing of the resource is known: what both sides have differently is a conflict, what one side alone has is its
   * addition.
   */
  readonly unknown: (id: string) => Owned;
  /** The files themselves as the base, so that everything is the work of the service. */
  readonly files: (
    desired: Desired,
    context: { readonly id: string; readonly live?: Live; readonly owned?: Owned },
  ) => Owned;
  /** The last entry, but what the files have of an earlier one. */
  readonly rolledBack: (base: Owned, desired: Desired, earlier: readonly Owned[]) => Owned;
  readonly pick: (state: LedgerState, address: Desired['address']) => Owned | undefined;
  /** True: what takes such a resource out of the files does not ask for consent. */
  readonly goesUnasked: boolean;
}

export interface PulledSides<At extends Address, Desired, Live, Owned> {
  readonly sides: readonly OwnedSides<At, Desired, Live, Owned>[];
  readonly newcomers: readonly Newcomer<At, Live>[];
}

/** The three sides of one kind as `pull` sees them, from those of the drift. */
export function pulledSides<
  Desired extends DesiredResource,
  Live extends { readonly id: string },
  Owned extends { readonly id: string },
>(
  { view, kind }: { readonly view: PullView; readonly kind: PullKind<Desired, Live, Owned> },
  drifting: readonly OwnedSides<Desired['address'], Desired, Live, Owned>[],
  { matches, unmanaged }: Matched<Desired, Live, Owned>,
): PulledSides<Desired['address'], Desired, Live, Owned> {
  type At = Desired['address'];
  const { earlier, overLocal, strangers } = view;
  const known = new Set(drifting.map(({ address }) => address));
  const before = (address: At) => earlierOf(earlier, address, (state) => kind.pick(state, address));
  const present = <Value>(values: readonly (Value | undefined)[]): readonly Value[] =>
    values.flatMap((value) => (value === undefined ? [] : [value]));
  const isReturned = ({ address, desired, live }: OwnedSides<At, Desired, Live, Owned>): boolean =>
    desired === undefined && live !== undefined && (overLocal || before(address).includes(undefined));

  const owned = drifting
    .filter((each) => !isReturned(each))
    .map((each) => {
      const { address, base, desired, live } = each;
      if (desired === undefined) return each;
      const context = { id: base.id, owned: base, ...(live !== undefined && { live }) };
      return {
        ...each,
        base: overLocal ? kind.files(desired, context) : kind.rolledBack(base, desired, present(before(address))),
      };
    });
  const others = matches.flatMap(({ desired, live }): readonly OwnedSides<At, Desired, Live, Owned>[] => {
    const { address } = desired;
    if (known.has(address)) return [];
    if (live !== undefined) {
      const base = overLocal ? kind.files(desired, { id: live.id, live }) : kind.unknown(live.id);
      return [{ address, base, desired, live }];
    }
    // Nobody has it but the files. It was rolled back, or it is still to be made.
    const [last] = present(before(address));
    if (overLocal)
      return kind.goesUnasked && !consents(view.allowDelete, address)
        ? []
        : [{ address, base: kind.files(desired, { id: last?.id ?? '' }), desired }];
    return last === undefined
      ? []
      : [{ address, base: kind.rolledBack(last, desired, present(before(address))), desired }];
  });
  const returned = drifting.flatMap((each): readonly Newcomer<At, Live>[] =>
    isReturned(each) && each.live !== undefined ? [{ address: each.address, live: each.live }] : [],
  );
  const unknown = strangers ? unmanaged : [];
  const inOrder = <Item extends { readonly address: At }>(items: readonly Item[]): readonly Item[] =>
    [...items].sort((left, right) => byCodeUnit(left.address, right.address));
  return { sides: inOrder([...owned, ...others]), newcomers: inOrder([...returned, ...unknown]) };
}

/** Entries that the files alone have stay, unless their loss is consented to. */
function withoutLocal(
  ours: Entries,
  sides: { readonly was: Entries; readonly live: Entries },
  mayGo: boolean,
): Entries {
  const isLocal = (source: string): boolean =>
    sides.live.get(source) === undefined && sides.was.get(source) === undefined;
  const kept = mayGo ? undefined : [...ours].filter(([source]: Entry) => !isLocal(source));
  return kept === undefined || kept.length === ours.size ? ours : entriesOf(kept);
}

/** The same for rules and instructions. */
function withoutLocalParts(ours: StyleListContent, others: readonly StyleListContent[]): StyleListContent {
  const rules = [...ours.rules].map(([category, selected]) => {
    const shared = [...selected].filter(([rule]) => others.some((each) => each.rules.get(category)?.has(rule)));
    return [category, new Map(shared)] as const;
  });
  const known = new Set(
    others.flatMap(({ instructions, language }) => instructions.map((each) => instructionDigest(each, language))),
  );
  const instructions = ours.instructions.filter((each) => known.has(instructionDigest(each, ours.language)));
  return { ...ours, rules: new Map(rules), instructions };
}

export const glossaryPull = (view: PullView): PullKind<DesiredGlossary, LiveGlossary, OwnedGlossary> => ({
  unknown: (id) => ({ id: glossaryId(id), content: { name: '', dictionaries: new Map() }, protect: false }),
  files: ({ address, name, dictionaries, protect }, { id, live, owned }) => {
    const kept = [...dictionaries].map(([pair, { pair: languages, entries }]) => {
      const mayGo =
        live === undefined || [address, `${address}/${pair}` as const].some((each) => consents(view.allowDelete, each));
      const sides = {
        was: owned?.content.dictionaries.get(pair)?.entries ?? NO_ENTRIES,
        live: live?.dictionaries.get(pair)?.entries ?? NO_ENTRIES,
      };
      return [pair, { pair: languages, entries: withoutLocal(entries, sides, mayGo) }] as const;
    });
    return { id: glossaryId(id), content: { name, dictionaries: new Map(kept) }, protect };
  },
  rolledBack: glossaryBase,
  pick: ({ glossaries }, address) => glossaries.get(address),
  goesUnasked: false,
});

export const styleListPull = (view: PullView): PullKind<DesiredStyleList, LiveStyleList, OwnedStyleList> => ({
  unknown: (id) => ({
    id: styleId(id),
    content: { name: '', language: '', rules: new Map(), instructions: [] },
    protect: false,
  }),
  files: ({ address, content, protect }, { id, live, owned }) => ({
    id: styleId(id),
    content:
      live === undefined || consents(view.allowDelete, address)
        ? content
        : withoutLocalParts(content, [live.content, ...(owned === undefined ? [] : [owned.content])]),
    protect,
  }),
  rolledBack: styleListBase,
  pick: ({ styleLists }, address) => styleLists.get(address),
  goesUnasked: false,
});

/** A label and limits that nobody has: whatever files and service have, they have it on their own. */
const UNKNOWN_KEY = {
  label: '',
  limits: Object.fromEntries(KEY_LIMITS.map((limit) => [limit, -1])),
  deactivated: false,
};

export const developerKeyPull = (): PullKind<DesiredDeveloperKey, DeveloperKey, OwnedDeveloperKey> => ({
  unknown: (id) => ({ id: keyId(id), content: UNKNOWN_KEY, protect: false }),
  files: ({ label, limits, deactivated, protect }, { id }) => ({
    id: keyId(id),
    content: { label, limits, deactivated },
    protect,
  }),
  rolledBack: developerKeyBase,
  pick: ({ developerKeys }, address) => developerKeys.get(address),
  goesUnasked: true,
});
