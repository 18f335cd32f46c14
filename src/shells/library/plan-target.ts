import { lintOfPlan, type PlanLint } from '../../app/lint/lint-plan.ts';
import type { PlanningOptions } from '../../app/options.ts';
import type { Ports } from '../../app/ports.ts';
import { boundPlan, guardInput, type Planned, planNow } from '../../app/run/plan-now.ts';
import { mustBeFor } from '../../app/run/read-plan-file.ts';
import {
  baseOfRun,
  judgePlan,
  type PlanRun,
  type PlanSession,
  runPlanned,
  verdictOfRun,
} from '../../app/run/run-planned.ts';
import { whyFilesChanged, withStale } from '../../app/run/saved-plan.ts';
import { accountOf, type Connection, chooseTarget, connect, type TargetSession } from '../../app/session/connect.ts';
import { languageFindings } from '../../app/session/language-cache.ts';
import { errorsOfLinter, type OpenWorkspace, withUndecided, workspaceOn } from '../../app/session/open-workspace.ts';
import { asInterruption } from '../../app/show-error.ts';
import { EMPTY_LEDGER } from '../../kinds/registry.ts';
import { UsageError } from '../../model/errors.ts';
import { type Finding, hasErrors } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { hasWork, type Plan } from '../../model/plan/plan.ts';
import { addressWithArrow } from '../../model/resources/address.ts';
import { systemErrorOf } from '../../model/system-error.ts';
import { planCounts } from '../../plan/counts.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import type { AllowedVerdict, RefusedVerdict } from '../../plan/guard/refusal.ts';
import { usedConsents } from '../../plan/guard/used-consents.ts';
import { configOf } from '../../plan/provenance.ts';
import { reportText } from '../../review/apply/report-text.ts';
import { guardText } from '../../review/plan/guard-text.ts';
import { planText } from '../../review/plan/plan-text.ts';
import type { FilesRead } from '../../steps/workspace/read-desired.ts';
import { FindingsError, RefusedError } from './errors.ts';
import { mustBeFormat, renderReport } from './render.ts';
import { shownFindings, shownRefusals } from './shown.ts';
import type { AppliedPlan, ApplyOptions, LookOptions, PlanOptions, TargetPlan } from './types.ts';
import type { Consent } from './values.ts';

/** Runs a plan if the guard allows it. Rejects with `RefusedError` if it does not run; then nothing was changed. */
export async function runJudged(
  session: PlanSession,
  planned: Planned,
  guard: AllowedVerdict | RefusedVerdict,
  { onEvent = () => {}, onSecret }: ApplyOptions,
): Promise<PlanRun> {
  const judged = await judgePlan(session, planned, guard, 'library');
  if ('code' in judged) throw new RefusedError(judged, guard.kind === 'refused' ? shownRefusals(guard.refusals) : []);
  const ran = await runPlanned(session, planned, judged, { onEvent, onSecret });
  if ('code' in ran) throw new RefusedError(ran);
  return ran;
}

/** A workspace that was read, and its ports. */
export interface OpenedFiles {
  readonly read: FilesRead;
  /** Reads the files again. */
  readonly reread: () => Promise<FilesRead>;
  readonly ports: Ports;
}

/** The session of one target. */
interface LibrarySession extends TargetSession<PlanningOptions> {
  /** The connection for a run: it must still be able to read back sent changes after the caller has stopped the run. */
  readonly runConnection: Connection;
}

/** Converts errors to errors with a code, except those of ports that the caller provides, and bugs. */
export async function withCodes<Value>(ports: Ports, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw systemErrorOf(error) ?? asInterruption(error, ports);
  }
}

/** Rejects with `FindingsError` when one of the findings is an error. */
export function mustBeValid(findings: readonly Finding[]): void {
  if (hasErrors(findings)) throw new FindingsError(shownFindings(findings));
}

/** The workspace with the present content of its files. */
export const openedAgain = async (opened: OpenedFiles): Promise<OpenedFiles> => ({
  ...opened,
  read: await opened.reread(),
});

/** The workspace in the form that a plan needs. Throws `FindingsError` if its files have errors. */
function validWorkspace({ read }: Pick<OpenedFiles, 'read'>): OpenWorkspace {
  const { value, findings } = withUndecided(read);
  mustBeValid(findings);
  if (value === undefined) throw new Error('there is neither a workspace nor an error');
  return value;
}

/** The ports for one piece of work, which additional signals can stop. */
export const stoppable = (ports: Ports, ...signals: readonly (AbortSignal | undefined)[]): Ports => ({
  ...ports,
  interrupted: AbortSignal.any([ports.interrupted, ...signals.filter((signal) => signal !== undefined)]),
});

/** A connection whose limiter starts no call after the caller has stopped the work. */
const stoppedBy = ({ interrupted }: Ports, connection: Connection): Connection => ({
  ...connection,
  limit: (run) =>
    connection.limit(() => {
      mustGoOn(interrupted);
      return run();
    }),
});

function mustGoOn({ aborted }: AbortSignal): void {
  if (aborted) throw new UsageError('interrupted', { code: 'interrupted' });
}

/** Throws a `UsageError` for a number outside of its limits. `NaN` would lift every limit. */
function mustBeWhole(name: string, value: number | undefined, [min, max]: readonly [number, number]): void {
  if (value !== undefined && !(Number.isInteger(value) && value >= min && value <= max))
    throw new UsageError(`${name} is ${String(value)}; it must be a whole number from ${min} to ${max}`);
}

/** Throws a `UsageError` for a consent whose number is outside of its limits. */
const checkConsent = ({ maxDeletesPerRun }: Consent = {}): void =>
  mustBeWhole('maxDeletesPerRun', maxDeletesPerRun, [0, 1_000_000_000]);

/** Throws a `UsageError` for a number outside of its limits. */
export function checkLook({ concurrency, maxWaitMs }: LookOptions): void {
  mustBeWhole('concurrency', concurrency, [1, 32]);
  mustBeWhole('maxWaitMs', maxWaitMs, [0, 24 * 60 * 60 * 1000]);
}

/** Opens a target. No call is made yet. */
export async function openSession(
  opened: OpenedFiles,
  target: string | undefined,
  { only = [], concurrency, maxWaitMs, consent = {} }: LookOptions & { readonly consent?: Consent | undefined },
): Promise<LibrarySession> {
  checkLook({ concurrency, maxWaitMs });
  checkConsent(consent);
  const whole = validWorkspace(opened);
  const { allowDelete = [], maxDeletesPerRun } = consent;
  const options: PlanningOptions = {
    json: false,
    full: false,
    only: only.map(addressWithArrow),
    allowDelete: allowDelete.map(addressWithArrow),
    ...omitUndefined({ target, concurrency, maxWait: maxWaitMs, maxDeletesPerRun }),
  };
  const { ports } = opened;
  mustGoOn(ports.interrupted);
  const connection = await connect(whole, options, ports);
  return {
    workspace: workspaceOn(whole, connection),
    connection: stoppedBy(ports, connection),
    runConnection: connection,
    options,
    ports,
  };
}

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

const inputOf = ({ session, planned }: MadePlan, consent: ReturnType<typeof bothConsents>) =>
  guardInput(session.workspace, consent, baseOfRun(planned) ?? EMPTY_LEDGER);

const guardOf = (madePlan: MadePlan, consent: ReturnType<typeof bothConsents>) =>
  checkGuard(madePlan.planned.plan, inputOf(madePlan, consent));

function verdictOf(madePlan: MadePlan): TargetPlan['verdict'] {
  const guard: AllowedVerdict | RefusedVerdict = guardOf(madePlan, bothConsents(madePlan.options.consent));
  if (guard.kind === 'allowed') return { kind: 'allowed' };
  const { refusals } = guard;
  return {
    kind: 'refused',
    code: refusals.some(({ code }) => code === 'drift-undone') ? 'drift' : 'guard',
    refusals: shownRefusals(refusals),
    reason: guardText(guard, 'library').trimEnd(),
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
      const input = inputOf(madePlan, bothConsents(madePlan.options.consent));
      const guard = checkGuard(plan, input);
      const consents = usedConsents(plan, input);
      const shown = format === 'json' ? boundPlan(planned, workspace, ports) : plan;
      const { suppressed } = found;
      const reported = { kind: 'planned', plan: shown, guard, consents, findings, drift, suppressed } as const;
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
