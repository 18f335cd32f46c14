import type { CliPorts } from '../cli/ports.ts';
import { reportContext } from '../cli/run/write-reports.ts';
import type { ReportFormat } from '../review/ci/format-names.ts';
import type { Reported } from '../review/ci/reported.ts';

/**
 * How a plan, a drift, a validation or a run is shown: `text` as the command line shows it, `json` as its `--json`, the
 * others as its `--report`.
 */
export type RenderFormat = 'text' | Exclude<ReportFormat, 'events'>;

/** How much a text shows. The other formats are complete within their own limits. */
export interface RenderOptions {
  /** True: every term in place of the first ones. */
  readonly full?: boolean;
  /** True: with the colours of a terminal. */
  readonly color?: boolean;
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
