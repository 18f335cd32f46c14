import type { Client } from '../../client/client.ts';
import type { FilePorts } from '../../files/ports.ts';
import { readInside, readingOnce, staysInside } from '../../files/workspace/workspace-path.ts';
import { FILES, storedFilesOf } from '../../kinds/files/registry.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { KINDS } from '../../kinds/registry.ts';
import { type DesiredState, desiredResources } from '../../kinds/states.ts';
import * as d from '../../model/decode.ts';
import { type Checked, errorAt, type Finding, hasErrors, topOf, warningAt } from '../../model/finding.ts';
import type { Digest } from '../../model/ids.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import { hasItsDigest, sha256, withDigest } from '../../model/resources/digest.ts';
import { DEFAULT_SAFETY, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { readSources } from '../workspace/read-desired.ts';
import { NOTHING_MANAGED } from '../workspace/read-workspace.ts';

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

/** Patterns for the files of a backup. Other files in its folder are ignored. */
export const backupPatterns = (): readonly string[] =>
  KINDS.map((kind) => storedFilesOf(kind).file('*').replace(/\/.*/, '/**'));

export interface ReadBackup {
  readonly json: BackupJson;
  /** The desired state in its files. Places are relative to the folder of the backup. */
  readonly desired: DesiredState;
}

const fault = (code: string, file: string, details?: Finding['details']): Finding =>
  errorAt(code, topOf(file), details);

/** One finding for every missing, edited or additional file. */
async function checkFiles(files: FilePorts, folder: string, json: BackupJson): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { path, sha256: digest } of json.files) {
    if (!staysInside(path)) {
      findings.push(fault('backup-damaged', BACKUP_JSON, { what: `it names the file ${path}` }));
      continue;
    }
    const place = { root: folder, file: path, role: 'backup', namedAt: topOf(path) } as const;
    const { value: bytes, findings: unread } = await readInside(files, place);
    if (bytes === undefined)
      findings.push(
        ...unread.map((found) => (found.code === 'file-missing' ? fault('backup-file-missing', path) : found)),
      );
    else if (sha256(bytes) !== digest) findings.push(fault('backup-file-edited', path));
  }
  const named = new Set(json.files.map(({ path }) => path));
  const found = await files.glob(backupPatterns(), folder);
  return [...findings, ...found.filter((path) => !named.has(path)).map((path) => fault('backup-file-unknown', path))];
}

/**
 * One finding for every resource whose content in the files differs from the target's content at the time of the
 * backup: the files could be read differently today.
 */
function checkContent(json: BackupJson, desired: DesiredState): readonly Finding[] {
  const found = KINDS.flatMap((kind) =>
    desiredResources(desired, kind.plural).map((each) => [each.address, kind.digest(kind.contentOf(each))] as const),
  );
  const wanted = KINDS.flatMap((kind) =>
    (backedUpOf(json, kind) ?? []).map(({ address, digest }) => [address, digest] as const),
  );
  const [fileDigests, jsonDigests] = [new Map(found), new Map(wanted)];
  return [...new Set([...jsonDigests.keys(), ...fileDigests.keys()])]
    .filter((address) => jsonDigests.get(address) !== fileDigests.get(address))
    .map((address) => fault('backup-content', BACKUP_JSON, { address }));
}

/**
 * Checks that the files in a folder are those of a backup, and reads their content. Places in findings are relative to
 * the folder.
 */
export async function checkBackup(ports: FilePorts, folder: string, json: BackupJson): Promise<Checked<ReadBackup>> {
  const files = readingOnce(ports);
  const fileFindings = await checkFiles(files, folder, json);
  if (hasErrors(fileFindings)) return { findings: fileFindings };
  const backedUp = FILES.filter(({ pattern }) => {
    const start = pattern.replace(/\*.*/, '');
    return json.files.some(({ path }) => path.startsWith(start));
  });
  const config: WorkspaceConfig = {
    targets: [],
    patterns: Object.fromEntries(backedUp.map(({ kind, pattern }) => [kind, [pattern]])),
    safety: DEFAULT_SAFETY,
    prune: [],
    ledger: { kind: 'none' },
    concurrency: 1,
  };
  const { sources: desired, findings: sourceFindings } = await readSources(files, folder, config);
  // Warnings are for authors of files, but a program wrote these. A target may be empty.
  const errors = sourceFindings.filter(({ severity, code }) => severity === 'error' && code !== NOTHING_MANAGED);
  const findings = errors.length > 0 ? errors : checkContent(json, desired);
  return hasErrors(findings) ? { findings } : { value: { json, desired }, findings };
}

/** The backup in a folder, or all its errors. */
export async function readBackup(files: FilePorts, folder: string): Promise<Checked<ReadBackup>> {
  const place = { root: folder, file: BACKUP_JSON, role: 'backup', namedAt: topOf(BACKUP_JSON) } as const;
  const read = await readInside(files, place);
  const refused = read.findings.filter(({ code }) => code !== 'file-missing');
  if (refused.length > 0) return { findings: refused };
  const { value: json, findings } = parseBackupJson(read.value);
  return json === undefined ? { findings } : checkBackup(files, folder, json);
}

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

/** Findings whose places are relative to the current folder instead of the folder of a backup. */
export const findingsInFolder = (folder: string, findings: readonly Finding[]): readonly Finding[] => {
  const start = folder.replace(/(?<![/\\])[/\\]+$/, '');
  return findings.map((finding) => ({ ...finding, at: { ...finding.at, file: `${start}/${finding.at.file}` } }));
};
