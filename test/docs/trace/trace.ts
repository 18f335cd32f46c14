import { AsyncLocalStorage } from 'node:async_hooks';
import type { Place } from './instrument.ts';

/** Objects, functions and texts that are or contain the traced value. */
type Holders = ReadonlySet<unknown>;

/** The traced value comes into a call: as an argument, or as the result of a call that it makes. */
interface Arrival {
  readonly time: number;
  readonly holders: Holders;
  /** The other side: the caller for an argument, the called function for a result. Absent: code that is not traced. */
  readonly from: Activation | undefined;
}

/** One call of a traced function. */
interface Activation {
  readonly place: Place;
  readonly time: number;
  /** The closure that was called, and who called it. Absent: a function that is no closure. */
  readonly called: { readonly closure: object; readonly by: Activation } | undefined;
  /** The call in which a closure was made, whose variables it can read. Absent: no closure. */
  readonly creator: Activation | undefined;
  /** Calls of closures that were made in this call. */
  readonly closures: Activation[];
  readonly arrivals: Arrival[];
}

/** An arrival, and the call that received it. */
interface Received extends Arrival {
  readonly in: Activation;
}

/** What is traced, and to where. */
export interface TraceInput {
  /** Says whether a value itself is what is traced. */
  readonly isTraced: (value: unknown) => boolean;
  /** Accepts the call at which the way ends. */
  readonly isEnd: (place: Place, args: readonly unknown[]) => boolean;
}

/**
 * Runs a program of traced functions. Returns every function through which the value came to the end, in the order of
 * its first arrival there.
 */
export type Trace = (input: TraceInput, run: () => Promise<unknown>) => Promise<readonly Place[]>;

const MAX_DEPTH = 14;

const isOpaque = (value: object): boolean =>
  ArrayBuffer.isView(value) || value instanceof Promise || value instanceof AbortSignal;

/** The values that are looked into: members and items. Of a lazy member, the function that makes it. */
function partsOf(value: object): readonly unknown[] {
  if (value instanceof Map) return [...value].flat();
  if (value instanceof Set) return [...value];
  if (isOpaque(value) || typeof value === 'function') return [];
  return Object.values(Object.getOwnPropertyDescriptors(value)).map(({ value: member, get }) => get ?? member);
}

/** The call and those whose variables it can read. */
const scopeOf = (call: Activation): readonly Activation[] =>
  call.creator === undefined ? [call] : [call, ...scopeOf(call.creator)];

/** The calls that can write variables of this one. */
const closuresOf = (call: Activation): readonly Activation[] =>
  call.closures.flatMap((each) => [each, ...closuresOf(each)]);

const overlap = (left: Holders, right: Holders): Holders => new Set([...left].filter((each) => right.has(each)));

/** What handed-over holders came from before a time: arrivals with the same holders, else what they were made from. */
function sourcesOf(call: Activation, holders: Holders, before: number): readonly Received[] {
  const earlier = (each: Activation) =>
    each.arrivals.filter(({ time }) => time < before).map((arrival) => ({ ...arrival, in: each }));
  const isSame = (arrival: Arrival): boolean => overlap(arrival.holders, holders).size > 0;
  const [scope, closures] = [scopeOf(call).flatMap(earlier), closuresOf(call).flatMap(earlier)];
  const choices = [earlier(call).filter(isSame), scope.filter(isSame), closures.filter(isSame), scope, closures];
  return choices.find(({ length }) => length > 0) ?? [];
}

/** Goes back from the last arrival to the first ones, and collects the calls on the way with their first arrival. */
function wayBack(end: Received): readonly Place[] {
  const first = new Map<Activation, number>([[end.in, end.time]]);
  const seen = new Map<Arrival['time'], Set<unknown>>();
  const queue: Received[] = [end];
  const add = (source: Received): void => {
    first.set(source.in, Math.min(first.get(source.in) ?? source.time, source.time));
    const known = seen.get(source.time) ?? new Set();
    seen.set(source.time, known);
    const fresh = [...source.holders].filter((each) => !known.has(each));
    for (const each of fresh) known.add(each);
    if (fresh.length > 0) queue.push({ ...source, holders: new Set(fresh) });
  };
  /** A closure that is called was handed to its caller. */
  const handedOver = ({ called, time }: Activation): void => {
    if (called === undefined) return;
    const { closure, by } = called;
    const holders: Holders = new Set([closure]);
    const handed = scopeOf(by).flatMap((owner) =>
      owner.arrivals.flatMap((each) =>
        each.time < time && each.holders.has(closure) ? [{ ...each, in: owner, holders }] : [],
      ),
    );
    for (const each of handed) add(each);
    if (handed.length === 0 || first.has(by)) return;
    first.set(by, by.time);
    handedOver(by);
  };
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { from, holders, time } = next;
    if (from === undefined) continue;
    for (const source of sourcesOf(from, holders, time)) {
      const same = overlap(source.holders, holders);
      add(same.size > 0 ? { ...source, holders: same } : source);
    }
    handedOver(from);
  }
  return [...first].sort((left, right) => left[1] - right[1]).map(([{ place }]) => place);
}

/**
 * Installs the hooks that `bundleTraced` calls. A function receives the value by an argument, by the result of a call,
 * or from the variables around it. The function is longer than 60 lines because the hooks share the state of one trace.
 */
export function installTrace(places: readonly Place[]): Trace {
  const current = new AsyncLocalStorage<Activation>();
  const creators = new WeakMap<object, Activation>();
  let input: TraceInput | undefined;
  let [isLooking, time] = [false, 0];
  let end: Received | undefined;

  const holdsAny = (call: Activation | undefined): boolean =>
    call !== undefined && (call.arrivals.length > 0 || holdsAny(call.creator));

  function look(value: unknown, seen: Map<unknown, boolean>, depth = 0): boolean {
    if (value === null || value === undefined || depth > MAX_DEPTH) return false;
    const known = seen.get(value);
    if (known !== undefined) return known;
    const isObject = typeof value === 'object' || typeof value === 'function';
    let has = input?.isTraced(value) === true || (isObject && holdsAny(creators.get(value)));
    seen.set(value, has);
    for (const part of isObject ? partsOf(value) : []) has = look(part, seen, depth + 1) || has;
    seen.set(value, has);
    return has;
  }

  function holdersIn(value: unknown): Holders {
    const seen = new Map<unknown, boolean>();
    isLooking = true;
    look(value, seen);
    isLooking = false;
    return new Set([...seen].filter(([, has]) => has).map(([each]) => each));
  }

  function arrive(call: Activation | undefined, value: unknown, from: Activation | undefined): Arrival | undefined {
    const holders = holdersIn(value);
    time += 1;
    if (holders.size === 0) return undefined;
    const arrival = { time, holders, from };
    call?.arrivals.push(arrival);
    return arrival;
  }

  function begin(id: number, args: readonly unknown[], closure: object): Activation {
    const [caller, creator, place] = [current.getStore(), creators.get(closure), places[id] ?? { file: '', name: '' }];
    time += 1;
    const called = creator === undefined || caller === undefined ? undefined : { closure, by: caller };
    const call: Activation = { place, time, called, creator, closures: [], arrivals: [] };
    creator?.closures.push(call);
    const arrival = arrive(call, args, caller);
    if (arrival !== undefined && input?.isEnd(place, args) === true) end ??= { ...arrival, in: call };
    return call;
  }

  function call(id: number, args: readonly unknown[], closure: object, run: () => unknown): unknown {
    if (input === undefined || isLooking) return run();
    const [caller, begun] = [current.getStore(), begin(id, args, closure)];
    const returned = <Value>(value: Value): Value => {
      arrive(caller, value, begun);
      return value;
    };
    const result = current.run(begun, run);
    return result instanceof Promise ? result.then(returned) : returned(result);
  }

  /** A generator's values come to the call that asks for them. */
  function generate(id: number, args: readonly unknown[], closure: object, run: () => Generator): unknown {
    if (input === undefined || isLooking) return run();
    const begun = begin(id, args, closure);
    const values = run();
    const step = (go: () => IteratorResult<unknown>): IteratorResult<unknown> => {
      if (isLooking) return go();
      const next = current.run(begun, go);
      arrive(current.getStore(), next.value, begun);
      return next;
    };
    const generator = {
      next: () => step(() => values.next()),
      return: (value: unknown) => step(() => values.return(value)),
      [Symbol.iterator]: () => generator,
    };
    creators.set(generator, begun);
    return generator;
  }

  function made(closure: object): void {
    const creator = current.getStore();
    if (creator !== undefined) creators.set(closure, creator);
  }

  Object.assign(globalThis, {
    __made: made,
    __call: (id: number, args: ArrayLike<unknown>, self: object, run: () => unknown) =>
      call(id, Array.from(args), self, run),
    __generate: (id: number, args: ArrayLike<unknown>, self: object, run: () => Generator) =>
      generate(id, Array.from(args), self, run),
    __wrap(id: number, work: (...args: unknown[]) => unknown, isGenerator: boolean) {
      const wrapped = function (this: unknown, ...args: unknown[]): unknown {
        const run = () => work.apply(this, args);
        return isGenerator ? generate(id, args, wrapped, run as () => Generator) : call(id, args, wrapped, run);
      };
      made(wrapped);
      return wrapped;
    },
  });

  return async (traced, run) => {
    [input, end, time] = [traced, undefined, 0];
    try {
      await run();
    } finally {
      input = undefined;
    }
    return end === undefined ? [] : wayBack(end);
  };
}
