import { reportVerdict } from '../../apply/verdict.ts';
import { planCounts } from '../../plan/counts.ts';
import { reportText } from '../apply/report-text.ts';
import { driftLine } from '../drift/drift-text.ts';
import { findingCounts } from '../messages/finding-text.ts';
import { verdictLine } from '../plan/verdict-line.ts';
import type { Reported } from './reported.ts';

/** The lines at the end of the text of a run: how it ended, and what to do next where there is something to do. */
export function endingLines({
  plan,
  report,
  recorded,
}: Extract<Reported, { readonly kind: 'applied' }>): readonly string[] {
  const lines = reportText(report, plan, { color: false, recorded }).trimEnd().split('\n');
  return lines.slice(reportVerdict(report) === 'done' ? -1 : -2);
}

/** All that is told in one line, in the words of the terminal. */
export function verdictOf(reported: Reported): string {
  switch (reported.kind) {
    case 'validated':
      return findingCounts(reported.findings);
    case 'planned':
      return verdictLine(reported.plan, planCounts(reported.plan));
    case 'drifted':
      return driftLine(reported.drift);
    case 'refused':
      return `Not applied. ${verdictLine(reported.plan, planCounts(reported.plan))}`;
    case 'applied':
      return endingLines(reported).join(' ');
    default:
      return reported satisfies never;
  }
}
