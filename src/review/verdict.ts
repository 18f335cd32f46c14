import { byKind } from '../model/by-kind.ts';
import { reportLines } from './apply/report-text.ts';
import { comparisonLine } from './compare/comparison-text.ts';
import { driftLine } from './drift/drift-text.ts';
import { sentenceText } from './format/sentence.ts';
import { findingCounts } from './messages/finding-text.ts';
import { verdictLine } from './plan/verdict-line.ts';
import type { Reported } from './reported.ts';
import { shownCounts } from './values/undone.ts';

/** The report in one line, in the words of the terminal. */
export const verdictOf = (reported: Reported): string =>
  byKind(reported, {
    validated: ({ findings }) => findingCounts(findings),
    planned: ({ plan, drift, wanted }) => verdictLine(plan, shownCounts(plan, drift), wanted),
    compared: ({ comparison }) => comparisonLine(comparison),
    drifted: ({ drift }) => driftLine(drift),
    refused: ({ plan, drift, wanted }) => `Not applied. ${verdictLine(plan, shownCounts(plan, drift), wanted)}`,
    applied: ({ report, plan, recorded }) =>
      reportLines(report, plan, { color: false, recorded }).ending.map(sentenceText).join(' '),
  });
