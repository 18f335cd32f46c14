import type { Finding } from '../../model/finding.ts';
import { firstOf, linesOf } from '../format/text.ts';
import { findingCounts, findingLine, noteLine, splitNotes } from '../messages/finding-text.ts';
import { type Suppressed, suppressedText } from './lint-text.ts';

/** The heading of lint findings in a report of a plan. */
export const lintHead = (findings: readonly Finding[]): string =>
  `Lint of the changes: ${findingCounts(findings)}; apply sends them anyway`;

/**
 * Lint findings as a part of a plan in the terminal, at most `max`, and the number of findings that are not reported.
 */
export function lintLines(findings: readonly Finding[], max: number, suppressed?: Suppressed): readonly string[] {
  const others = suppressedText(suppressed);
  if (findings.length === 0) return others === undefined ? [] : ['', `${others}.`];
  const { serious, notes } = splitNotes(findings);
  return linesOf(
    '',
    `${lintHead(findings)}:`,
    // Only the lines that are shown are made: there may be ten thousand findings.
    firstOf([...serious, ...notes], max, (each) => `  ${'first' in each ? noteLine(each) : findingLine(each)}`),
    others !== undefined && `${others}.`,
  );
}
