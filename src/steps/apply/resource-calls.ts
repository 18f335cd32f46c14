import type { Client, Limit } from '../../client/client.ts';
import type { Exchange } from '../../client/transport/exchange.ts';
import type { Call, Earlier } from '../../client/transport/send.ts';

/** A change that had not been sent when the run was interrupted. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** Earlier failed attempts at a change and at its last check. */
interface EarlierAttempts {
  readonly change: Earlier;
  readonly check: Earlier;
}

/** A slot of the limiter that one resource holds for a check and its change. */
interface HeldSlot {
  /** The rate limiter's turn for these calls. */
  readonly turnMs: number;
  readonly earlier: EarlierAttempts | undefined;
  /** Settles when its last call ends: the calls run one after another. */
  last: Promise<unknown>;
  /** Called when the change was answered. Later calls need their own slots. */
  readonly release: () => void;
}

interface LimitedBy {
  readonly limit: Limit;
  readonly signal: AbortSignal;
  /** Called once for each call that begins to wait. True: the call has priority over the others. Default: never. */
  readonly takePriority?: () => boolean;
  /** The slot held at the moment. Absent: no slot is ever held. */
  readonly heldSlot?: () => HeldSlot | undefined;
}

/** Calls that each take one slot of the limiter while they run, unless a slot is held. */
function limited(
  { read, find, findBytes, send }: Exchange,
  { limit, signal, takePriority, heldSlot }: LimitedBy,
): Exchange {
  const begin = <Value>(call: Call, run: (call: Call) => Promise<Value>): Promise<Value> => {
    // Checked when the turn of the call is reached, because it may have waited. Reads are still allowed: sent changes
    // must be verified.
    if (signal.aborted && call.method !== 'GET') throw new InterruptedError('the run was interrupted');
    return run(call);
  };
  const inSlot = <Value>(call: Call, run: (call: Call) => Promise<Value>): Promise<Value> => {
    const slot = heldSlot?.();
    if (slot === undefined) return limit(() => begin(call, run), takePriority?.());
    const { turnMs, earlier: both, release } = slot;
    const earlier = call.method === 'GET' ? both?.check : both?.change;
    const inTurn = { ...call, turnMs, ...(earlier !== undefined && { earlier }) };
    const running = slot.last.then(() => begin(inTurn, run));
    slot.last = running.catch(() => undefined);
    if (call.method !== 'GET') running.then(release, release);
    return running;
  };
  return {
    read: (call, decoder) => inSlot(call, (each) => read(each, decoder)),
    find: (call, decoder) => inSlot(call, (each) => find(each, decoder)),
    findBytes: (call, reader) => inSlot(call, (each) => findBytes(each, reader)),
    send: (call, reader) => inSlot(call, (each) => send(each, reader)),
  };
}

/**
 * A client that never runs more calls than the limiter allows, and starts no change after the signal is aborted. Its
 * calls must not take slots of the same limiter.
 */
export const limitedClient = (client: Client, by: LimitedBy): Client => ({
  ...client,
  exchange: limited(client.exchange, by),
  adminExchange: limited(client.adminExchange, by),
});

/** The calls of one resource. They run in sequence. */
export interface ResourceCalls {
  readonly client: Client;
  /** True while a check and its change hold a slot. */
  readonly isHeld: () => boolean;
  /**
   * Runs a check and its change in one slot of the limiter, after their turn of the rate limiter. Inside, no call
   * waits, and none is repeated. `earlier`: for error messages about the attempts. The slot is released when the
   * change was answered.
   */
  readonly inOneSlot: <Value>(task: () => Promise<Value>, earlier?: EarlierAttempts) => Promise<Value>;
}

/** The calls of one resource. All except the first have priority over resources that have not started. */
export function resourceCalls(client: Client, { limit, signal }: Pick<LimitedBy, 'limit' | 'signal'>): ResourceCalls {
  let slot: HeldSlot | undefined;
  let hasStarted = false;
  /** The first call of a resource waits in the queue; its later calls have priority. */
  const takePriority = (): boolean => {
    const hadStarted = hasStarted;
    hasStarted = true;
    return hadStarted;
  };
  const inOneSlot: ResourceCalls['inOneSlot'] = (task, earlier) =>
    new Promise((resolve, reject) => {
      const untilReleased = async (): Promise<void> => {
        const turnMs = await client.turnOfChange();
        await new Promise<void>((done) => {
          const newSlot: HeldSlot = {
            ...{ turnMs, earlier },
            last: Promise.resolve(),
            release() {
              if (slot === newSlot) slot = undefined;
              done();
            },
          };
          slot = newSlot;
          task().then(resolve, reject).finally(newSlot.release);
        });
      };
      limit(untilReleased, takePriority()).catch(reject);
    });
  return {
    client: limitedClient(client, { limit, signal, takePriority, heldSlot: () => slot }),
    isHeld: () => slot !== undefined,
    inOneSlot,
  };
}
