import type { CommandResult } from '../../../../app/exit-code.ts';
import { savePlan } from '../../../../app/plan-file/plan-file.ts';
import type { Ports } from '../../../../app/ports.ts';
import { applyOrShow } from '../../../../app/run/apply-or-show.ts';
import { mustOpenLedger } from '../../../../app/session/choose-ledger.ts';
import { clientFor, connect, hasAdminKey } from '../../../../app/session/connect.ts';
import { openConfig } from '../../../../app/session/open-config.ts';
import type { AnyKind } from '../../../../kinds/kind.ts';
import { EMPTY_LEDGER, KINDS } from '../../../../kinds/registry.ts';
import { ownedOf } from '../../../../kinds/states.ts';
import { goesForGood, isOfAdmin } from '../../../../kinds/traits.ts';
import type { Ledger, LedgerSnapshot } from '../../../../ledger/ledger.ts';
import { mayNameKind } from '../../../../model/resources/address.ts';
import { keysLeftText, rollbackHint } from '../../../../review/drift/rollback-text.ts';
import { say } from '../../../../review/format/sentence.ts';

import { shortVersion } from '../../../../review/ledger/ledger-log-text.ts';
import { ROLLBACK_FACT } from '../../../../steps/ledger/entry-source.ts';
import { findVersion } from '../../../../steps/ledger/ledger-entry.ts';
import { desiredOfLedger } from '../../../../steps/rollback/desired-of-ledger.ts';
import { leftAlone, withAskedAlone } from '../../../../steps/rollback/left-alone.ts';
import { filesDisagree } from '../../../../steps/rollback/workspace-differs.ts';
import { readSources } from '../../../../steps/workspace/read-desired.ts';
import type { RollbackOptions } from '../../options/recovery-commands.ts';
import { filesStanding, listKinds, planEarlier } from './recovery.ts';

/** Reads the entry that a text names, with its content. */
async function readVersion(ledger: Ledger, text: string, last: LedgerSnapshot | undefined): Promise<LedgerSnapshot> {
  const entries = await ledger.entries();
  const entry = entries[findVersion(entries, text)];
  if (entry === undefined) throw new Error('the ledger has no entry at this place');
  return last?.version === entry.version ? last : ledger.readAt(entry.version);
}

/**
 * `rollback`: makes a plan from the live state to an earlier ledger entry, then continues like `apply`. It does not
 * change the files. Errors in the files do not stop it, since they may be the reason for it. It deletes only resources
 * that the ledger owns, regardless of the patterns of `--allow-delete` and `prune:`.
 */
export async function rollback(options: RollbackOptions, ports: Ports): Promise<CommandResult> {
  const opened = await openConfig(options, ports);
  const connection = await connect(opened, options, ports);
  const { limit, target } = connection;
  const ledger = await mustOpenLedger(opened, target, ports);
  const snapshot = await ledger.read();
  const then = await readVersion(ledger, options.version, snapshot);
  const version = shortVersion(then.version);
  const files = await readSources(ports.files, opened.root, opened.config);

  const now = snapshot?.state ?? EMPTY_LEDGER;
  const isMeant = (kind: AnyKind): boolean =>
    ownedOf(then.state, kind.plural).size + ownedOf(now, kind.plural).size > 0 &&
    (!isOfAdmin(kind) || mayNameKind(options.only, kind.prefix));
  const isAdmin = KINDS.some((kind) => isOfAdmin(kind) && isMeant(kind)) && hasAdminKey(opened.config, connection);
  const client = await clientFor(connection, isAdmin);
  const listed = await listKinds(client, limit, (kind) => isMeant(kind) && (isAdmin || !isOfAdmin(kind)));
  const desired = desiredOfLedger({
    state: then.state,
    label: `ledger@${version}`,
    now,
    live: listed,
    files: files.sources,
  });
  // Resources that the entry does not have stay if their deletion is irreversible.
  const owned = withAskedAlone(now, desired);
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
  if (KINDS.some((kind) => goesForGood(kind) && isMeant(kind))) {
    const left = leftAlone({ before: then.state, now, live: listed, only: options.only });
    ports.terminal.err(keysLeftText({ ...left, looked: isAdmin }));
  }
  const standing = filesStanding(files, (inFiles) => filesDisagree(inFiles, desired, options.only));
  const title = `roll back to ${version}`;
  const shownBy = ['rollback', options.version, '--dry-run'];
  const facts = [[ROLLBACK_FACT, then.version]] as const;
  return applyOrShow(
    session,
    { ...planned, title, wanted: say`entry ${{ theirs: version }} of the ledger`, facts, shownBy },
    rollbackHint(standing),
  );
}
