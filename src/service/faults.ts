/** What goes wrong, on request. */
export interface Fault {
  /**
   * `delay`: the answer is late by `milliseconds`. `status`: `status` is answered and nothing is done. `reset-before`, `reset-after`: the connection breaks
   * before, or after, the change is made. `truncate`: the change is made and half of the answer is sent. `not-ready`: a created glossary says `ready: false`.
   */
  readonly kind: 'delay' | 'status' | 'reset-before' | 'reset-after' | 'truncate' | 'not-ready';
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
  readonly milliseconds?: number;
  readonly status?: number;
  /** Seconds for a `Retry-After` header. */
  readonly retryAfter?: number;
}

const pathMatches = (pattern: string, path: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(path);

export interface Faults {
  /** Puts other faults in place of the present ones; counting starts again. */
  readonly set: (faults: readonly Fault[]) => void;
  /** Counts a call and gives the faults that it meets. */
  readonly meet: (method: string, path: string) => readonly Fault[];
}

export function makeFaults(first: readonly Fault[], random: () => number): Faults {
  let counted = first.map((fault) => ({ fault, calls: 0 }));
  return {
    set(faults) {
      counted = faults.map((fault) => ({ fault, calls: 0 }));
    },
    meet(method, path) {
      const met: Fault[] = [];
      for (const each of counted) {
        const { fault } = each;
        if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue;
        if (fault.path !== undefined && !pathMatches(fault.path, path)) continue;
        each.calls += 1;
        if (fault.calls !== undefined && !fault.calls.includes(each.calls)) continue;
        if (fault.from !== undefined && each.calls < fault.from) continue;
        if (fault.probability !== undefined && random() >= fault.probability) continue;
        met.push(fault);
      }
      return met;
    },
  };
}

/** One fault out of a file or a request, or what is wrong with it. */
export function parseFault(value: unknown): Fault | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'a fault is an object with a kind';
  const fault = value as Readonly<Record<string, unknown>>;
  const kinds = ['delay', 'status', 'reset-before', 'reset-after', 'truncate', 'not-ready'];
  if (!kinds.includes(String(fault.kind))) return `kind must be one of: ${kinds.join(', ')}`;
  const types: Readonly<Record<string, string>> = {
    kind: 'string',
    method: 'string',
    path: 'string',
    from: 'number',
    probability: 'number',
    milliseconds: 'number',
    status: 'number',
    retryAfter: 'number',
  };
  for (const [name, given] of Object.entries(fault)) {
    if (name === 'calls') {
      if (!Array.isArray(given) || given.some((call) => typeof call !== 'number'))
        return 'calls must be a list of numbers';
    } else if (!Object.hasOwn(types, name)) return `${name} is not a field of a fault`;
    else if (typeof given !== types[name]) return `${name} must be a ${types[name]}`;
  }
  const { kind, status } = fault as unknown as Fault;
  if (kind === 'status' && (status === undefined || !Number.isInteger(status) || status < 400 || status > 599))
    return 'status must be from 400 to 599';
  return fault as unknown as Fault;
}
