import type { ApplyEvent } from '../apply/outcome.ts';
import { operationText } from './operation-text.ts';
import { outcomeWord } from './report-text.ts';
import { visible } from './visible.ts';

export interface ProgressState {
  readonly total: number;
  readonly ended: number;
  /** Ids of the operations that run now. */
  readonly running: readonly string[];
}

/** One line of a terminal, no longer than it: how far the run is, and what it is doing. No line end. */
export function progressLine({ total, ended, running }: ProgressState, width: number): string {
  const line = `${ended} of ${total} done${running.length === 0 ? '' : `, now: ${running.map(visible).join(', ')}`}`;
  return line.length < width ? line : `${line.slice(0, Math.max(1, width - 2))}…`;
}

/** One plain line for an operation that ended; nothing for one that starts. */
export function applyEventText(event: ApplyEvent): string {
  if (event.kind === 'started') return '';
  const { operation, address } = event.outcome;
  return `${visible(address)}: ${operationText(operation)}: ${outcomeWord(event.outcome)}\n`;
}
