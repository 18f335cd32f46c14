import type { Client } from '../client/client.ts';
import { readEntries } from '../live/read-entries.ts';
import { readListing } from '../live/read-listing.ts';
import type { DesiredState } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import { EMPTY_LEDGER, type LedgerState } from '../model/ledger-state.ts';
import type { Limit } from '../model/limit.ts';
import type { SafetyPolicy } from '../model/workspace.ts';
import { entriesNeeded } from '../plan/entries-needed.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Plan } from '../plan/plan.ts';

/** What a plan is made from, but for the live state. */
export interface PlanInput {
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly desired: DesiredState;
  /** Default: nothing is owned. */
  readonly ledger?: LedgerState;
  /** Address patterns that narrow the plan; empty: everything. */
  readonly only: readonly string[];
  /** Address patterns of what may be deleted although nothing owns it. */
  readonly deletable: readonly string[];
  readonly safety: SafetyPolicy;
}

/**
 * service → live, then (desired, live) → plan. Reads only what the plan needs: the lists, and the entries of the dictionaries that the workspace names.
 * Writes nothing. A read that fails comes through as an error; it never counts as "there is none".
 */
export async function planTarget(
  client: Client,
  limit: Limit,
  input: PlanInput,
): Promise<{ readonly plan: Plan; readonly findings: readonly Finding[] }> {
  const { desired, ledger = EMPTY_LEDGER } = input;
  const scope = { glossaries: desired.glossaries !== undefined, styleLists: desired.styleLists !== undefined };
  const listed = await readListing(client, scope, limit);
  const live = await readEntries(client, listed, entriesNeeded({ ...input, live: listed, ledger }), limit);
  return makePlan({ ...input, live, ledger });
}
