import type { ApplyReport } from '../apply/outcome.ts';
import type { ReportVerdict } from '../apply/verdict.ts';
import { lintOfPlan, type PlanLint } from '../cli/lint/lint-plan.ts';
import { boundPlan, guardInput, type PlannedNow, planNow } from '../cli/run/plan-now.ts';
import { mustBeFor } from '../cli/run/read-plan-file.ts';
import { baseOfRun, type PlanRun, type PlanToRun, verdictOfRun } from '../cli/run/run-planned.ts';
import { whyFilesChanged, withStale } from '../cli/run/saved-plan.ts';
import { accountOf, chooseTarget } from '../cli/session/connect.ts';
import { languageFindings } from '../cli/session/target-languages.ts';
import { EMPTY_LEDGER } from '../kinds/states.ts';
import type { ErrorCode } from '../model/codes/error-codes.ts';
import { defined } from '../model/defined.ts';
import { type Finding, hasErrors } from '../model/finding.ts';
import type { Recorded } from '../model/ledger/ledger-record.ts';
import { type Change, hasWork, type Plan } from '../model/plan/plan.ts';
import { type PlanCounts, planCounts } from '../plan/counts.ts';
import type { Drift } from '../plan/drift/drift.ts';
import { checkGuard } from '../plan/guard/guard.ts';
import type { AllowedVerdict, Refusal, RefusedVerdict } from '../plan/guard/refusal.ts';
import { configOf } from '../plan/provenance.ts';
import { reportText } from '../review/apply/report-text.ts';
import { guardText } from '../review/plan/guard-text.ts';
import { planAfterDrift } from '../review/plan/plan-text.ts';
import { RefusedError } from './errors.ts';
import { checkRendering, checkRun } from './option-checks.ts';
import { PLAN_FORMATS, type RenderFormat, type RenderOptions, renderReport } from './render.ts';
import { type RunListening, runJudged } from './run-judged.ts';
import {
  type Consent,
  type LibrarySession,
  type LookOptions,
  mustBeValid,
  type OpenedFiles,
  openedAgain,
  openSession,
  stoppable,
  validWorkspace,
  withCodes,
} from './session.ts';

/** What a plan is made with. */
export interface PlanTargetOptions extends LookOptions {
  /**
   * What is consented to beforehand. Only what is named here deletes resources that no file and no ledger knows;
   * `apply` may consent to the rest.
   */
  readonly consent?: Consent | undefined;
}

/** Whether a plan may be applied, with the consent that was given so far. */
export type PlanVerdict =
  | { readonly kind: 'allowed' }
  | {
      readonly kind: 'refused';
      /** `guard` or `drift`: the code of the `RefusedError` with which `apply` would reject. */
      readonly code: ErrorCode;
      /** What the guard refuses, drift among it. */
      readonly refusals: readonly Refusal[];
      /** Resources of which the plan would overwrite what somebody changed on the service. */
      readonly undoes: readonly string[];
      /** Why, in words for people. */
      readonly reason: string;
    };

/** How a plan is run. */
export interface RunPlanOptions extends RunListening {
  /** Added to the consent with which the plan was made. */
  readonly consent?: Consent | undefined;
  /** Stops the run: calls in flight finish, no new call starts, and the ledger says what was done. */
  readonly signal?: AbortSignal | undefined;
}

/** What became of a plan that was run. */
export interface AppliedPlan {
  /** `done` only when every call succeeded and the ledger has recorded it. */
  readonly verdict: ReportVerdict;
  /** One outcome for each call. */
  readonly report: ApplyReport;
  /** The entry of the ledger; absent when there was nothing to record, or `unwritten` says why not. */
  readonly recorded?: Recorded;
  /** Why the ledger does not record what was done. The next plan finds it out, and its apply records it. */
  readonly unwritten?: string;
  /** How the lock was lost on the way; no new call was begun from then on. */
  readonly lost?: Error;
  /** Shows what was done. */
  readonly render: (format: RenderFormat, options?: RenderOptions) => Promise<string>;
  /** Reads the files anew and plans as before: empty when the service now has what the files ask for. */
  readonly check: () => Promise<TargetPlan>;
}

/** What an apply would do to one target. */
export interface TargetPlan {
  /** The plan as a value: what it changes, adopts and leaves alone. It is frozen. */
  readonly plan: Plan;
  /** Each resource that changes, with its values and calls. */
  readonly changes: readonly Change[];
  /** How much is added, changed and removed. */
  readonly counts: PlanCounts;
  /** True when an apply would neither call the service nor write the ledger. */
  readonly isEmpty: boolean;
  /** Warnings and notes of the files, of the plan and of the linter about what the plan changes. */
  readonly findings: readonly Finding[];
  /** What somebody changed on the service since the last apply. */
  readonly drift: Drift;
  /** Whether the plan may be applied. */
  readonly verdict: PlanVerdict;
  /** Shows the plan. `json` can be saved, for `applySaved` or `lexform apply FILE`. */
  readonly render: (format: RenderFormat, options?: RenderOptions) => Promise<string>;
  /**
   * Reads the files anew, checks the guard, takes the lock of the target, runs the plan, and writes the ledger. Rejects
   * with `RefusedError` when the plan may not be applied, such as with `files-changed` when the files ask for something
   * else by now. Then nothing was changed. A call that fails does not reject: the result has an outcome for each call.
   */
  readonly apply: (options?: RunPlanOptions) => Promise<AppliedPlan>;
}

/** A plan that was made, and all that is known of it. */
interface Made {
  readonly opened: OpenedFiles;
  readonly session: LibrarySession;
  readonly planned: PlannedNow;
  readonly findings: readonly Finding[];
  readonly found: PlanLint;
  readonly options: PlanTargetOptions;
  /** Stops the client of the plan. */
  readonly stop: AbortController;
}

/** Both consents: addresses are added, and what is said later stands for what was said before. */
export const bothConsents = (first: Consent = {}, more: Consent = {}) =>
  defined({
    maxDeletes: more.maxDeletes ?? first.maxDeletes,
    overwriteDrift: more.overwriteDrift ?? first.overwriteDrift,
    allowDelete: [...(first.allowDelete ?? []), ...(more.allowDelete ?? [])],
  });

const guardOf = ({ session, planned }: Made, consent: ReturnType<typeof bothConsents>) =>
  checkGuard(planned.plan, guardInput(session.workspace, consent, baseOfRun(planned) ?? EMPTY_LEDGER));

function verdictOf(made: Made): PlanVerdict {
  const guard: AllowedVerdict | RefusedVerdict = guardOf(made, bothConsents(made.options.consent));
  if (guard.kind === 'allowed') return { kind: 'allowed' };
  const { refusals } = guard;
  const undoes = refusals.flatMap((refusal) => (refusal.code === 'drift-undone' ? [refusal.address] : []));
  return {
    kind: 'refused',
    code: undoes.length > 0 ? 'drift' : 'guard',
    refusals,
    undoes,
    reason: guardText(guard).trimEnd(),
  };
}

/** Plans one target, as `lexform plan` does. */
export function planTarget(
  opened: OpenedFiles,
  target: string | undefined,
  options: PlanTargetOptions,
): Promise<TargetPlan> {
  const stop = new AbortController();
  const ports = stoppable(opened.ports, options.signal, stop.signal);
  return withCodes(ports, async () => {
    const session = await openSession({ ...opened, ports }, target, options);
    const { workspace } = session;
    const planned = await planNow(session);
    const ofLanguages = hasErrors(planned.findings) ? [] : await languageFindings(planned.plan, session);
    const found = [...(workspace.findings ?? []), ...planned.findings, ...ofLanguages];
    mustBeValid(found);
    const linted = await lintOfPlan(workspace, planned.plan, ports.files);
    return handleOf({ opened, session, planned, findings: [...found, ...linted.lint], found: linted, options, stop });
  });
}

/**
 * Freezes what an apply goes by, so that no edit of a plan makes it do less than it shows. The entries of a dictionary,
 * of which there may be hundreds of thousands, are made when somebody reads them, and an apply does not go by them.
 */
function freezePlan(plan: Plan): void {
  const { freeze } = Object;
  for (const change of plan.changes) {
    for (const each of [...change.children, ...change.operations]) freeze(each);
    for (const list of [change.values, change.children, change.operations, change]) freeze(list);
  }
  freeze(freeze(plan).changes);
}

function handleOf(made: Made): TargetPlan {
  const { planned, findings, session, found } = made;
  const { plan, drift } = planned;
  const { workspace, ports } = session;
  freezePlan(plan);
  return {
    plan,
    changes: plan.changes,
    counts: planCounts(plan),
    isEmpty: !hasWork(plan),
    findings,
    drift,
    verdict: verdictOf(made),
    render: async (format, how = {}) => {
      checkRendering(PLAN_FORMATS, format, how);
      const { full = false, color = false } = how;
      const guard = guardOf(made, bothConsents(made.options.consent));
      if (format === 'text') return planAfterDrift(plan, drift, { color, full, guard, ...found });
      const shown = format === 'json' ? boundPlan(planned, workspace, ports) : plan;
      const reported = { kind: 'planned', plan: shown, guard, findings, drift, notTold: found.notTold } as const;
      return renderReport(format, reported, { root: workspace.root, ports });
    },
    apply: async (run = {}) => {
      checkRun(run);
      return withCodes(ports, () => applyMade(made, run));
    },
  };
}

/** What a refusal calls a plan that has no file. */
const THE_PLAN = 'the plan';

/** The plan with the limits that the files have by now. Rejects when they ask for something else than was planned. */
async function withFilesNow(made: Made): Promise<Made> {
  const { opened, session, planned } = made;
  const { workspace, connection } = session;
  const { desired, config } = validWorkspace(await openedAgain(opened));
  const { plan, client, owned } = planned;
  mustBeFor(accountOf(chooseTarget(config, connection.target.name)), THE_PLAN, plan);
  const from = { ...plan, config: configOf(workspace.desired, plan.only) };
  const changed = whyFilesChanged({ path: THE_PLAN, plan: from }, desired);
  if (changed !== undefined)
    throw new RefusedError(await withStale(changed, { plan, client, limit: connection.limit, base: owned }));
  return { ...made, session: { ...session, workspace: { ...workspace, config } } };
}

async function applyMade(asPlanned: Made, run: RunPlanOptions): Promise<AppliedPlan> {
  const { stop } = asPlanned;
  const { consent, signal } = run;
  if (signal?.aborted) stop.abort(signal.reason);
  signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
  const made = await withFilesNow(asPlanned);
  const { planned, session } = made;
  const all = bothConsents(made.options.consent, consent);
  const guard = guardOf(made, all);
  const { live, input } = planned;
  const toRun: PlanToRun = {
    ...session,
    ...planned,
    connection: session.ofRun,
    deletable: input.deletable,
    states: async () => ({ live }),
  };
  return appliedOf({ ...made, plan: planned.plan }, await runJudged(toRun, guard, run));
}

/** A plan that was run, with what was known of it before. */
type RunOf = Pick<Made, 'opened' | 'session' | 'findings' | 'options'> & { readonly plan: Plan };

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
      checkRendering(PLAN_FORMATS, format, how);
      if (format === 'text') return reportText(report, plan, { color: how.color === true, recorded });
      const reported = { kind: 'applied', plan, findings, report, ...defined({ recorded }) } as const;
      return renderReport(format, reported, { root: workspace.root, ports });
    },
    check: () => withCodes(ports, async () => planTarget(await openedAgain(opened), target, options)),
  };
}
