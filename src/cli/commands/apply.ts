import { SAVED_FACT } from '../../flow/ledger/entry-source.ts';
import { needsAdminKey, planTarget } from '../../flow/plan-target.ts';
import { UsageError } from '../../model/errors.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import type { PlanRefusal } from '../../review/apply/report-text.ts';
import type { RunResult } from '../exit-code.ts';
import type { ApplyOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { applyPlanned, type PlanToApply } from '../run/apply-plan.ts';
import { refuse } from '../run/approve.ts';
import { planInput, planNow, readTargetLedger, showDriftBehind } from '../run/plan-now.ts';
import { readPlan, readPlanFile } from '../run/read-plan-file.ts';
import { type SavedPlan, whyNotApproved, whyStale, whyTooOld } from '../run/saved-plan.ts';
import { checkSecretsFile } from '../run/secrets-file.ts';
import { reportFindings } from '../run/write-reports.ts';
import { type Connection, clientFor, connect } from '../session/connect.ts';
import { eachTarget, severalTargets } from '../session/each-target.ts';
import { type OpenWorkspace, openWorkspace, stopOnFindings } from '../session/open-workspace.ts';
import { decidedLanguages } from '../session/target-languages.ts';

/** `apply`: takes a saved plan or makes a new one, shows it, checks the guard, asks, runs it and reports. */
export async function apply(options: ApplyOptions, ports: CliPorts): Promise<RunResult> {
  await checkSecretsFile(options.secretsFile, ports);
  const approved = await approvedPlans(options, ports);
  const workspace = await openWorkspace(options, ports);
  if ('stoppedBy' in workspace) return reportFindings(workspace.stoppedBy, options, ports);
  if (
    (options.plan ?? options.approved[0]) !== undefined &&
    severalTargets(workspace.config, options.target) !== undefined
  )
    throw new UsageError('a saved plan is for one target; name that one with --target');
  return eachTarget(workspace, options, ports, (ofOne, own) => applyOne(workspace, approved, ofOne, own));
}

async function applyOne(
  workspace: OpenWorkspace,
  approved: readonly SavedPlan[],
  options: ApplyOptions,
  ports: CliPorts,
): Promise<RunResult> {
  await checkSecretsFile(options.secretsFile, ports);
  const connection = await connect(workspace, options, ports);
  const saved =
    options.plan === undefined ? undefined : await savedPlan(options.plan, workspace, connection, options, ports);
  const { findings, refusal, ...planned } = saved ?? (await newPlan(workspace, connection, options, ports));
  showDriftBehind({ ...planned, findings }, options, ports);
  if (stopOnFindings(findings, options, ports))
    return reportFindings([...(workspace.findings ?? []), ...findings], options, ports);
  const tooOld = approved.map((each) => whyTooOld(each, options.maxAge, ports.now()));
  const reason = tooOld.find((why) => why !== undefined) ?? refusal ?? whyNotApproved(planned.plan, approved);
  if (reason !== undefined) return { code: refuse(reason, options.json, ports.terminal) };
  return applyPlanned({ workspace, connection, findings, ...planned }, options, ports);
}

type ToApply = Omit<PlanToApply, 'workspace' | 'connection'> & {
  readonly findings: readonly Finding[];
  /** Why a saved plan is refused. */
  readonly refusal?: string | PlanRefusal;
};

async function approvedPlans({ approved, maxAge, plan }: ApplyOptions, ports: CliPorts): Promise<readonly SavedPlan[]> {
  if (maxAge !== undefined && approved.length === 0 && plan === undefined)
    throw new UsageError('--max-age is about a plan that was made before; give it with --approved, or as the argument');
  return Promise.all(approved.map(async (path) => ({ path, plan: await readPlan(path, ports) })));
}

async function newPlan(
  workspace: OpenWorkspace,
  connection: Connection,
  options: ApplyOptions,
  ports: CliPorts,
): Promise<ToApply> {
  const { live, input, ...planned } = await planNow(workspace, connection, options, ports);
  const ofLanguages = hasErrors(planned.findings) ? [] : await decidedLanguages(planned.plan, connection, ports);
  return {
    ...planned,
    findings: [...planned.findings, ...ofLanguages],
    deletable: input.deletable,
    states: async () => ({ live }),
  };
}

/** Reads a saved plan. It may lack its provenance, so the live state after the run shows what was done. */
async function savedPlan(
  path: string,
  workspace: OpenWorkspace,
  connection: Connection,
  options: ApplyOptions,
  ports: CliPorts,
): Promise<ToApply> {
  const plan = await readPlanFile(path, connection.target, ports);
  if (plan.against !== undefined)
    throw new UsageError(
      `${path} was made without asking the service, so it cannot be applied; make a new one with: ` +
        `lexform plan --out ${path}, or give it as what was approved: lexform apply --approved ${path}`,
    );
  const targetLedger = await readTargetLedger(workspace, connection.target, ports);
  const input = planInput(workspace, connection.target, options, targetLedger.owned);
  const ofKeys = plan.changes.some(({ kind }) => kind === 'developer-key');
  const client = await clientFor(connection, ofKeys || needsAdminKey(input));
  const states = async () => {
    const { live } = await planTarget(client, connection.limit, input);
    return { live, liveAfter: live };
  };
  const refusal =
    whyTooOld({ path, plan }, options.maxAge, ports.now()) ??
    (await whyStale(
      { path, plan },
      {
        desired: workspace.desired,
        stated: workspace.config.moved ?? [],
        ledger: targetLedger.ledger,
        client,
        limit: connection.limit,
      },
    ));
  // Only a rollback or a restore saves a plan that does not say what the files asked for.
  const facts = plan.config === undefined ? { facts: [[SAVED_FACT, 'yes'] as const] } : {};
  const planned = { ...targetLedger, ...facts, plan, client, deletable: input.deletable, states, findings: [] };
  return refusal === undefined ? planned : { ...planned, refusal };
}
