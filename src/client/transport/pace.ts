/** How fast calls go to one address: as fast as they come, until it refuses some because they are too many. */
export interface Pace {
  /**
   * Waits for the turn of a call, and gives the time at which it begins. `onLong` is called with the calls a second
   * when one has waited long for the rate: once for all who share the pace. Once the signal is aborted, nothing waits
   * long.
   */
  readonly waitForStart: (onLong?: (perSecond: number) => void, signal?: AbortSignal) => Promise<number>;
  /** Called when a call was answered that began at `beganMs`. `refused`: because there are too many. */
  readonly answered: (beganMs: number, refused?: { readonly retryAfterMs: number | undefined }) => void;
}

/** A pace that several share: the calls of a lower rank have their turn first. */
interface SharedPace extends Pace {
  readonly ranked: (rank: number) => Pace;
}

/** The pause where the service does not say how long to wait. */
const PAUSE_MS = 1000;
/** Calls a second at which a pace begins at least. */
const LEAST_RATE = 5;
/** From this rate on, calls go as they come. */
const UNPACED = 2000;
/** What is left of the rate after a refusal. */
const SLOW_DOWN = 0.5;
/** Milliseconds between two steps of the rate. */
const STEP_MS = 250;
/** The steps up to `NEAR` of what was answered in the second before the last refusal, and the steps from there. */
const STEPS = { fast: 1.25, slow: 1.001 } as const;
const NEAR = 0.9;
/** Milliseconds of unused turns that may be used later, for a process that was busy. */
const MADE_UP_MS = 100;
/** Waits of at least this number of milliseconds are reported. */
const LONG_MS = 2000;
/** A pause that is longer ends with Ctrl-C. */
const UNINTERRUPTED_MS = 10_000;

interface Waiting {
  readonly rank: number;
  readonly sinceMs: number;
  readonly begin: (beganMs: number) => void;
  readonly onLong: ((perSecond: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * A pace for all calls to one address, whatever their keys. After a refusal, all calls pause as long as the service
 * asks. Then they continue at half the rate, which increases in steps. A refusal of a call that began before the pause
 * does not count. `monotonic`: milliseconds. The function is longer than 60 lines because its steps share the queue and
 * the rate.
 */
export function makePace({ monotonic, sleep }: PaceClock): SharedPace {
  /** Times of the answers of the last second. */
  let answers: number[] = [];
  let rate = Number.POSITIVE_INFINITY;
  let near = Number.POSITIVE_INFINITY;
  let [resumesMs, nextMs, steppedMs] = [Number.NEGATIVE_INFINITY, 0, 0];
  let isReported = false;
  const waiting: Waiting[] = [];

  const speedUp = (now: number): void => {
    for (; steppedMs + STEP_MS <= now && rate < UNPACED; steppedMs += STEP_MS)
      rate = rate < near ? Math.min(near, rate * STEPS.fast) : rate * STEPS.slow;
    if (rate >= UNPACED) rate = near = Number.POSITIVE_INFINITY;
  };

  const reportLong = (now: number): void => {
    const long = waiting.find(({ sinceMs, onLong }) => onLong && now - Math.max(sinceMs, resumesMs) >= LONG_MS);
    if (isReported || long === undefined) return;
    isReported = true;
    long.onLong?.(rate);
  };

  /** Lets one call after the other begin. */
  const release = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = monotonic();
      const waitMs = Math.max(resumesMs, nextMs) - now;
      const signal = waitMs > UNINTERRUPTED_MS ? waiting[0]?.signal : undefined;
      reportLong(now);
      if (waitMs > 0 && signal?.aborted !== true) {
        await sleep(waitMs, signal).catch((error: unknown) => {
          if (signal?.aborted !== true) throw error;
        });
        continue;
      }
      speedUp(now);
      nextMs = Math.max(nextMs, now - MADE_UP_MS) + 1000 / rate;
      waiting.shift()?.begin(now);
    }
  };

  const waiterWithRank =
    (rank: number): Pace['waitForStart'] =>
    async (onLong, signal) => {
      const sinceMs = monotonic();
      speedUp(sinceMs);
      if (rate === Number.POSITIVE_INFINITY && waiting.length === 0) return sinceMs;
      return new Promise((begin) => {
        const waiter = { rank, sinceMs, begin, onLong, signal };
        waiting.splice(waiting.findLastIndex((each) => each.rank <= rank) + 1, 0, waiter);
        if (waiting.length === 1) void release();
      });
    };

  const answered: Pace['answered'] = (beganMs, refused) => {
    const now = monotonic();
    if (refused === undefined) {
      answers.push(now);
      if (answers.length > 10_000) answers = answers.filter((ms) => ms > now - 1000);
      return;
    }
    if (beganMs < resumesMs) return;
    const answeredRate = answers.filter((ms) => ms > now - 1000).length;
    const isPaced = rate < Number.POSITIVE_INFINITY;
    rate = Math.max((isPaced ? rate : answeredRate) * SLOW_DOWN, LEAST_RATE);
    near = isPaced ? Math.max(answeredRate * NEAR, rate) : Number.POSITIVE_INFINITY;
    resumesMs = now + (refused.retryAfterMs ?? PAUSE_MS);
    [nextMs, steppedMs] = [resumesMs, resumesMs];
  };

  return {
    waitForStart: waiterWithRank(0),
    answered,
    ranked: (rank) => ({ waitForStart: waiterWithRank(rank), answered }),
  };
}

export interface PaceClock {
  readonly monotonic: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * One pace for each address of a run, shared by all targets that have it. Who asks for it first has the first turn
 * whenever several wait: one target after the other is done, and the calls of the next ones fill the gaps.
 */
export function makePaces(clock: PaceClock): (baseUrl: string) => Pace {
  const known = new Map<string, SharedPace>();
  let rank = 0;
  return (baseUrl) => {
    const pace = known.get(baseUrl) ?? makePace(clock);
    known.set(baseUrl, pace);
    rank += 1;
    return pace.ranked(rank);
  };
}
