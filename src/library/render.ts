import type { CliPorts } from '../cli/ports.ts';
import { reportContext } from '../cli/run/write-reports.ts';
import { REPORT_FORMATS, type ReportFormat } from '../review/ci/format-names.ts';
import type { Reported } from '../review/ci/reported.ts';

/**
 * How a plan, a drift, a validation or a run is shown: `text` as the command line shows it, `json` as its `--json`, the
 * others as its `--report`.
 */
export type RenderFormat = 'text' | Exclude<ReportFormat, 'events'>;

/** How a drift and a validation are shown: `gitlab-terraform` counts the changes of a plan, and they have none. */
export type FindingsFormat = Exclude<RenderFormat, 'gitlab-terraform'>;

/** Of a plan and of a run. */
export const PLAN_FORMATS: readonly string[] = ['text', ...REPORT_FORMATS.filter((name) => name !== 'events')];

/** Of a drift and of a validation. */
export const FINDINGS_FORMATS: readonly string[] = PLAN_FORMATS.filter((name) => name !== 'gitlab-terraform');

/** How much a text shows. The other formats are complete within their own limits. */
export interface RenderOptions {
  /** True: every term in place of the first ones. */
  readonly full?: boolean | undefined;
  /** True: with the colours of a terminal. */
  readonly color?: boolean | undefined;
}

/** Renders a value in a format that is no text; empty when the format has nothing to say of it. */
export async function renderReport(
  format: Exclude<RenderFormat, 'text'>,
  reported: Reported,
  { root, ports }: { readonly root: string; readonly ports: CliPorts },
): Promise<string> {
  // The formats are a good part of the library.
  const { reportIn } = await import('../review/ci/format.ts');
  return reportIn(format, reported, await reportContext(root, format === 'html', ports)) ?? '';
}
