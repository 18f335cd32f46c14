type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export interface SignalSource {
  readonly on: (signal: EndSignal, listener: () => void) => unknown;
}

/**
 * Turns signals that end a process into an orderly end: the first one interrupts the run, and a SIGINT or SIGTERM after
 * that ends the process at once. SIGHUP only interrupts: when a terminal closes, the kernel and the shell each send
 * one.
 */
export function onEndSignals(source: SignalSource, interruption: AbortController, force: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    source.on(signal, () => {
      if (interruption.signal.aborted) force();
      interruption.abort();
    });
  }
  source.on('SIGHUP', () => interruption.abort());
}
