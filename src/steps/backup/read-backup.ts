import type { FilePorts } from '../../files/ports.ts';
import { readInside, readingOnce, staysInside } from '../../files/workspace/workspace-path.ts';
import { FILES, storedFilesOf } from '../../kinds/files/registry.ts';
import { KINDS } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf } from '../../kinds/states.ts';
import { type Checked, errorAt, type Finding, hasErrors, topOf } from '../../model/finding.ts';
import { sha256 } from '../../model/resources/digest.ts';
import { DEFAULT_SAFETY, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { NOTHING_MANAGED } from '../workspace/check-managed.ts';
import { readSources } from '../workspace/read-desired.ts';
import { BACKUP_JSON, type BackupJson, backedUpOf, parseBackupJson } from './backup-json.ts';

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
    (desiredOf(desired, kind.plural) ?? []).map((each) => [each.address, kind.digest(kind.contentOf(each))] as const),
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
    const [start = ''] = pattern.split('*');
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
