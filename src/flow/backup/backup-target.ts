import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import { ServiceError } from '../../model/errors.ts';
import { readEverything } from '../read-everything.ts';
import { type Backup, backupOf, namedLive } from './backup-of.ts';

export interface BackupInput {
  /** The files and the ledger say what is called what. */
  readonly desired: DesiredState;
  readonly client: Client;
  readonly limit: Limit;
  readonly ledger: LedgerState;
  /** Developer keys too: the client then needs the admin key. */
  readonly developerKeys: boolean;
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly time: Date;
}

/** The client for an account that may have no style rules: none are listed then, and `refused` says so. */
function withoutRefusal(client: Client): { readonly client: Client; readonly isRefused: () => boolean } {
  let refused = false;
  const { styleLists } = client;
  return {
    isRefused: () => refused,
    client: {
      ...client,
      styleLists: {
        ...styleLists,
        async list() {
          try {
            return await styleLists.list();
          } catch (error) {
            if (!(error instanceof ServiceError) || error.refusal.status !== 403) throw error;
            refused = true;
            return [];
          }
        },
      },
    },
  };
}

/** service → everything that a target has, owned or not, as the files of a backup. Nothing is written. */
export async function backupTarget(input: BackupInput): Promise<Backup> {
  const { desired, limit, ledger, developerKeys } = input;
  const { client, isRefused } = withoutRefusal(input.client);
  const { live, names } = await readEverything({ desired, client, limit, ledger, withAdminKey: developerKeys });
  const { styleLists = [], ...others } = live;
  return backupOf(namedLive(isRefused() ? others : { ...others, styleLists }, names, input), new Map());
}
