import type { AskedFaults } from './context.ts';

/** What goes wrong, on request. */
export interface Fault {
  /**
   * `delay`: the answer is late by `milliseconds`. `status`: `status` is answered and nothing is done. `rate-limit`: calls beyond `perSecond`, after a first
   * `burst`, are answered with 429 and a `Retry-After`. `reset-before`, `reset-after`: the connection breaks before, or after, the change is made.
   * `truncate`: the change is made and half of the answer is sent. `not-ready`: a created glossary is not ready for `milliseconds`, or says so in its answer
   * alone. `fail-target`: target number `target` of a created voice job, counted from 1, will fail, or every one.
   */
  readonly kind:
    | 'delay'
    | 'status'
    | 'rate-limit'
    | 'reset-before'
    | 'reset-after'
    | 'truncate'
    | 'not-ready'
    | 'fail-target';
  /** Only calls of this method. */
  readonly method?: string;
  /** Only calls of this path, with `*` for any run of characters; the query does not count. */
  readonly path?: string;
  /** Only these calls, counted from 1 among those that `method` and `path` let through. */
  readonly calls?: readonly number[];
  /** Only from this call on, counted in the same way. */
  readonly from?: number;
  /** Only with this probability, 0 to 1. */
  readonly probability?: number;
  /** Makes what a probability picks the same in every run: a whole number. */
  readonly seed?: number;
  readonly milliseconds?: number;
  readonly status?: number;
  /** Seconds for a `Retry-After` header. */
  readonly retryAfter?: number;
  /** Calls a second in the long run; more than 0. */
  readonly perSecond?: number;
  /** Calls at once, at most; default 1. */
  readonly burst?: number;
  readonly target?: number;
}

const pathMatches = (pattern: string, path: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(path);

/** Numbers in [0, 1) that are the same for a seed in every run: a linear congruence of 2^32, its high bits. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A token bucket; `take` gives the seconds until the next token, 0 when there was one. */
function makeBucket(perSecond: number, burst: number): (nowMs: number) => number {
  let tokens = burst;
  let last: number | undefined;
  return (nowMs) => {
    tokens = Math.min(burst, tokens + (Math.max(0, nowMs - (last ?? nowMs)) / 1000) * perSecond);
    last = nowMs;
    if (tokens < 1) return (1 - tokens) / perSecond;
    tokens -= 1;
    return 0;
  };
}

/** The faults that one call meets, added up. */
export interface Met {
  readonly delayMs: number;
  /** Answered in place of anything else. */
  readonly status: { readonly status: number; readonly retryAfter: number | undefined } | undefined;
  readonly kinds: ReadonlySet<Fault['kind']>;
  /** For the handler. */
  readonly asked: AskedFaults;
}

export interface Faults {
  /** Puts other faults in place of the present ones; counting starts again. */
  readonly set: (faults: readonly Fault[]) => void;
  readonly list: () => readonly Fault[];
  /** Counts a call and gives what it meets. */
  readonly meet: (method: string, path: string) => Met;
}

interface Counted {
  readonly fault: Fault;
  calls: number;
  readonly random: () => number;
  readonly take: (nowMs: number) => number;
}

/** True when the call counts for the fault and the fault picks it. */
function picks(each: Counted, method: string, path: string): boolean {
  const { fault } = each;
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
  if (fault.path !== undefined && !pathMatches(fault.path, path)) return false;
  each.calls += 1;
  if (fault.calls !== undefined && !fault.calls.includes(each.calls)) return false;
  if (fault.from !== undefined && each.calls < fault.from) return false;
  return fault.probability === undefined || each.random() < fault.probability;
}

export function makeFaults(first: readonly Fault[], ports: { random: () => number; now: () => Date }): Faults {
  const counted = (faults: readonly Fault[]): Counted[] =>
    faults.map((fault) => ({
      fault,
      calls: 0,
      random: fault.seed === undefined ? ports.random : seeded(fault.seed),
      take: makeBucket(fault.perSecond ?? 1, fault.burst ?? 1),
    }));
  let present = counted(first);

  return {
    set(faults) {
      present = counted(faults);
    },
    list: () => present.map(({ fault }) => fault),
    meet(method, path) {
      const met = present.filter((each) => picks(each, method, path));
      const limited = met
        .filter(({ fault }) => fault.kind === 'rate-limit')
        .map(({ take }) => take(ports.now().getTime()))
        .find((seconds) => seconds > 0);
      const faults = met.map(({ fault }) => fault);
      const asked = faults.find(({ kind }) => kind === 'status');
      const notReady = faults.find(({ kind }) => kind === 'not-ready');
      const status =
        limited !== undefined
          ? { status: 429, retryAfter: Math.ceil(limited) }
          : asked?.status === undefined
            ? undefined
            : { status: asked.status, retryAfter: asked.retryAfter };
      return {
        delayMs: faults
          .filter(({ kind }) => kind === 'delay')
          .reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0),
        status,
        kinds: new Set(faults.map(({ kind }) => kind)),
        asked: {
          ...(notReady !== undefined && { notReadyMs: notReady.milliseconds ?? 0 }),
          failTargets: faults
            .filter(({ kind }) => kind === 'fail-target')
            .map(({ target }) => (target === undefined ? 'all' : target - 1)),
        },
      };
    },
  };
}
