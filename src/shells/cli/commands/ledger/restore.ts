import { resolve } from 'node:path';
import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { applyOrShow } from '../../../../app/run/apply-plan.ts';
import { findingsInFolder } from '../../../../app/run/write-backup.ts';
import { clientFor, connect } from '../../../../app/session/connect.ts';
import { readLedger } from '../../../../app/session/open-ledger.ts';
import { openConfig, valueWithoutErrors, workspaceOn } from '../../../../app/session/open-workspace.ts';
import { EMPTY_LEDGER } from '../../../../kinds/registry.ts';
import { desiredOf } from '../../../../kinds/states.ts';
import type { Finding } from '../../../../model/finding.ts';
import { matchesAny } from '../../../../model/resources/address.ts';
import type { WorkspaceConfig } from '../../../../model/workspace/workspace.ts';
import { desiredFor, needsAdminKey } from '../../../../plan/make-plan.ts';
import { rollbackHint } from '../../../../review/drift/rollback-text.ts';
import { say } from '../../../../review/format/sentence.ts';
import { otherTargetText } from '../../../../review/ledger/backup-text.ts';
import {
  backupGaps,
  heldBack,
  type ReadBackup,
  readBackup,
  withoutListed,
} from '../../../../steps/backup/read-backup.ts';
import { ledgerWithin, ownedWithin, restoreState } from '../../../../steps/backup/restore-state.ts';
import { BACKUP_FACT } from '../../../../steps/ledger/entry-source.ts';
import { filesUndo } from '../../../../steps/rollback/workspace-differs.ts';
import { readSources } from '../../../../steps/workspace/read-desired.ts';
import type { RestoreOptions } from '../../options/recovery-commands.ts';
import { listKinds, planEarlier, statusOfFiles } from './recovery.ts';

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
