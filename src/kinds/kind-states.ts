import type { ResourceAddress } from '../model/resources/address.ts';
import type { AnyKind } from './model/resource-kind.ts';
import { KINDS } from './registry.ts';
import type { DesiredResource, LiveResource, OwnedResource } from './resource.ts';
import { type DesiredState, EMPTY_LEDGER, type LedgerState, type LiveState } from './states.ts';

const byPlural = <Each>(of: (kind: AnyKind) => Each | undefined): Readonly<Record<string, Each>> =>
  Object.fromEntries(
    KINDS.flatMap((kind) => {
      const each = of(kind);
      return each === undefined ? [] : [[kind.plural, each]];
    }),
  );

/** A ledger from what it owns of each kind; nothing is unfinished. */
export const ledgerFrom = (
  of: (kind: AnyKind) => Iterable<readonly [ResourceAddress, OwnedResource]>,
): LedgerState => ({ ...EMPTY_LEDGER, ...byPlural((kind) => new Map(of(kind))) });

/** A desired state from what is asked for of each kind; `undefined`: the kind is not managed. */
export const desiredStateFrom = (of: (kind: AnyKind) => readonly DesiredResource[] | undefined): DesiredState =>
  byPlural(of);

/** A live state from what there is of each kind; `undefined`: it was not read. */
export const liveStateFrom = (of: (kind: AnyKind) => readonly LiveResource[] | undefined): LiveState => byPlural(of);
