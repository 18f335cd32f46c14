import type { CallEvent, EndedCall } from '../../model/call-event.ts';
import type { Pace } from './pace.ts';

/** One request as the client makes it. `url` is absolute; header names are lower case. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /**
   * A file to upload, which is not held in memory: then there is no `body`. Its length is in `content-length`. Read
   * once, and closed when the call is over.
   */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** Aborts the call; the client passes a deadline through it. */
  readonly signal?: AbortSignal;
}

/** Is given bytes, and says how many of them, from their beginning on, are no longer needed. */
export type BodyConsumer = (bytes: Uint8Array) => number;

/** Only what is used of a response, so that node-fetch, the built-in fetch and the embedded service all satisfy it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /**
   * The body as it comes in; read through this or through `arrayBuffer`, never both. A port without it has
   * `arrayBuffer` alone.
   */
  readonly body?: AsyncIterable<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer>;
  /**
   * The body in place of `arrayBuffer`, as it comes in: `take` is given what has come and was not taken, whenever there
   * is more of it, and must keep nothing of it. Resolves with what is left at the end; rejects with `BodyTooLargeError`
   * when more than `maxBytes` come, unpacked. A port without it has `arrayBuffer` alone.
   */
  readBody?(take: BodyConsumer, maxBytes: number): Promise<ArrayBuffer>;
}

/** All the client takes from the world. `main.ts` passes the real ones, a test passes its own. */
export interface ClientPorts {
  /** Rejects when no answer came. Must not follow redirects. */
  readonly fetch: (url: string, request: HttpRequest) => Promise<HttpResponse>;
  readonly now: () => Date;
  /** Resolves after that many milliseconds, or rejects at once when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /**
   * Calls a task once, after that many milliseconds, unless what it gives is called before. For deadlines, of which
   * every call has two and hardly one passes.
   */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Uniform in [0, 1); for retry jitter only. */
  readonly random: () => number;
  /**
   * Aborted by Ctrl-C: a call that waits long for another attempt is given up, and one that is under way goes on.
   * Absent: nobody interrupts.
   */
  readonly interrupted?: AbortSignal;
  /**
   * Aborted when the run has ended: reads that are still under way or wait are given up, and no call is repeated or
   * reported. Absent: a run never leaves a call behind.
   */
  readonly ended?: AbortSignal;
  /** Keeps calls at the rate that the host lets through. Absent: every call goes at once. */
  readonly pace?: Pace;
  /** Called when a call is sent again or waited for. Absent: nobody asks. */
  readonly onCallEvent?: (event: CallEvent) => void;
  /** Called when an attempt at a call has ended. Absent: nobody asks. */
  readonly onCall?: (call: EndedCall) => void;
}
