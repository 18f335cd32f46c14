import type { Matched } from '../../kinds/model/matches.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { ownedOf } from '../../kinds/states.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Address, ResourceAddress } from '../../model/resources/address.ts';
import type { DesiredResource, OwnedResource } from '../../model/resources/resource.ts';
import type { Newcomer, OwnedSides } from '../drift/drift-resource.ts';
import type { EarlierState } from '../drift/earlier-state.ts';
import { earlierOf } from '../drift/earlier-state.ts';
import { consents } from '../guard/consent.ts';
import { rolledBackContent, withoutLocal } from './pull-base.ts';

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

export interface PulledSides {
  readonly sides: readonly OwnedSides[];
  readonly newcomers: readonly Newcomer[];
}

/** The files themselves as the base, so that everything is the work of the service. */
function filesBase({ kind, view }: PullContext, { address, base, desired, live }: FilesSides): OwnedResource {
  const content = kind.contentOf(desired);
  const { id, protect } = { id: live?.id ?? base?.id ?? '', protect: desired.protect };
  if (live === undefined) return { id, content, protect };
  const mayGo = (child?: string): boolean =>
    [address, ...(child === undefined ? [] : [`${address}/${child}` as const])].some((each) =>
      consents(view.allowDelete, each),
    );
  const sides = { was: base?.content, live: kind.contentOfLive(live), mayGo };
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

/** The last entry, but what the files have of an earlier one. */
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

/** The three sides of one kind as `pull` sees them, from those of the drift. */
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
      const base = overLocal
        ? filesBase(context, { address, desired, live })
        : { id: live.id, content: kind.pull?.unknown ?? kind.ledger.content([], new Map()), protect: false };
      return [{ address, base, desired, live }];
    }
    // Nobody has it but the files. It was rolled back, or it is still to be made.
    const [last] = present(before(address));
    if (overLocal)
      return kind.pull?.goesUnasked === true && !consents(view.allowDelete, address)
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
