import type { Client, Limit } from '../../client/client.ts';
import { allNeeds } from '../../kinds/needs.ts';
import { desiredStateFrom, KINDS, liveStateFrom } from '../../kinds/registry.ts';
import { readEntries } from '../../kinds/service/read-entries.ts';
import { readPermitted } from '../../kinds/service/read-listing.ts';
import { type DesiredState, desiredOf, type LedgerState, type LiveState, liveOf } from '../../kinds/states.ts';
import { isInUse, isOfAdmin } from '../../kinds/traits.ts';
import { nameIn } from '../../model/resources/address.ts';
import { addressesById } from '../../plan/match/addresses-by-id.ts';
import { matchLive } from '../../plan/match/match.ts';
import { type Backup, backupOf, namedLive } from './backup-of.ts';

interface EverythingInput {
  /** The files and the ledger determine the names of resources. */
  readonly desired: DesiredState;
  readonly client: Client;
  readonly limit: Limit;
  readonly ledger: LedgerState;
  /** True: also read the kinds that need the admin key. The client must have one. */
  readonly withAdminKey: boolean;
}

/**
 * Everything in use on a target, with all entries. A kind that the account cannot access may be absent. `names`: id →
 * the name that the resource has, or would have, in the workspace.
 */
export async function readEverything(
  input: EverythingInput,
): Promise<{ readonly live: LiveState; readonly names: ReadonlyMap<string, string> }> {
  const { desired, client, limit, ledger, withAdminKey } = input;
  const kinds = KINDS.filter((kind) => withAdminKey || !isOfAdmin(kind));
  const listed = await readPermitted(client, kinds, limit);
  const wanted = desiredStateFrom(({ plural }) => desiredOf(desired, plural) ?? []);
  const known = addressesById(matchLive(wanted, listed, ledger));
  const live = liveStateFrom((kind) => liveOf(listed, kind.plural)?.filter((each) => isInUse(kind, each)));
  const needs = kinds.flatMap((kind) => (liveOf(live, kind.plural) ?? []).flatMap((each) => allNeeds(kind, each)));
  return {
    live: await readEntries(client, live, needs, limit),
    names: new Map([...known].map(([id, { address }]) => [id, nameIn(address)])),
  };
}

export interface BackupInput {
  /** The files and the ledger determine the names of resources. */
  readonly desired: DesiredState;
  readonly client: Client;
  readonly limit: Limit;
  readonly ledger: LedgerState;
  /** True: also back up developer keys. The client must have the admin key. */
  readonly isAdmin: boolean;
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly time: Date;
}

/** service → everything on a target, owned or not, as the files of a backup. Nothing is written. */
export async function backupTarget(input: BackupInput): Promise<Backup> {
  const { desired, client, limit, ledger, isAdmin } = input;
  const { live, names } = await readEverything({ desired, client, limit, ledger, withAdminKey: isAdmin });
  return backupOf(namedLive(live, names, input), new Map());
}
