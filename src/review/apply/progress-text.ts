import { anyChildNoun, operationText } from '../../kinds/words.ts';
import type { ApplyEvent } from '../../plan/outcome.ts';
import { cutTo, fitted } from '../format/columns.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits } from '../format/text.ts';
import { outcomeWord } from './report-text.ts';

export interface ProgressState {
  readonly total: number;
  readonly ended: number;
  /** Ids of the operations in progress. */
  readonly running: readonly string[];
}

/** One line for a terminal, not wider than it: the progress of the run and its current operations. No line end. */
export function progressLine({ total, ended, running }: ProgressState, width: number): string {
  const line = `${ended} of ${total} done${running.length === 0 ? '' : `, now: ${running.map(visible).join(', ')}`}`;
  return fitted(line, width);
}

/** One line for a terminal, not wider than it: the number of dictionaries of a target that were read. No line end. */
export function readingLine(read: number, total: number, width: number): string {
  const line = `reading ${groupedDigits(read)} of ${counted(total, ...anyChildNoun())}`;
  return line.length < width ? line : cutTo(line, Math.max(1, width - 1));
}

/** One plain line for an operation that ended; empty for one that starts. */
export function applyEventText(event: ApplyEvent): string {
  if (event.kind === 'started') return '';
  const { operation, address } = event.outcome;
  return `${visible(address)}: ${operationText(operation)}: ${outcomeWord(event.outcome)}\n`;
}
