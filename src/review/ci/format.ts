import { refusalJson, reportJson } from '../apply/report-text.ts';
import { driftJson } from '../drift/drift-json.ts';
import { reportHtml } from '../html/report-html.ts';
import { reportMarkdown } from '../markdown/report-markdown.ts';
import { findingsJson } from '../messages/finding-text.ts';
import { planJson } from '../plan/plan-json.ts';
import { annotations } from './annotations.ts';
import type { ReportFormat } from './format-names.ts';
import { gitlabCodequality } from './gitlab-codequality.ts';
import { gitlabTerraform } from './gitlab-terraform.ts';
import { junit } from './junit.ts';
import type { ReportContext, Reported } from './reported.ts';
import { sarif } from './sarif.ts';

/** What `--json` prints. */
function documentOf(reported: Reported): string {
  switch (reported.kind) {
    case 'validated':
      return findingsJson(reported.findings, reported.checked);
    case 'planned':
      return planJson(reported.plan, reported.preview);
    case 'drifted':
      return driftJson(reported.drift);
    case 'refused':
      return refusalJson(reported.reason);
    case 'applied':
      return reportJson(reported.report, reported.plan);
    default:
      return reported satisfies never;
  }
}

/**
 * One report as text. `undefined`: the format has nothing to say of it. The events of a run are no text of its end, so
 * they are written as they come.
 */
export function reportIn(
  format: Exclude<ReportFormat, 'events'>,
  reported: Reported,
  context: ReportContext,
): string | undefined {
  switch (format) {
    case 'annotations':
      return annotations(reported, context);
    case 'gitlab-codequality':
      return gitlabCodequality(reported, context);
    case 'gitlab-terraform':
      return reported.kind === 'validated' || reported.kind === 'drifted' ? undefined : gitlabTerraform(reported.plan);
    case 'html':
      return reportHtml(reported);
    case 'json':
      return documentOf(reported);
    case 'junit':
      return junit(reported, context);
    case 'markdown':
      return reportMarkdown(reported, context.links === undefined ? {} : { links: context.links });
    case 'sarif':
      return sarif(reported, context);
    default:
      return format satisfies never;
  }
}
