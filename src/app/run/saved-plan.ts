import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import { textBytes } from '../../files/node/text-bytes.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import { type Ledger, type LedgerEntry, ledgerVersion } from '../../ledger/ledger.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { violationsOf } from '../../plan/approval/approval.ts';
import { configDiff } from '../../plan/diff/config-diff.ts';
import { foreignIds } from '../../plan/guard/check-ownership.ts';
import { type Move, movedLedger } from '../../plan/moves.ts';
import { changedConfig } from '../../plan/provenance.ts';
import { ledgerRefusal } from '../../review/ledger/ledger-refusal-text.ts';
import type { PlanRefusal } from '../../review/messages/plan-refusal.ts';
import { notApprovedText } from '../../review/plan/not-approved-text.ts';
import { planPieces } from '../../review/plan/plan-json.ts';
import { changedConfigText, foreignIdText, otherLedgerText, tooOldText } from '../../review/plan/saved-plan-text.ts';
import { staleRefusal, wishedText } from '../../review/plan/stale-text.ts';
import { checkPreconditions, type PreconditionsInput } from '../../steps/apply/preconditions.ts';
import { planFact, planTextOf } from '../../steps/ledger/apply-under-ledger.ts';
import { PLAN_FACT } from '../../steps/ledger/write-ahead.ts';

/** Most entries that the runs of one plan leave behind, with all that were killed. */
const OWN_ENTRIES = 50;

/** What has to be known to trust a plan that was made before. */
export interface SavedPlan {
  /** As it was given. */
  readonly path: string;
  readonly plan: Plan;
}

/**
 * Why a plan is too old; `undefined` when it is not, or nobody asked. Clocks differ: a plan from the future is a new
 * one.
 */
export function whyTooOld({ path, plan }: SavedPlan, maxAge: number | undefined, now: Date): PlanRefusal | undefined {
  if (maxAge === undefined) return undefined;
  const age = plan.created === undefined ? Number.NaN : now.getTime() - Date.parse(plan.created);
  if (age <= maxAge) return undefined;
  return { code: 'plan-too-old', reason: tooOldText(path, Number.isNaN(age) ? undefined : age, maxAge) };
}

/**
 * The entry that somebody else has written since the plan was made. What the plan itself has written is no such entry:
 * it may be run again.
 */
async function foreignEntry(
  plan: Plan,
  ledger: Ledger,
): Promise<{ readonly winner: LedgerEntry | undefined } | undefined> {
  let digest: string | undefined;
  const planDigest = (): string => {
    digest ??= planFact(planTextOf(textBytes(planPieces(plan))).sha256);
    return digest;
  };
  const entries = await ledger.entries(OWN_ENTRIES);
  for (const entry of entries) {
    if (entry.version === plan.ledger) return undefined;
    if (!entry.facts.some(([name, value]) => name === PLAN_FACT && value === planDigest())) return { winner: entry };
  }
  return plan.ledger === null && entries.length < OWN_ENTRIES ? undefined : { winner: undefined };
}

interface StaleInput {
  readonly desired: DesiredState;
  readonly ledger: Ledger | undefined;
  readonly stated: readonly Move[];
  /** Can read all that the plan is about. */
  readonly client: Client;
  readonly limit: Limit;
}

/**
 * Why a plan is not run: the files ask for something else than when it was made. `undefined`: they do not, or it does
 * not say.
 */
export function whyFilesChanged({ path, plan }: SavedPlan, desired: DesiredState): PlanRefusal | undefined {
  const changed = changedConfig(plan, desired);
  if (changed.length === 0) return undefined;
  const wished = configDiff(plan, desired);
  return { code: 'files-changed', reason: changedConfigText(path, changed) + wishedText(wished), files: wished };
}

/**
 * Why a saved plan is not run: the files or the ledger are not what it was made from. `undefined`: they are, or it
 * does not say.
 */
async function changedSince(saved: SavedPlan, { desired, ledger }: StaleInput): Promise<PlanRefusal | undefined> {
  const changed = whyFilesChanged(saved, desired);
  if (changed !== undefined) return changed;
  const { path, plan } = saved;
  if ((plan.ledger === false) !== (ledger === undefined))
    return { code: 'ledger-moved', reason: otherLedgerText(path, ledger !== undefined) };
  if (ledger === undefined) return undefined;
  const foreign = await foreignEntry(plan, ledger);
  if (foreign === undefined) return undefined;
  return { code: 'ledger-moved', reason: ledgerRefusal(plan.target.name, { kind: 'moved', ...foreign }) };
}

/**
 * The reason, with what the service has now beside what was planned. That is an addition: where it cannot be read, the
 * reason stands without it.
 */
export async function withStale(refusal: PlanRefusal, input: PreconditionsInput): Promise<PlanRefusal> {
  const stale = await checkPreconditions(input).catch(() => undefined);
  return { ...refusal, reason: refusal.reason + staleRefusal(stale), ...(stale !== undefined && { stale }) };
}

/**
 * Why a saved plan is not run in which an address has the id of another resource: `lexform plan` makes no such plan. A
 * run of this very plan may have moved the ledger on, so what it had when the plan was made decides. `stated`: what
 * `moved:` says.
 */
async function whyForeign(
  { path, plan }: SavedPlan,
  { desired, ledger, stated }: StaleInput,
): Promise<PlanRefusal | undefined> {
  const state = await ledgerOf(plan, ledger);
  if (state === undefined) return undefined;
  const [foreign] = foreignIds(plan, movedLedger({ desired, ledger: state, stated }).ledger, desired);
  return foreign === undefined ? undefined : { code: 'plan-contradicts-ledger', reason: foreignIdText(path, foreign) };
}

/**
 * What the ledger had when the plan was made. A ledger that has lost that entry tells less, and is no reason to say
 * nothing.
 */
const ledgerOf = async ({ ledger: version }: Plan, ledger: Ledger | undefined): Promise<LedgerState | undefined> =>
  typeof version !== 'string'
    ? undefined
    : (await ledger?.readAt(ledgerVersion(version)).catch(() => undefined))?.state;

/** Why a saved plan is not run, and what has become of what it changes; `undefined` when nothing speaks against it. */
export async function whyStale(saved: SavedPlan, input: StaleInput): Promise<PlanRefusal | undefined> {
  const refusal = await changedSince(saved, input);
  if (refusal === undefined) return whyForeign(saved, input);
  const { plan } = saved;
  const { client, limit, ledger } = input;
  const then = await ledgerOf(plan, ledger);
  return withStale(refusal, { plan, client, limit, base: then });
}

/**
 * Why a plan is not run although others were approved; `undefined` when it does nothing else, or no approval is asked
 * for. `approved`: the plans for its target; none, where plans are asked for, approve nothing.
 */
export function whyNotApproved(
  plan: Plan,
  approved: readonly SavedPlan[],
  options: { readonly approved: readonly string[] },
): PlanRefusal | undefined {
  const differences = options.approved.length === 0 ? [] : violationsOf(plan, ...approved.map((each) => each.plan));
  return differences.length === 0 ? undefined : { code: 'not-approved', reason: notApprovedText(differences) };
}
