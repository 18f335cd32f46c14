import { anyChildNoun } from '../../kinds/words.ts';
import { durationText } from '../../model/duration-text.ts';
import { cutTo } from '../format/columns.ts';
import { counted, groupedDigits } from '../format/text.ts';

/** How many operations of a plan have come to which step. A verified one is also written. */
export interface ProgressCounts {
  readonly total: number;
  readonly written: number;
  /** Written and read back, or found as planned. */
  readonly verified: number;
  /** Ended without success. */
  readonly failed: number;
}

const BAR_SIGNS = 20;

/** `[####++..............]`: verified, written, and the rest. */
export function progressBar({ total, written, verified, failed }: ProgressCounts): string {
  const signs = (count: number): number => Math.floor((count * BAR_SIGNS) / total);
  const done = '#'.repeat(signs(verified + failed));
  return `[${done.padEnd(signs(written + failed), '+').padEnd(BAR_SIGNS, '.')}]`;
}

/** `34 of 100 written, 30 verified; 3.2 calls/s; about 21 s left`. `ms`: since the beginning of the run. */
export function progressText({
  total,
  written,
  verified,
  failed,
  calls,
  ms,
}: ProgressCounts & { readonly calls: number; readonly ms: number }): string {
  const rate = ms === 0 ? 0 : (calls * 1000) / ms;
  // Writing and verifying are half of an operation each.
  const [steps, stepsDone] = [2 * total, written + verified + 2 * failed];
  const leftMs = (ms * (steps - stepsDone)) / stepsDone;
  return [
    `${groupedDigits(written)} of ${groupedDigits(total)} written, ${groupedDigits(verified)} verified`,
    ...(failed === 0 ? [] : [`, ${groupedDigits(failed)} not applied`]),
    `; ${rate < 10 ? rate.toFixed(1) : groupedDigits(Math.round(rate))} calls/s`,
    ...(stepsDone === 0 || stepsDone === steps ? [] : [`; about ${durationText(leftMs)} left`]),
  ].join('');
}

/** One line of a terminal, no longer than it: how many dictionaries of a target have been read. No line end. */
export function readingLine(read: number, total: number, width: number): string {
  const line = `reading ${groupedDigits(read)} of ${counted(total, ...anyChildNoun())}`;
  return line.length < width ? line : cutTo(line, Math.max(1, width - 1));
}
