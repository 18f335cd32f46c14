import type { Client, Limit } from '../../client/client.ts';
import { textBytes } from '../../files/node/text-bytes.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import { type Ledger, type LedgerEntry, ledgerVersion } from '../../ledger/ledger.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { violationsOf } from '../../plan/approval/approval.ts';
import { configDiff } from '../../plan/diff/diff-ledgers.ts';
import { foreignIds } from '../../plan/guard/check-ownership.ts';
import { type Move, movedLedger } from '../../plan/moves.ts';
import { changedConfig } from '../../plan/provenance.ts';
import { ledgerRefusal } from '../../review/ledger/ledger-refusal-text.ts';
import type { PlanRefusal } from '../../review/messages/plan-refusal.ts';
import { noPlanApprovedText, notApprovedText } from '../../review/plan/not-approved-text.ts';
import { planPieces } from '../../review/plan/plan-json.ts';
import { changedConfigText, foreignIdText, otherLedgerText, tooOldText } from '../../review/plan/saved-plan-text.ts';
import { staleRefusal, wishedText } from '../../review/plan/stale-text.ts';
import { checkPreconditions, type PreconditionsInput } from '../../steps/apply/apply-plan.ts';
import { planFact, planTextOf } from '../../steps/ledger/apply-under-ledger.ts';
import { PLAN_FACT } from '../../steps/ledger/write-ahead.ts';

/** Maximum number of ledger entries that the runs of one plan can write, including killed runs. */
const OWN_ENTRIES = 50;

/** A saved plan, and the file that it was read from. */
export interface SavedPlan {
  /** The path as the user typed it. */
  readonly path: string;
  readonly plan: Plan;
}

/**
 * The refusal of a plan that is too old; `undefined` if it is recent enough or has no age limit. Because clocks differ,
 * a plan from the future counts as new.
 */
export function whyTooOld({ path, plan }: SavedPlan, maxAge: number | undefined, now: Date): PlanRefusal | undefined {
  if (maxAge === undefined) return undefined;
  const age = plan.created === undefined ? Number.NaN : now.getTime() - Date.parse(plan.created);
  if (age <= maxAge) return undefined;
  return { code: 'plan-too-old', reason: tooOldText(path, Number.isNaN(age) ? undefined : age, maxAge) };
}

/**
 * The newest ledger entry that is newer than the plan and was not written by a run of this plan. Entries of the plan
 * itself do not count, so that it can be run again. `undefined`: no such entry. `winner` is `undefined` if the entry is
 * older than the entries that are read.
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
  /** A client that can read all resources of the plan. */
  readonly client: Client;
  readonly limit: Limit;
}

/**
 * The refusal of a plan whose files have changed since it was made. `undefined`: they have not, or the plan does not
 * contain their digests.
 */
export function whyFilesChanged({ path, plan }: SavedPlan, desired: DesiredState): PlanRefusal | undefined {
  const changed = changedConfig(plan, desired);
  if (changed.length === 0) return undefined;
  const wished = configDiff(plan, desired);
  return { code: 'files-changed', reason: changedConfigText(path, changed) + wishedText(wished), files: wished };
}

/**
 * The refusal of a saved plan whose files or ledger have changed since it was made. `undefined`: they have not, or this
 * is unknown.
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

/** Adds the present state of the service to the reason, if it can be read. */
export async function withStale(refusal: PlanRefusal, input: PreconditionsInput): Promise<PlanRefusal> {
  const stale = await checkPreconditions(input).catch(() => undefined);
  return { ...refusal, reason: refusal.reason + staleRefusal(stale), ...(stale !== undefined && { stale }) };
}

/**
 * The refusal of a saved plan in which an address has the id of another resource: `lexform plan` makes no such plan. A
 * run of the same plan may have changed the ledger since, so its state when the plan was made is used. `stated`: the
 * moves in `moved:`.
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

/** The state of the ledger when the plan was made; `undefined` if the ledger no longer has that entry. */
const ledgerOf = async ({ ledger: version }: Plan, ledger: Ledger | undefined): Promise<LedgerState | undefined> =>
  typeof version !== 'string'
    ? undefined
    : (await ledger?.readBase(ledgerVersion(version)).catch(() => undefined))?.state;

/**
 * The refusal of a saved plan that is out of date or contradicts the ledger, with the present state of its resources;
 * `undefined` if the plan can be run.
 */
export async function whyStale(saved: SavedPlan, input: StaleInput): Promise<PlanRefusal | undefined> {
  const refusal = await changedSince(saved, input);
  if (refusal === undefined) return whyForeign(saved, input);
  const { plan } = saved;
  const { client, limit, ledger } = input;
  const then = await ledgerOf(plan, ledger);
  return withStale(refusal, { plan, client, limit, base: then });
}

/**
 * The refusal of a plan that contains changes which were not approved; `undefined` if all are approved or no approval
 * is required. `approved`: the approved plans for its target. If approval is required and the list is empty, no change
 * is approved. `isAction`: true in the GitHub Action.
 */
export function whyNotApproved(
  plan: Plan,
  approved: readonly SavedPlan[],
  options: { readonly approved: readonly string[] },
  isAction: boolean,
): PlanRefusal | undefined {
  const differences = options.approved.length === 0 ? [] : violationsOf(plan, ...approved.map((each) => each.plan));
  if (differences.length === 0) return undefined;
  const reason = approved.length === 0 ? noPlanApprovedText(plan.target.name, isAction) : notApprovedText(differences);
  return { code: 'not-approved', reason };
}
