import type { Client } from '../client/client.ts';
import type { Limit } from '../client/limit.ts';
import { type OnRead, readEntries } from '../client/live/read-entries.ts';
import { readListing } from '../client/live/read-listing.ts';
import type { Finding } from '../model/finding.ts';
import { EMPTY_LEDGER, type LedgerState } from '../model/ledger/ledger-state.ts';
import type { Plan } from '../model/plan/plan.ts';
import type { DesiredState } from '../model/resources/desired.ts';
import type { LiveState } from '../model/resources/live.ts';
import type { SafetyPolicy } from '../model/workspace/workspace.ts';
import { resolveReplacements } from '../plan/compile/replacement-intent.ts';
import { driftEntriesNeeded, driftOf } from '../plan/drift/detect-drift.ts';
import type { Drift } from '../plan/drift/drift.ts';
import { overwritten } from '../plan/drift/overwritten.ts';
import { mayNameKeys } from '../plan/guard/consent.ts';
import { makePlan } from '../plan/make-plan.ts';
import { entriesNeeded } from '../plan/match/entries-needed.ts';

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
  /** A ledger is kept: the plan says what an apply takes over. Default false. */
  readonly takesOver?: boolean;
}

/**
 * The desired state without the developer keys when the plan cannot be about them: they are read with the admin key of
 * the target, and a run with `--only 'glossary.*'` needs none.
 */
function desiredFor({ desired, only }: Pick<PlanInput, 'desired' | 'only'>): DesiredState {
  if (mayNameKeys(only)) return desired;
  const { developerKeys: _, ...others } = desired;
  return others;
}

/** True when a plan needs a client with the admin key: when it looks at developer keys. */
export const needsAdminKey = (input: Pick<PlanInput, 'desired' | 'only'>): boolean =>
  desiredFor(input).developerKeys !== undefined;

/** A plan, what was found on the way, and what somebody changed since the last apply. */
export interface Planning {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly live: LiveState;
  readonly drift: Drift;
}

/** The kinds that a plan is about. */
const scopeOf = ({ glossaries, styleLists, developerKeys }: DesiredState) => ({
  glossaries: glossaries !== undefined,
  styleLists: styleLists !== undefined,
  developerKeys: developerKeys !== undefined,
});

/** (desired, live) → plan, where `live` has all that the plan needs. Pure. */
export function planState(live: LiveState, input: PlanInput): Planning {
  const desired = desiredFor(input);
  const ledger = resolveReplacements({ ledger: input.ledger ?? EMPTY_LEDGER, desired, live });
  const made = { ...input, desired, live, ledger };
  const { plan, findings } = makePlan(made);
  const drift = driftOf(made);
  const undone = overwritten(drift, plan).resources.map(({ address }) => address);
  return { plan: undone.length === 0 ? plan : { ...plan, undoes: undone }, findings, live, drift };
}

/**
 * service → live, then (desired, live) → plan. Reads only what the plan needs: the lists, and the entries of the
 * dictionaries that the workspace names. Developer keys are read only when the workspace manages them, and need a
 * client with the admin key. `live` is what was read for the plan, `drift` what somebody changed since the last apply.
 * Writes nothing. A read that fails comes through as an error; it never counts as "there is none". `onRead`: told how
 * far the reading of dictionaries is.
 */
export async function planTarget(client: Client, limit: Limit, input: PlanInput, onRead?: OnRead): Promise<Planning> {
  const { ledger = EMPTY_LEDGER } = input;
  const desired = desiredFor(input);
  const { glossaries, ...others } = scopeOf(desired);
  const readGlossaries = async (): Promise<LiveState> => {
    const live = await readListing(client, { glossaries, styleLists: false }, limit);
    const looked = { ...input, desired, live, ledger };
    return readEntries(client, live, [...entriesNeeded(looked), ...driftEntriesNeeded(looked)], limit, onRead);
  };
  // Pages of style lists come one after another, and no entries wait for them.
  const [ofGlossaries, ofOthers] = await Promise.all([
    readGlossaries(),
    readListing(client, { ...others, glossaries: false }, limit),
  ]);
  return planState({ ...ofOthers, ...ofGlossaries }, input);
}
