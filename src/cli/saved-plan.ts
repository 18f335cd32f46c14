import { planDigest } from '../flow/apply-under-ledger.ts';
import { PLAN_FACT } from '../flow/intention.ts';
import type { Ledger, LedgerEntry } from '../ledger/ledger.ts';
import type { DesiredState } from '../model/desired.ts';
import { containedIn } from '../plan/contained.ts';
import { changedConfig } from '../plan/made-from.ts';
import type { Plan } from '../plan/plan.ts';
import { ledgerRefusal } from '../review/ledger-refusal-text.ts';
import { notApprovedText } from '../review/not-approved-text.ts';
import { planJson } from '../review/plan-json.ts';
import { changedConfigText, tooOldText } from '../review/saved-plan-text.ts';

/** Most entries that the runs of one plan leave behind, with all that were killed. */
const OWN_ENTRIES = 50;

/** What has to be known to trust a plan that was made before. */
export interface SavedPlan {
  /** As it was given. */
  readonly path: string;
  readonly plan: Plan;
}

/** Why a plan is too old; `undefined` when it is not, or nobody asked. Clocks differ: a plan from the future is a new one. */
export function whyTooOld({ path, plan }: SavedPlan, maxAge: number | undefined, now: Date): string | undefined {
  if (maxAge === undefined) return undefined;
  const age = plan.created === undefined ? Number.NaN : now.getTime() - Date.parse(plan.created);
  return age <= maxAge ? undefined : tooOldText(path, Number.isNaN(age) ? undefined : age, maxAge);
}

/** The entry that somebody else has written since the plan was made. What the plan itself has written is no such entry: it may be run again. */
async function foreignEntry(
  plan: Plan,
  ledger: Ledger,
): Promise<{ readonly winner: LedgerEntry | undefined } | undefined> {
  const own = planDigest(new TextEncoder().encode(planJson(plan)));
  const entries = await ledger.history(OWN_ENTRIES);
  for (const entry of entries) {
    if (entry.version === plan.ledger) return undefined;
    if (!entry.facts.some(([name, value]) => name === PLAN_FACT && value === own)) return { winner: entry };
  }
  return plan.ledger === null && entries.length < OWN_ENTRIES ? undefined : { winner: undefined };
}

/** Why a saved plan is not run: the files or the history are not what it was made from. `undefined`: they are, or it does not say. */
export async function whyStale(
  { path, plan }: SavedPlan,
  { desired, ledger }: { readonly desired: DesiredState; readonly ledger: Ledger | undefined },
): Promise<string | undefined> {
  const changed = changedConfig(plan, desired);
  if (changed.length > 0) return changedConfigText(path, changed);
  if (plan.ledger === undefined || ledger === undefined) return undefined;
  const foreign = await foreignEntry(plan, ledger);
  return foreign === undefined ? undefined : ledgerRefusal(plan.target.name, { kind: 'moved', ...foreign });
}

/** Why a plan is not run although another one was approved; `undefined` when it does nothing else, or no approval is asked for. */
export function whyNotApproved(plan: Plan, approved: SavedPlan | undefined): string | undefined {
  const differences = approved === undefined ? [] : containedIn(plan, approved.plan);
  return differences.length === 0 ? undefined : notApprovedText(differences);
}
