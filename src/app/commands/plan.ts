import { readingOnce } from '../../files/workspace/workspace-path.ts';
import { UsageError } from '../../model/errors.ts';
import { hasErrors } from '../../model/finding.ts';
import { hasWork, type Plan } from '../../model/plan/plan.ts';
import type { Sample } from '../../model/workspace/sample.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import { usedConsents } from '../../plan/guard/used-consents.ts';
import { planJson } from '../../review/plan/plan-json.ts';
import { changesText, planText } from '../../review/plan/plan-text.ts';
import { changesFingerprint, sameChangesAs } from '../../review/same-changes.ts';
import type { Preview } from '../../steps/preview/preview.ts';
import type { CommandOutcome, CommandResult } from '../exit-code.ts';
import { lintOfPlan } from '../lint/lint-plan.ts';
import type { PlanOptions } from '../options.ts';
import { savePlan } from '../plan-file/plan-file.ts';
import type { Ports } from '../ports.ts';
import { planAgainst } from '../run/plan-against.ts';
import { boundPlan, guardInput, type PlannedOffline, planNow, showDriftBehind } from '../run/plan-now.ts';
import { showAllCommand } from '../run/show-all.ts';
import type { AppCommand } from '../runner.ts';
import { chooseTarget, connect, type TargetSession } from '../session/connect.ts';
import { type EarlierTargets, eachTarget, endOnSharedAccounts } from '../session/each-target.ts';
import { languageFindings } from '../session/language-cache.ts';
import {
  type CheckedWorkspace,
  endOnErrors,
  openForCommand,
  valueWithoutErrors,
  workspaceOn,
} from '../session/open-workspace.ts';
import { openSince } from '../since/changed-resources.ts';

async function run(options: PlanOptions, commandPorts: Ports): Promise<CommandResult> {
  if (!options.preview && (options.previewBudget !== undefined || options.previewSamples !== undefined))
    throw new UsageError('--preview-budget and --preview-samples need --preview');
  if (options.preview && options.against !== undefined)
    throw new UsageError('--preview translates with the service, and --against does not ask it; leave one of them out');
  if (options.since !== undefined && options.only.length > 0)
    throw new UsageError('--since chooses the resources; leave out --only');
  // A preview takes examples from the rows of the same files.
  const ports = options.preview ? { ...commandPorts, files: readingOnce(commandPorts.files) } : commandPorts;
  const { workspace, only } = await opened(options, ports);
  await endOnSharedAccounts(workspace, { ...options, only }, ports);
  const samples = options.preview ? await moreSamples(workspace, options, ports) : [];
  return eachTarget(workspace, { ...options, only }, ports, (targetOptions, to, earlier) =>
    planOne({ workspace, samples, earlier }, targetOptions, to),
  );
}

/**
 * `plan`: reads the files once; for each target, reads the service, makes a plan and shows it. It changes nothing on
 * the service, but `--preview` creates temporary resources there.
 */
export const plan: AppCommand<PlanOptions> = { name: 'plan', run };

/** The workspace, and address patterns for the plan: those of `--only`, or those made from `--since`. */
async function opened(
  options: PlanOptions,
  ports: Ports,
): Promise<{ readonly workspace: CheckedWorkspace; readonly only: readonly string[] }> {
  const { since: ref, only } = options;
  if (ref === undefined) return { workspace: await openForCommand(options, ports, { lints: true }), only };
  return openSince(ref, options, ports);
}

/** The samples of `--preview-samples`. The code is loaded only for a preview. */
async function moreSamples({ root }: CheckedWorkspace, options: PlanOptions, ports: Ports): Promise<readonly Sample[]> {
  const { readSamplesFile } = await import('../run/preview-plan.ts');
  return valueWithoutErrors(await readSamplesFile(options, { root, ports }), { json: options.json }, ports);
}

/** The data that the plans of all targets of a run share, and the plans made before. */
interface PlanningRun {
  readonly workspace: CheckedWorkspace;
  readonly samples: readonly Sample[];
  /** Absent: the run is for one target. */
  readonly earlier: EarlierTargets | undefined;
}

async function planOne(
  { workspace: opened, samples, earlier }: PlanningRun,
  options: PlanOptions,
  ports: Ports,
): Promise<CommandResult> {
  const { against } = options;
  if (against !== undefined) {
    const workspace = workspaceOn(opened, { target: chooseTarget(opened.config, options.target) });
    const planned = await planAgainst(workspace, { ...options, against }, ports);
    return showPlan({ workspace, options, ports, earlier }, planned);
  }
  const connection = await connect(opened, options, ports);
  const workspace = workspaceOn(opened, connection);
  const session = { workspace, connection, options, ports };
  const planned = await planNow(session);
  const languageWarnings = hasErrors(planned.findings) ? [] : await languageFindings(planned.plan, session);
  const previewOf = async (): Promise<Preview> =>
    (await import('../run/preview-plan.ts')).previewPlan(session, planned, samples);
  const found = { ...planned, findings: [...planned.findings, ...languageWarnings] };
  return showPlan({ ...session, earlier }, found, options.preview ? previewOf : undefined);
}

/** Shows, saves and reports a plan. `previewOf`: a preview was requested. */
async function showPlan(
  { workspace, options, ports, earlier }: Omit<TargetSession<PlanOptions>, 'connection'> & Pick<PlanningRun, 'earlier'>,
  planned: PlannedOffline,
  previewOf?: () => Promise<Preview>,
): Promise<CommandResult> {
  const fileFindings = [...(workspace.findings ?? []), ...planned.findings];
  showDriftBehind(planned, options, ports);
  await endOnErrors(planned.findings, options, ports, { reported: fileFindings });
  const { lint, suppressed } = await lintOfPlan(workspace, planned.plan, ports.files);
  const found = [...fileFindings, ...lint];
  const { owned, drift } = planned;
  const { out, json } = options;
  const isKept = out !== undefined || json || (options.report ?? []).some(({ format }) => format === 'json');
  const shownPlan = isKept ? boundPlan(planned, workspace, ports) : planned.plan;
  const input = guardInput(workspace, options, owned);
  const guard = checkGuard(shownPlan, input);
  const consents = usedConsents(shownPlan, input, options.labelConsents);
  if (out !== undefined) await savePlan(out, shownPlan, ports);
  const preview = await previewOf?.();
  const { full, unmanaged, heldBack } = options;
  const changes =
    json || earlier === undefined ? undefined : changesFingerprint(shownPlan, (each) => changesText(each, full));
  const sameAs = sameChangesAs(changes, (await earlier?.()) ?? []);
  const showing = {
    sameAs,
    full,
    unmanaged,
    heldBack,
    showAll: showAllCommand(['plan'], options, ports.labels),
    labels: ports.labels,
  };
  // Usually a plan has no preview.
  const texts = preview && (await import('../../review/translate/preview-text.ts'));
  const reported = { kind: 'planned', plan: shownPlan, guard, consents, findings: found, drift, suppressed } as const;
  const isInterrupted = ports.interrupted.aborted && preview !== undefined;
  return {
    outcome: isInterrupted ? 'interrupted' : outcomeOf(shownPlan, guard, options),
    output: {
      json: () => planJson(shownPlan, { guard, preview, lint }),
      text: ({ color, quiet }) =>
        planText(reported, { ...showing, color, quiet }) +
        (preview && texts ? `\n${texts.previewText(preview, { color })}` : ''),
    },
    reported: preview === undefined ? reported : { ...reported, preview },
    changes,
  };
}

function outcomeOf(plan: Plan, guard: GuardVerdict, { detailedExitcode }: PlanOptions): CommandOutcome {
  if (guard.kind === 'refused') return 'refused';
  return detailedExitcode && hasWork(plan) ? 'changes' : 'ok';
}
