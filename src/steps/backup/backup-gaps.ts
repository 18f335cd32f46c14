import type { Client } from '../../client/client.ts';
import { type Finding, topOf, warningAt } from '../../model/finding.ts';
import { BACKUP_JSON, type BackupJson } from './backup-json.ts';

/** Warnings for the content that a backup lacks, as listed in it. `label`: its folder, as shown to the user. */
export const backupGaps = ({ leftOut = [] }: BackupJson, label: string): readonly Finding[] =>
  leftOut.map(({ address, why }) => warningAt('backup-gap', topOf(`${label}/${BACKUP_JSON}`), { address, why }));

/**
 * Ids of resources that a backup lacks as a whole because files cannot contain them. A glossary that only lacks a
 * dictionary is not included.
 */
export const heldBack = ({ leftOut = [] }: BackupJson): ReadonlySet<string> =>
  new Set(leftOut.flatMap(({ address, id }) => (address.includes('/') ? [] : [id])));

/** A client that does not list some resources, so that none of them is taken for another one with the same name. */
export const withoutListed = (client: Client, ids: ReadonlySet<string>): Client => ({ ...client, hidden: ids });
