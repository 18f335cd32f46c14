import { KINDS, ledgerFrom } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf, type LedgerState, type LiveState, liveOf, ownedOf } from '../../kinds/states.ts';
import { isInUse, isIrreversible } from '../../kinds/traits.ts';

import { scopeOf } from '../../model/plan/plan.ts';
import type { Address, ResourceAddress } from '../../model/resources/address.ts';
import type { OwnedResource } from '../../model/resources/resource.ts';

/** Resources that a rollback does not change, of kinds whose deletions are permanent. */
export interface LeftAlone {
  /** They were in use at that time, and have been deactivated or deleted since. */
  readonly gone: readonly Address[];
  /** They were created later. */
  readonly since: readonly Address[];
  /** The ledger only had their ids at that time. */
  readonly unknown: readonly Address[];
}

/**
 * The ledger without resources that would be deleted permanently and are not in the desired state. Otherwise a plan
 * would delete newer resources. Pure.
 */
export function withRequestedOnly(now: LedgerState, desired: DesiredState): LedgerState {
  const requested = ledgerFrom((kind) => {
    const ids = new Set((desiredOf(desired, kind.plural) ?? []).map(({ pinnedId }) => pinnedId));
    return [...ownedOf(now, kind.plural)].filter(([, { id }]) => !isIrreversible(kind) || ids.has(id));
  });
  return { ...now, ...requested };
}

export interface LeftAloneInput {
  /** The state to go back to. */
  readonly before: LedgerState;
  readonly now: LedgerState;
  readonly live: LiveState;
  readonly only: readonly string[];
}

type At = readonly [ResourceAddress, OwnedResource];

/** The resources that a rollback does not change, by reason. Pure. */
export function leftAlone({ before, now, live, only }: LeftAloneInput): LeftAlone {
  const { whole } = scopeOf(only);
  const byKind = KINDS.filter(isIrreversible).map((kind) => {
    const { plural } = kind;
    const working = new Set((liveOf(live, plural) ?? []).filter((each) => isInUse(kind, each)).map(({ id }) => id));
    const known = new Set([...ownedOf(before, plural).values()].map(({ id }) => id));
    const addresses = (state: LedgerState, isMeant: (each: At) => boolean): readonly Address[] =>
      [...ownedOf(state, plural)].filter((each) => whole(each[0]) && isMeant(each)).map(([address]) => address);
    return {
      gone: addresses(before, ([, { id, content }]) => kind.isInUse?.(content) !== false && !working.has(id)),
      since: addresses(now, ([, { id }]) => working.has(id) && !known.has(id)),
      unknown: addresses(before, ([, { id, content }]) => working.has(id) && kind.name(content) === undefined),
    };
  });
  return {
    gone: byKind.flatMap(({ gone }) => gone),
    since: byKind.flatMap(({ since }) => since),
    unknown: byKind.flatMap(({ unknown }) => unknown),
  };
}
