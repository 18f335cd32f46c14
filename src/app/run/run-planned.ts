import { textBytes } from '../../files/node/text-bytes.ts';
import type { LedgerState } from '../../kinds/states.ts';
import type { LedgerWritten } from '../../ledger/ledger.ts';
import type { LockHolder } from '../../ledger/lock.ts';
import type { Recorded } from '../../model/ledger/ledger-record.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { AllowedVerdict, RefusedVerdict } from '../../plan/guard/refusal.ts';
import type { ApplyEvent, ApplyReport } from '../../plan/outcome.ts';
import {
  LEDGER_REFUSALS,
  ledgerRefusal,
  staleHolderText,
  staleLockText,
} from '../../review/ledger/ledger-refusal-text.ts';
import { ledgerSummary } from '../../review/ledger/ledger-summary.ts';
import { errorLine } from '../../review/messages/error-text.ts';
import type { ConsentForm } from '../../review/messages/option-name.ts';
import type { PlanRefusal } from '../../review/messages/plan-refusal.ts';
import { guardText } from '../../review/plan/guard-text.ts';
import { planPieces } from '../../review/plan/plan-json.ts';
import { applyPlan } from '../../steps/apply/apply-plan.ts';
import type { OnSecret } from '../../steps/apply/secret-keeper.ts';
import { type ReportVerdict, reportVerdict } from '../../steps/apply/verdict.ts';
import { applyUnderLedger, type UnderLedger, type UnderLedgerInput } from '../../steps/ledger/apply-under-ledger.ts';
import { concurrentRun } from '../../steps/ledger/concurrent-run.ts';
import { ONLY_FACT } from '../../steps/ledger/entry-source.ts';
import type { Ports } from '../ports.ts';
import type { TargetSession } from '../session/connect.ts';
import type { Planned } from './plan-now.ts';
import { runFacts } from './run-facts.ts';
import { withStale } from './saved-plan.ts';

/** The run of a plan on one target. */
export type PlanSession = Pick<TargetSession, 'workspace' | 'connection' | 'ports'>;

/** Receivers of events and secrets during a run. */
interface RunListeners {
  readonly onEvent: (event: ApplyEvent) => void;
  readonly onSecret?: OnSecret | undefined;
}

/** A run that was executed. */
export interface PlanRun {
  readonly kind: 'ran';
  readonly report: ApplyReport;
  /** The ledger entry that the run has written. */
  readonly recorded?: Recorded;
  /** The reason why the ledger does not contain all changes of the run. Absent: it does, or there is nothing new. */
  readonly unwritten?: string;
  /** How the lock was lost during the run. After that, no new operation was started. */
  readonly lost?: Error;
}

/** The verdict about the whole run: results of its calls, and whether the ledger has recorded everything. */
export function verdictOfRun({ report, lost, unwritten }: PlanRun, isInterrupted: boolean): ReportVerdict {
  const verdict = reportVerdict(report);
  // The user did not interrupt a run that lost its lock, so its verdict is not "interrupted".
  if (verdict === 'interrupted' && lost !== undefined && !isInterrupted) return 'partly';
  return verdict === 'done' && unwritten !== undefined ? 'partly' : verdict;
}

/** The base of a plan: what the ledger owns. */
export const baseOfRun = ({ owned, snapshot }: Pick<Planned, 'owned' | 'snapshot'>): LedgerState | undefined =>
  owned ?? snapshot?.state;

/**
 * The verdict that allows the plan to run, or the refusal with all reasons of the guard. If the plan would overwrite
 * the changes of another run, that run is the reason. `form`: default, that of the shell.
 */
export async function judgePlan(
  { connection, ports }: PlanSession,
  { ledger, snapshot }: Planned,
  guard: AllowedVerdict | RefusedVerdict,
  form: ConsentForm | undefined = ports.labels,
): Promise<AllowedVerdict | PlanRefusal> {
  if (guard.kind === 'allowed') return guard;
  const reason = guardText(guard, form);
  if (guard.refusals.every(({ code }) => code !== 'drift-undone')) return { code: 'guard', reason };
  const concurrent = ledger === undefined ? undefined : await concurrentRun(ledger, snapshot);
  if (concurrent === undefined) return { code: 'drift', reason };
  return { code: LEDGER_REFUSALS[concurrent.kind], reason: ledgerRefusal(connection.target.name, concurrent) };
}

/**
 * Runs a plan that the guard allows, under the lock of its target, and writes the ledger. Returns a refusal if another
 * run holds the lock or has changed the ledger since; then nothing was changed.
 */
export async function runPlanned(
  session: PlanSession,
  planned: Planned,
  verdict: AllowedVerdict,
  { onEvent: listen, onSecret }: RunListeners,
): Promise<PlanRun | PlanRefusal> {
  const { connection, ports } = session;
  const { ledger, plan, client } = planned;
  const { limit, target } = connection;
  const base = baseOfRun(planned);
  const run = (signal: AbortSignal, onEvent: (event: ApplyEvent) => void): Promise<ApplyReport> =>
    applyPlan({
      plan,
      verdict,
      client,
      limit,
      base,
      onEvent: (event) => {
        onEvent(event);
        listen(event);
      },
      ...omitUndefined({ onSecret }),
      ports: { sleep: ports.sleep, signal: AbortSignal.any([ports.interrupted, signal]) },
    });
  if (ledger === undefined) return { kind: 'ran', report: await run(ports.interrupted, () => {}) };
  const ran = await applyUnderLedger({ ...(await underLedger(session, planned)), ledger, apply: run });
  if (ran.kind === 'ran') return runOf(ran);
  const refusal = { code: LEDGER_REFUSALS[ran.kind], reason: ledgerRefusal(target.name, ran) };
  return ran.kind === 'moved' ? withStale(refusal, { plan, client, limit, base }) : refusal;
}

/** The input for recording a plan in the ledger. */
async function underLedger(
  session: PlanSession,
  planned: Planned,
): Promise<Omit<UnderLedgerInput, 'ledger' | 'apply'>> {
  const { workspace, connection, ports } = session;
  const { snapshot, plan, states, deletable, title, owned } = planned;
  return {
    snapshot,
    owned,
    plan,
    planBytes: { [Symbol.iterator]: () => textBytes(planPieces(plan)) },
    desired: planned.owns ?? workspace.desired,
    states,
    deletable,
    // A rollback or restore does not begin a new ledger, and neither does a plan for a part of the files.
    begins: title === undefined && plan.only.length === 0,
    ...(await factsOf(session, planned)),
    summary: (report, records) => (title === undefined ? '' : `${title}: `) + ledgerSummary(plan, report, records),
    now: ports.now,
    every: ports.every,
    afterStaleLock: (staleHolder) => waitForStaleLock(staleHolder, connection.target.name, ports),
    onStaleLock: (staleHolder) => ports.terminal.err(staleLockText(staleHolder, connection.target.name)),
  };
}

/** Time in milliseconds after which a call of a killed run should have ended on the service. */
const LAST_CALL_MS = 2_000;

/** Shows whose lock was taken, and waits until the last call of that run should have ended. */
async function waitForStaleLock(staleHolder: LockHolder, target: string, { terminal, sleep }: Ports): Promise<void> {
  terminal.err(staleHolderText(staleHolder, target, LAST_CALL_MS));
  await sleep(LAST_CALL_MS);
}

/** The user who runs the plan, and the facts for the ledger besides its summary. */
async function factsOf(
  { workspace, ports }: PlanSession,
  { plan: { only }, facts = [] }: Planned,
): Promise<Pick<UnderLedgerInput, 'holder' | 'facts'>> {
  const known = await runFacts(workspace.root, ports);
  const scope = only.length === 0 ? [] : [[ONLY_FACT, JSON.stringify(only)] as const];
  return { holder: known.holder, facts: [...known.facts, ...scope, ...facts] };
}

function runOf({ report, written, records, lost }: Extract<UnderLedger, { readonly kind: 'ran' }>): PlanRun {
  const unwritten = whyUnwritten(written);
  const recorded =
    written === undefined || written instanceof Error || written.kind !== 'written'
      ? undefined
      : { version: written.version, records };
  return {
    kind: 'ran',
    report,
    recorded,
    unwritten,
    lost,
  };
}

/** The reason why the ledger does not contain all changes; `undefined` if it does, or if there is nothing new. */
function whyUnwritten(written: LedgerWritten | Error | undefined): string | undefined {
  if (written instanceof Error) return errorLine(written);
  return written?.kind === 'lost' ? `another run wrote first: ${written.winner?.summary ?? 'unknown'}` : undefined;
}
