/** The same work in two sizes. */
export interface Sizes {
  readonly small: () => unknown;
  readonly large: () => unknown;
}

/**
 * The processor time of one call in milliseconds, from so many calls that the clock is exact enough. Time in which other
 * processes run does not count: a long work is interrupted more often than a short one.
 */
async function timeOf(work: () => unknown, calls: number): Promise<number> {
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / calls;
}

type Choose = (times: readonly number[]) => number;

/** The ratio of the two times, measured in turns, so that other processes disturb both. */
async function ratioOf({ small, large }: Sizes, choose: Choose, rounds: number, calls = 1): Promise<number> {
  const smallTimes: number[] = [];
  const largeTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    smallTimes.push(await timeOf(small, calls));
    largeTimes.push(await timeOf(large, calls));
  }
  return choose(largeTimes) / choose(smallTimes);
}

const shortest: Choose = (times) => Math.min(...times);

const median: Choose = (times) => [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/** The lowest of several ratios; `undefined` when one is not above the limit: a busy machine makes some wrong. */
async function lowestAbove(limit: number, attempts: number, ratio: () => Promise<number>): Promise<number | undefined> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    lowest = Math.min(lowest, await ratio());
    if (lowest <= limit) return undefined;
  }
  return lowest;
}

/**
 * How many times as long a short work takes in its larger size, when that is more than `limit` in each of several
 * measurements. The time is the shortest one of some rounds.
 */
export async function growthAbove(limit: number, sizes: Sizes): Promise<number | undefined> {
  if ((await ratioOf(sizes, shortest, 3)) <= limit * 0.85) return undefined;
  const calls = Math.min(200, Math.max(1, Math.ceil(0.2 / (await timeOf(sizes.small, 1)))));
  return lowestAbove(limit, 6, () => ratioOf(sizes, shortest, 5, calls));
}

/** The same for a long work. The time is the median of five rounds, unless one round is far below the limit. */
export async function longGrowthAbove(limit: number, { small, large }: Sizes): Promise<number | undefined> {
  const smallTimes = [await timeOf(small, 1), await timeOf(small, 1), await timeOf(small, 1)];
  if ((await timeOf(large, 1)) <= limit * 0.6 * shortest(smallTimes)) return undefined;
  return lowestAbove(limit, 4, () => ratioOf({ small, large }, median, 5));
}
