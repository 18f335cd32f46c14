import { lintOfPlan, type PlanLint } from '../../app/lint/lint-plan.ts';
import { boundPlan, guardInput, planNow } from '../../app/run/plan-now.ts';
import { mustBeFor } from '../../app/run/read-plan-file.ts';
import { baseOfRun, type PlanRun, verdictOfRun } from '../../app/run/run-planned.ts';
import { whyFilesChanged, withStale } from '../../app/run/saved-plan.ts';
import { accountOf, chooseTarget } from '../../app/session/connect.ts';
import { workspaceOn } from '../../app/session/on-target.ts';
import { errorsOfLinter } from '../../app/session/open-workspace.ts';
import { languageFindings } from '../../app/session/target-languages.ts';
import { EMPTY_LEDGER } from '../../kinds/registry.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { hasWork, type Plan } from '../../model/plan/plan.ts';
import { planCounts } from '../../plan/counts.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import type { AllowedVerdict, RefusedVerdict } from '../../plan/guard/refusal.ts';
import { configOf } from '../../plan/provenance.ts';
import { reportText } from '../../review/apply/report-text.ts';
import { guardText } from '../../review/plan/guard-text.ts';
import { planText } from '../../review/plan/plan-text.ts';
import { RefusedError } from './errors.ts';
import { mustBeFormat, renderReport } from './render.ts';
import { runJudged } from './run-judged.ts';
import {
  checkConsent,
  type LibrarySession,
  mustBeValid,
  type OpenedFiles,
  openedAgain,
  openSession,
  stoppable,
  validWorkspace,
  withCodes,
} from './session.ts';
import { shownFindings, shownRefusals } from './shown.ts';
import type { AppliedPlan, ApplyOptions, PlanOptions, TargetPlan } from './types.ts';
import type { Consent } from './values.ts';

/** A plan, with everything that is known about it. */
interface MadePlan {
  readonly opened: OpenedFiles;
  readonly session: LibrarySession;
  readonly planned: Awaited<ReturnType<typeof planNow>>;
  readonly findings: readonly Finding[];
  readonly found: PlanLint;
  readonly options: PlanOptions;
  /** Stops the client of the plan. */
  readonly stop: AbortController;
}

/** Combines two consents: addresses are joined, and other values of the second one replace those of the first. */
export const bothConsents = (first: Consent = {}, more: Consent = {}) =>
  omitUndefined({
    maxDeletesPerRun: more.maxDeletesPerRun ?? first.maxDeletesPerRun,
    overwriteDrift: more.overwriteDrift ?? first.overwriteDrift,
    allowDelete: [...(first.allowDelete ?? []), ...(more.allowDelete ?? [])],
  });

const guardOf = ({ session, planned }: MadePlan, consent: ReturnType<typeof bothConsents>) =>
  checkGuard(planned.plan, guardInput(session.workspace, consent, baseOfRun(planned) ?? EMPTY_LEDGER));

function verdictOf(madePlan: MadePlan): TargetPlan['verdict'] {
  const guard: AllowedVerdict | RefusedVerdict = guardOf(madePlan, bothConsents(madePlan.options.consent));
  if (guard.kind === 'allowed') return { kind: 'allowed' };
  const { refusals } = guard;
  return {
    kind: 'refused',
    code: refusals.some(({ code }) => code === 'drift-undone') ? 'drift' : 'guard',
    refusals: shownRefusals(refusals),
    reason: guardText(guard).trimEnd(),
  };
}

/** Plans one target, as `lexform plan` does. */
export function planTarget(opened: OpenedFiles, target: string | undefined, options: PlanOptions): Promise<TargetPlan> {
  const stop = new AbortController();
  const ports = stoppable(opened.ports, options.signal, stop.signal);
  return withCodes(ports, async () => {
    const session = await openSession({ ...opened, ports }, target, options);
    const { workspace } = session;
    mustBeValid(await errorsOfLinter(opened.read, ports));
    const planned = await planNow(session);
    const languageWarnings = hasErrors(planned.findings) ? [] : await languageFindings(planned.plan, session);
    const found = [...(workspace.findings ?? []), ...planned.findings, ...languageWarnings];
    mustBeValid(found);
    const linted = await lintOfPlan(workspace, planned.plan, ports.files);
    return handleOf({ opened, session, planned, findings: [...found, ...linted.lint], found: linted, options, stop });
  });
}

/**
 * Freezes the parts of a plan that an apply uses, so that an edit of the plan cannot make it differ from the plan that
 * was shown. The entries of dictionaries, possibly hundreds of thousands, are computed when they are read; an apply
 * does not use them.
 */
function freezePlan(plan: Plan): void {
  const { freeze } = Object;
  for (const change of plan.changes) {
    for (const each of [...change.children, ...change.operations]) freeze(each);
    for (const list of [change.values, change.children, change.operations, change]) freeze(list);
  }
  freeze(freeze(plan).changes);
}

function handleOf(madePlan: MadePlan): TargetPlan {
  const { planned, findings, session, found } = madePlan;
  const { plan, drift } = planned;
  const { workspace, ports } = session;
  freezePlan(plan);
  return {
    target: plan.target,
    changes: plan.changes,
    counts: planCounts(plan),
    isEmpty: !hasWork(plan),
    unmanaged: plan.unmanaged,
    findings: shownFindings(findings),
    drift: drift.resources,
    verdict: verdictOf(madePlan),
    render: async (format, how = {}) => {
      mustBeFormat(format);
      const { full = false, color = false } = how;
      const guard = guardOf(madePlan, bothConsents(madePlan.options.consent));
      const shown = format === 'json' ? boundPlan(planned, workspace, ports) : plan;
      const reported = { kind: 'planned', plan: shown, guard, findings, drift, suppressed: found.suppressed } as const;
      if (format === 'text') return planText(reported, { color, full });
      return renderReport(format, reported, { root: workspace.root, ports });
    },
    apply: (run = {}) => withCodes(ports, () => applyMadePlan(madePlan, run)),
  };
}

/** The name of a plan without a file in refusals. */
const THE_PLAN = 'the plan';

/** Adds the present limits of the files. Rejects if the files have changed since the plan was made. */
async function withFilesNow(madePlan: MadePlan): Promise<MadePlan> {
  const { opened, session, planned } = madePlan;
  const { workspace, connection } = session;
  const { desired, config } = workspaceOn(validWorkspace(await openedAgain(opened)), connection);
  const { plan, client, owned } = planned;
  mustBeFor(accountOf(chooseTarget(config, connection.target.name)), THE_PLAN, plan);
  const from = { ...plan, config: configOf(workspace.desired, plan.only) };
  const changed = whyFilesChanged({ path: THE_PLAN, plan: from }, desired);
  if (changed !== undefined)
    throw new RefusedError(await withStale(changed, { plan, client, limit: connection.limit, base: owned }));
  return { ...madePlan, session: { ...session, workspace: { ...workspace, config } } };
}

async function applyMadePlan(asPlanned: MadePlan, run: ApplyOptions): Promise<AppliedPlan> {
  const { stop } = asPlanned;
  const { consent, signal } = run;
  checkConsent(consent);
  if (signal?.aborted) stop.abort(signal.reason);
  signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
  const madePlan = await withFilesNow(asPlanned);
  const { planned, session } = madePlan;
  const all = bothConsents(madePlan.options.consent, consent);
  const guard = guardOf(madePlan, all);
  const ran = await runJudged({ ...session, connection: session.runConnection }, planned, guard, run);
  return appliedOf({ ...madePlan, plan: planned.plan }, ran);
}

/** A plan that was run, with the data known before. */
type RunOf = Pick<MadePlan, 'opened' | 'session' | 'findings' | 'options'> & { readonly plan: Plan };

export function appliedOf({ opened, session, plan, findings, options }: RunOf, ran: PlanRun): AppliedPlan {
  const {
    workspace,
    ports,
    options: { target },
  } = session;
  const { kind: _kind, ...what } = ran;
  const { report, recorded } = ran;
  return {
    ...what,
    verdict: verdictOfRun(ran, ports.interrupted.aborted),
    render: async (format, how = {}) => {
      mustBeFormat(format);
      if (format === 'text') return reportText(report, plan, { color: how.color === true, recorded });
      const reported = { kind: 'applied', plan, findings, report, ...omitUndefined({ recorded }) } as const;
      return renderReport(format, reported, { root: workspace.root, ports });
    },
    check: () => withCodes(ports, async () => planTarget(await openedAgain(opened), target, options)),
  };
}
