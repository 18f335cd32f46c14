import { EMPTY_LEDGER } from '../../kinds/registry.ts';

import type { Finding } from '../../model/finding.ts';
import { operationsOf, type Plan } from '../../model/plan/plan.ts';
import { newSecrets, planCounts } from '../../plan/counts.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import type { AllowedVerdict, GuardVerdict } from '../../plan/guard/refusal.ts';
import type { ApplyEvent } from '../../plan/outcome.ts';
import { reportJson, reportText } from '../../review/apply/report-text.ts';
import { ledgerNotWritten, lockLost } from '../../review/ledger/ledger-refusal-text.ts';
import type { PlanRefusal } from '../../review/messages/plan-refusal.ts';
import { approvalQuestion } from '../../review/plan/approval-text.ts';
import { planText } from '../../review/plan/plan-text.ts';
import type { CommandOutcome, CommandResult } from '../exit-code.ts';
import type { RunOptions } from '../options.ts';
import { tellPeople } from '../output.ts';
import { progress } from '../progress.ts';
import type { TargetSession } from '../session/connect.ts';
import { ONLY_YES, refused } from './approve.ts';
import { guardInput } from './plan-now.ts';
import type { Planned } from './planned.ts';
import { type EventFiles, openEvents, reportRefused } from './report-events.ts';
import { baseOfRun, judgePlan, type PlanRun, runPlanned, verdictOfRun } from './run-planned.ts';
import { makeSecretsFile } from './secrets-file.ts';
import { showAllCommand } from './show-all.ts';

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
  show(session, planned, guard);
  const judged = await judgePlan(session, planned, guard);
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

function show({ options, ports: { terminal, labels } }: Session, planned: Planned, guard: GuardVerdict): void {
  const { plan, drift, wanted, lint, suppressed, shownBy = ['plan'] } = planned;
  const { full, json, secretsFile } = options;
  const color = terminal.color && !json;
  const { quiet } = terminal;
  const showAll = showAllCommand(shownBy, options);
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

const guardOf = ({ workspace, options }: Session, planned: Planned): ReturnType<typeof checkGuard> =>
  checkGuard(planned.plan, guardInput(workspace, options, baseOfRun(planned) ?? EMPTY_LEDGER));

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
