import { anyChildNoun, operationText } from '../../kinds/words.ts';
import type { ApplyEvent } from '../../plan/outcome.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits } from '../format/text.ts';
import { outcomeWord } from './report-text.ts';

export interface ProgressState {
  readonly total: number;
  readonly ended: number;
  /** Ids of the operations that run now. */
  readonly running: readonly string[];
}

/** Characters that take two columns of a terminal: East Asian ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export const columns = (text: string): number => [...text].reduce((sum, each) => sum + (WIDE.test(each) ? 2 : 1), 0);

/** The beginning of a text, in whole characters: a line that is longer than the terminal could not be written over. */
export function cutTo(text: string, max: number): string {
  let shown = '';
  let left = max;
  for (const each of text) {
    left -= columns(each);
    if (left < 0) break;
    shown += each;
  }
  return shown;
}

/** A line that is shorter than so many columns, such as those of the terminal. */
export const fitted = (line: string, width: number): string =>
  columns(line) < width ? line : `${cutTo(line, Math.max(1, width - 2))}…`;

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
