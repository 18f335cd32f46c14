import { createHash } from 'node:crypto';
import type { ApplyEvent, ApplyReport } from '../apply/outcome.ts';
import { reportVerdict } from '../apply/verdict.ts';
import type {
  Ledger,
  LedgerEntry,
  LedgerSnapshot,
  LedgerTarget,
  LedgerVersion,
  LedgerWritten,
  NewEntry,
} from '../ledger/ledger.ts';
import { ledgerFiles } from '../ledger/ledger-files.ts';
import { type HeldLock, LOCK_MINUTES, type LockHolder } from '../ledger/lock.ts';
import type { DesiredState } from '../model/desired.ts';
import { EMPTY_LEDGER, type LedgerState } from '../model/ledger-state.ts';
import type { LiveState } from '../model/live.ts';
import { operationsOf, type Plan } from '../plan/plan.ts';
import { intentionOf, PLAN_FACT } from './intention.ts';
import { ledgerAfter } from './ledger-after.ts';

/** The file of an entry that holds the plan which led to it. */
export const PLAN_FILE = 'plan.json';
/** The fact that says whether all that was asked for is done by now, or a part of it. An entry that only says what is about to be done has none. */
export const OUTCOME_FACT = 'Outcome';
/** Its value when the whole of what the workspace asks for was done. */
export const COMPLETE = 'complete';

const outcomeFact = ({ only }: Plan, report: ApplyReport): readonly [name: string, value: string] => [
  OUTCOME_FACT,
  only.length === 0 && reportVerdict(report) === 'done' ? COMPLETE : 'partial',
];

export interface UnderLedgerInput {
  readonly ledger: Ledger;
  /** What the plan was made from; `undefined`: nothing was ever applied. */
  readonly snapshot: LedgerSnapshot | undefined;
  /** What the last entry owns, under the addresses that it has now; default: as the entry says. */
  readonly owned?: LedgerState;
  readonly plan: Plan;
  /** The plan as it is saved. */
  readonly planBytes: Uint8Array;
  readonly desired: DesiredState;
  /**
   * Asked after the run. `live`: what the plan was made from. For a saved plan, which the files may have left behind, what the service has now is both.
   */
  readonly states: () => Promise<{ readonly live: LiveState; readonly liveAfter?: LiveState }>;
  /** The patterns with which the plan was made. */
  readonly deletable: readonly string[];
  readonly holder: Pick<LockHolder, 'id' | 'who' | 'run'>;
  /** Facts of the entry beside the plan's digest. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly summary: (report: ApplyReport) => string;
  readonly now: () => Date;
  /** Runs the plan. The signal is aborted when the lock is lost. */
  readonly apply: (signal: AbortSignal, onEvent: (event: ApplyEvent) => void) => Promise<ApplyReport>;
}

export type UnderLedger =
  /** `written`: what became of the entry; `undefined` when there was nothing new to say; an error when the ledger could not be written. */
  | { readonly kind: 'ran'; readonly report: ApplyReport; readonly written: LedgerWritten | Error | undefined }
  /** Somebody else is applying. Nothing was done. */
  | { readonly kind: 'locked'; readonly by: LockHolder }
  /** Somebody else has applied since the plan was made. Nothing was done. */
  | { readonly kind: 'moved'; readonly winner: LedgerEntry | undefined };

const NOTHING_RUN: ApplyReport = { outcomes: [], ids: [], secrets: [] };

export const planDigest = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** Calls that take something away that only the plan knows afterwards. */
const isDestructive = (plan: Plan): boolean =>
  operationsOf(plan).some(({ kind }) =>
    [
      'delete-glossary',
      'delete-dictionary',
      'put-dictionary',
      'delete-style-list',
      'delete-instruction',
      'replace-rules',
    ].includes(kind),
  );

function sameState(left: LedgerState, right: LedgerState, target: LedgerTarget): boolean {
  const [one, two] = [ledgerFiles(left, target), ledgerFiles(right, target)];
  return (
    one.size === two.size &&
    [...one].every(([path, bytes]) => Buffer.compare(bytes, two.get(path) ?? new Uint8Array()) === 0)
  );
}

/** The lock, held on to for as long as a run takes. */
function holding(ledger: Ledger, first: HeldLock, now: () => Date) {
  const lost = new AbortController();
  let lock = first;
  let renewing: Promise<void> | undefined;
  async function renew(): Promise<void> {
    const next = await ledger.lock.renew(lock);
    if (next === undefined) lost.abort(new Error('the lock of the target was taken by somebody else'));
    else lock = next;
  }
  return {
    lost: lost.signal,
    /** Puts the end off when half of the time is over. Past the end, somebody else may be at work: then it is lost. */
    keep(): void {
      const left = Date.parse(lock.holder.until) - now().getTime();
      if (left < 0) lost.abort(new Error('the lock of the target ended before it was renewed'));
      if (renewing !== undefined || left > (LOCK_MINUTES * 60_000) / 2) return;
      // A renewal that fails is no loss yet: the lock stands until its end, and the next event tries again.
      renewing = renew()
        .catch(() => undefined)
        .finally(() => {
          renewing = undefined;
        });
    },
    async current(): Promise<HeldLock> {
      await renewing;
      return lock;
    },
  };
}

/** Writes what is taken over without a call. While somebody is at work it waits for another run: an entry in between would keep them from writing theirs. */
async function takeOver({ ledger, holder }: UnderLedgerInput, entry: NewEntry): Promise<UnderLedger> {
  const locked = await ledger.lock.acquire(holder);
  if (locked.kind === 'taken') return { kind: 'ran', report: NOTHING_RUN, written: undefined };
  let written: LedgerWritten | undefined;
  try {
    written = await ledger.write({ ...entry, unlock: locked.lock });
  } finally {
    if (written?.kind !== 'written') await ledger.lock.release(locked.lock).catch(() => undefined);
  }
  if (written.kind === 'lost') return { kind: 'moved', winner: written.winner };
  return { kind: 'ran', report: NOTHING_RUN, written };
}

/**
 * Runs a plan with the ledger around it: takes the lock, makes sure that nobody has applied since the plan was made, keeps in the ledger what a destructive
 * call removes before it is made, runs, and writes what was truly done, in one move with dropping the lock. A plan that changes nothing takes no lock, unless
 * there is something to take over. Rejects only when the ledger cannot be read.
 */
export async function applyUnderLedger(input: UnderLedgerInput): Promise<UnderLedger> {
  const { ledger, snapshot, plan, planBytes, desired, deletable, now } = input;
  const { target } = ledger;
  const digest = planDigest(planBytes);
  const before = snapshot?.state ?? EMPTY_LEDGER;
  const facts = [[PLAN_FACT, digest] as const, ...input.facts];
  const extra = new Map([[PLAN_FILE, planBytes]]);
  const intention = intentionOf(target.name);
  const stateAfter = async (report: ApplyReport): Promise<LedgerState> =>
    ledgerAfter({ before: input.owned ?? before, desired, plan, report, deletable, ...(await input.states()) });

  if (operationsOf(plan).length === 0) {
    const state = await stateAfter(NOTHING_RUN);
    if (sameState(before, state, target)) return { kind: 'ran', report: NOTHING_RUN, written: undefined };
    const note = { summary: input.summary(NOTHING_RUN), facts: [...facts, outcomeFact(plan, NOTHING_RUN)] };
    return takeOver(input, { after: snapshot?.version, state, note, time: now() });
  }

  const locked = await ledger.lock.acquire(input.holder);
  if (locked.kind === 'taken') return { kind: 'locked', by: locked.by };
  const held = holding(ledger, locked.lock, now);
  let isFree = false;
  try {
    let after: LedgerVersion | undefined = snapshot?.version;
    const [last] = await ledger.history(1);
    // An earlier run of this very plan may have said what it was about to do, and no more.
    const isSaid =
      last?.summary === intention && last.facts.some(([name, value]) => name === PLAN_FACT && value === digest);
    if (last?.version !== after && !isSaid) return { kind: 'moved', winner: last };
    after = last?.version;
    if (isDestructive(plan) && !isSaid) {
      const note = { summary: intention, facts };
      const intent = await ledger.write({ after, state: before, note, time: now(), extra });
      if (intent.kind === 'lost') return { kind: 'moved', winner: intent.winner };
      after = intent.version;
    }
    const report = await input.apply(held.lost, () => held.keep());
    try {
      const state = await stateAfter(report);
      if (sameState(before, state, target)) return { kind: 'ran', report, written: undefined };
      const note = { summary: input.summary(report), facts: [...facts, outcomeFact(plan, report)] };
      const unlock = await held.current();
      const written = await ledger.write({ after, state, note, time: now(), extra, unlock });
      isFree = written.kind === 'written';
      return { kind: 'ran', report, written };
    } catch (error) {
      return { kind: 'ran', report, written: error instanceof Error ? error : new Error(String(error)) };
    }
  } finally {
    // What cannot be released ends by itself.
    if (!isFree) await ledger.lock.release(await held.current()).catch(() => undefined);
  }
}
