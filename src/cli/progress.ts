import type { ApplyEvent } from '../apply/outcome.ts';
import type { OnRead } from '../kinds/service/read-entries.ts';
import type { CallEvent } from '../model/call-event.ts';
import { operationsOf, type Plan } from '../model/plan/plan.ts';
import { callEventText } from '../review/account/call-event-text.ts';
import { applyEventText, progressLine, readingLine } from '../review/apply/progress-text.ts';
import type { TerminalPorts } from './ports.ts';

/** Shows the progress of a run. */
export interface Progress {
  readonly event: (event: ApplyEvent) => void;
  /** Clears the line of progress. */
  readonly end: () => void;
}

/** Clears the line of progress of a terminal. */
export const CLEAR_LINE = '\r\u001b[2K';

/**
 * On a terminal, overwrites one line; elsewhere, prints a line for each operation that ends. Both go to standard error.
 */
export function progress(plan: Plan, terminal: TerminalPorts): Progress {
  const total = operationsOf(plan).length;
  const running = new Map<string, ApplyEvent>();
  let ended = 0;
  return {
    event: (event) => {
      const id = event.kind === 'started' ? event.operation.id : event.outcome.operation.id;
      if (event.kind === 'started') running.set(id, event);
      else {
        running.delete(id);
        ended += 1;
        if (!terminal.live && terminal.quiet !== true) terminal.err(applyEventText(event));
      }
      if (terminal.live)
        terminal.err(`${CLEAR_LINE}${progressLine({ total, ended, running: [...running.keys()] }, terminal.width)}`);
    },
    end: () => {
      if (terminal.live && total > 0) terminal.err(CLEAR_LINE);
    },
  };
}

/**
 * Runs a function that reads a target. On a terminal, one line of standard error shows how much is read; it is cleared
 * at the end, also after an error. Without a terminal, nothing is shown.
 */
export async function whileReading<Value>(
  { live, err, width }: TerminalPorts,
  run: (onRead: OnRead) => Promise<Value>,
): Promise<Value> {
  if (!live) return run(() => {});
  let isShown = false;
  try {
    return await run((read, total) => {
      if (total === 0) return;
      isShown = true;
      err(`${CLEAR_LINE}${readingLine(read, total, width)}`);
    });
  } finally {
    if (isShown) err(CLEAR_LINE);
  }
}

/**
 * Shows on standard error that a call is repeated or waits. It replaces a line of progress, which the next event draws
 * again.
 */
export function showCallEvent(
  event: CallEvent,
  { err, live, quiet }: Pick<TerminalPorts, 'err' | 'live' | 'quiet'>,
): void {
  if (quiet !== true) err(`${live ? CLEAR_LINE : ''}${callEventText(event)}`);
}
