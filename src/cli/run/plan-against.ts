import { resolve } from 'node:path';
import { readBackup } from '../../flow/backup/read-backup.ts';
import { liveOfBackup, liveOfLedger } from '../../flow/backup/snapshot-state.ts';
import { checkOwners } from '../../flow/ledger/check-owners.ts';
import { planState } from '../../flow/plan-target.ts';
import { UsageError } from '../../model/errors.ts';
import { type Checked, hasErrors } from '../../model/finding.ts';
import type { LiveState } from '../../model/resources/live.ts';
import type { Snapshot } from '../../plan/plan.ts';
import { leftOutText } from '../../review/plan/against-text.ts';
import type { PlanOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { accountOf, chooseTarget } from '../session/connect.ts';
import type { OpenWorkspace } from '../session/open-workspace.ts';
import { findingsInFolder } from './backup-places.ts';
import { type PlanAndDrift, planInput, readTargetLedger, type TargetLedger } from './plan-now.ts';

type Account = TargetLedger['account'];

/** What stands for the service, and since when. */
interface Known {
  readonly against: Snapshot;
  readonly live: LiveState;
}

const utc = (time: string): string => new Date(time).toISOString();

async function lastApply({ ledger, snapshot, account }: TargetLedger): Promise<Known> {
  if (ledger === undefined)
    throw new UsageError('lexform.yaml says "ledger: false", so there is no last apply to plan against');
  const [last] = await ledger.entries(1);
  if (snapshot === undefined || last === undefined)
    throw new UsageError(
      `no ledger for "${account.name}" here, so there is nothing to plan against; apply once, or fetch ` +
        'its ledger, or name a backup: --against DIR',
    );
  return { against: { kind: 'ledger', time: utc(last.time) }, live: liveOfLedger(snapshot.state) };
}

async function backupIn(dir: string, account: Account, ports: CliPorts): Promise<Checked<Known>> {
  const { value: backup, findings } = await readBackup(ports.files, resolve(ports.cwd, dir));
  if (backup === undefined || hasErrors(findings)) return { findings: findingsInFolder(dir, findings) };
  const { target, time } = backup.json;
  if (target.baseUrl !== account.baseUrl)
    throw new UsageError(
      `the backup in ${dir} is of ${target.baseUrl}, and the target "${account.name}" is at ${account.baseUrl}`,
    );
  return { value: { against: { kind: 'backup', time: utc(time) }, live: liveOfBackup(backup) }, findings: [] };
}

/**
 * Plans without asking the service, and so without its key: against what the last apply left (`ledger`), or against the
 * backup in a folder. Kinds that the snapshot knows nothing of are left out, with a line that says so. The value is
 * absent when the backup cannot be used.
 */
export async function planAgainst(
  workspace: OpenWorkspace,
  { against, ...options }: PlanOptions & { readonly against: string },
  ports: CliPorts,
): Promise<Checked<PlanAndDrift>> {
  const { config } = workspace;
  const account = accountOf(chooseTarget(config, options.target));
  const targetLedger = await readTargetLedger(workspace, account, ports);
  const { value: known, findings: faults } =
    against === 'ledger'
      ? { value: await lastApply(targetLedger), findings: [] }
      : await backupIn(against, account, ports);
  if (known === undefined) return { findings: faults };

  const { developerKeys, styleLists, ...others } = workspace.desired;
  const knowsLists = known.live.styleLists !== undefined;
  const desired = { ...others, ...(knowsLists && styleLists !== undefined && { styleLists }) };
  ports.terminal.err(
    leftOutText({ styleLists: !knowsLists && styleLists !== undefined, developerKeys: developerKeys !== undefined }),
  );
  const input = planInput({ config, desired }, account, options, targetLedger.owned);
  const { plan, findings, live, drift } = planState(known.live, input);
  const ofOwners = hasErrors(findings)
    ? []
    : await checkOwners(targetLedger.ledger, plan, { desired, owned: targetLedger.owned });
  const { liveFingerprint, ...rest } = plan;
  const { moves } = targetLedger;
  return {
    value: {
      ...targetLedger,
      plan: { ...rest, against: known.against, liveFingerprint, ...(moves.length > 0 && { moves }) },
      findings: [...findings, ...ofOwners],
      live,
      drift,
    },
    findings: [],
  };
}
