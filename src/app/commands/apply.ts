import { recordReads } from '../../client/record-reads.ts';
import { isOfAdmin, kindNamed } from '../../kinds/registry.ts';
import { UsageError } from '../../model/errors.ts';
import { hasErrors } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { desiredFor, needsAdminKey } from '../../plan/make-plan.ts';
import type { PlanRefusal } from '../../review/messages/plan-refusal.ts';
import { SAVED_FACT } from '../../steps/ledger/entry-source.ts';
import { readAfterSaved } from '../../steps/ledger/read-after-saved.ts';
import type { CommandResult } from '../exit-code.ts';
import { lintOfPlan } from '../lint/lint-plan.ts';
import type { ApplyOptions, PlanningOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { applyPlanned, refusePlan } from '../run/apply-plan.ts';
import { type Planned, planInput, planNow, readTargetLedger, showDriftBehind } from '../run/plan-now.ts';
import { mustBeFor, readPlan } from '../run/read-plan-file.ts';
import { type SavedPlan, whyNotApproved, whyStale, whyTooOld } from '../run/saved-plan.ts';
import { checkSecretsFile } from '../run/secrets-file.ts';
import type { AppCommand } from '../runner.ts';
import { clientFor, connect, type TargetSession } from '../session/connect.ts';
import { eachTarget, endOnSharedAccounts } from '../session/each-target.ts';
import { decidedLanguages } from '../session/language-cache.ts';
import { endOnErrors, openForCommand, workspaceOn } from '../session/open-workspace.ts';
import { severalTargets } from '../several-targets.ts';

async function run(commandOptions: ApplyOptions, ports: Ports): Promise<CommandResult> {
  await checkSecretsFile(commandOptions.secretsFile, ports);
  const approved = await approvedPlans(commandOptions, ports);
  const saved = commandOptions.plan === undefined ? undefined : savedIn(commandOptions.plan, ports);
  const workspace = await openForCommand(commandOptions, ports, { lints: true });
  const options = await withTargetOfPlan(commandOptions, workspace.config, saved);
  const several = severalTargets(workspace.config, options.target) !== undefined;
  if (saved !== undefined && several)
    throw new UsageError('a saved plan is for one target; name that one with --target, or leave --target out');
  await endOnSharedAccounts(workspace, options, ports);
  return eachTarget(workspace, options, ports, async (targetOptions, to) => {
    await checkSecretsFile(targetOptions.secretsFile, to);
    const connection = await connect(workspace, targetOptions, to);
    // With several targets, each uses the approved plans for it. With one target, all plans must be for that target.
    const targetPlans = several ? approved.filter(({ plan }) => plan.target.name === connection.target.name) : approved;
    return applyOne(
      { workspace: workspaceOn(workspace, connection), connection, options: targetOptions, ports: to },
      targetPlans,
      saved,
    );
  });
}

/** `apply`: takes a saved plan or makes a new one, shows it, checks the guard, asks, runs it and reports. */
export const apply: AppCommand<ApplyOptions> = { name: 'apply', run };

/** A plan file that is read once, when it is needed first. */
interface SavedFile {
  readonly path: string;
  readonly read: () => Promise<Plan>;
}

function savedIn(path: string, ports: Ports): SavedFile {
  let plan: Promise<Plan> | undefined;
  const read = (): Promise<Plan> => {
    plan ??= readPlan(path, ports);
    return plan;
  };
  return { path, read };
}

/** The options, with the target of a saved plan if `lexform.yaml` has several targets and the options name none. */
async function withTargetOfPlan(
  options: ApplyOptions,
  { targets }: Pick<WorkspaceConfig, 'targets'>,
  saved: SavedFile | undefined,
): Promise<ApplyOptions> {
  if (saved === undefined || options.target !== undefined || targets.length < 2) return options;
  return { ...options, target: (await saved.read()).target.name };
}

async function applyOne(
  session: TargetSession<ApplyOptions>,
  approved: readonly SavedPlan[],
  saved: SavedFile | undefined,
): Promise<CommandResult> {
  const { workspace, options, ports } = session;
  const { refusal, ...planned } = saved === undefined ? await newPlan(session) : await savedPlan(saved, session);
  showDriftBehind(planned, options, ports);
  const reported = [...(workspace.findings ?? []), ...planned.findings];
  await endOnErrors(planned.findings, options, ports, { reported });
  const tooOld = approved.map((each) => whyTooOld(each, options.maxAge, ports.now()));
  const isAction = ports.labels !== undefined;
  const reason =
    tooOld.find((why) => why !== undefined) ?? refusal ?? whyNotApproved(planned.plan, approved, options, isAction);
  if (reason !== undefined) return refusePlan(session, planned, reason);
  const found = await lintOfPlan(workspace, planned.plan, ports.files);
  return applyPlanned(session, { ...planned, ...found });
}

/** A plan to apply. `refusal`: why a saved plan cannot be applied. */
type ToApply = Planned & { readonly refusal?: PlanRefusal };

async function approvedPlans({ approved, maxAge, plan }: ApplyOptions, ports: Ports): Promise<readonly SavedPlan[]> {
  if (maxAge !== undefined && approved.length === 0 && plan === undefined)
    throw new UsageError('--max-age is about a plan that was made before; give it with --approved, or as the argument');
  return Promise.all(approved.map(async (path) => ({ path, plan: await readPlan(path, ports) })));
}

async function newPlan(session: TargetSession<ApplyOptions>): Promise<ToApply> {
  const planned = await planNow(session);
  const languageErrors = hasErrors(planned.findings) ? [] : await decidedLanguages(planned.plan, session);
  return { ...planned, findings: [...planned.findings, ...languageErrors] };
}

/** Reads a saved plan. It may lack its provenance, so the result of its calls is read after the run. */
export async function savedPlan(
  { path, read }: SavedFile,
  { workspace, connection, options, ports }: TargetSession<PlanningOptions & Pick<ApplyOptions, 'maxAge'>>,
): Promise<ToApply> {
  const plan = await read();
  mustBeFor(connection.target, path, plan);
  if (plan.against !== undefined)
    throw new UsageError(
      `${path} was made without asking the service, so it cannot be applied; make a new one with: ` +
        `lexform plan --out ${path}, or give it as what was approved: lexform apply --approved ${path}`,
      { code: 'plan-unusable' },
    );
  const targetLedger = await readTargetLedger(workspace, connection.target, ports);
  const { ledger, snapshot, owned } = targetLedger;
  const { limit } = connection;
  const input = planInput(workspace, connection.target, options, owned);
  const needsAdmin = plan.changes.some(({ kind }) => isOfAdmin(kindNamed(kind)));
  const client = await clientFor(connection, needsAdmin || needsAdminKey(input));
  const { client: running, recorded } = recordReads(client);
  const states: ToApply['states'] = (report) =>
    // The content that an operation has read back is its result.
    readAfterSaved({ client: recorded, limit, plan, report, desired: desiredFor(input), owned });
  const refusal =
    whyTooOld({ path, plan }, options.maxAge, ports.now()) ??
    (await whyStale(
      { path, plan },
      { desired: workspace.desired, stated: workspace.config.moved ?? [], ledger, client, limit },
    ));
  const facts = plan.kind !== 'plan' ? { facts: [[SAVED_FACT, 'yes'] as const] } : {};
  const shownBy = ['apply', path];
  const planned = {
    ledger,
    snapshot,
    owned,
    ...facts,
    shownBy,
    plan,
    client: running,
    deletable: input.deletable,
    states,
    findings: [],
  };
  return refusal === undefined ? planned : { ...planned, refusal };
}
