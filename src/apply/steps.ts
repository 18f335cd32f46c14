import type { Client } from '../client/client.ts';
import { pairKey } from '../model/entries/language-pair.ts';
import type { LedgerState } from '../model/ledger/ledger-state.ts';
import { type Address, dictionaryAddress } from '../model/resources/address.ts';
import type { Change, Operation } from '../plan/plan.ts';
import { developerKeyTarget } from './developer-key-target.ts';
import { glossaryPart } from './glossary-target.ts';
import type { Listings } from './listings.ts';
import type { Part } from './operation-target.ts';
import type { SecretKeeper } from './secret-keeper.ts';
import { styleListTarget } from './style-list-target.ts';

/** The address that a reader of the report knows the operation by. */
export function addressOf(change: Change, operation: Operation): Address {
  return change.kind === 'glossary' && 'pair' in operation
    ? dictionaryAddress(change.address, pairKey(operation.pair))
    : change.address;
}

/** What the parts of one run share. */
export interface Run {
  readonly client: Client;
  readonly listings: Listings;
  readonly secrets: SecretKeeper;
  /** What the history had when the plan was made. */
  readonly base: LedgerState | undefined;
}

/** One operation, and the part that it touches. */
export interface Step {
  readonly operation: Operation;
  readonly part: Part;
}

/** What the history has under an id, whatever its address. */
const ownedAs = <Owned extends { readonly id: string }>(
  owned: ReadonlyMap<string, Owned> | undefined,
  id: string | undefined,
): Owned | undefined => (id === undefined ? undefined : [...(owned?.values() ?? [])].find((each) => each.id === id));

/** One part for each operation of a change, in running order. */
export function stepsOf(change: Change, run: Run): readonly Step[] {
  switch (change.kind) {
    case 'glossary': {
      const base = ownedAs(run.base?.glossaries, change.id)?.content;
      return change.operations.map((operation) => ({
        operation,
        part: glossaryPart({ ...run, change, base }, operation),
      }));
    }
    case 'style-list': {
      const seen = {};
      const base = ownedAs(run.base?.styleLists, change.id)?.content;
      return change.operations.map((operation) => ({
        operation,
        part: styleListTarget({ ...run, change, seen, base }, operation),
      }));
    }
    case 'developer-key': {
      const made = {};
      return change.operations.map((operation) => ({
        operation,
        part: developerKeyTarget({ ...run, change, made }, operation),
      }));
    }
    default:
      return change satisfies never;
  }
}
