import type { CallEvent, EndedCall } from '../../model/call-event.ts';
import type { Pace } from './pace.ts';

/** One request as the client makes it. `url` is absolute; header names are lower case. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /**
   * A file to upload as a stream, in place of `body`. Its length is in `content-length`. Read once, and closed when the
   * call ends.
   */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** Aborts the call; the client passes a deadline through it. */
  readonly signal?: AbortSignal;
}

/** Takes bytes, and returns how many of the first bytes are no longer needed. */
export type BodyConsumer = (bytes: Uint8Array) => number;

/** Only what is used of a response, so that node-fetch, the built-in fetch and the embedded service all satisfy it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** The body as a stream; read through this or through `arrayBuffer`, never both. Absent: only `arrayBuffer`. */
  readonly body?: AsyncIterable<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer>;
  /**
   * Reads the body while it arrives, in place of `arrayBuffer`. `take` gets all bytes that it has not taken yet, each
   * time that more arrive, and must not keep them. Resolves with the bytes that are left at the end; rejects with
   * `BodyTooLargeError` for more than `maxBytes` after decompression. Absent: only `arrayBuffer`.
   */
  readBody?(take: BodyConsumer, maxBytes: number): Promise<ArrayBuffer>;
}

/** All the client takes from the world. `main.ts` passes the real ones, a test passes its own. */
export interface ClientPorts {
  /** Rejects if no answer arrives. Must not follow redirects. */
  readonly fetch: (url: string, request: HttpRequest) => Promise<HttpResponse>;
  readonly now: () => Date;
  /** Resolves after this number of milliseconds, or rejects immediately if the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /**
   * Calls a task once after this number of milliseconds, unless the returned function is called first. For deadlines:
   * every call has two, and few of them pass.
   */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Uniform in [0, 1); for retry jitter only. */
  readonly random: () => number;
  /**
   * Aborted by Ctrl-C: a call that waits long for its next attempt is given up, and a running call continues. Absent:
   * never.
   */
  readonly interrupted?: AbortSignal;
  /**
   * Aborted when the run has ended: reads that run or wait are given up, and no call is repeated or reported. Absent: a
   * run always waits for its calls.
   */
  readonly ended?: AbortSignal;
  /** Limits calls to the rate that the host accepts. Absent: no limit. */
  readonly pace?: Pace;
  /** Called when a call is repeated or waits. Absent: no reports. */
  readonly onCallEvent?: (event: CallEvent) => void;
  /** Called when an attempt has ended. Absent: no reports. */
  readonly onCall?: (call: EndedCall) => void;
}
