import type { OwnedDeveloperKey } from '../../kinds/developer-key/developer-key.ts';
import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import type { Address } from '../../model/resources/address.ts';

/** Developer keys that a rollback does nothing about. */
export interface KeysLeft {
  /** They worked then, and are deactivated by now, or gone. */
  readonly gone: readonly Address[];
  /** They came since. */
  readonly since: readonly Address[];
  /** The ledger knew nothing but their ids then. */
  readonly unknown: readonly Address[];
}

/** The ledger without the keys that nothing is asked of: else a plan would deactivate those that came since. Pure. */
export function withKeysOf(now: LedgerState, { developerKeys = [] }: DesiredState): LedgerState {
  const ids = new Set(developerKeys.map(({ pinnedId }) => pinnedId));
  return { ...now, developerKeys: new Map([...now.developerKeys].filter(([, { id }]) => ids.has(id))) };
}

export interface KeysLeftInput {
  /** What is gone back to. */
  readonly before: LedgerState;
  readonly now: LedgerState;
  readonly live: LiveState;
  readonly only: readonly string[];
}

/** The keys that a rollback leaves alone, and why. Pure. */
export function keysLeft({ before, now, live, only }: KeysLeftInput): KeysLeft {
  const { whole } = scopeOf(only);
  const working = new Set((live.developerKeys ?? []).filter(({ deactivated }) => !deactivated).map(({ id }) => id));
  const known = new Set([...before.developerKeys.values()].map(({ id }) => id));
  const addresses = (
    { developerKeys }: LedgerState,
    isMeant: (key: OwnedDeveloperKey) => boolean,
  ): readonly Address[] =>
    [...developerKeys].filter(([address, key]) => whole(address) && isMeant(key)).map(([address]) => address);
  return {
    gone: addresses(before, ({ id, content }) => content.deactivated !== true && !working.has(id)),
    since: addresses(now, ({ id }) => working.has(id) && !known.has(id)),
    unknown: addresses(before, ({ id, content }) => working.has(id) && content.label === undefined),
  };
}
