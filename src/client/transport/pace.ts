/** How fast calls go to one host: as fast as they come, until it refuses some because they are too many. */
export interface Pace {
  /**
   * Waits for the turn of a call, and gives the time at which it begins. `onLong` is called with the calls a second
   * when one has waited long: once for all who share the pace.
   */
  readonly turn: (onLong?: (perSecond: number) => void) => Promise<number>;
  /** Called when a call was answered that began at `beganMs`, with how. */
  readonly answered: (beganMs: number, isRefused: boolean) => void;
}

/** A pace that several share: the calls of a lower rank have their turn first. */
export interface SharedPace extends Pace {
  readonly ranked: (rank: number) => Pace;
}

/** Calls a second at which a pace begins where too few calls were answered to measure one. */
const UNMEASURED = 10;
/** For so long back answers are counted. */
const WINDOW_MS = 2000;
/** What is measured over less time is mostly the calls that a service lets through at once. */
const MEASURED_MS = 1000;
/** The first rate is guessed of the answers since then: a bucket that was full let through more. */
const GUESS_MS = 250;
/** Turns that nobody took for so long, because the process was at work, are made up for: a bucket has kept them. */
const MADE_UP_MS = 100;
/** For so long refusals are taken for those of the calls before the last change of the rate. */
const SETTLING_MS = 500;
/** How much of a measured rate is used after a refusal. */
const BELOW_MEASURED = 0.97;
/** How much of a rate that was measured before is left at least: few answers may come of few calls. */
const LEAST_LEFT = 0.9;
/** How much of the present rate is left after a refusal where none could be measured. */
const STEP_DOWN = 0.8;
/**
 * The rate grows with the cube of the seconds since the last refusal: slowly near a measured one, faster after a guess,
 * and far away without bound.
 */
const GROWTH = { measured: 0.004, guessed: 0.1 } as const;
/** A wait of so many milliseconds is told. */
const LONG_MS = 2000;

interface Waiting {
  readonly rank: number;
  readonly sinceMs: number;
  readonly begin: (beganMs: number) => void;
  readonly onLong: ((perSecond: number) => void) | undefined;
}

/**
 * A pace for all calls to one host, whatever their keys. After a refusal it takes the rate at which the host answered,
 * and goes up from there until the next one: so it stays near the rate of a token bucket, and few calls are refused. A
 * call that began before the last refusal says nothing new. `monotonic`: milliseconds. It is longer than 60 lines
 * because its short functions share the state of the pace.
 */
export function makePace({ monotonic, sleep }: PaceClock): SharedPace {
  let answers: number[] = [];
  /** Calls a second at the last refusal. */
  let base = Number.POSITIVE_INFINITY;
  /** The first refusal: before it, calls went as they came, and their answers tell little. */
  let pacedMs = Number.POSITIVE_INFINITY;
  /** Whether the rate was measured, and is no guess. */
  let isMeasured = false;
  let refusedMs = Number.NEGATIVE_INFINITY;
  let nextMs = 0;
  let isTold = false;
  const waiting: Waiting[] = [];
  const rateAt = (ms: number): number =>
    base === Number.POSITIVE_INFINITY
      ? base
      : base * (1 + GROWTH[isMeasured ? 'measured' : 'guessed'] * ((ms - refusedMs) / 1000) ** 3);

  /** Answers since then, and the calls a second that they were. */
  const since = (fromMs: number, now: number) => {
    const count = answers.filter((ms) => ms > fromMs).length;
    return { count, perSecond: (count * 1000) / (now - fromMs) };
  };

  const slowDown = (now: number): void => {
    const known = isMeasured ? base * LEAST_LEFT : 0;
    const { count, perSecond } = since(Math.max(now - WINDOW_MS, pacedMs), now);
    isMeasured = now - pacedMs >= MEASURED_MS && count >= UNMEASURED;
    base = isMeasured
      ? Math.max(perSecond * BELOW_MEASURED, known)
      : Math.min(rateAt(now) * STEP_DOWN, Math.max(since(now - GUESS_MS, now).perSecond, UNMEASURED));
    pacedMs = Math.min(pacedMs, now);
    refusedMs = now;
    nextMs = now + 1000 / base;
  };

  /** Tells of a long wait, of the first who says whom to tell. */
  const tellLong = (now: number): void => {
    const long = isTold ? undefined : waiting.find(({ sinceMs, onLong }) => onLong && now - sinceMs >= LONG_MS);
    if (long === undefined) return;
    isTold = true;
    long.onLong?.(rateAt(now));
  };

  /** Lets one call after the other begin; the rate is that of the moment. */
  const release = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = monotonic();
      tellLong(now);
      if (nextMs > now) {
        await sleep(nextMs - now);
        continue;
      }
      nextMs = Math.max(nextMs, now - MADE_UP_MS) + 1000 / rateAt(now);
      waiting.shift()?.begin(now);
    }
  };

  const turnOf =
    (rank: number): Pace['turn'] =>
    async (onLong) => {
      const sinceMs = monotonic();
      if (base === Number.POSITIVE_INFINITY) return sinceMs;
      return new Promise((begin) => {
        waiting.splice(waiting.findLastIndex((each) => each.rank <= rank) + 1, 0, { rank, sinceMs, begin, onLong });
        if (waiting.length === 1) void release();
      });
    };

  const answered: Pace['answered'] = (beganMs, isRefused) => {
    const now = monotonic();
    if (isRefused) {
      if (beganMs >= refusedMs && now - refusedMs >= SETTLING_MS) slowDown(now);
      return;
    }
    answers.push(now);
    if (answers.length > 10_000) answers = answers.filter((ms) => ms > now - WINDOW_MS);
  };

  return { turn: turnOf(0), answered, ranked: (rank) => ({ turn: turnOf(rank), answered }) };
}

export interface PaceClock {
  readonly monotonic: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
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
