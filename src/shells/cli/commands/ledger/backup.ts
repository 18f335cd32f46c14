import { join, resolve } from 'node:path';
import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { refused } from '../../../../app/run/approve.ts';
import { findingsInFolder, writeBackup } from '../../../../app/run/write-backup.ts';
import { clientFor, connect, hasAdminKey } from '../../../../app/session/connect.ts';
import { readLedger } from '../../../../app/session/open-ledger.ts';
import { endOnErrors, openConfig, workspaceOn } from '../../../../app/session/open-workspace.ts';
import { EMPTY_LEDGER } from '../../../../kinds/registry.ts';

import { UsageError } from '../../../../model/errors.ts';
import { sha256 } from '../../../../model/resources/digest.ts';
import { WORKSPACE_FILE } from '../../../../model/workspace/workspace.ts';
import { backupRefusal, backupText } from '../../../../review/ledger/backup-text.ts';
import { type Backup, backupTarget } from '../../../../steps/backup/backup-of.ts';
import { BACKUP_JSON, backupJsonText, backupPatterns, parseBackupJson } from '../../../../steps/backup/read-backup.ts';
import { readSources } from '../../../../steps/workspace/read-desired.ts';
import type { BackupOptions } from '../../options/recovery-commands.ts';

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
