import { reportVerdict } from '../../apply/verdict.ts';
import { reportText } from '../apply/report-text.ts';
import type { Reported } from '../ci/reported.ts';
import { endingLines, verdictOf } from '../ci/verdict.ts';
import { driftLine } from '../drift/drift-text.ts';
import { findingCounts } from '../messages/finding-text.ts';
import { markup, NO_MARKUP } from './markup.ts';
import { driftNotice, findingsNotice } from './notices.ts';
import { htmlPage } from './page.ts';
import { textMarkup } from './pieces.ts';
import { planHtml } from './plan-html.ts';

/** What a command has to tell, as one page. */
export function reportHtml(reported: Reported): string {
  const { findings } = reported;
  switch (reported.kind) {
    case 'validated':
      return htmlPage({
        title: `Files checked: ${findingCounts(findings)}`,
        brand: markup`Lexform`,
        under: NO_MARKUP,
        main: findingsNotice(findings),
        footer: NO_MARKUP,
      });
    case 'planned': {
      const { plan, guard, drift, preview } = reported;
      const extras = { ...(drift !== undefined && { drift }), ...(preview !== undefined && { preview }) };
      return planHtml(plan, { guard, findings, ...extras });
    }
    case 'drifted': {
      const { drift } = reported;
      return htmlPage({
        title: driftLine(drift),
        brand: markup`Lexform drift of ${textMarkup(drift.target.name)}, ${textMarkup(drift.target.baseUrl)}`,
        under: NO_MARKUP,
        main: markup`${drift.resources.length === 0 ? NO_MARKUP : driftNotice(drift)}${findingsNotice(findings)}`,
        footer: NO_MARKUP,
      });
    }
    case 'refused': {
      const lines = reported.reason.trim().split('\n');
      return planHtml(reported.plan, {
        findings,
        ending: { verdict: verdictOf(reported), head: 'Why it was not applied', isBad: true, lines },
      });
    }
    case 'applied': {
      const { plan, report, recorded } = reported;
      const all = reportText(report, plan, { color: false, recorded }).trimEnd().split('\n');
      const lines = all.slice(0, all.length - endingLines(reported).length);
      const isBad = reportVerdict(report) !== 'done';
      return planHtml(plan, {
        findings,
        ending: { verdict: verdictOf(reported), head: 'Result', isBad, lines },
      });
    }
    default:
      return reported satisfies never;
  }
}
