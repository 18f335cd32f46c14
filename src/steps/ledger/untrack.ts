import { keepChildren } from '../../kinds/ledger-content.ts';
import { addressWithKind, KINDS, ledgerFrom } from '../../kinds/registry.ts';
import { type LedgerState, ownedOf } from '../../kinds/states.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { type Address, addressMatches, matchesAny } from '../../model/resources/address.ts';
import { withUnfinished } from '../../plan/compile/replacement-intent.ts';

/** A resource or child resource that will be removed from the ledger. */
export interface Forgotten {
  readonly address: Address;
  /** The id on the service; for a child resource, the id of its parent. */
  readonly id: string;
  /** The name on the service, or the label. Absent: the ledger only knows the id of the key. */
  readonly name?: string;
  /** True: the resource is protected against deletion. */
  readonly protect: boolean;
}

export interface Forgetting {
  /** In the order of addresses. A child resource is only listed if its parent is not. */
  readonly forgotten: readonly Forgotten[];
  /** Patterns that match nothing. */
  readonly unmatched: readonly string[];
  /** Suggestions for some of them. */
  readonly meant: readonly string[];
  /** The ledger without them. */
  readonly state: LedgerState;
}

/** A resource in a ledger. `owner`: for a child resource, the address of its parent. */
type Known = Forgotten & { readonly owner?: Address };

/** All resources and child resources in a ledger. */
const knownIn = (state: LedgerState): readonly Known[] =>
  KINDS.flatMap((kind) =>
    [...ownedOf(state, kind.plural)].flatMap(([address, { id, protect, content }]): readonly Known[] => {
      const it = omitUndefined({ address, id, name: kind.name(content), protect }) as Forgotten;
      const names = [...(kind.children?.(content).keys() ?? [])];
      return [it, ...names.map((name) => ({ ...it, address: `${address}/${name}` as Address, owner: address }))];
    }),
  );

/**
 * The resources that addresses or patterns match in a ledger, and the ledger without them. `glossary.product` is the
 * whole glossary, `glossary.product/*` its dictionaries. Pure.
 */
export function forgetOwned(state: LedgerState, patterns: readonly string[]): Forgetting {
  const isNamed = (address: Address): boolean => matchesAny(patterns, address);
  const known = knownIn(state);
  const all = known.map(({ address }) => address);
  const forgotten = known
    .filter(({ address, owner }) => isNamed(address) && (owner === undefined || !isNamed(owner)))
    .map(({ owner: _, ...each }) => each);
  const remaining = ledgerFrom((kind) =>
    [...ownedOf(state, kind.plural)]
      .filter(([address]) => !isNamed(address))
      .map(([address, owned]) => {
        const content = keepChildren(kind, owned.content, (name) => !isNamed(`${address}/${name}`));
        return [address, { ...owned, content }];
      }),
  );
  const unmatched = patterns.filter((pattern) => !all.some((address) => addressMatches(pattern, address)));
  return {
    forgotten: forgotten.sort((left, right) => byCodeUnit(left.address, right.address)),
    unmatched,
    meant: unmatched.flatMap((pattern) => addressWithKind(pattern, all) ?? []),
    state: withUnfinished(
      remaining,
      (state.unfinished ?? []).filter(({ address }) => !isNamed(address)),
    ),
  };
}

/**
 * True if both lists have the same addresses with the same ids, so that a confirmation of one is valid for the other.
 */
export const sameForgotten = (left: readonly Forgotten[], right: readonly Forgotten[]): boolean =>
  left.length === right.length &&
  left.every(({ address, id }, index) => right[index]?.address === address && right[index]?.id === id);
