import { byKind } from '../../model/by-kind.ts';
import { isLint } from '../../model/finding.ts';
import { refusalJson, reportJson } from '../apply/report-text.ts';
import { comparisonJson } from '../compare/comparison-text.ts';
import { driftJson } from '../drift/drift-text.ts';
import { reportChunks } from '../html/report-html.ts';
import { lintJson } from '../lint/lint-text.ts';
import { reportMarkdown } from '../markdown/report-markdown.ts';
import { planPieces } from '../plan/plan-json.ts';
import { type ReportContext, type Reported, reportedPlan } from '../reported.ts';
import { annotations } from './annotations.ts';
import type { ReportFormat } from './format-names.ts';
import { gitlabCodequality } from './gitlab-codequality.ts';
import { gitlabTerraform } from './gitlab-terraform.ts';
import { junit } from './junit.ts';
import { sarif } from './sarif.ts';

/** The document of `--json`. */
const documentOf = (reported: Reported, { labels }: ReportContext): ReportText =>
  byKind(reported, {
    validated: ({ findings, checked, heldBack, suppressed }) =>
      lintJson(findings, checked, suppressed, heldBack === undefined ? {} : { heldBack }),
    planned: ({ plan, guard, preview, findings }) =>
      planPieces(plan, { guard, labels, preview, lint: findings.filter(isLint) }),
    drifted: ({ drift }) => driftJson(drift),
    compared: ({ comparison, failed }) => comparisonJson(comparison, failed),
    refused: ({ code, reason }) => refusalJson({ code, reason }),
    applied: ({ report, plan }) => reportJson(report, plan),
  });

/** A report, or its pieces if it may be large: they are made while they are read. */
type ReportText = string | Iterable<string>;

type Format = (reported: Reported, context: ReportContext) => ReportText | undefined;

/** Events are written during the run, so they are not a format of its end. */
const FORMATS: Readonly<Record<Exclude<ReportFormat, 'events'>, Format>> = {
  annotations,
  'gitlab-codequality': gitlabCodequality,
  'gitlab-terraform': (reported) => {
    const plan = reportedPlan(reported);
    return plan && gitlabTerraform(plan);
  },
  html: reportChunks,
  json: documentOf,
  junit,
  markdown: (reported, { links, page, pageFile, workspace, labels }) =>
    reportMarkdown(reported, {
      ...(labels !== undefined && { action: { labels } }),
      links,
      page,
      pageFile,
      workspace,
    }),
  sarif,
};

/** One report. `undefined`: the format cannot express it. */
export const reportPieces = (
  format: keyof typeof FORMATS,
  reported: Reported,
  context: ReportContext,
): ReportText | undefined => FORMATS[format](reported, context);

/** Like `reportPieces`, as one text. */
export function reportIn(...input: Parameters<typeof reportPieces>): string | undefined {
  const text = reportPieces(...input);
  return text === undefined || typeof text === 'string' ? text : [...text].join('');
}
