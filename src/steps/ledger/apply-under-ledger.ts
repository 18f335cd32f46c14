import { EMPTY_LEDGER, kindNamed } from '../../kinds/registry.ts';
import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import type {
  Ledger,
  LedgerEntry,
  LedgerSnapshot,
  LedgerTarget,
  LedgerVersion,
  LedgerWritten,
  NewEntry,
  PlanText,
} from '../../ledger/ledger.ts';
import { eachLedgerFile } from '../../ledger/ledger-files.ts';
import { ledgerJson, ownedJson } from '../../ledger/ledger-json.ts';
import {
  CLOCK_TOLERANCE_MINUTES,
  type HeldLock,
  LOCK_MINUTES,
  type Locked,
  type LockHolder,
  type LockSeeker,
  RENEW_AFTER_MINUTES,
} from '../../ledger/lock.ts';
import { chunksIn, type FileBytes } from '../../ledger/ports.ts';
import type { LedgerRecord } from '../../model/ledger/ledger-record.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { operationsOf, type Plan } from '../../model/plan/plan.ts';
import { sha256Of } from '../../model/resources/digest.ts';
import type { ValueKey } from '../../model/resources/resource.ts';
import { recordReplacements, withUnfinished } from '../../plan/compile/replacement-intent.ts';
import { nextState } from '../../plan/next-state/next-state.ts';
import { stateWithDrift } from '../../plan/next-state/state-with-drift.ts';
import type { ApplyEvent, ApplyReport } from '../../plan/outcome.ts';
import { reportVerdict } from '../apply/verdict.ts';
import { driftSubject, PLAN_FACT, writeAheadSubject } from './write-ahead.ts';

const MINUTE_MS = 60_000;
/** Interval at which a run checks its lock, in milliseconds. */
const LOOK_EVERY_MS = MINUTE_MS / 2;

/** The clock used to keep a lock. */
interface LeasePorts {
  readonly now: () => Date;
  /** Repeats a task until the returned function is called. It does not keep the process running. */
  readonly every: (milliseconds: number, task: () => void) => () => void;
}

export interface Lease {
  /** Aborted when the lock is lost. The reason is an error that describes how. */
  readonly lost: AbortSignal;
  /** Checks the lock immediately, in addition to the timer. */
  readonly keep: () => void;
  /** Ends the renewals, and returns the current lock. */
  readonly end: () => Promise<HeldLock>;
}

/**
 * Keeps a lock for the duration of a run. A timer renews it, so that a long call does not outlast it. A lock that
 * cannot be renewed counts as lost some minutes before it expires, because the clock of another runner may be ahead. A
 * failed renewal is not a loss yet; the next check tries again. Time is measured by the clock and by the timer, and the
 * longer one counts: the clock may be set back, and the timer stops while the machine sleeps.
 */
export function renewLease(ledger: Ledger, first: HeldLock, { now, every }: LeasePorts): Lease {
  const lost = new AbortController();
  let lock = first;
  let renewing: Promise<void> | undefined;
  let isOver = false;
  /** True: a renewal failed, but may have succeeded on the other side. */
  let isUnsure = false;
  /** Time since the lock was taken or renewed, by the timer. */
  let sinceMs = 0;
  async function renew(): Promise<void> {
    isUnsure = true;
    const beganMs = sinceMs;
    const next = await ledger.lock.renew(lock, beganMs);
    isUnsure = false;
    sinceMs -= beganMs;
    if (next === undefined) lost.abort(new Error('another run took the lock of the target, or the lock was removed'));
    else lock = next;
  }
  function keep(): void {
    if (isOver) return;
    const byClock = Date.parse(lock.holder.until) - now().getTime();
    const left = Math.min(byClock, LOCK_MINUTES * MINUTE_MS - sinceMs);
    if (left < CLOCK_TOLERANCE_MINUTES * MINUTE_MS)
      lost.abort(new Error('the lock of the target could not be renewed in time'));
    if (renewing !== undefined || left > (LOCK_MINUTES - RENEW_AFTER_MINUTES) * MINUTE_MS) return;
    renewing = renew()
      .catch(() => undefined)
      .finally(() => {
        renewing = undefined;
      });
  }
  const stop = every(LOOK_EVERY_MS, () => {
    sinceMs += LOOK_EVERY_MS;
    keep();
  });
  return {
    lost: lost.signal,
    keep,
    async end() {
      isOver = true;
      stop();
      await renewing;
      const seen = isUnsure ? await ledger.lock.read().catch(() => undefined) : undefined;
      return seen?.holder.id === lock.holder.id ? seen : lock;
    },
  };
}

interface Owned {
  readonly address: string;
  readonly id: string;
}

/** Everything that a state owns, as written in the ledger: contents are digests, so a comparison reads no entries. */
const ownedBy = (state: LedgerState): readonly Owned[] => ownedJson(state).flatMap(([, owned]) => owned);

const withoutAddress = ({ address: _, ...rest }: Owned): string => JSON.stringify(rest);

/** The differences between two states, one record per resource, by address. Pure. */
export function ledgerRecords(before: LedgerState, after: LedgerState): readonly LedgerRecord[] {
  const old = ownedBy(before);
  const now = ownedBy(after);
  const oldById = new Map(old.map((owned) => [owned.id, owned]));
  const ids = new Set(now.map(({ id }) => id));
  const changed = now.flatMap((owned): readonly LedgerRecord[] => {
    const { address, id } = owned;
    const known = oldById.get(id);
    if (known === undefined) return [{ kind: 'adopted', address }];
    if (known.address !== address) return [{ kind: 'moved', address, from: known.address }];
    return withoutAddress(known) === withoutAddress(owned) ? [] : [{ kind: 'updated', address }];
  });
  const dropped = old.flatMap(({ address, id }): readonly LedgerRecord[] =>
    ids.has(id) ? [] : [{ kind: 'dropped', address }],
  );
  return [...changed, ...dropped].sort((left, right) => byCodeUnit(left.address, right.address));
}

/**
 * The fact that records whether everything requested is done, or only a part. An entry written before the calls lacks
 * it.
 */
export const OUTCOME_FACT = 'Outcome';
/** Its value if everything that the workspace requests was done. */
export const COMPLETE = 'complete';

const outcomeFact = ({ only }: Plan, report: ApplyReport): readonly [name: string, value: string] => [
  OUTCOME_FACT,
  only.length === 0 && reportVerdict(report) === 'done' ? COMPLETE : 'partial',
];

/** A plan to run together with its ledger, and the user who runs it. */
export interface UnderLedgerInput extends LeasePorts {
  readonly ledger: Ledger;
  /** The ledger version from which the plan was made; `undefined`: nothing was ever applied. */
  readonly snapshot: LedgerSnapshot | undefined;
  /** The state of the last entry under the current addresses; default: as in the entry. */
  readonly owned?: LedgerState;
  readonly plan: Plan;
  /**
   * True: write an entry even if it owns nothing, so that the ledger exists. Default: an entry is only written if there
   * is something to record.
   */
  readonly begins?: boolean;
  /** The plan in the form in which it is saved. */
  readonly planBytes: FileBytes;
  readonly desired: DesiredState;
  /**
   * Called after the run. `live`: the live state from which the plan was made. A saved plan may be older than the
   * files; for it, the current live state is used for both.
   */
  readonly states: (report: ApplyReport) => Promise<{ readonly live: LiveState; readonly liveAfter?: LiveState }>;
  /** The patterns of deletable resources with which the plan was made. */
  readonly deletable: readonly string[];
  readonly holder: LockSeeker;
  /**
   * Called first if the lock was taken from a process that no longer exists. A call that it sent may still be running.
   */
  readonly afterStaleLock?: (staleHolder: LockHolder) => Promise<void>;
  /** Called if a run without operations removed the lock of a process that no longer exists. */
  readonly onStaleLock?: (staleHolder: LockHolder) => void;
  /** Facts of the entry in addition to the plan's digest. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** One line for the entry. `records`: changes of the ledger that no call made. */
  readonly summary: (report: ApplyReport, records: readonly LedgerRecord[]) => string;
  /** Runs the plan. The signal is aborted if the lock is lost. */
  readonly apply: (signal: AbortSignal, onEvent: (event: ApplyEvent) => void) => Promise<ApplyReport>;
}

/** Result of a run together with its ledger. */
export type UnderLedger =
  /**
   * `written`: result of writing the entry; `undefined` if there was nothing to record; an error if the ledger could
   * not be written. `records`: changes of the ledger that no call made. `lost`: how the lock was lost during the run;
   * no new operation was started after that.
   */
  | {
      readonly kind: 'ran';
      readonly report: ApplyReport;
      readonly written: LedgerWritten | Error | undefined;
      readonly records: readonly LedgerRecord[];
      readonly lost?: Error;
    }
  /** Another run holds the lock. Nothing was done. */
  | { readonly kind: 'locked'; readonly by: LockHolder }
  /** Another run has applied since the plan was made. Nothing was done. */
  | { readonly kind: 'moved'; readonly winner: LedgerEntry | undefined };

/** Result of writing an entry without calls. */
type Recording = Extract<LedgerWritten, { readonly kind: 'written' }> | Exclude<UnderLedger, { readonly kind: 'ran' }>;

const NOTHING_RUN: ApplyReport = { outcomes: [], ids: [], secrets: [] };

/** The digest of a plan, as a fact of an entry. */
export const planFact = (sha256: string): string => `sha256:${sha256}`;

export const planTextOf = (bytes: FileBytes): PlanText => ({ bytes, sha256: sha256Of(chunksIn(bytes)) });

/** The records about resources that no call of the plan changes. */
function recordsWithoutCalls(records: readonly LedgerRecord[], { changes }: Plan): readonly LedgerRecord[] {
  const changed = new Set<string>(changes.map(({ address }) => address));
  return records.filter(({ address }) => !changed.has(address));
}

/**
 * True if a plan has calls after which only the plan knows the removed content: deletions, and replacements that can
 * lose values.
 */
const isDestructive = ({ changes }: Plan): boolean =>
  changes.some(({ kind, operations }) => {
    const { parts } = kindNamed(kind);
    const mayLose = ([part, ...names]: ValueKey): boolean =>
      !Object.hasOwn(parts, part) || (names.length === 0 && parts[part]?.role === 'counted');
    return operations.some(
      ({ method, post, touches }) => post === 'absent' || (method === 'PUT' && touches.some(mayLose)),
    );
  });

/** True if a plan overwrites values that other people set on the service. */
const overwritesOthers = ({ undoes, decided }: Plan): boolean => undoes !== undefined || decided !== undefined;

function sameState(left: LedgerState, right: LedgerState, target: LedgerTarget): boolean {
  // The texts of all files are only compared if their digests are equal.
  if (JSON.stringify(ledgerJson(left, target)) !== JSON.stringify(ledgerJson(right, target))) return false;
  const [one, two] = [eachLedgerFile(left, target), eachLedgerFile(right, target)];
  for (const [path, bytes] of one) {
    const { value } = two.next();
    if (value?.[0] !== path || Buffer.compare(bytes, value[1]) !== 0) return false;
  }
  return true;
}

/** The content of the entry before the first call: the last state, with the drift that the plan overwrites. */
async function stateAhead(input: UnderLedgerInput): Promise<Pick<NewEntry, 'state' | 'base'>> {
  const { snapshot, plan, desired, deletable } = input;
  const before = snapshot?.state ?? EMPTY_LEDGER;
  if (snapshot === undefined || !overwritesOthers(plan)) return { state: recordReplacements(before, plan) };
  const states = await input.states(NOTHING_RUN);
  const state = stateWithDrift({ before: input.owned ?? before, desired, plan, deletable, ...states });
  return {
    state: recordReplacements(withUnfinished(state, before.unfinished ?? []), plan),
    base: snapshot.base ?? snapshot.version,
  };
}

/** Takes the lock, and waits until the previous holder's calls have ended. */
async function acquire({ ledger, holder, afterStaleLock }: UnderLedgerInput): Promise<Locked> {
  const locked = await ledger.lock.acquire(holder);
  if (locked.kind === 'taken' || locked.staleHolder === undefined) return locked;
  try {
    await afterStaleLock?.(locked.staleHolder);
    return locked;
  } catch (error) {
    await ledger.lock.release(locked.lock).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes an entry without calls: adopted resources, and changes that an interrupted run did not record. It takes the
 * lock, because an entry written during another run would prevent that run from writing its own.
 */
async function recordOnly(input: UnderLedgerInput, entry: NewEntry): Promise<Recording> {
  const { ledger } = input;
  const locked = await acquire(input);
  if (locked.kind === 'taken') return { kind: 'locked', by: locked.by };
  let written: LedgerWritten | undefined;
  try {
    written = await ledger.write({ ...entry, unlock: locked.lock });
  } finally {
    if (written?.kind !== 'written') await ledger.lock.release(locked.lock).catch(() => undefined);
  }
  return written.kind === 'lost' ? { kind: 'moved', winner: written.winner } : written;
}

/**
 * Runs a plan together with its ledger. It takes the lock, and checks that no other run has applied since the plan was
 * made. Before a destructive call, it records the content that the call removes. It runs the plan, writes the actual
 * result, and releases the lock in the same step. A plan without changes takes no lock, unless the ledger has something
 * to record. Rejects only if the ledger cannot be read. The function is longer than 60 lines because it is one sequence
 * under the lock, which every exit must release.
 */
export async function applyUnderLedger(input: UnderLedgerInput): Promise<UnderLedger> {
  const { ledger, snapshot, plan, planBytes, desired, deletable, now } = input;
  const { target } = ledger;
  const planText = planTextOf(planBytes);
  const digest = planFact(planText.sha256);
  const before = snapshot?.state ?? EMPTY_LEDGER;
  const facts = [[PLAN_FACT, digest] as const, ...input.facts];
  const hasDrift = overwritesOthers(plan);
  const intention = (hasDrift ? driftSubject : writeAheadSubject)(target.name);
  const stateAfter = async (report: ApplyReport): Promise<LedgerState> =>
    nextState({ before: input.owned ?? before, desired, plan, report, deletable, ...(await input.states(report)) });

  if (operationsOf(plan).length === 0) {
    const state = await stateAfter(NOTHING_RUN);
    const nothing = { kind: 'ran', report: NOTHING_RUN, written: undefined, records: [] } as const;
    const isOpen = snapshot === undefined ? input.begins === true : snapshot.base !== undefined;
    if (sameState(before, state, target) && !isOpen) {
      // A run that was killed after writing its entry left its lock, and no later run may have anything to do. If the
      // lock cannot be removed, the next run takes it.
      const staleHolder = await ledger.lock.removeStaleLock().catch(() => undefined);
      if (staleHolder !== undefined) input.onStaleLock?.(staleHolder);
      return nothing;
    }
    const records = ledgerRecords(before, state);
    const note = { summary: input.summary(NOTHING_RUN, records), facts: [...facts, outcomeFact(plan, NOTHING_RUN)] };
    const written = await recordOnly(input, { after: snapshot?.version, state, note, time: now() });
    return written.kind === 'written' ? { ...nothing, written, records } : written;
  }

  const locked = await acquire(input);
  if (locked.kind === 'taken') return { kind: 'locked', by: locked.by };
  const lease = renewLease(ledger, locked.lock, input);
  let isFree = false;
  try {
    let after: LedgerVersion | undefined = snapshot?.version;
    const [last] = await ledger.entries(1);
    // An earlier run of this plan may have announced its calls without finishing them.
    const isAnnounced =
      last?.summary === intention && last.facts.some(([name, value]) => name === PLAN_FACT && value === digest);
    if (last?.version !== after && !isAnnounced) return { kind: 'moved', winner: last };
    after = last?.version;
    if ((hasDrift || isDestructive(plan)) && !isAnnounced) {
      const intent = await ledger.write({
        after,
        ...(await stateAhead(input)),
        note: { summary: intention, facts },
        time: now(),
        planText,
      });
      if (intent.kind === 'lost') return { kind: 'moved', winner: intent.winner };
      after = intent.version;
    }
    const report = await input.apply(lease.lost, lease.keep);
    const ran = (written: LedgerWritten | Error | undefined, records: readonly LedgerRecord[] = []): UnderLedger => {
      const { aborted, reason } = lease.lost;
      return { kind: 'ran', report, written, records, ...(aborted && { lost: reason as Error }) };
    };
    try {
      const state = await stateAfter(report);
      // A plan that undoes other people's changes leads to the state of the previous entry. It is recorded anyway.
      const hasApplied = report.outcomes.some(({ kind }) => kind === 'applied');
      if (!hasApplied && sameState(before, state, target)) return ran(undefined);
      const records = recordsWithoutCalls(ledgerRecords(before, state), plan);
      const note = { summary: input.summary(report, records), facts: [...facts, outcomeFact(plan, report)] };
      // Stop renewals first: none may change the lock while it is released.
      const unlock = await lease.end();
      const written = await ledger.write({ after, state, note, time: now(), planText, unlock });
      isFree = written.kind === 'written';
      return ran(written, records);
    } catch (error) {
      return ran(error instanceof Error ? error : new Error(String(error)));
    }
  } finally {
    // A lock that cannot be released expires by itself.
    const lock = await lease.end();
    if (!isFree) await ledger.lock.release(lock).catch(() => undefined);
  }
}
