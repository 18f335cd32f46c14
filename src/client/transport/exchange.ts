import * as d from '../../model/decode.ts';
import { ServiceError, UnreachableError, UsageError } from '../../model/errors.ts';
import type { BodyConsumer } from './ports.ts';
import { plainLine, refusalOf } from './refusal.ts';
import type { Answer, Call, Send } from './send.ts';

/**
 * The body cannot be read while it arrives, and the part that was taken is lost: the call must be repeated, and its
 * body read as a whole.
 */
export const AGAIN = Symbol('again');

/** Reads a long body while it arrives, without keeping the bytes. */
export interface BodyReader<Value> {
  readonly take: BodyConsumer;
  /**
   * What is left of the body, which is all of it where nothing was taken. Throws `DecodeError` for what cannot be read.
   */
  readonly end: (rest: Uint8Array) => Value | typeof AGAIN;
  /** Reads a body from which no bytes were taken. Throws like `end`. */
  readonly whole: (body: Uint8Array) => Value;
}

export interface Exchange {
  /** A call whose answer is read. A 404 is an error. */
  read<Value>(call: Call, decoder: d.Decoder<Value>): Promise<Value>;
  /** The same; `undefined` for a 404. */
  find<Value>(call: Call, decoder: d.Decoder<Value>): Promise<Value | undefined>;
  /** The same for an answer that is read from its bytes while they arrive. Each attempt starts a new reader. */
  findBytes<Value>(call: Call, begin: () => BodyReader<Value>): Promise<Value | undefined>;
  /** A call where only the status matters. A 404 is an error. */
  readonly send: Send;
}

/**
 * Sends calls and parses their answers. An unreadable 2xx answer to a read is a refusal. To a write, it counts as a
 * lost answer: the change was made, and its result must be looked up.
 */
export function makeExchange(send: Send, scrub: (text: string) => string): Exchange {
  function parsed<Value>(call: Call, answer: Answer, parse: (body: Uint8Array) => Value): Value {
    try {
      return parse(answer.body);
    } catch (error) {
      if (!(error instanceof d.DecodeError)) throw error;
      // Names of rules are text of the service: the key may be echoed in one, and a cursor moved by one.
      const cause = new d.DecodeError(plainLine(scrub(`the answer cannot be read: ${error.message}`)));
      // The hint looks at the body, which may be the page of a proxy; its text is not shown.
      const refusal = refusalOf({ method: call.method, path: call.path, ...answer }, scrub);
      const remedy = refusal.hint === undefined ? {} : { remedy: refusal.hint };
      if (call.method !== 'GET')
        throw new UnreachableError(`${call.method} ${call.path}`, cause, { ...answer.callContext, ...remedy });
      throw new ServiceError({ ...refusal, message: cause.message }, { cause });
    }
  }

  async function findBytes<Value>(call: Call, begin: () => BodyReader<Value>): Promise<Value | undefined> {
    let reader = begin();
    const optionalCall: Call = { ...call, missing: 'none' };
    const answer = await send(optionalCall, () => {
      reader = begin();
      return reader.take;
    });
    if (answer.status === 404) return undefined;
    const value = parsed(call, answer, reader.end);
    if (value !== AGAIN) return value;
    const again = await send(optionalCall);
    return again.status === 404 ? undefined : parsed(call, again, reader.whole);
  }

  async function find<Value>(call: Call, decoder: d.Decoder<Value>): Promise<Value | undefined> {
    const answer = await send({ ...call, missing: 'none' });
    return answer.status === 404 ? undefined : parsed(call, answer, (body) => d.parseJson(body, decoder));
  }

  return {
    send,
    find,
    findBytes,
    read: async (call, decoder) => parsed(call, await send(call), (body) => d.parseJson(body, decoder)),
  };
}

/** Not empty, and no `.` or `..`, which a URL would resolve. */
const isPathSegment = (id: string): boolean => id !== '' && id !== '.' && id !== '..' && !/[\p{Cc}\p{Cs}]/u.test(id);

/** The id, if it can be one segment of a path. Throws for `..` and the like: a pinned id comes from a file. */
export function pathId(id: string): string {
  if (!isPathSegment(id)) throw new UsageError(`${JSON.stringify(id)} cannot be an id of the service`);
  return id;
}

/** A text that can be one segment of a path. */
export const idText = d.refined(d.text, isPathSegment, 'an id');

/** A language, in lower case: the service's spelling of one may change from call to call (public facts C3). */
export const language = (at: Parameters<typeof d.text>[0]): string => d.text(at).toLowerCase();
