import { resolve } from 'node:path';
import type { AnyKind } from '../../kinds/kind.ts';
import { desiredOfKinds, isOfAdmin, KINDS } from '../../kinds/registry.ts';
import { desiredOf, type LiveState, liveOf } from '../../kinds/states.ts';
import { UsageError } from '../../model/errors.ts';
import { hasErrors } from '../../model/finding.ts';
import type { Snapshot } from '../../model/plan/plan.ts';
import { planState } from '../../plan/make-plan.ts';
import { optionName } from '../../review/messages/option-name.ts';
import { leftOutText } from '../../review/plan/against-text.ts';
import { findingsInFolder, readBackup } from '../../steps/backup/read-backup.ts';
import { liveOfBackup, liveOfLedger } from '../../steps/backup/restore-state.ts';
import type { PlanOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { accountOf, chooseTarget } from '../session/connect.ts';
import { type CheckedWorkspace, valueWithoutErrors } from '../session/open-workspace.ts';
import {
  type PlannedOffline,
  planInput,
  reachedTargets,
  readTargetLedger,
  type TargetLedger,
  withOwners,
} from './plan-now.ts';

type Account = TargetLedger['account'];

/** The state used instead of the live one, and its time. */
interface Known {
  readonly against: Snapshot;
  readonly live: LiveState;
}

const utc = (time: string): string => new Date(time).toISOString();

async function lastApply({ ledger, snapshot, account }: TargetLedger, { labels }: Ports): Promise<Known> {
  if (ledger === undefined)
    throw new UsageError('lexform.yaml has "ledger: false", so there is no last apply to plan against', {
      code: 'ledger-absent',
    });
  const [last] = await ledger.entries(1);
  if (snapshot === undefined || last === undefined)
    throw new UsageError(
      `no ledger for "${account.name}" here, so there is nothing to plan against; apply once, or fetch ` +
        `its ledger, or name a backup: ${optionName('--against', labels)} DIR`,
      { code: 'ledger-absent' },
    );
  return { against: { kind: 'ledger', time: utc(last.time) }, live: liveOfLedger(snapshot.state) };
}

async function backupIn(
  dir: string,
  account: Account,
  { findings: fileFindings, undecided }: CheckedWorkspace,
  options: PlanOptions,
  ports: Ports,
): Promise<Known> {
  const { value, findings } = await readBackup(ports.files, resolve(ports.cwd, dir));
  // Only "lexform restore" shows the warnings of a usable backup.
  const found = hasErrors(findings) ? [...undecided, ...findingsInFolder(dir, findings)] : [];
  const backup = await valueWithoutErrors({ value, findings: found }, options, ports, {
    reported: [...fileFindings, ...found],
  });
  const { target, time } = backup.json;
  if (target.baseUrl !== account.baseUrl)
    throw new UsageError(
      `the backup in ${dir} is of ${target.baseUrl}, and the target "${account.name}" is at ${account.baseUrl}`,
    );
  return { against: { kind: 'backup', time: utc(time) }, live: liveOfBackup(backup) };
}

/**
 * Plans without contacting the service, and so without its key: against the state after the last apply (`ledger`), or
 * against the backup in a folder. The plan leaves out kinds that the snapshot does not have, and lists them.
 */
export async function planAgainst(
  workspace: CheckedWorkspace,
  options: PlanOptions & { readonly against: string },
  ports: Ports,
): Promise<PlannedOffline> {
  const { config, undecided } = workspace;
  const account = accountOf(chooseTarget(config, options.target));
  const targetLedger = await readTargetLedger(workspace, account, ports);
  const known =
    options.against === 'ledger'
      ? await lastApply(targetLedger, ports)
      : await backupIn(options.against, account, workspace, options, ports);

  const isKnown = (kind: AnyKind): boolean => !isOfAdmin(kind) && liveOf(known.live, kind.plural) !== undefined;
  const desired = desiredOfKinds(workspace.desired, isKnown);
  const isLeftOut = (kind: AnyKind): boolean =>
    !isKnown(kind) && desiredOf(workspace.desired, kind.plural) !== undefined;
  ports.terminal.err(leftOutText(KINDS.filter(isLeftOut)));
  const { ledger, owned, moves } = targetLedger;
  const planned = planState(known.live, planInput({ ...workspace, desired }, account, options, owned));
  const findings = [...undecided, ...(await withOwners(planned, ledger, { desired, owned }))];
  const { liveFingerprint, ...rest } = planned.plan;
  const plan = {
    ...rest,
    against: known.against,
    liveFingerprint,
    ...(moves.length > 0 && { moves }),
    ...reachedTargets(rest, workspace),
  };
  return { ledger, snapshot: targetLedger.snapshot, owned, ...planned, plan, findings };
}
