import { kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, EMPTY_LEDGER, type LedgerState, type LiveState } from '../../kinds/states.ts';
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
import type { Locked, LockHolder, LockSeeker } from '../../ledger/lock.ts';
import { chunksIn, type FileBytes } from '../../ledger/ports.ts';
import type { LedgerRecord } from '../../model/ledger/ledger-record.ts';
import { byCodeUnit } from '../../model/order.ts';
import { operationsOf, type Plan } from '../../model/plan/plan.ts';
import { sha256Of } from '../../model/resources/digest.ts';
import type { ValueKey } from '../../model/resources/value.ts';
import { recordReplacements } from '../../plan/compile/replacement-intent.ts';
import { nextState } from '../../plan/next-state/next-state.ts';
import type { ApplyEvent, ApplyReport } from '../../plan/outcome.ts';
import { reportVerdict } from '../apply/verdict.ts';
import { type LeasePorts, renewLease } from './renew-lease.ts';
import { PLAN_FACT, writeAheadSubject } from './write-ahead.ts';

interface Owned {
  readonly address: string;
  readonly id: string;
}

/** Whatever a state owns, as the ledger writes it: contents stand there as digests, so a comparison reads no entry. */
const ownedBy = (state: LedgerState): readonly Owned[] => ownedJson(state).flatMap(([, owned]) => owned);

const withoutAddress = ({ address: _, ...rest }: Owned): string => JSON.stringify(rest);

/** What a state says that the one before it did not, resource by resource, by address. Pure. */
export function ledgerRecords(before: LedgerState, after: LedgerState): readonly LedgerRecord[] {
  const old = ownedBy(before);
  const now = ownedBy(after);
  const oldById = new Map(old.map((owned) => [owned.id, owned]));
  const ids = new Set(now.map(({ id }) => id));
  const kept = now.flatMap((owned): readonly LedgerRecord[] => {
    const { address, id } = owned;
    const known = oldById.get(id);
    if (known === undefined) return [{ kind: 'adopted', address }];
    if (known.address !== address) return [{ kind: 'moved', address, from: known.address }];
    return withoutAddress(known) === withoutAddress(owned) ? [] : [{ kind: 'updated', address }];
  });
  const dropped = old.flatMap(({ address, id }): readonly LedgerRecord[] =>
    ids.has(id) ? [] : [{ kind: 'dropped', address }],
  );
  return [...kept, ...dropped].sort((left, right) => byCodeUnit(left.address, right.address));
}

/**
 * The fact that says whether all that was asked for is done by now, or a part of it. An entry that only says what is
 * about to be done has none.
 */
export const OUTCOME_FACT = 'Outcome';
/** Its value when the whole of what the workspace asks for was done. */
export const COMPLETE = 'complete';

const outcomeFact = ({ only }: Plan, report: ApplyReport): readonly [name: string, value: string] => [
  OUTCOME_FACT,
  only.length === 0 && reportVerdict(report) === 'done' ? COMPLETE : 'partial',
];

/** A plan to run with a ledger around it, and who runs it. */
export interface UnderLedgerInput extends LeasePorts {
  readonly ledger: Ledger;
  /** What the plan was made from; `undefined`: nothing was ever applied. */
  readonly snapshot: LedgerSnapshot | undefined;
  /** What the last entry owns, under the addresses that it has now; default: as the entry says. */
  readonly owned?: LedgerState;
  readonly plan: Plan;
  /**
   * An entry is written also when it owns nothing: the ledger is there from then on. Default: only what there is to say
   * is written.
   */
  readonly begins?: boolean;
  /** The plan as it is saved. */
  readonly planBytes: FileBytes;
  readonly desired: DesiredState;
  /**
   * Asked after the run. `live`: what the plan was made from. For a saved plan, which the files may have left behind,
   * what the service has now is both.
   */
  readonly states: (report: ApplyReport) => Promise<{ readonly live: LiveState; readonly liveAfter?: LiveState }>;
  /** The patterns with which the plan was made. */
  readonly deletable: readonly string[];
  readonly holder: LockSeeker;
  /**
   * Called when the lock was taken from a process that is gone, before anything else; a call that it had sent may still
   * go on.
   */
  readonly afterStaleLock?: (dead: LockHolder) => Promise<void>;
  /** Called when a run that had nothing to do has removed the lock of a run that is gone. */
  readonly onStaleLock?: (dead: LockHolder) => void;
  /** Facts of the entry beside the plan's digest. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** One line for the entry. `records`: what it says beside what the calls did. */
  readonly summary: (report: ApplyReport, records: readonly LedgerRecord[]) => string;
  /** Runs the plan. The signal is aborted when the lock is lost. */
  readonly apply: (signal: AbortSignal, onEvent: (event: ApplyEvent) => void) => Promise<ApplyReport>;
}

/** What became of a run with a ledger around it. */
export type UnderLedger =
  /**
   * `written`: what became of the entry; `undefined` when there was nothing new to say; an error when the ledger could
   * not be written. `records`: what the entry says beside what the calls did. `lost`: how the lock was lost on the way;
   * nothing new was begun from then on.
   */
  | {
      readonly kind: 'ran';
      readonly report: ApplyReport;
      readonly written: LedgerWritten | Error | undefined;
      readonly records: readonly LedgerRecord[];
      readonly lost?: Error;
    }
  /** Somebody else is applying. Nothing was done. */
  | { readonly kind: 'locked'; readonly by: LockHolder }
  /** Somebody else has applied since the plan was made. Nothing was done. */
  | { readonly kind: 'moved'; readonly winner: LedgerEntry | undefined };

/** What became of an entry that no call came before. */
type Recording = Extract<LedgerWritten, { readonly kind: 'written' }> | Exclude<UnderLedger, { readonly kind: 'ran' }>;

const NOTHING_RUN: ApplyReport = { outcomes: [], ids: [], secrets: [] };

/** The digest of a plan in the facts of an entry. */
export const planFact = (sha256: string): string => `sha256:${sha256}`;

export const planTextOf = (bytes: FileBytes): PlanText => ({ bytes, sha256: sha256Of(chunksIn(bytes)) });

/** What an entry says of resources that no call of the plan is about. */
function besideCalls(records: readonly LedgerRecord[], { changes }: Plan): readonly LedgerRecord[] {
  const changed = new Set<string>(changes.map(({ address }) => address));
  return records.filter(({ address }) => !changed.has(address));
}

/**
 * Calls that take something away that only the plan knows afterwards: they delete, or they replace what may lose
 * values.
 */
const isDestructive = ({ changes }: Plan): boolean =>
  changes.some(({ kind, operations }) => {
    const { parts } = kindNamed(kind);
    const mayLose = ([part, ...names]: ValueKey): boolean =>
      !Object.hasOwn(parts, part) || (names.length === 0 && parts[part]?.sized === true);
    return operations.some(
      ({ method, post, touches }) => post === 'absent' || (method === 'PUT' && touches.some(mayLose)),
    );
  });

function sameState(left: LedgerState, right: LedgerState, target: LedgerTarget): boolean {
  // The texts of all files are made only where their digests do not tell already that something differs.
  if (JSON.stringify(ledgerJson(left, target)) !== JSON.stringify(ledgerJson(right, target))) return false;
  const [one, two] = [eachLedgerFile(left, target), eachLedgerFile(right, target)];
  for (const [path, bytes] of one) {
    const { value } = two.next();
    if (value?.[0] !== path || Buffer.compare(bytes, value[1]) !== 0) return false;
  }
  return two.next().done === true;
}

/** The lock, when nothing of the run that had it before goes on. */
async function acquire({ ledger, holder, afterStaleLock }: UnderLedgerInput): Promise<Locked> {
  const locked = await ledger.lock.acquire(holder);
  if (locked.kind === 'taken' || locked.dead === undefined) return locked;
  try {
    await afterStaleLock?.(locked.dead);
    return locked;
  } catch (error) {
    await ledger.lock.release(locked.lock).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes an entry although no call was needed: what is adopted, and what an earlier run did without living to record
 * it. Somebody who is at work has the lock, and an entry in between would keep them from writing theirs.
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
 * Runs a plan with the ledger around it: takes the lock, makes sure that nobody has applied since the plan was made,
 * keeps in the ledger what a destructive call removes before it is made, runs, and writes what was truly done, in one
 * move with dropping the lock. A plan that changes nothing takes no lock, unless the ledger has something to record.
 * Rejects only when the ledger cannot be read. It is longer than 60 lines because it is one sequence under the lock,
 * which every way out must drop.
 */
export async function applyUnderLedger(input: UnderLedgerInput): Promise<UnderLedger> {
  const { ledger, snapshot, plan, planBytes, desired, deletable, now } = input;
  const { target } = ledger;
  const planText = planTextOf(planBytes);
  const digest = planFact(planText.sha256);
  const before = snapshot?.state ?? EMPTY_LEDGER;
  const facts = [[PLAN_FACT, digest] as const, ...input.facts];
  const intention = writeAheadSubject(target.name);
  const stateAfter = async (report: ApplyReport): Promise<LedgerState> =>
    nextState({ before: input.owned ?? before, desired, plan, report, deletable, ...(await input.states(report)) });

  if (operationsOf(plan).length === 0) {
    const state = await stateAfter(NOTHING_RUN);
    const nothing = { kind: 'ran', report: NOTHING_RUN, written: undefined, records: [] } as const;
    if (sameState(before, state, target) && !(snapshot === undefined && input.begins === true)) {
      // A run that was killed after its entry has left its lock, and no later run may have anything to do. If the lock
      // cannot be removed, the next run takes it.
      const dead = await ledger.lock.removeStaleLock().catch(() => undefined);
      if (dead !== undefined) input.onStaleLock?.(dead);
      return nothing;
    }
    const records = ledgerRecords(before, state);
    const note = { summary: input.summary(NOTHING_RUN, records), facts: [...facts, outcomeFact(plan, NOTHING_RUN)] };
    const written = await recordOnly(input, { after: snapshot?.version, state, note, time: now() });
    return written.kind === 'written' ? { ...nothing, written, records } : written;
  }

  const locked = await acquire(input);
  if (locked.kind === 'taken') return { kind: 'locked', by: locked.by };
  const held = renewLease(ledger, locked.lock, input);
  let isFree = false;
  try {
    let after: LedgerVersion | undefined = snapshot?.version;
    const [last] = await ledger.entries(1);
    // An earlier run of this very plan may have said what it was about to do, and no more.
    const isSaid =
      last?.summary === intention && last.facts.some(([name, value]) => name === PLAN_FACT && value === digest);
    if (last?.version !== after && !isSaid) return { kind: 'moved', winner: last };
    after = last?.version;
    if (isDestructive(plan) && !isSaid) {
      const note = { summary: intention, facts };
      const intent = await ledger.write({
        after,
        state: recordReplacements(before, plan),
        note,
        time: now(),
        planText,
      });
      if (intent.kind === 'lost') return { kind: 'moved', winner: intent.winner };
      after = intent.version;
    }
    const report = await input.apply(held.lost, held.keep);
    const ran = (written: LedgerWritten | Error | undefined, records: readonly LedgerRecord[] = []): UnderLedger => {
      const { aborted, reason } = held.lost;
      return { kind: 'ran', report, written, records, ...(aborted && { lost: reason as Error }) };
    };
    try {
      const state = await stateAfter(report);
      // What undoes the work of others leaves the state of the entry before, and is on record all the same.
      const hasApplied = report.outcomes.some(({ kind }) => kind === 'applied');
      if (!hasApplied && sameState(before, state, target)) return ran(undefined);
      const records = besideCalls(ledgerRecords(before, state), plan);
      const note = { summary: input.summary(report, records), facts: [...facts, outcomeFact(plan, report)] };
      // No renewal may move the lock once it is to be dropped.
      const unlock = await held.end();
      const written = await ledger.write({ after, state, note, time: now(), planText, unlock });
      isFree = written.kind === 'written';
      return ran(written, records);
    } catch (error) {
      return ran(error instanceof Error ? error : new Error(String(error)));
    }
  } finally {
    // What cannot be released ends by itself.
    const lock = await held.end();
    if (!isFree) await ledger.lock.release(lock).catch(() => undefined);
  }
}
