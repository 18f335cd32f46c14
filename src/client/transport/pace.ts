/** How fast calls go to one host: as fast as they come, until it refuses some because they are too many. */
export interface Pace {
  /** Waits for the turn of a call, and gives the time at which it begins. */
  readonly turn: () => Promise<number>;
  /** Tells how a call was answered that began at `beganMs`. */
  readonly answered: (beganMs: number, isRefused: boolean) => void;
}

/** Calls a second at which a pace begins where too few calls were answered to measure one. */
const UNMEASURED = 10;
/** For so long back answers are counted. */
const WINDOW_MS = 2000;
/** What is measured over less time is mostly the calls that a service lets through at once. */
const MEASURED_MS = 1000;
/** Fewest milliseconds that a rate is computed over. */
const SHORTEST_MS = 50;
/** For so long refusals are taken for those of the calls before the last change of the rate. */
const SETTLING_MS = 500;
/** How much of a measured rate is used after a refusal. */
const BELOW_MEASURED = 0.97;
/** How much of the present rate is left after a refusal where none could be measured. */
const STEP_DOWN = 0.8;
/** The rate grows with the square of the seconds since the last refusal: slowly near it, and far away without bound. */
const GROWTH = 0.05;

/**
 * A pace for all calls to one host, whatever their keys. After a refusal it takes the rate at which the host answered,
 * and goes up from there until the next one: so it stays near the rate of a token bucket, and few calls are refused. A
 * call that began before the last refusal says nothing new. `monotonic`: milliseconds.
 */
export function makePace({ monotonic, sleep }: PaceClock): Pace {
  let answers: number[] = [];
  /** Calls a second at the last refusal. */
  let base = Number.POSITIVE_INFINITY;
  let refusedMs = Number.NEGATIVE_INFINITY;
  let nextMs = 0;
  const waiting: ((beganMs: number) => void)[] = [];
  const rateAt = (ms: number): number =>
    base === Number.POSITIVE_INFINITY ? base : base * (1 + GROWTH * ((ms - refusedMs) / 1000) ** 2);

  const slowDown = (now: number): void => {
    const counted = answers.filter((ms) => ms > now - WINDOW_MS);
    const spanMs = now - (counted[0] ?? now);
    const measured = counted.length / (Math.max(spanMs, SHORTEST_MS) / 1000);
    const isMeasured = spanMs >= MEASURED_MS && counted.length >= UNMEASURED;
    base = isMeasured ? measured * BELOW_MEASURED : Math.min(rateAt(now) * STEP_DOWN, Math.max(measured, UNMEASURED));
    refusedMs = now;
    nextMs = now + 1000 / base;
  };

  /** Lets one call after the other begin; the rate is that of the moment. */
  const release = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = monotonic();
      if (nextMs > now) {
        await sleep(nextMs - now);
        continue;
      }
      nextMs = Math.max(nextMs, now - SHORTEST_MS) + 1000 / rateAt(now);
      waiting.shift()?.(now);
    }
  };

  return {
    async turn() {
      if (base === Number.POSITIVE_INFINITY) return monotonic();
      return new Promise((begin) => {
        waiting.push(begin);
        if (waiting.length === 1) void release();
      });
    },
    answered(beganMs, isRefused) {
      const now = monotonic();
      if (isRefused) {
        if (beganMs >= refusedMs && now - refusedMs >= SETTLING_MS) slowDown(now);
        return;
      }
      answers.push(now);
      if (answers.length > 10_000) answers = answers.filter((ms) => ms > now - WINDOW_MS);
    },
  };
}

export interface PaceClock {
  readonly monotonic: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** One pace for each address of a run, shared by all targets that have it. */
export function makePaces(clock: PaceClock): (baseUrl: string) => Pace {
  const known = new Map<string, Pace>();
  return (baseUrl) => {
    const pace = known.get(baseUrl) ?? makePace(clock);
    known.set(baseUrl, pace);
    return pace;
  };
}
