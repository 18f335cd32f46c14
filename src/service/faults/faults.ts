import type { HandlerFaults } from '../context.ts';
import { isFields } from '../http/fields.ts';

const FAULT_KINDS = [
  'delay',
  'status',
  'status-after',
  'rate-limit',
  'reset-before',
  'reset-after',
  'truncate',
  'not-ready',
  'fail-target',
] as const;

/** A failure that the service produces on request. */
export interface Fault {
  /**
   * `delay`: the answer is sent after `milliseconds`. `status`: the service answers `status` and changes nothing.
   * `status-after`: the service makes the change, then answers `status`. `rate-limit`: calls beyond `perSecond`, after
   * a first `burst`, get 429 and a `Retry-After`. `reset-before`, `reset-after`: the connection breaks before or after
   * the change. `truncate`: the service makes the change and sends half of the answer. `not-ready`: a new glossary is
   * not ready for `milliseconds`, or only its first answer says so. `fail-target`: target number `target` of a new
   * voice job, counted from 1, fails; without a number, every target fails.
   */
  readonly kind: (typeof FAULT_KINDS)[number];
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

/** Takes time in proportion to the path, however many `*` there are. */
function pathMatches(pattern: string, path: string): boolean {
  const [first = '', ...more] = pattern.split('*');
  const last = more.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of more) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/**
 * Numbers in [0, 1). The same seed gives the same numbers in every run. The first number of one seed does not predict
 * that of the next seed.
 */
function seeded(seed: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    let mixed = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) ^ Math.imul(count, 0x85ebca77);
    for (const factor of [0x7feb352d, 0x846ca68b]) {
      mixed = Math.imul(mixed ^ (mixed >>> 16), factor);
      mixed ^= mixed >>> 15;
    }
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** Tolerance for a sum of fractions of milliseconds. */
const ROUNDING_MS = 1e-6;

/** A token bucket; `take` gives the milliseconds until the next token, 0 when there was one. */
function makeBucket(perSecond: number, burst: number): (nowMs: number) => number {
  const tokenMs = 1000 / perSecond;
  let fullAt = 0;
  return (nowMs) => {
    // A clock that is set back must not make it emptier than empty.
    const from = Math.min(Math.max(fullAt, nowMs), nowMs + burst * tokenMs);
    const missingMs = from + tokenMs - nowMs - burst * tokenMs;
    const taken = missingMs <= ROUNDING_MS;
    fullAt = taken ? from + tokenMs : from;
    return taken ? 0 : missingMs;
  };
}

/** 24 days: timers take no longer times. */
const DELAY_MAX_MS = 2 ** 31 - 1;

interface FaultStatus {
  readonly status: number;
  readonly retryAfter: number | undefined;
}

/** The faults that one call meets, added up. */
export interface Met {
  readonly delayMs: number;
  /** Answered in place of anything else. */
  readonly status: FaultStatus | undefined;
  /** Answered in place of the real answer, once the change is made. */
  readonly statusAfter: FaultStatus | undefined;
  readonly kinds: ReadonlySet<Fault['kind']>;
  /** For the handler. */
  readonly handlerFaults: HandlerFaults;
}

/** The failures that a service is made to have, and how they are set. */
export type Faults = ReturnType<typeof makeFaults>;

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

export function makeFaults(first: readonly Fault[], ports: { random: () => number; now: () => Date }) {
  const counted = (faults: readonly Fault[]): Counted[] =>
    faults.map((fault) => ({
      fault,
      calls: 0,
      random: fault.seed === undefined ? ports.random : seeded(fault.seed),
      take: makeBucket(fault.perSecond ?? 1, fault.burst ?? 1),
    }));
  let present = counted(first);

  return {
    /** Puts other faults in place of the present ones; counting starts again. */
    set(faults: readonly Fault[]): void {
      present = counted(faults);
    },
    list: (): readonly Fault[] => present.map(({ fault }) => fault),
    /** Counts a call and gives what it meets. */
    meet(method: string, path: string): Met {
      const met = present.filter((each) => picks(each, method, path));
      const limits = met.filter(({ fault }) => fault.kind === 'rate-limit');
      const limitedMs = Math.max(0, ...limits.map(({ take }) => take(ports.now().getTime())));
      const faults = met.map(({ fault }) => fault);
      const statusOf = (wanted: Fault['kind']): FaultStatus | undefined => {
        const fault = faults.find(({ kind }) => kind === wanted);
        return fault?.status === undefined ? undefined : { status: fault.status, retryAfter: fault.retryAfter };
      };
      const notReady = faults.find(({ kind }) => kind === 'not-ready');
      const status =
        limitedMs > 0 ? { status: 429, retryAfter: Math.ceil((limitedMs - ROUNDING_MS) / 1000) } : statusOf('status');
      return {
        delayMs: faults
          .filter(({ kind }) => kind === 'delay')
          .reduce((sum, { milliseconds = 0 }) => Math.min(sum + milliseconds, DELAY_MAX_MS), 0),
        status,
        statusAfter: statusOf('status-after'),
        kinds: new Set(faults.map(({ kind }) => kind)),
        handlerFaults: {
          ...(notReady !== undefined && { notReadyMs: notReady.milliseconds ?? 0 }),
          failTargets: faults
            .filter(({ kind }) => kind === 'fail-target')
            .map(({ target }) => (target === undefined ? 'all' : target - 1)),
        },
      };
    },
  };
}

/** The allowed range of each number. */
const NUMBERS: Readonly<Record<string, { readonly min: number; readonly max: number; readonly whole: boolean }>> = {
  from: { min: 1, max: 1e9, whole: true },
  probability: { min: 0, max: 1, whole: false },
  seed: { min: 0, max: 2 ** 32 - 1, whole: true },
  milliseconds: { min: 0, max: 2 ** 31 - 1, whole: true },
  status: { min: 400, max: 599, whole: true },
  retryAfter: { min: 0, max: 86_400, whole: true },
  perSecond: { min: 0.001, max: 1e6, whole: false },
  burst: { min: 1, max: 1e6, whole: true },
  target: { min: 1, max: 1e6, whole: true },
};
const TEXTS: ReadonlySet<string> = new Set(['kind', 'method', 'path']);
/** The number that a kind of fault requires. */
const NEEDED: Partial<Record<Fault['kind'], string>> = {
  delay: 'milliseconds',
  status: 'status',
  'status-after': 'status',
  'rate-limit': 'perSecond',
};

/** One fault out of a file or a request, or what is wrong with it. */
export function parseFault(value: unknown): Fault | string {
  if (!isFields(value)) return 'a fault is an object with a kind';
  const kind = FAULT_KINDS.find((known) => known === value.kind);
  if (kind === undefined) return `kind must be one of: ${FAULT_KINDS.join(', ')}`;
  for (const [name, field] of Object.entries(value)) {
    const range = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
    if (name === 'calls') {
      if (!Array.isArray(field) || field.some((call) => !Number.isInteger(call) || call < 1))
        return 'calls must be a list of whole numbers from 1';
    } else if (range !== undefined) {
      const fits = typeof field === 'number' && field >= range.min && field <= range.max;
      if (!fits || (range.whole && !Number.isInteger(field)))
        return `${name} must be a ${range.whole ? 'whole ' : ''}number from ${range.min} to ${range.max}`;
    } else if (!TEXTS.has(name)) return `${JSON.stringify(name.slice(0, 64))} is not a field of a fault`;
    else if (typeof field !== 'string') return `${name} must be a text`;
  }
  const needed = NEEDED[kind];
  if (needed !== undefined && !Object.hasOwn(value, needed)) return `a fault of the kind ${kind} needs ${needed}`;
  return value as unknown as Fault;
}

/** All faults of a list, or a message for each invalid item. */
export function parseFaults(value: unknown): { readonly faults: readonly Fault[]; readonly wrong: readonly string[] } {
  if (!Array.isArray(value)) return { faults: [], wrong: ['faults must be a list'] };
  const parsed = value.map(parseFault);
  return {
    faults: parsed.filter((each) => typeof each !== 'string'),
    wrong: parsed.flatMap((each, index) => (typeof each === 'string' ? [`fault ${index + 1}: ${each}`] : [])),
  };
}
