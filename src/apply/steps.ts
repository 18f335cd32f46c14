import type { Client } from '../client/client.ts';
import { pairKey } from '../model/entries/language-pair.ts';
import type { LedgerState } from '../model/ledger/ledger-state.ts';
import { type Address, dictionaryAddress } from '../model/resources/address.ts';
import type { Change, Operation } from '../plan/plan.ts';
import { developerKeyTarget } from './developer-key-target.ts';
import { glossaryTarget } from './glossary-target.ts';
import type { Listings } from './listings.ts';
import type { OperationTarget } from './operation-target.ts';
import type { SecretKeeper } from './secret-keeper.ts';
import { styleListTarget } from './style-list-target.ts';

/** The address that a reader of the report knows the operation by. */
export function addressOf(change: Change, operation: Operation): Address {
  return change.kind === 'glossary' && 'pair' in operation
    ? dictionaryAddress(change.address, pairKey(operation.pair))
    : change.address;
}

/** What the operation targets of one run share. */
export interface Run {
  readonly client: Client;
  readonly listings: Listings;
  readonly secrets: SecretKeeper;
  /** What the ledger had when the plan was made. */
  readonly base: LedgerState | undefined;
}

/** An operation and its target. */
export interface Step {
  readonly operation: Operation;
  readonly target: OperationTarget;
}

/** What the ledger has under an id, at any address. */
const ownedAs = <Owned extends { readonly id: string }>(
  owned: ReadonlyMap<string, Owned> | undefined,
  id: string | undefined,
): Owned | undefined => (id === undefined ? undefined : [...(owned?.values() ?? [])].find((each) => each.id === id));

/** The operations of a change with their targets, in running order. */
export function stepsOf(change: Change, run: Run): readonly Step[] {
  switch (change.kind) {
    case 'glossary': {
      const base = ownedAs(run.base?.glossaries, change.id)?.content;
      return change.operations.map((operation) => ({
        operation,
        target: glossaryTarget({ ...run, change, base }, operation),
      }));
    }
    case 'style-list': {
      const seen = {};
      const base = ownedAs(run.base?.styleLists, change.id)?.content;
      return change.operations.map((operation) => ({
        operation,
        target: styleListTarget({ ...run, change, seen, base }, operation),
      }));
    }
    case 'developer-key': {
      const createdKey = {};
      return change.operations.map((operation) => ({
        operation,
        target: developerKeyTarget({ ...run, change, createdKey }, operation),
      }));
    }
    default:
      return change satisfies never;
  }
}
