import { byKind } from '../../model/by-kind.ts';
import type { Finding } from '../../model/finding.ts';
import { reportVerdict } from '../../steps/apply/verdict.ts';
import { reportLines } from '../apply/report-text.ts';
import type { ReportContext, Reported } from '../ci/reported.ts';
import { verdictOf } from '../ci/verdict.ts';
import { findingCounts } from '../messages/finding-text.ts';
import { comparisonHtml, driftHtml } from './changes-html.ts';
import { markup } from './markup.ts';
import { findingsNotice } from './notices.ts';
import { pageChunks } from './page.ts';
import { heldBackSection, planChunks } from './plan-html.ts';

const ofLint = (serious: readonly Finding[]): string => `Lint: ${findingCounts(serious)}`;

/** What a command has to tell, as one page, in chunks. */
export const reportChunks = (reported: Reported, { origin }: Pick<ReportContext, 'origin'> = {}): Iterable<string> =>
  byKind(reported, {
    validated: ({ findings, heldBack, notTold }) =>
      pageChunks({
        title: `Files checked: ${findingCounts(findings)}`,
        brand: markup`Lexform`,
        origin,
        main: markup`${findingsNotice(findings, notTold, ofLint)}${heldBackSection(heldBack)}`,
      }),
    planned: ({ plan, ...extras }) => planChunks(plan, { ...extras, origin }),
    drifted: ({ drift, findings }) => [driftHtml(drift, findings, origin)],
    compared: ({ comparison, failed }) => [comparisonHtml(comparison, failed, origin)],
    refused: ({ plan, wanted, guard, findings, notTold, reason }) => {
      const lines = reason.trim().split('\n');
      return planChunks(plan, {
        origin,
        wanted,
        guard,
        findings,
        notTold,
        ending: { verdict: verdictOf(reported), head: 'Why it was not applied', isBad: true, lines },
      });
    },
    applied: ({ plan, wanted, findings, notTold, report, recorded }) => {
      const { bad, notes } = reportLines(report, plan, { color: false, recorded });
      const isBad = reportVerdict(report) !== 'done';
      return planChunks(plan, {
        origin,
        wanted,
        findings,
        notTold,
        ending: { verdict: verdictOf(reported), head: 'Result', isBad, lines: [...bad, ...notes] },
      });
    },
  });

/** The page as one text. */
export const reportHtml = (...given: Parameters<typeof reportChunks>): string => [...reportChunks(...given)].join('');
