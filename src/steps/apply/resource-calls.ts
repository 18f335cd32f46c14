import type { Client } from '../../client/client.ts';
import type { Limit } from '../../client/limit.ts';
import type { Exchange } from '../../client/transport/exchange.ts';
import type { Call, Earlier } from '../../client/transport/send.ts';

/** A change that had not been sent when the run was interrupted. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** The attempts at a change and at its last check that failed before. */
interface EarlierAttempts {
  readonly change: Earlier;
  readonly check: Earlier;
}

/** A place of the limiter that one resource holds for a check and its change. */
interface HeldPlace {
  /** The turn of the pace for its calls. */
  readonly turnMs: number;
  readonly earlier: EarlierAttempts | undefined;
  /** The end of its last call: they run one after another. */
  last: Promise<unknown>;
  /** Called when the change was answered: what follows needs a place of its own. */
  readonly release: () => void;
}

interface LimitedBy {
  readonly limit: Limit;
  readonly signal: AbortSignal;
  /** Called once for each call that begins to wait: true if it goes before the others. Default: it never does. */
  readonly takePriority?: () => boolean;
  /** The place that is held at the moment. Absent: none ever is. */
  readonly held?: () => HeldPlace | undefined;
}

/** The same calls, each of which takes one place of the limiter while it runs, unless a place is held. */
function limited(
  { read, find, findBytes, send }: Exchange,
  { limit, signal, takePriority, held }: LimitedBy,
): Exchange {
  const begin = <Value>(call: Call, run: (call: Call) => Promise<Value>): Promise<Value> => {
    // Looked at when its turn comes: a change may have waited for it. What was sent must still be read back.
    if (signal.aborted && call.method !== 'GET') throw new InterruptedError('the run was interrupted');
    return run(call);
  };
  const inPlace = <Value>(call: Call, run: (call: Call) => Promise<Value>): Promise<Value> => {
    const place = held?.();
    if (place === undefined) return limit(() => begin(call, run), takePriority?.());
    const { turnMs, earlier: both, release } = place;
    const earlier = call.method === 'GET' ? both?.check : both?.change;
    const inTurn = { ...call, turnMs, ...(earlier !== undefined && { earlier }) };
    const running = place.last.then(() => begin(inTurn, run));
    place.last = running.catch(() => undefined);
    if (call.method !== 'GET') running.then(release, release);
    return running;
  };
  return {
    read: (call, decoder) => inPlace(call, (each) => read(each, decoder)),
    find: (call, decoder) => inPlace(call, (each) => find(each, decoder)),
    findBytes: (call, reader) => inPlace(call, (each) => findBytes(each, reader)),
    send: (call, reader) => inPlace(call, (each) => send(each, reader)),
  };
}

/**
 * A client of which never more calls run at once than the limiter allows, and which starts no change once the signal is
 * aborted. Nothing that it calls may take a place of the same limiter.
 */
export const limitedClient = (client: Client, by: LimitedBy): Client => ({
  ...client,
  exchange: limited(client.exchange, by),
  adminExchange: limited(client.adminExchange, by),
});

/** The calls of one resource, which run in sequence. */
export interface ResourceCalls {
  readonly client: Client;
  /** True while a check and its change hold a place. */
  readonly isHeld: () => boolean;
  /**
   * Runs a check and its change in one place of the limiter, after their turn of the pace. Within it no call waits for
   * anything, and none is repeated. `earlier`: the attempts that errors report. The place is given back when the
   * change was answered.
   */
  readonly inOnePlace: <Value>(task: () => Promise<Value>, earlier?: EarlierAttempts) => Promise<Value>;
}

/** The calls of one resource. But for the first, they go before those of resources that were not begun. */
export function resourceCalls(client: Client, { limit, signal }: Pick<LimitedBy, 'limit' | 'signal'>): ResourceCalls {
  let place: HeldPlace | undefined;
  let isBegun = false;
  /** The first call of a resource waits behind the others; from then on, its calls go first. */
  const takePriority = (): boolean => {
    const hadBegun = isBegun;
    isBegun = true;
    return hadBegun;
  };
  const inOnePlace: ResourceCalls['inOnePlace'] = (task, earlier) =>
    new Promise((resolve, reject) => {
      const untilReleased = async (): Promise<void> => {
        const turnMs = await client.turnOfChange();
        await new Promise<void>((done) => {
          const own: HeldPlace = {
            ...{ turnMs, earlier },
            last: Promise.resolve(),
            release() {
              if (place === own) place = undefined;
              done();
            },
          };
          place = own;
          task().then(resolve, reject).finally(own.release);
        });
      };
      limit(untilReleased, takePriority()).catch(reject);
    });
  return {
    client: limitedClient(client, { limit, signal, takePriority, held: () => place }),
    isHeld: () => place !== undefined,
    inOnePlace,
  };
}
