import { reportVerdict } from '../../apply/verdict.ts';
import { byKind } from '../../model/by-kind.ts';
import type { Finding } from '../../model/finding.ts';
import { reportLines } from '../apply/report-text.ts';
import type { ReportContext, Reported } from '../ci/reported.ts';
import { verdictOf } from '../ci/verdict.ts';
import { driftLine } from '../drift/drift-text.ts';
import { findingCounts } from '../messages/finding-text.ts';
import { markup } from './markup.ts';
import { driftNotice, findingsNotice } from './notices.ts';
import { htmlPage } from './page.ts';
import { textMarkup } from './pieces.ts';
import { heldBackSection, planHtml } from './plan-html.ts';

const ofLint = (serious: readonly Finding[]): string => `Lint: ${findingCounts(serious)}`;

/** What a command has to tell, as one page. */
export const reportHtml = (reported: Reported, { origin }: Pick<ReportContext, 'origin'> = {}): string =>
  byKind(reported, {
    validated: ({ findings, heldBack }) =>
      htmlPage({
        title: `Files checked: ${findingCounts(findings)}`,
        brand: markup`Lexform`,
        origin,
        main: markup`${findingsNotice(findings, ofLint)}${heldBackSection(heldBack)}`,
      }),
    planned: ({ plan, ...extras }) => planHtml(plan, { ...extras, origin }),
    drifted: ({ drift, findings }) =>
      htmlPage({
        title: driftLine(drift),
        brand: markup`Lexform drift of ${textMarkup(drift.target.name)}, ${textMarkup(drift.target.baseUrl)}`,
        origin,
        main: markup`${drift.resources.length > 0 && driftNotice(drift)}${findingsNotice(findings)}`,
      }),
    refused: ({ plan, guard, findings, reason }) => {
      const lines = reason.trim().split('\n');
      return planHtml(plan, {
        origin,
        guard,
        findings,
        ending: { verdict: verdictOf(reported), head: 'Why it was not applied', isBad: true, lines },
      });
    },
    applied: ({ plan, findings, report, recorded }) => {
      const { bad, notes } = reportLines(report, plan, { color: false, recorded });
      const isBad = reportVerdict(report) !== 'done';
      return planHtml(plan, {
        origin,
        findings,
        ending: { verdict: verdictOf(reported), head: 'Result', isBad, lines: [...bad, ...notes] },
      });
    },
  });
