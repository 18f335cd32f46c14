import type { OnRead } from '../kinds/service/read-entries.ts';
import type { CallEvent, EndedCall } from '../model/call-event.ts';
import { operationsOf, type Plan } from '../model/plan/plan.ts';
import { type ApplyEvent, wentWell } from '../plan/outcome.ts';
import { callEventText, endedCallText } from '../review/account/call-event-text.ts';
import { progressBar, progressText, readingLine } from '../review/apply/progress-text.ts';
import { fitted } from '../review/format/columns.ts';
import { visible } from '../review/format/escape.ts';
import type { Ports, StatusLine, TerminalPorts } from './ports.ts';

/** Shows the progress of a run. */
export interface Progress {
  readonly event: (event: ApplyEvent) => void;
  /** Stops the display, and clears its line. */
  readonly end: () => void;
}

/** Clears the line of progress of a terminal. */
export const CLEAR_LINE = '\r\u001b[2K';

/** Milliseconds between two states of a line. The first one is shown after this time, so a short run shows none. */
const LINE_MS = 1000;

/** Milliseconds between two lines of a log. */
const LOG_MS = 10_000;

/** The lines of progress, one for each target, below all other output of a terminal. */
export interface StatusBoard {
  /** Removes the lines, prints, and draws the lines again. */
  readonly print: (print: () => void) => void;
  /** The line of a target; without a name, of the only one. */
  readonly line: (name?: string) => StatusLine;
}

/** Makes the lines of progress on standard error. In a log, each state is a line of its own. */
export function makeStatusBoard({ live, err, aside = err, width }: TerminalPorts): StatusBoard {
  const lines = new Map<string, string>();
  let shown = 0;
  const print = (change: () => void): void => {
    if (shown > 0) err(`${CLEAR_LINE}${`\u001b[1A${CLEAR_LINE}`.repeat(shown - 1)}`);
    change();
    shown = lines.size;
    if (shown > 0) err([...lines.values()].join('\n'));
  };
  const line = (name = ''): StatusLine => ({
    live,
    show: (text) => {
      const named = name === '' ? text : `${visible(name)}: ${text}`;
      if (live) print(() => lines.set(name, fitted(named, width)));
      else aside(`${named}\n`);
    },
    clear: () => {
      if (live) print(() => lines.delete(name));
    },
  });
  return { print, line };
}

/**
 * Shows on standard error how much of a plan is written and verified: on a terminal one line, which is overwritten each
 * second; elsewhere a line every ten seconds. `calls`: the number of calls to the service so far.
 */
export function progress(
  plan: Plan,
  { terminal, every, monotonic }: Pick<Ports, 'terminal' | 'every' | 'monotonic'>,
  calls: () => number,
): Progress {
  const total = operationsOf(plan).length;
  if (total === 0 || terminal.quiet === true) return { event: () => {}, end: () => {} };
  const status = terminal.status ?? makeStatusBoard(terminal).line();
  const [startMs, callsBefore] = [monotonic(), calls()];
  const written = new Set<string>();
  let [verified, failed, isShown] = [0, 0, false];
  const stop = every(status.live ? LINE_MS : LOG_MS, () => {
    isShown = true;
    const counts = { total, written: written.size, verified, failed };
    const line = progressText({ ...counts, calls: calls() - callsBefore, ms: monotonic() - startMs });
    status.show(status.live ? `${progressBar(counts)} ${line}` : line);
  });
  return {
    event: (event) => {
      if (event.kind === 'written') written.add(event.operation.id);
      if (event.kind !== 'ended') return;
      const { outcome } = event;
      if (wentWell(outcome)) {
        written.add(outcome.operation.id);
        verified += 1;
      } else {
        written.delete(outcome.operation.id);
        failed += 1;
      }
    },
    end: () => {
      stop();
      if (isShown) status.clear();
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

/** Counts the calls that have ended, and shows each one on standard error with `LEXFORM_DEBUG=calls`. */
export function watchCalls({ env, terminal: { err, aside = err } }: Pick<Ports, 'env' | 'terminal'>): {
  readonly onCall: (call: EndedCall) => void;
  readonly calls: () => number;
} {
  const isShown = env('LEXFORM_DEBUG') === 'calls';
  let count = 0;
  const onCall = (call: EndedCall): void => {
    count += 1;
    if (isShown) aside(endedCallText(call));
  };
  return { onCall, calls: () => count };
}

/** Time in milliseconds in which calls that wait for the same reason are combined into one line. */
const GATHER_MS = 500;

type RetryEvent = Extract<CallEvent, { readonly kind: 'retry' }>;

/**
 * Shows on standard error that calls are repeated or wait. Calls to one host that wait for the same reason and begin to
 * wait within half a second are one line with their count and the longest wait. Such a line replaces a progress line,
 * which is drawn again within a second. After Ctrl-C, the collected calls are shown immediately. After the end of the
 * run, nothing is shown.
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
