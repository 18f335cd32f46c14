import { addressWithKind } from '../../kinds/address-with-kind.ts';
import { keepChildren } from '../../kinds/ledger-content.ts';
import { KINDS, ledgerFrom } from '../../kinds/registry.ts';
import type { LedgerState } from '../../kinds/states.ts';
import { ownedOf } from '../../kinds/states.ts';
import { defined } from '../../model/defined.ts';
import { byCodeUnit } from '../../model/order.ts';
import { type Address, addressMatches, matchesAny } from '../../model/resources/address.ts';
import { withUnfinished } from '../../plan/compile/replacement-intent.ts';

/** Something that the ledger is to know no longer. */
export interface Forgotten {
  readonly address: Address;
  /** The id at the service; of a child resource that of its parent. */
  readonly id: string;
  /** The name at the service, or the label. Absent: the ledger knows nothing but the id of the key. */
  readonly name?: string;
  /** True: it could not have been deleted. */
  readonly protect: boolean;
}

export interface Forgetting {
  /** In the order of addresses. A child resource stands here only when its parent does not. */
  readonly forgotten: readonly Forgotten[];
  /** Patterns that name nothing. */
  readonly unmatched: readonly string[];
  /** What some of them were probably meant to be. */
  readonly meant: readonly string[];
  /** The ledger without them. */
  readonly state: LedgerState;
}

/** Something that a ledger knows. `owner`: of a child resource, the address of its parent. */
type Known = Forgotten & { readonly owner?: Address };

/** Everything that a ledger knows, child resources too. */
const knownIn = (state: LedgerState): readonly Known[] =>
  KINDS.flatMap((kind) =>
    [...ownedOf(state, kind.plural)].flatMap(([address, { id, protect, content }]): readonly Known[] => {
      const it = defined({ address, id, name: kind.name(content), protect }) as Forgotten;
      const names = [...(kind.children?.(content).keys() ?? [])];
      return [it, ...names.map((name) => ({ ...it, address: `${address}/${name}` as Address, owner: address }))];
    }),
  );

/**
 * What addresses or patterns name in a ledger, and the ledger without it. `glossary.product` is the glossary whole,
 * `glossary.product/*` its dictionaries. Pure.
 */
export function forgetOwned(state: LedgerState, patterns: readonly string[]): Forgetting {
  const isNamed = (address: Address): boolean => matchesAny(patterns, address);
  const known = knownIn(state);
  const all = known.map(({ address }) => address);
  const forgotten = known
    .filter(({ address, owner }) => isNamed(address) && (owner === undefined || !isNamed(owner)))
    .map(({ owner: _, ...each }) => each);
  const kept = ledgerFrom((kind) =>
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
      kept,
      (state.unfinished ?? []).filter(({ address }) => !isNamed(address)),
    ),
  };
}

/** True when two are the same things with the same ids, so that what was agreed to of one holds for the other. */
export const sameForgotten = (left: readonly Forgotten[], right: readonly Forgotten[]): boolean =>
  left.length === right.length &&
  left.every(({ address, id }, index) => right[index]?.address === address && right[index]?.id === id);
