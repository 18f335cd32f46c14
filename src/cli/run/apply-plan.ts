import { applyPlan } from '../../apply/apply-plan.ts';
import type { ApplyEvent, ApplyReport } from '../../apply/outcome.ts';
import { reportVerdict } from '../../apply/verdict.ts';
import type { Client } from '../../client/client.ts';
import { applyUnderLedger, type UnderLedger, type UnderLedgerInput } from '../../flow/ledger/apply-under-ledger.ts';
import { concurrentRun } from '../../flow/ledger/concurrent-run.ts';
import { ONLY_FACT } from '../../flow/ledger/entry-source.ts';
import { type DesiredState, EMPTY_LEDGER, type LedgerState } from '../../kinds/states.ts';
import type { LedgerWritten } from '../../ledger/ledger.ts';
import type { LockHolder } from '../../ledger/lock.ts';
import type { Finding } from '../../model/finding.ts';
import type { Recorded } from '../../model/ledger/ledger-record.ts';
import { operationsOf, type Plan } from '../../model/plan/plan.ts';
import { newSecrets, planCounts } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { overwritten } from '../../plan/drift/overwritten.ts';
import { checkGuard } from '../../plan/guard/guard.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import { type PlanRefusal, reportJson, reportText } from '../../review/apply/report-text.ts';
import { overwrittenText } from '../../review/drift/drift-text.ts';
import {
  deadHolderText,
  ledgerNotWritten,
  ledgerRefusal,
  lockLost,
  undoneText,
} from '../../review/ledger/ledger-refusal-text.ts';
import { ledgerSummary } from '../../review/ledger/ledger-summary.ts';
import { errorLine } from '../../review/messages/error-text.ts';
import { approvalQuestion } from '../../review/plan/approval-text.ts';
import { guardText } from '../../review/plan/guard-text.ts';
import { planJson } from '../../review/plan/plan-json.ts';
import { planAfterDrift } from '../../review/plan/plan-text.ts';
import { EXIT, type ExitCode, type RunResult } from '../exit-code.ts';
import type { RunOptions } from '../options/common-options.ts';
import type { CliPorts } from '../ports.ts';
import { progress } from '../progress.ts';
import type { TargetSession } from '../session/connect.ts';
import { ONLY_YES, refuse as sayRefused } from './approve.ts';
import { guardInput, type TargetLedger } from './plan-now.ts';
import { openEvents, reportRefused } from './report-events.ts';
import { runFacts } from './run-facts.ts';
import { withStale } from './saved-plan.ts';
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

/** A plan that was made or read from a file, and everything that running it needs. */
export interface PlanToApply extends TargetSession<RunOptions>, Pick<TargetLedger, 'ledger' | 'snapshot'> {
  /** What the ledger owns, under the addresses that it has now; default: as its last entry says. */
  readonly owned?: LedgerState;
  readonly plan: Plan;
  /** Can make every call of the plan. */
  readonly client: Client;
  /** What the ledger needs to know of the service after the run. */
  readonly states: UnderLedgerInput['states'];
  /** The patterns with which the plan was made. */
  readonly deletable: readonly string[];
  /** What the ledger is to own afterwards, when that is less than what the plan was made from. */
  readonly owns?: DesiredState;
  /** The words of the command that shows the plan; default: `plan`. */
  readonly shownBy?: readonly string[];
  /** What the ledger says before the changes, such as "roll back to 4f2a91c". */
  readonly title?: string;
  /** What the plan was made from, in words, when that is not the files. */
  readonly wanted?: string;
  readonly facts?: UnderLedgerInput['facts'];
  /** What somebody has changed on the service since the last apply, when the plan was made just now. */
  readonly drift?: Drift;
  /** What was found beside the findings of the files. */
  readonly findings?: readonly Finding[];
  /** What the linter found in what the plan changes. */
  readonly lint?: readonly Finding[];
}

/**
 * Shows a plan, checks the guard, asks, runs the plan under the ledger, and reports. It is longer than 60 lines because
 * it is one sequence, in which each step needs what those before it found.
 */
export async function applyPlanned(planned: PlanToApply): Promise<RunResult> {
  const { workspace, connection, options, ports, ledger, snapshot, plan, client, states, deletable, title } = planned;
  const { limit, target } = connection;
  const base = planned.owned ?? snapshot?.state;
  const known = base === undefined ? {} : { base };
  const guard = checkGuard(plan, guardInput(workspace, options, base ?? EMPTY_LEDGER));
  show(planned, guard);
  if (guard.kind === 'refused')
    return refuse(planned, guard, { reason: (await undoesText(planned)) ?? guardText(guard) });
  if (operationsOf(plan).length > 0) {
    const reason = (await undoesText(planned)) ?? (await notApproved(planned));
    if (reason !== undefined) return refuse(planned, guard, { reason });
  }

  const events = await openEvents(plan, options, ports);
  const secrets =
    options.secretsFile !== undefined && newSecrets(planCounts(plan)) > 0
      ? await makeSecretsFile(options.secretsFile, ports)
      : undefined;
  const display = progress(plan, ports.terminal);
  const run = (signal: AbortSignal, onEvent: (event: ApplyEvent) => void): Promise<ApplyReport> =>
    applyPlan({
      plan,
      verdict: guard,
      client,
      limit,
      ...known,
      onEvent: (event) => {
        onEvent(event);
        display.event(event);
        events.event(event);
      },
      ...(secrets !== undefined && { onSecret: secrets.onSecret }),
      ports: { sleep: ports.sleep, signal: AbortSignal.any([ports.interrupted, signal]) },
    });
  const ran =
    ledger === undefined
      ? { kind: 'ran' as const, report: await run(ports.interrupted, () => {}), written: undefined, records: [] }
      : await applyUnderLedger({
          ledger,
          snapshot,
          ...(planned.owned !== undefined && { owned: planned.owned }),
          plan,
          planBytes: new TextEncoder().encode(planJson(plan)),
          desired: planned.owns ?? workspace.desired,
          states,
          deletable,
          // A rollback or a restore begins no ledger; nor does a look at a part of the files.
          begins: title === undefined && plan.only.length === 0,
          ...(await factsOf(planned)),
          summary: (report, records) =>
            (title === undefined ? '' : `${title}: `) + ledgerSummary(plan, report, records),
          now: ports.now,
          every: ports.every,
          afterDead: (dead) => waitForDead(dead, target.name, ports),
          apply: run,
        });
  display.end();
  await secrets?.end();
  if (ran.kind !== 'ran') {
    const reason = ledgerRefusal(target.name, ran);
    const why = ran.kind === 'moved' ? await withStale({ reason }, { plan, client, limit, ...known }) : { reason };
    return refuse(planned, guard, why);
  }
  const { report } = ran;
  const recorded = recordedBy(ran);
  ports.terminal.out(
    options.json
      ? reportJson(report, plan, recorded)
      : reportText(report, plan, { color: ports.terminal.color, recorded }),
  );
  if (ran.lost !== undefined) ports.terminal.err(lockLost(target.name, ran.lost.message));
  const unwritten = whyUnwritten(ran.written);
  if (unwritten !== undefined) ports.terminal.err(ledgerNotWritten(unwritten));
  const areEventsWritten = await events.end(report);
  const made = { kind: 'applied', plan, findings: findingsOf(planned), report } as const;
  const reported = recorded === undefined ? made : { ...made, recorded };
  const isLockLost = ran.lost !== undefined && !ports.interrupted.aborted;
  const code = codeOf(report, { isLockLost, isWritten: unwritten === undefined, areEventsWritten });
  return writeReports(reported, code, options, ports);
}

const findingsOf = ({ workspace, findings = [], lint = [] }: PlanToApply): readonly Finding[] => [
  ...(workspace.findings ?? []),
  ...findings,
  ...lint,
];

/** What the run ended with, and whether all of it is on record. */
function codeOf(
  report: ApplyReport,
  {
    isLockLost,
    isWritten,
    areEventsWritten,
  }: { readonly isLockLost: boolean; readonly isWritten: boolean; readonly areEventsWritten: boolean },
): ExitCode {
  if (report.secrets.some(({ kind }) => kind === 'lost')) return EXIT.error;
  const code = EXIT_OF[reportVerdict(report)];
  // Nobody interrupted the run, so it does not end as if somebody had.
  if (code === EXIT.interrupted && isLockLost) return EXIT.partly;
  if (code !== EXIT.ok) return code;
  if (!isWritten) return EXIT.partly;
  return areEventsWritten ? EXIT.ok : EXIT.error;
}

/** Milliseconds for which a call that a killed run had sent may still go on at the service. */
const LAST_CALL_MS = 2_000;

/** Says whose lock was taken over, and waits until nothing of that run goes on. */
async function waitForDead(dead: LockHolder, target: string, { terminal, sleep }: CliPorts): Promise<void> {
  terminal.err(deadHolderText(dead, target, LAST_CALL_MS));
  await sleep(LAST_CALL_MS);
}

/** Who runs the plan, and what the ledger says of it beside its summary. */
async function factsOf({
  workspace,
  ports,
  plan: { only },
  facts = [],
}: PlanToApply): Promise<Pick<UnderLedgerInput, 'holder' | 'facts'>> {
  const known = await runFacts(workspace.root, ports);
  const scope = only.length === 0 ? [] : [[ONLY_FACT, JSON.stringify(only)] as const];
  return { holder: known.holder, facts: [...known.facts, ...scope, ...facts] };
}

/** The entry of the ledger that a run has written. */
function recordedBy({ written, records }: Extract<UnderLedger, { readonly kind: 'ran' }>): Recorded | undefined {
  return written === undefined || written instanceof Error || written.kind !== 'written'
    ? undefined
    : { version: written.version, records };
}

/** Why the ledger does not say what was done; `undefined` when it does, or has nothing new to say. */
function whyUnwritten(written: LedgerWritten | Error | undefined): string | undefined {
  if (written instanceof Error) return errorLine(written);
  return written?.kind === 'lost' ? `somebody else has written: ${written.winner?.summary ?? 'unknown'}` : undefined;
}

/** Why a plan is refused that undoes what somebody has done; `undefined` when it undoes nothing, or that is meant. */
async function undoesText(planned: PlanToApply): Promise<string | undefined> {
  const { plan, drift, ledger, snapshot, connection, options } = planned;
  if (plan.undoes === undefined || plan.undoes.length === 0 || options.overwriteDrift) return undefined;
  const rival = ledger === undefined ? undefined : await concurrentRun(ledger, snapshot);
  if (rival !== undefined) return ledgerRefusal(connection.target.name, rival);
  return drift === undefined
    ? `${undoneText(plan.undoes)} [drift]\n`
    : overwrittenText(overwritten(drift, plan), { color: false });
}

function show(planned: PlanToApply, guard: GuardVerdict): void {
  const { plan, drift, wanted, lint, options, shownBy = ['plan'] } = planned;
  const { terminal } = planned.ports;
  // With --json the plan is for people still, so it goes where the report does not.
  const print = options.json ? terminal.err : terminal.out;
  const { full, json, secretsFile } = options;
  const color = terminal.color && !json;
  const { quiet } = terminal;
  const showAll = showAllCommand(shownBy, options);
  print(planAfterDrift(plan, drift, { color, quiet, full, guard, secretsFile, wanted, lint, showAll }));
}

/** Why the plan is not run, or `undefined` when it was approved. */
async function notApproved({ plan, options, ports: { terminal } }: PlanToApply): Promise<string | undefined> {
  if (options.autoApprove) return undefined;
  if (terminal.ask === undefined) return 'no interactive terminal; rerun with --auto-approve to apply this plan\n';
  const question = approvalQuestion(plan, { secretsKept: options.secretsFile !== undefined });
  const answer = await terminal.ask(`${question}${ONLY_YES}`);
  return answer.trim() === 'yes' ? undefined : 'not approved; nothing was changed\n';
}

async function refuse(planned: PlanToApply, guard: GuardVerdict, why: PlanRefusal): Promise<RunResult> {
  const { plan, options, ports } = planned;
  sayRefused(why, options.json, ports.terminal);
  const { reason } = why;
  await reportRefused(plan, reason, options, ports);
  const reported = { kind: 'refused', plan, guard, findings: findingsOf(planned), reason } as const;
  return writeReports(reported, EXIT.refused, options, ports);
}
