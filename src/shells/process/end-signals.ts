type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export interface SignalSource {
  readonly on: (signal: EndSignal, listener: () => void) => unknown;
}

/**
 * The first signal interrupts the run, so that it ends in an orderly way. A later SIGINT or SIGTERM ends the process
 * immediately. SIGHUP only interrupts: when a terminal closes, the kernel and the shell each send one.
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
