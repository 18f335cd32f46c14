import type { AnyKind } from '../../kinds/kind.ts';
import { KINDS } from '../../kinds/registry.ts';
import * as d from '../../model/decode.ts';
import { type Checked, errorAt, topOf } from '../../model/finding.ts';
import type { Digest } from '../../model/ids.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import { hasItsDigest, withDigest } from '../../model/resources/digest.ts';

/** The file that marks a folder as a backup. It is written last: without it, the backup was not finished. */
export const BACKUP_JSON = 'backup.json';
/** Incremented if an older reader would misread the file. */
export const BACKUP_FORMAT = 1;

/** The address of a resource in the backup, and its id on the target. */
const identity = { address: d.text, id: d.text };

const backupHead = d.object({
  formatVersion: d.oneOf(BACKUP_FORMAT),
  target: d.object({ name: d.text, baseUrl: d.text }),
  /** ISO 8601. */
  time: d.text,
  /**
   * Content of the target that files cannot contain. Absent: none. A child resource has the id of its parent. A restore
   * does not change this content. `why`: codes of the findings when its files were read again.
   */
  leftOut: d.optional(d.list(d.object({ ...identity, why: d.list(d.text) }))),
  /** Every other file of the backup, relative to its folder, in code unit order. */
  files: d.list(d.object({ path: d.text, sha256: d.text })),
});

type BackupHead = d.Decoded<typeof backupHead>;

/** A resource of a backup, with the summary that its kind writes for readers of the file. */
export interface BackedUp {
  readonly [member: string]: unknown;
  readonly address: ResourceAddress;
  readonly id: string;
  /** Of its content. */
  readonly digest: Digest;
}

/**
 * `backup.json`, with the list of each kind. A list is absent if the account has no access to the kind, or if an admin
 * key was needed.
 */
export type BackupJson = BackupHead & { readonly [list: string]: unknown };

const backedUp: d.Decoder<BackedUp> = (at) => {
  const known = d.object({ ...identity, digest: d.text })(at);
  return { ...Object(at.value), ...known };
};

const listName = ({ key }: AnyKind): string => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The resources of one kind in a backup; `undefined`: the backup does not include the kind. */
export const backedUpOf = (backup: BackupJson, kind: AnyKind): readonly BackedUp[] | undefined =>
  backup[listName(kind)] as readonly BackedUp[] | undefined;

/** The head and the lists of the kinds, in the order in which they are written. */
export function backupDocument(
  { formatVersion, target, time, ...more }: BackupHead,
  listOf: (kind: AnyKind) => readonly BackedUp[] | undefined,
): BackupJson {
  const lists = KINDS.flatMap((kind) => {
    const list = listOf(kind);
    return list === undefined ? [] : [[listName(kind), list]];
  });
  return { formatVersion, target, time, ...Object.fromEntries(lists), ...more };
}

const parsedBackup = (at: d.Place): BackupJson =>
  backupDocument(backupHead(at), (kind) => d.optional(d.list(backedUp))(d.member(at, listName(kind))));

/**
 * The text of `backup.json`, with a digest of its content. The digest reveals accidental edits; a deliberate edit can
 * update it.
 */
export const backupJsonText = (backup: BackupJson): string => `${JSON.stringify(withDigest(backup), null, 2)}\n`;

/** Parses `backup.json`. `bytes`: `undefined` if the file does not exist, which is a finding. */
export function parseBackupJson(bytes: Uint8Array | undefined): Checked<BackupJson> {
  const fault = (code: string, details: Readonly<Record<string, string>>): Checked<BackupJson> => ({
    findings: [errorAt(code, topOf(BACKUP_JSON), details)],
  });
  if (bytes === undefined) return fault('backup-incomplete', {});
  try {
    return d.parseJson(bytes, (at) => {
      const { value: formatVersion } = d.member(at, 'formatVersion');
      if (formatVersion !== BACKUP_FORMAT)
        return fault('backup-format', { found: JSON.stringify(formatVersion) ?? 'none' });
      const backup = parsedBackup(at);
      return hasItsDigest(Object(at.value)) ? { value: backup, findings: [] } : fault('backup-file-edited', {});
    });
  } catch (error) {
    if (error instanceof d.DecodeError) return fault('backup-damaged', { what: error.message });
    throw error;
  }
}
