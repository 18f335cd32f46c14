import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import { readEverything } from '../read-everything.ts';
import { type Backup, backupOf, namedLive } from './backup-of.ts';

export interface BackupInput {
  /** The files and the ledger say what is called what. */
  readonly desired: DesiredState;
  readonly client: Client;
  readonly limit: Limit;
  readonly ledger: LedgerState;
  /** Developer keys too: the client then needs the admin key. */
  readonly isAdmin: boolean;
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly time: Date;
}

/** service → everything that a target has, owned or not, as the files of a backup. Nothing is written. */
export async function backupTarget(input: BackupInput): Promise<Backup> {
  const { desired, client, limit, ledger, isAdmin } = input;
  const { live, names } = await readEverything({ desired, client, limit, ledger, withAdminKey: isAdmin });
  return backupOf(namedLive(live, names, input), new Map());
}
