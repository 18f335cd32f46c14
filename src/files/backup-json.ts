import * as d from '../model/decode.ts';
import { type Checked, errorAt } from '../model/finding.ts';
import { digestOf } from '../model/resources/digest.ts';
import { topOf } from '../model/source-ref.ts';

/** The file that makes a folder a backup. It is written last: without it, the backup was not finished. */
export const BACKUP_JSON = 'backup.json';
/** Counts up when an older reader would misread. */
export const BACKUP_FORMAT = 1;

/** Which resource of the target a resource of the backup was. */
const backedUp = { address: d.text, id: d.text };

const backupDocument = d.object({
  formatVersion: d.oneOf(BACKUP_FORMAT),
  target: d.object({ name: d.text, baseUrl: d.text }),
  /** ISO 8601. */
  time: d.text,
  glossaries: d.list(
    d.object({
      ...backedUp,
      name: d.text,
      dictionaries: d.list(d.object({ pair: d.text, entries: d.count })),
      /** Of the name and the entries. */
      digest: d.text,
    }),
  ),
  /** Absent when they are not open to the account. */
  styleRules: d.optional(
    d.list(
      d.object({ ...backedUp, name: d.text, language: d.text, rules: d.count, instructions: d.count, digest: d.text }),
    ),
  ),
  /** Active ones, without their secrets; absent when the target had no admin key. */
  developerKeys: d.optional(d.list(d.object({ ...backedUp, label: d.text }))),
  /**
   * What the target has and files cannot hold; absent: nothing. A dictionary has the id of its glossary. A restore lets
   * it be. `why`: codes of what was found when its files were read again.
   */
  leftOut: d.optional(d.list(d.object({ ...backedUp, why: d.list(d.text) }))),
  /** Every other file of the backup, relative to its folder, in code unit order. */
  files: d.list(d.object({ path: d.text, sha256: d.text })),
});

export type BackupJson = d.Decoded<typeof backupDocument>;

/**
 * The text of `backup.json`, with the digest of all that it says. It shows an edit that was not meant; whoever means
 * one can write the digest too.
 */
export const backupJsonText = (backup: BackupJson): string =>
  `${JSON.stringify({ ...backup, digest: digestOf(backup) }, null, 2)}\n`;

/** `backup.json`, or what is wrong with it. `bytes`: `undefined` when there is none. */
export function parseBackupJson(bytes: Uint8Array | undefined): Checked<BackupJson> {
  const fault = (code: string, details: Readonly<Record<string, string>>): Checked<BackupJson> => ({
    findings: [errorAt(code, topOf(BACKUP_JSON), details)],
  });
  if (bytes === undefined) return fault('backup-incomplete', {});
  try {
    return d.parseJson(bytes, (at) => {
      const { formatVersion } = d.object({ formatVersion: d.anything })(at);
      if (formatVersion !== BACKUP_FORMAT)
        return fault('backup-format', { found: JSON.stringify(formatVersion) ?? 'none' });
      const backup = backupDocument(at);
      return d.text(d.member(at, 'digest')) === digestOf(backup)
        ? { value: backup, findings: [] }
        : fault('backup-file-edited', {});
    });
  } catch (error) {
    if (error instanceof d.DecodeError) return fault('backup-damaged', { what: error.message });
    throw error;
  }
}
