import { CommandEnded, type CommandResult } from '../../../../app/exit-code.ts';
import { savePlan } from '../../../../app/plan-file/plan-file.ts';
import type { Ports } from '../../../../app/ports.ts';
import { applyOrShow, followedBy, hasApplied } from '../../../../app/run/apply-plan.ts';
import { pullFiles, readForPull } from '../../../../app/run/pull-now.ts';
import { mustOpenLedger } from '../../../../app/session/choose-ledger.ts';
import { clientFor, connect, hasAdminKey, type TargetSession } from '../../../../app/session/connect.ts';
import { endOnErrors, openConfig, valueWithoutErrors, workspaceOn } from '../../../../app/session/open-workspace.ts';

import { asInterruption, debugText } from '../../../../app/show-error.ts';
import type { AnyKind } from '../../../../kinds/kind.ts';
import { allDesired, allOwned, EMPTY_LEDGER, isIrreversible, isOfAdmin, KINDS } from '../../../../kinds/registry.ts';
import { type DesiredState, type LedgerState, ownedOf } from '../../../../kinds/states.ts';

import type { Ledger, LedgerSnapshot } from '../../../../ledger/ledger.ts';
import { UsageError } from '../../../../model/errors.ts';
import { errorsIn, type Finding } from '../../../../model/finding.ts';
import { mayNameKind } from '../../../../model/resources/address.ts';
import { pulledText } from '../../../../review/drift/pull-text.ts';
import {
  FILES_NOT_WRITTEN,
  filesDifferText,
  keysLeftText,
  rollbackHint,
} from '../../../../review/drift/rollback-text.ts';
import { shortVersion } from '../../../../review/format/escape.ts';
import { say } from '../../../../review/format/sentence.ts';
import { ROLLBACK_FACT } from '../../../../steps/ledger/entry-source.ts';
import { findVersion } from '../../../../steps/ledger/ledger-log.ts';
import {
  desiredOfLedger,
  differingResources,
  leftAlone,
  withRequestedOnly,
} from '../../../../steps/rollback/desired-of-ledger.ts';
import { readSources } from '../../../../steps/workspace/read-desired.ts';
import type { RollbackOptions } from '../../options/recovery-commands.ts';
import { listKinds, planEarlier, statusOfFiles } from './recovery.ts';

/** Reads the entry that a text names, with its content. `latest` is the result of the last apply. */
async function readVersion(ledger: Ledger, text: string, last: LedgerSnapshot | undefined): Promise<LedgerSnapshot> {
  const entry = findVersion(await ledger.entries(), text);
  const isRead = last?.version === entry.version && (last.base === undefined || text === 'latest');
  return isRead ? last : ledger.readAt(entry.version);
}

/** The state that a rollback has restored. */
interface Restored {
  readonly root: string;
  readonly version: string;
  readonly desired: DesiredState;
  /** The state of the ledger before the rollback. */
  readonly now: LedgerState;
  /** The kinds that the rollback has read. */
  readonly kinds: readonly AnyKind[];
}

/** Reads the files of some kinds for `--write-files`, also of a kind that `lexform.yaml` no longer manages. */
async function readFiles({ root, kinds }: Pick<Restored, 'root' | 'kinds'>, ports: Ports) {
  const { value, findings } = await readForPull(root, { addresses: kinds.map(({ prefix }) => `${prefix}.*`) }, ports);
  const unread = KINDS.filter((kind) => !kinds.includes(kind)).map(({ plural }) => [plural, undefined] as const);
  return { findings, value: value && { ...value, desired: { ...value.desired, ...Object.fromEntries(unread) } } };
}

type WriteSession = Pick<TargetSession<RollbackOptions>, 'connection' | 'options' | 'ports'>;

/** How writing the files ended. */
type FilesWritten = Pick<CommandResult, 'outcome'> & { readonly text: string };

/** Writes what the service has into the files, as `pull` does. */
async function writeRestored(restored: Restored, { connection, options, ports }: WriteSession): Promise<FilesWritten> {
  const { desired, now: before, version } = restored;
  const { only } = options;
  // The output of the command is still to come, so findings are only shown as text.
  const endHere = (findings: readonly Finding[]): Promise<void> =>
    endOnErrors(findings, { ...options, json: false }, ports, { notDone: 'written' });
  // The files may have changed since the command began.
  const read = await readFiles(restored, ports);
  await endHere(errorsIn(read.findings));
  if (read.value === undefined) throw new Error('there is neither a value nor an error');
  const choices = { ...options, addresses: only, ownedOnly: true, check: false, force: false, theirs: false } as const;
  const report = await pullFiles({ workspace: read.value, connection, options: choices, ports }, endHere);
  const now = (await readFiles(restored, ports)).value;
  const files = now === undefined ? {} : workspaceOn(now, connection).desired;
  const at = new Map(allDesired(files).map(({ address, origin }) => [address, origin.file]));
  const restoredAt = new Set([...allDesired(desired).map(({ address }) => address), ...allOwned(before).keys()]);
  const differing = differingResources(files, desired, only).filter((address) => restoredAt.has(address));
  return {
    outcome: report.left.length + report.conflicts === 0 ? 'ok' : 'partly',
    text:
      pulledText(report) +
      filesDifferText(
        differing.map((address) => ({ address, file: at.get(address) })),
        version,
      ),
  };
}

/** Writes the files after a rollback. A failure is part of the result, because the service has changed. */
async function withFiles(result: CommandResult, restored: Restored, session: WriteSession): Promise<CommandResult> {
  if (!hasApplied(result)) return result;
  const { ports } = session;
  const written = await writeRestored(restored, session).catch((error: unknown): FilesWritten => {
    if (!(error instanceof CommandEnded)) ports.terminal.err(debugText(asInterruption(error, ports), ports));
    return { outcome: ports.interrupted.aborted ? 'interrupted' : 'partly', text: FILES_NOT_WRITTEN };
  });
  const outcome = written.outcome === 'ok' ? result.outcome : written.outcome;
  return { ...followedBy(result, written.text), outcome };
}

/**
 * `rollback`: makes a plan from the live state to an earlier ledger entry, then continues like `apply`. Without
 * `--write-files`, it does not change the files, and errors in the files do not stop it, since they may be the reason
 * for it. It deletes only resources that the ledger owns, regardless of the patterns of `--allow-delete` and `prune:`.
 */
export async function rollback(options: RollbackOptions, ports: Ports): Promise<CommandResult> {
  const { writeFiles } = options;
  if (writeFiles && options.dryRun)
    throw new UsageError('--dry-run changes nothing, and --write-files writes files; leave one of them out');
  const opened = await openConfig(options, ports);
  const connection = await connect(opened, options, ports);
  const { limit, target } = connection;
  const ledger = await mustOpenLedger(opened, target, ports);
  const snapshot = await ledger.read();
  const then = await readVersion(ledger, options.version, snapshot);
  const version = shortVersion(then.version);
  const read = await readSources(ports.files, opened.root, opened.config);
  const files = { ...read, sources: workspaceOn({ ...opened, desired: read.sources }, connection).desired };

  const now = snapshot?.state ?? EMPTY_LEDGER;
  const isMeant = (kind: AnyKind): boolean =>
    ownedOf(then.state, kind.plural).size + ownedOf(now, kind.plural).size > 0 &&
    (!isOfAdmin(kind) || mayNameKind(options.only, kind.prefix));
  const isAdmin = KINDS.some((kind) => isOfAdmin(kind) && isMeant(kind)) && hasAdminKey(opened.config, connection);
  const client = await clientFor(connection, isAdmin);
  const kinds = KINDS.filter((kind) => isMeant(kind) && (isAdmin || !isOfAdmin(kind)));
  const { root } = opened;
  if (writeFiles) await valueWithoutErrors(await readFiles({ root, kinds }, ports), options, ports);
  const listed = await listKinds(client, limit, (kind) => kinds.includes(kind));
  const desired = desiredOfLedger({
    state: then.state,
    label: `ledger@${version}`,
    now,
    live: listed,
    files: files.sources,
  });
  // Resources that the entry does not have stay if their deletion is irreversible.
  const owned = withRequestedOnly(now, desired);
  const opening = { workspace: opened, connection, options, ports };
  const { session, planned } = await planEarlier(opening, {
    kind: 'rollback',
    desired,
    owned,
    now,
    ledger,
    snapshot,
    client,
  });
  const { out } = options;
  if (out !== undefined) await savePlan(out, planned.savedPlan, ports);
  if (KINDS.some((kind) => isIrreversible(kind) && isMeant(kind))) {
    const left = leftAlone({ before: then.state, now, live: listed, only: options.only });
    ports.terminal.err(keysLeftText({ ...left, looked: isAdmin }));
  }
  const filesStatus = statusOfFiles(files, (inFiles) => differingResources(inFiles, desired, options.only).length > 0);
  const title = `roll back to ${version}`;
  const shownBy = ['rollback', options.version, '--dry-run'];
  const facts = [[ROLLBACK_FACT, then.version]] as const;
  const result = await applyOrShow(
    session,
    { ...planned, title, wanted: say`entry ${{ theirs: version }} of the ledger`, facts, shownBy },
    writeFiles ? '' : rollbackHint(filesStatus, `lexform rollback ${version} --write-files`),
  );
  return writeFiles ? withFiles(result, { root, version, desired, now, kinds }, opening) : result;
}
