import { resolve } from 'node:path';
import { EMPTY_LEDGER } from '../../kinds/registry.ts';
import type { Finding } from '../../model/finding.ts';
import { operationsOf, type Plan } from '../../model/plan/plan.ts';
import { newSecrets, planCounts } from '../../plan/counts.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import type { GuardInput } from '../../plan/guard/guard-input.ts';
import type { AllowedVerdict, GuardVerdict } from '../../plan/guard/refusal.ts';
import { type UsedConsents, usedConsents } from '../../plan/guard/used-consents.ts';
import type { ApplyEvent, ApplyReport } from '../../plan/outcome.ts';
import { reportJson, reportText } from '../../review/apply/report-text.ts';
import { eventLine, runEndedLine, runRefusedLine, runStartedLine } from '../../review/ci/events.ts';
import { ledgerNotWritten, lockLost } from '../../review/ledger/ledger-refusal-text.ts';
import { errorText } from '../../review/messages/error-text.ts';
import type { PlanRefusal } from '../../review/messages/plan-refusal.ts';
import { approvalQuestion } from '../../review/plan/approval-text.ts';
import { planJson } from '../../review/plan/plan-json.ts';
import { planText } from '../../review/plan/plan-text.ts';
import type { CommandOutcome, CommandResult } from '../exit-code.ts';
import type { DryRunOptions, ReportOptions, RunOptions } from '../options.ts';
import { type Output, tellPeople } from '../output.ts';
import type { Ports } from '../ports.ts';
import { progress } from '../progress.ts';
import type { TargetSession } from '../session/connect.ts';
import { ONLY_YES, refused } from './approve.ts';
import { guardInput, type Planned } from './plan-now.ts';
import { baseOfRun, judgePlan, type PlanRun, runPlanned, verdictOfRun } from './run-planned.ts';
import { makeSecretsFile } from './secrets-file.ts';
import { showAllCommand } from './show-all.ts';

/** The events of a run as lines of files. Each line is written before the next event. */
interface EventFiles {
  readonly event: (event: ApplyEvent) => void;
  /** Writes the remaining lines and the last line. False if a file is incomplete. */
  readonly end: (report: ApplyReport) => Promise<boolean>;
}

const pathsOf = ({ report = [] }: ReportOptions, ports: Ports): readonly string[] =>
  report.flatMap(({ format, path }) => (format === 'events' && path !== undefined ? [resolve(ports.cwd, path)] : []));

const lost = (error: unknown): string => `an event could not be written: ${errorText(error, { debug: false })}`;

const timeOf = ({ now }: Ports): string => now().toISOString();

/**
 * Creates the files before anything is changed, so that an unwritable file stops the run at its beginning and not in
 * the middle.
 */
export async function openEvents(plan: Plan, options: ReportOptions, ports: Ports): Promise<EventFiles> {
  const paths = pathsOf(options, ports);
  for (const path of paths) await ports.files.writeFile(path, runStartedLine(plan, timeOf(ports)));
  let failed: unknown;
  let last: Promise<void> = Promise.resolve();
  const add = (line: string): void => {
    last = last
      .then(async () => {
        for (const path of paths) await ports.files.appendFile(path, line);
      })
      // A line that cannot be written must not end a successful run; it is reported at the end.
      .catch((error: unknown) => {
        failed ??= error;
      });
  };
  return {
    event: (event) => {
      if (paths.length > 0) add(eventLine(event, timeOf(ports)));
    },
    end: async (report) => {
      if (paths.length > 0) add(runEndedLine(report, timeOf(ports)));
      await last;
      if (failed !== undefined) ports.terminal.err(lost(failed));
      return failed === undefined;
    },
  };
}

/**
 * Writes the only line of a run that was refused. A file that cannot be written causes only a message: the refusal is
 * more important.
 */
async function reportRefused(plan: Plan, reason: string, options: ReportOptions, ports: Ports): Promise<void> {
  try {
    for (const path of pathsOf(options, ports))
      await ports.files.writeFile(path, runRefusedLine(plan, reason, timeOf(ports)));
  } catch (error) {
    ports.terminal.err(lost(error));
  }
}

const OUTCOME_OF = {
  done: 'ok',
  partly: 'partly',
  failed: 'error',
  stale: 'refused',
  interrupted: 'interrupted',
} as const;

type Session = TargetSession<RunOptions>;

/** Shows a plan, checks the guard, asks, runs the plan under the ledger, and reports. */
export async function applyPlanned(session: Session, planned: Planned): Promise<CommandResult> {
  const { plan } = planned;
  const guard = guardOf(session, planned);
  const judged = await judgePlan(session, planned, guard);
  // The reasons of the guard are shown once. As the reason of the refusal, they follow the plan.
  const isOfGuard = 'code' in judged && ['guard', 'drift'].includes(judged.code);
  show(session, planned, isOfGuard && !session.options.json ? undefined : guard);
  if ('code' in judged) return refusePlan(session, planned, judged, guard);
  const why = operationsOf(plan).length > 0 ? await notConfirmed(session, plan) : undefined;
  if (why !== undefined) return refusePlan(session, planned, why, guard);
  const { ran, endEvents } = await runAndListen(session, planned, judged);
  return 'code' in ran ? refusePlan(session, planned, ran, guard) : report(session, planned, ran, endEvents);
}

/** Runs the plan, with a display of its progress, its events in files, and a file for the secrets of new keys. */
async function runAndListen(
  session: Session,
  planned: Planned,
  guard: AllowedVerdict,
): Promise<{ readonly ran: PlanRun | PlanRefusal; readonly endEvents: EventFiles['end'] }> {
  const { options, ports, connection } = session;
  const { plan } = planned;
  const events = await openEvents(plan, options, ports);
  const secrets =
    options.secretsFile !== undefined && newSecrets(planCounts(plan)) > 0
      ? await makeSecretsFile(options.secretsFile, ports)
      : undefined;
  const display = progress(plan, ports, connection.calls);
  const onEvent = (event: ApplyEvent): void => {
    display.event(event);
    events.event(event);
  };
  const listeners = { onEvent, onSecret: secrets?.onSecret };
  const ran = await runPlanned(session, planned, guard, listeners).finally(display.end);
  await secrets?.end();
  return { ran, endEvents: events.end };
}

async function report(
  session: Session,
  planned: Planned,
  ran: PlanRun,
  endEvents: EventFiles['end'],
): Promise<CommandResult> {
  const { connection, ports } = session;
  const { plan, wanted, suppressed } = planned;
  const { target } = connection;
  const { report: applyReport, recorded } = ran;
  const areEventsWritten = await endEvents(applyReport);
  const applied = {
    kind: 'applied',
    plan,
    wanted,
    consents: consentsOf(session, planned),
    findings: findingsOf(session, planned),
    suppressed,
    report: applyReport,
  } as const;
  const reported = recorded === undefined ? applied : { ...applied, recorded };
  const outcome = outcomeOfRun(ran, ports.interrupted.aborted);
  return {
    outcome: outcome === 'ok' && !areEventsWritten ? 'error' : outcome,
    output: {
      json: () => reportJson(applyReport, plan, recorded),
      text: ({ color, quiet }) => reportText(applyReport, plan, { color, quiet, recorded }),
      notes: () => notesOfRun(ran, target.name),
    },
    reported,
  };
}

const findingsOf = ({ workspace }: Session, { findings, lint = [] }: Planned): readonly Finding[] => [
  ...(workspace.findings ?? []),
  ...findings,
  ...lint,
];

/** Warnings that the lock was lost or that the ledger was not written; empty: neither. */
export const notesOfRun = ({ lost, unwritten }: PlanRun, target: string): string =>
  (lost === undefined ? '' : lockLost(target, lost.message)) +
  (unwritten === undefined ? '' : ledgerNotWritten(unwritten));

/** The outcome of a run. It is `ok` only if the ledger has recorded everything. */
export const outcomeOfRun = (ran: PlanRun, isInterrupted: boolean): CommandOutcome =>
  ran.report.secrets.some(({ kind }) => kind === 'lost') ? 'error' : OUTCOME_OF[verdictOfRun(ran, isInterrupted)];

function show(
  { options, ports: { terminal, labels } }: Session,
  planned: Planned,
  guard: GuardVerdict | undefined,
): void {
  const { plan, drift, wanted, lint, suppressed, shownBy = ['plan'] } = planned;
  const { full, json, secretsFile } = options;
  const color = terminal.color && !json;
  const { quiet } = terminal;
  const showAll = showAllCommand(shownBy, options, labels);
  const shown = { plan, drift, guard, secretsFile, wanted, findings: lint, suppressed };
  tellPeople(options, terminal, planText(shown, { color, quiet, full, showAll, labels }));
}

/** The reason why the plan does not run; `undefined` if the user has confirmed it. */
async function notConfirmed(
  { options, ports: { terminal, labels } }: Session,
  plan: Plan,
): Promise<PlanRefusal | undefined> {
  const code = 'not-confirmed';
  if (options.autoApprove) return undefined;
  if (labels !== undefined)
    return { code, reason: 'the plan has changes that nobody has approved; nothing was changed\n' };
  if (terminal.ask === undefined)
    return { code, reason: 'no interactive terminal; rerun with --auto-approve to apply this plan\n' };
  const question = approvalQuestion(plan, { secretsKept: options.secretsFile !== undefined });
  const answer = await terminal.ask(`${question}${ONLY_YES}`);
  return answer.trim() === 'yes' ? undefined : { code, reason: 'not approved; nothing was changed\n' };
}

const inputOf = ({ workspace, options }: Session, planned: Planned): GuardInput =>
  guardInput(workspace, options, baseOfRun(planned) ?? EMPTY_LEDGER);

const guardOf = (session: Session, planned: Planned): ReturnType<typeof checkGuard> =>
  checkGuard(planned.plan, inputOf(session, planned));

/** A return to an earlier state undoes drift without an option. */
function consentsOf(session: Session, planned: Planned): UsedConsents | undefined {
  const used = usedConsents(planned.plan, inputOf(session, planned), session.options.labelConsents);
  if (used === undefined || planned.wanted === undefined) return used;
  const options = used.options.filter((option) => option !== '--overwrite-drift');
  return options.length === 0 ? undefined : { ...used, options };
}

/** Shows why a plan does not run, also in every report. */
export async function refusePlan(
  session: Session,
  planned: Planned,
  why: PlanRefusal,
  guard: GuardVerdict = guardOf(session, planned),
): Promise<CommandResult> {
  const { options, ports } = session;
  const { plan, wanted, suppressed, drift } = planned;
  const { code, reason } = why;
  await reportRefused(plan, reason, options, ports);
  const findings = findingsOf(session, planned);
  const reported = { kind: 'refused', plan, wanted, drift, guard, findings, suppressed, code, reason } as const;
  return { ...refused(why), reported };
}

/**
 * Applies a plan, or only shows it for a dry run. A return to an earlier state is meant to undo changes made on the
 * service since, so drift is shown but does not cause a refusal. `savedPlan`: the plan in the form for a file.
 * `afterwards`: text to print after the plan was applied, completely or in part.
 */
export async function applyOrShow(
  session: TargetSession<DryRunOptions>,
  planned: Planned & { readonly savedPlan: Plan },
  afterwards: string,
): Promise<CommandResult> {
  const { workspace, options } = session;
  const { plan, savedPlan, snapshot, drift, wanted, findings, shownBy = ['plan'] } = planned;
  const { full, dryRun } = options;
  const consented = { ...options, overwriteDrift: true };
  if (dryRun) {
    const guard = checkGuard(plan, guardInput(workspace, consented, snapshot?.state ?? EMPTY_LEDGER));
    const showAll = showAllCommand(shownBy, options);
    return {
      outcome: guard.kind === 'refused' ? 'refused' : 'ok',
      output: {
        json: () => planJson(savedPlan, { guard }),
        text: (style) => planText({ plan, drift, guard, wanted }, { ...style, full, showAll }),
      },
      reported: { kind: 'planned', plan: savedPlan, guard, findings, drift, wanted },
    };
  }
  return followedBy(await applyPlanned({ ...session, options: consented }, planned), afterwards);
}

/** True if a run has applied its plan, completely or in part. */
export const hasApplied = ({ outcome }: CommandResult): boolean => outcome === 'ok' || outcome === 'partly';

/** The result with a text after its output, if the run has applied its plan; with `--json` on standard error. */
export function followedBy(result: CommandResult, afterwards: string): CommandResult {
  const { output } = result;
  if (output === undefined || !hasApplied(result)) return result;
  const { text, notes } = output;
  const shown: Output = {
    ...output,
    text: (style) => text(style) + afterwards,
    notes: (how) => (notes?.(how) ?? '') + (how.json ? afterwards : ''),
  };
  return { ...result, output: shown };
}
