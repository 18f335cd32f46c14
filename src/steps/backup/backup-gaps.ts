import type { Client } from '../../client/client.ts';
import { type Finding, warningAt } from '../../model/finding.ts';
import { topOf } from '../../model/source-ref.ts';
import { BACKUP_JSON, type BackupJson } from './backup-json.ts';

/** What a backup says that it does not have, as warnings. `label`: its folder, as it is shown. */
export const backupGaps = ({ leftOut = [] }: BackupJson, label: string): readonly Finding[] =>
  leftOut.map(({ address, why }) => warningAt('backup-gap', topOf(`${label}/${BACKUP_JSON}`), { address, why }));

/**
 * Ids of whole resources that a backup does not have because files cannot hold them; not of glossaries that only lack a
 * dictionary.
 */
export const heldBack = ({ leftOut = [] }: BackupJson): ReadonlySet<string> =>
  new Set(leftOut.flatMap(({ address, id }) => (address.includes('/') ? [] : [id])));

/**
 * The client for somebody who must not touch some resources: they are not listed, so that none of them is taken for
 * another one of its name.
 */
export const withoutListed = (client: Client, ids: ReadonlySet<string>): Client => ({ ...client, hidden: ids });
