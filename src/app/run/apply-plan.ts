import { EMPTY_LEDGER } from '../../kinds/states.ts';
import type { Finding } from '../../model/finding.ts';
import { operationsOf } from '../../model/plan/plan.ts';
import { newSecrets, planCounts } from '../../plan/counts.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import type { AllowedVerdict, GuardVerdict } from '../../plan/guard/refusal.ts';
import type { ApplyEvent } from '../../plan/outcome.ts';
import { type PlanRefusal, reportJson, reportText } from '../../review/apply/report-text.ts';
import { ledgerNotWritten, lockLost } from '../../review/ledger/ledger-refusal-text.ts';
import type { NotTold } from '../../review/lint/lint-text.ts';
import { approvalQuestion } from '../../review/plan/approval-text.ts';
import { planAfterDrift } from '../../review/plan/plan-text.ts';
import { EXIT, type ExitCode, type RunResult } from '../exit-code.ts';
import type { RunOptions } from '../options.ts';
import { progress } from '../progress.ts';
import type { TargetSession } from '../session/connect.ts';
import { ONLY_YES, refuse as sayRefused } from './approve.ts';
import { guardInput } from './plan-now.ts';
import { type EventFiles, openEvents, reportRefused } from './report-events.ts';
import { baseOfRun, judgePlan, type PlanRun, type PlanToRun, runPlanned, verdictOfRun } from './run-planned.ts';
import { makeSecretsFile } from './secrets-file.ts';
import { showAllCommand } from './show-all.ts';
import { writeReports } from './write-reports.ts';

const EXIT_OF = {
  done: EXIT.ok,
  partly: EXIT.partly,
  failed: EXIT.error,
  stale: EXIT.refused,
  interrupted: EXIT.interrupted,
} as const;

/** A plan to run, and what showing it needs. */
export interface PlanToApply extends PlanToRun, TargetSession<RunOptions> {
  /** The words of the command that shows the plan; default: `plan`. */
  readonly shownBy?: readonly string[];
  /** What the plan was made from, in words, when that is not the files. */
  readonly wanted?: string;
  /** What was found beside the findings of the files. */
  readonly findings?: readonly Finding[];
  /** What the linter found in what the plan changes. */
  readonly lint?: readonly Finding[];
  /** What the linter found there and is not told; absent: nothing. */
  readonly notTold?: NotTold;
}

/** Shows a plan, checks the guard, asks, runs the plan under the ledger, and reports. */
export async function applyPlanned(planned: PlanToApply): Promise<RunResult> {
  const { plan } = planned;
  const guard = guardOf(planned);
  show(planned, guard);
  const judged = await judgePlan(planned, guard);
  if ('code' in judged) return refusePlan(planned, judged, guard);
  const why = operationsOf(plan).length > 0 ? await notConfirmed(planned) : undefined;
  if (why !== undefined) return refusePlan(planned, why, guard);
  const { ran, endEvents } = await runAndListen(planned, judged);
  return 'code' in ran ? refusePlan(planned, ran, guard) : report(planned, ran, endEvents);
}

/** Runs the plan, with a display of its progress, its events in files, and a file for the secrets of new keys. */
async function runAndListen(
  planned: PlanToApply,
  guard: AllowedVerdict,
): Promise<{ readonly ran: PlanRun | PlanRefusal; readonly endEvents: EventFiles['end'] }> {
  const { plan, options, ports } = planned;
  const events = await openEvents(plan, options, ports);
  const secrets =
    options.secretsFile !== undefined && newSecrets(planCounts(plan)) > 0
      ? await makeSecretsFile(options.secretsFile, ports)
      : undefined;
  const display = progress(plan, ports.terminal);
  const onEvent = (event: ApplyEvent): void => {
    display.event(event);
    events.event(event);
  };
  const ran = await runPlanned(planned, guard, { onEvent, onSecret: secrets?.onSecret });
  display.end();
  await secrets?.end();
  return { ran, endEvents: events.end };
}

async function report(planned: PlanToApply, ran: PlanRun, endEvents: EventFiles['end']): Promise<RunResult> {
  const { connection, options, ports, plan, wanted, notTold } = planned;
  const { target } = connection;
  const { report: made, recorded, unwritten, lost } = ran;
  ports.terminal.out(
    options.json ? reportJson(made, plan, recorded) : reportText(made, plan, { color: ports.terminal.color, recorded }),
  );
  if (lost !== undefined) ports.terminal.err(lockLost(target.name, lost.message));
  if (unwritten !== undefined) ports.terminal.err(ledgerNotWritten(unwritten));
  const areEventsWritten = await endEvents(made);
  const applied = { kind: 'applied', plan, wanted, findings: findingsOf(planned), notTold, report: made } as const;
  const reported = recorded === undefined ? applied : { ...applied, recorded };
  const code = codeOf(ran, { isInterrupted: ports.interrupted.aborted, areEventsWritten });
  return writeReports(reported, code, options, ports);
}

const findingsOf = ({ workspace, findings = [], lint = [] }: PlanToApply): readonly Finding[] => [
  ...(workspace.findings ?? []),
  ...findings,
  ...lint,
];

/** What the run ended with, and whether all of it is on record. */
function codeOf(
  ran: PlanRun,
  { isInterrupted, areEventsWritten }: { readonly isInterrupted: boolean; readonly areEventsWritten: boolean },
): ExitCode {
  if (ran.report.secrets.some(({ kind }) => kind === 'lost')) return EXIT.error;
  const code = EXIT_OF[verdictOfRun(ran, isInterrupted)];
  return code === EXIT.ok && !areEventsWritten ? EXIT.error : code;
}

function show(planned: PlanToApply, guard: GuardVerdict): void {
  const { plan, drift, wanted, lint, notTold, options, shownBy = ['plan'] } = planned;
  const { terminal } = planned.ports;
  // With --json the plan is for people still, so it goes where the report does not.
  const print = options.json ? terminal.err : terminal.out;
  const { full, json, secretsFile } = options;
  const color = terminal.color && !json;
  const { quiet } = terminal;
  const showAll = showAllCommand(shownBy, options);
  print(planAfterDrift(plan, drift, { color, quiet, full, guard, secretsFile, wanted, lint, notTold, showAll }));
}

/** Why the plan is not run, or `undefined` when somebody said yes to it. */
async function notConfirmed({ plan, options, ports: { terminal } }: PlanToApply): Promise<PlanRefusal | undefined> {
  const code = 'not-confirmed';
  if (options.autoApprove) return undefined;
  if (terminal.ask === undefined)
    return { code, reason: 'no interactive terminal; rerun with --auto-approve to apply this plan\n' };
  const question = approvalQuestion(plan, { secretsKept: options.secretsFile !== undefined });
  const answer = await terminal.ask(`${question}${ONLY_YES}`);
  return answer.trim() === 'yes' ? undefined : { code, reason: 'not approved; nothing was changed\n' };
}

const guardOf = (planned: PlanToApply): ReturnType<typeof checkGuard> =>
  checkGuard(planned.plan, guardInput(planned.workspace, planned.options, baseOfRun(planned) ?? EMPTY_LEDGER));

/** Says why a plan is not run, in every report too. */
export async function refusePlan(
  planned: PlanToApply,
  why: PlanRefusal,
  guard: GuardVerdict = guardOf(planned),
): Promise<RunResult> {
  const { plan, wanted, notTold, options, ports } = planned;
  sayRefused(why, options.json, ports.terminal);
  const { code, reason } = why;
  await reportRefused(plan, reason, options, ports);
  const findings = findingsOf(planned);
  const reported = { kind: 'refused', plan, wanted, guard, findings, notTold, code, reason } as const;
  return writeReports(reported, EXIT.refused, options, ports);
}
