import { join, resolve } from 'node:path';
import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { applyOrShow } from '../../../../app/run/apply-plan.ts';
import { refused } from '../../../../app/run/approve.ts';
import { writeBackup } from '../../../../app/run/write-backup.ts';
import { clientFor, connect, hasAdminKey } from '../../../../app/session/connect.ts';
import { readLedger } from '../../../../app/session/open-ledger.ts';
import { endOnErrors, openConfig, valueWithoutErrors, workspaceOn } from '../../../../app/session/open-workspace.ts';
import { EMPTY_LEDGER } from '../../../../kinds/registry.ts';
import { desiredOf } from '../../../../kinds/states.ts';
import { UsageError } from '../../../../model/errors.ts';
import type { Finding } from '../../../../model/finding.ts';
import { matchesAny } from '../../../../model/resources/address.ts';
import { sha256 } from '../../../../model/resources/digest.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../../../model/workspace/workspace.ts';
import { desiredFor, needsAdminKey } from '../../../../plan/make-plan.ts';
import { rollbackHint } from '../../../../review/drift/rollback-text.ts';
import { say } from '../../../../review/format/sentence.ts';
import { backupRefusal, backupText, otherTargetText } from '../../../../review/ledger/backup-text.ts';
import { type Backup, backupTarget } from '../../../../steps/backup/backup-of.ts';
import {
  BACKUP_JSON,
  backupGaps,
  backupJsonText,
  backupPatterns,
  findingsInFolder,
  heldBack,
  parseBackupJson,
  type ReadBackup,
  readBackup,
  withoutListed,
} from '../../../../steps/backup/read-backup.ts';
import { ledgerWithin, ownedWithin, restoreState } from '../../../../steps/backup/restore-state.ts';
import { BACKUP_FACT } from '../../../../steps/ledger/entry-source.ts';
import { filesUndo } from '../../../../steps/rollback/desired-of-ledger.ts';
import { readSources } from '../../../../steps/workspace/read-desired.ts';
import type { BackupOptions, RestoreOptions } from '../../options/recovery-commands.ts';
import { listKinds, planEarlier, statusOfFiles } from './recovery.ts';

/**
 * Files of an earlier backup that the new one does not overwrite. `stale`: unchanged since then, so they are removed.
 * `strange`: changed, or not part of a backup.
 */
async function leftOvers(
  folder: string,
  backup: Backup,
  { files }: Ports,
): Promise<{ readonly stale: readonly string[]; readonly strange: readonly string[] }> {
  const { value: old } = parseBackupJson(await files.readFile(join(folder, BACKUP_JSON)));
  const written = new Map(old?.files.map(({ path, sha256: digest }) => [path, digest]));
  const [stale, strange]: [string[], string[]] = [[], []];
  for (const path of await files.glob(backupPatterns(), folder)) {
    if (backup.files.has(path)) continue;
    const bytes = await files.readFile(join(folder, path));
    const isStale = bytes !== undefined && written.get(path) === sha256(bytes);
    (isStale ? stale : strange).push(path);
  }
  return { stale, strange };
}

/** Throws if the path cannot be a folder for a backup. True if the folder is not empty. */
async function isTaken(folder: string, { dir }: BackupOptions, { files }: Ports): Promise<boolean> {
  if ((await files.size(folder)) !== undefined) throw new UsageError(`${dir} is a file; name a folder`);
  const there = await files.list(folder);
  if (there.includes(WORKSPACE_FILE))
    throw new UsageError(`${dir} is a workspace; name another folder, so that its files are not mixed with a backup`);
  return there.length > 0 || (await files.glob(['**/*'], folder)).length > 0;
}

/** `backup`: saves everything that a target has to a folder; `backup.json` is written last. */
export async function backup(options: BackupOptions, ports: Ports): Promise<CommandResult> {
  const opened = await openConfig(options, ports);
  const { dir, force } = options;
  const folder = resolve(ports.cwd, dir);
  const refuseBecause = (inTheWay: readonly string[]): CommandResult =>
    refused({ code: 'files-in-the-way', reason: backupRefusal(dir, inTheWay, force) });
  if ((await isTaken(folder, options, ports)) && !force) return refuseBecause([]);

  const connection = await connect(opened, options, ports);
  const { limit, target } = connection;
  const isAdmin = hasAdminKey(opened.config, connection);
  const { snapshot } = await readLedger(opened, target, ports);
  const { sources } = await readSources(ports.files, opened.root, opened.config);
  const fullBackup = await backupTarget({
    desired: workspaceOn({ ...opened, desired: sources }, connection).desired,
    client: await clientFor(connection, isAdmin),
    limit,
    ledger: snapshot?.state ?? EMPTY_LEDGER,
    isAdmin,
    target,
    time: ports.now(),
  });
  const { stale, strange } = await leftOvers(folder, fullBackup, ports);
  if (strange.length > 0) return refuseBecause(strange);

  const remove = (paths: readonly string[]): Promise<void> =>
    ports.files.writeAll(new Map(paths.map((path) => [join(folder, path), undefined])));
  // Without `backup.json`, which is written last, the folder is not a backup. Stale files are removed while the old
  // `backup.json` still lists them, so that a run after a kill can recognise them.
  await remove(stale);
  await remove([BACKUP_JSON]);
  const { backup: written, findings } = await writeBackup(fullBackup, folder, ports);
  await endOnErrors(findingsInFolder(dir, findings), options, ports);
  await ports.files.writeFile(join(folder, BACKUP_JSON), backupJsonText(written.json));
  return {
    outcome: written.json.leftOut === undefined ? 'ok' : 'partly',
    output: { json: () => backupJsonText(written.json), text: () => backupText(written, dir) },
  };
}

/** The options with the target of the backup, if the options name none and the workspace has that target. */
function withTarget(options: RestoreOptions, config: WorkspaceConfig, { json }: ReadBackup): RestoreOptions {
  const isIt = config.targets.some(
    (target) =>
      target.name === json.target.name && (target.kind === 'embedded' || target.baseUrl === json.target.baseUrl),
  );
  return options.target === undefined && isIt ? { ...options, target: json.target.name } : options;
}

/** The warnings about resources that `--only` selects. */
const inScope = (findings: readonly Finding[], only: readonly string[]): readonly Finding[] =>
  findings.filter(({ details }) => only.length === 0 || matchesAny(only, String(details.address)));

/**
 * `restore`: makes a plan from the live state to a backup, then continues like `apply`. Resources that the backup does
 * not have stay. The ledger owns the same resources afterwards.
 */
export async function restore(commandOptions: RestoreOptions, ports: Ports): Promise<CommandResult> {
  const opened = await openConfig(commandOptions, ports);
  const foundBackup = await readBackup(ports.files, resolve(ports.cwd, commandOptions.dir));
  const backup = await valueWithoutErrors(
    { ...foundBackup, findings: findingsInFolder(commandOptions.dir, foundBackup.findings) },
    commandOptions,
    ports,
  );

  const options = withTarget(commandOptions, opened.config, backup);
  const connection = await connect(opened, options, ports);
  const { limit, target } = connection;
  const { ledger, snapshot } = await readLedger(opened, target, ports);
  const read = await readSources(ports.files, opened.root, opened.config);
  const files = { ...read, sources: workspaceOn({ ...opened, desired: read.sources }, connection).desired };
  const isAdmin = needsAdminKey({ desired: backup.desired, only: options.only });
  const client = withoutListed(await clientFor(connection, isAdmin), heldBack(backup.json));
  const wanted = desiredFor({ desired: backup.desired, only: options.only });
  const listed = await listKinds(client, limit, ({ plural }) => desiredOf(wanted, plural) !== undefined);
  const now = snapshot?.state ?? EMPTY_LEDGER;
  const label = commandOptions.dir.replace(/(?<![/\\])[/\\]+$/, '');
  const { desired, findings: leftOut } = restoreState({
    backup: { ...backup, desired: wanted },
    label,
    now,
    live: listed,
  });
  const warnings = inScope([...backupGaps(backup.json, label), ...leftOut], options.only);
  const opening = { workspace: opened, connection, options, ports };
  const owned = ledgerWithin(now, desired);
  const { session, planned } = await planEarlier(opening, {
    kind: 'restore',
    desired,
    owned,
    now,
    ledger,
    snapshot,
    client,
    mayAdopt: false,
    warnings,
  });
  if (backup.json.target.baseUrl !== target.baseUrl) ports.terminal.err(otherTargetText(backup.json.target));

  const owns = ownedWithin(desired, now, files.sources);
  const filesStatus = statusOfFiles(files, (inFiles) => filesUndo(inFiles, { desired, owns, only: options.only }));
  return applyOrShow(
    session,
    {
      ...planned,
      shownBy: ['restore', options.dir, '--dry-run'],
      owns,
      wanted: say`the backup in ${{ theirs: label }}`,
      title: `restore the backup of ${backup.json.time}`,
      facts: [[BACKUP_FACT, backup.json.time]],
    },
    rollbackHint(filesStatus),
  );
}
