import { anyChildNoun, operationText } from '../../kinds/words.ts';
import type { ApplyEvent } from '../../plan/outcome.ts';
import { cutTo, fitted } from '../format/columns.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits } from '../format/text.ts';
import { outcomeWord } from './report-text.ts';

export interface ProgressState {
  readonly total: number;
  readonly ended: number;
  /** Ids of the operations that run now. */
  readonly running: readonly string[];
}

/** One line of a terminal, no longer than it: how far the run is, and what it is doing. No line end. */
export function progressLine({ total, ended, running }: ProgressState, width: number): string {
  const line = `${ended} of ${total} done${running.length === 0 ? '' : `, now: ${running.map(visible).join(', ')}`}`;
  return fitted(line, width);
}

/** One line of a terminal, no longer than it: how many dictionaries of a target have been read. No line end. */
export function readingLine(read: number, total: number, width: number): string {
  const line = `reading ${groupedDigits(read)} of ${counted(total, ...anyChildNoun())}`;
  return line.length < width ? line : cutTo(line, Math.max(1, width - 1));
}

/** One plain line for an operation that ended; nothing for one that starts. */
export function applyEventText(event: ApplyEvent): string {
  if (event.kind === 'started') return '';
  const { operation, address } = event.outcome;
  return `${visible(address)}: ${operationText(operation)}: ${outcomeWord(event.outcome)}\n`;
}
