import type { ClientPorts } from './ports.ts';

/**
 * The deadline of a transfer. Each chunk extends it: a large file on a slow line gets the time that it needs, and a
 * line without progress gets none.
 */
export interface StallWatch {
  /** Aborted when the transfer is over before its end. The call need not obey. */
  readonly signal: AbortSignal;
  /** Sets the remaining time to this number of milliseconds. */
  readonly allow: (milliseconds: number) => void;
  /** Stops the clock: it is not the line that is waited for. */
  readonly pause: () => void;
  /** Ends the transfer for a reason of the caller's own: his file cannot be read, or his disk is full. */
  readonly quit: (error: unknown) => void;
  /** The step, or a rejection as soon as the transfer is over before it. */
  readonly or: <Value>(step: Promise<Value>) => Promise<Value>;
  /** The reason why the transfer ended; `undefined`: it is still running. */
  readonly ended: () => StallEnd | undefined;
  /** Stops the deadline permanently, and aborts the call if it is still running. */
  readonly close: () => void;
}

export type StallEnd =
  | { readonly kind: 'stalled'; readonly error: Error }
  | { readonly kind: 'quit'; readonly error: unknown };

/** `interrupted`: quits with its reason. */
export function startStallWatch(after: ClientPorts['after'], interrupted?: AbortSignal): StallWatch {
  const abort = new AbortController();
  let pause: () => void = () => undefined;
  let end: StallEnd | undefined;
  let isClosed = false;
  let reject: (error: unknown) => void = () => undefined;
  const over = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  over.catch(() => undefined);

  function finish(by: StallEnd): void {
    pause();
    if (end !== undefined) return;
    end = by;
    reject(by.error);
  }
  function allow(milliseconds: number): void {
    pause();
    // A source that is still being read when all is over must not start the clock again: it would keep the process
    // alive.
    if (isClosed) return;
    const error = new Error(`nothing moved within ${Math.round(milliseconds / 1000)} s`);
    pause = after(milliseconds, () => finish({ kind: 'stalled', error }));
  }
  const quit = (error: unknown): void => finish({ kind: 'quit', error });
  const interrupt = (): void => quit(interrupted?.reason);
  if (interrupted?.aborted === true) interrupt();
  interrupted?.addEventListener('abort', interrupt, { once: true });

  return {
    signal: abort.signal,
    allow,
    pause: () => pause(),
    quit,
    or(step) {
      step.catch(() => undefined);
      return Promise.race([over, step]);
    },
    ended: () => end,
    close() {
      isClosed = true;
      pause();
      interrupted?.removeEventListener('abort', interrupt);
      abort.abort(new Error('the transfer is over'));
    },
  };
}
