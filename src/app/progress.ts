import type { OnRead } from '../kinds/service/read-entries.ts';
import type { CallEvent, EndedCall } from '../model/call-event.ts';
import { operationsOf, type Plan } from '../model/plan/plan.ts';
import type { ApplyEvent } from '../plan/outcome.ts';
import { callEventText, endedCallText } from '../review/account/call-event-text.ts';
import { applyEventText, progressLine, readingLine } from '../review/apply/progress-text.ts';
import type { Ports, TerminalPorts } from './ports.ts';

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
 * Runs a function that reads a target. On a terminal, one line of standard error shows the amount read. It is cleared
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

/** Shows each call on standard error with `LEXFORM_DEBUG=calls`; `undefined` without it. */
export const callLines = ({ env, terminal: { err, aside = err } }: Pick<Ports, 'env' | 'terminal'>) =>
  env('LEXFORM_DEBUG') === 'calls' ? (call: EndedCall) => aside(endedCallText(call)) : undefined;

/** Time in milliseconds in which calls that wait for the same reason are combined into one line. */
const GATHER_MS = 500;

type RetryEvent = Extract<CallEvent, { readonly kind: 'retry' }>;

/**
 * Shows on standard error that calls are repeated or wait. Calls to one host that wait for the same reason and begin to
 * wait within half a second are one line with their count and the longest wait. Such a line replaces a progress line,
 * which the next event writes again. After Ctrl-C, the collected calls are shown immediately. After the end of the run,
 * nothing is shown.
 */
export function callEventLines({
  terminal: { err, aside = err, live, quiet },
  sleep,
  interrupted,
  ended,
}: Pick<Ports, 'terminal' | 'sleep' | 'interrupted' | 'ended'>): (event: CallEvent) => void {
  const gathered = new Map<string, { readonly event: RetryEvent; readonly calls: number }>();
  const show = (event: CallEvent, calls?: number): void =>
    aside(`${live ? CLEAR_LINE : ''}${callEventText(event, calls)}`);
  return (event) => {
    if (quiet === true) return;
    if (event.kind !== 'retry') return show(event);
    const { host, reason, retry, retries, waitMs } = event;
    const key = JSON.stringify([host, reason, retry, retries]);
    const known = gathered.get(key);
    if (known !== undefined) {
      const longest = { ...event, waitMs: Math.max(waitMs, known.event.waitMs) };
      gathered.set(key, { event: longest, calls: known.calls + 1 });
      return;
    }
    gathered.set(key, { event, calls: 1 });
    const end = (): void => {
      const found = gathered.get(key);
      gathered.delete(key);
      if (found !== undefined && ended?.aborted !== true) show(found.event, found.calls);
    };
    // At most as long as the call waits, so that the line is shown before the run can end.
    void sleep(Math.min(waitMs, GATHER_MS), interrupted).then(end, end);
  };
}
