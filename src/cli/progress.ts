import type { ApplyEvent } from '../apply/outcome.ts';
import { operationsOf, type Plan } from '../plan/plan.ts';
import { applyEventText, progressLine } from '../review/progress-text.ts';
import type { TerminalPorts } from './ports.ts';

/** How a run is shown while it goes on. */
export interface Progress {
  readonly event: (event: ApplyEvent) => void;
  /** Clears what was written over. */
  readonly end: () => void;
}

const CLEAR_LINE = '\r\u001b[2K';

/** On a terminal one line that is written over, elsewhere a plain line for every operation that ended. Both on standard error. */
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
        if (!terminal.live) terminal.err(applyEventText(event));
      }
      if (terminal.live)
        terminal.err(`${CLEAR_LINE}${progressLine({ total, ended, running: [...running.keys()] }, terminal.width)}`);
    },
    end: () => {
      if (terminal.live && total > 0) terminal.err(CLEAR_LINE);
    },
  };
}
