import { byKind } from '../../model/by-kind.ts';
import { planCounts } from '../../plan/counts.ts';
import { reportLines } from '../apply/report-text.ts';
import { driftLine } from '../drift/drift-text.ts';
import { findingCounts } from '../messages/finding-text.ts';
import { verdictLine } from '../plan/verdict-line.ts';
import type { Reported } from './reported.ts';

/** All that is told in one line, in the words of the terminal. */
export const verdictOf = (reported: Reported): string =>
  byKind(reported, {
    validated: ({ findings }) => findingCounts(findings),
    planned: ({ plan }) => verdictLine(plan, planCounts(plan)),
    drifted: ({ drift }) => driftLine(drift),
    refused: ({ plan }) => `Not applied. ${verdictLine(plan, planCounts(plan))}`,
    applied: ({ report, plan, recorded }) => reportLines(report, plan, { color: false, recorded }).ending.join(' '),
  });
