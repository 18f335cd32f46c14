import type { Ports } from '../../app/ports.ts';
import { reportContext } from '../../app/run/write-reports.ts';
import { UsageError } from '../../model/errors.ts';
import { REPORT_FORMATS } from '../../review/ci/format-names.ts';
import { visible } from '../../review/format/escape.ts';
import type { Reported } from '../../review/reported.ts';
import type { RenderFormat } from './types.ts';

/** Formats of a plan and of a run. */
const PLAN_FORMATS: readonly string[] = ['text', ...REPORT_FORMATS.filter((name) => name !== 'events')];

/** Formats of a drift and of a validation. */
export const FINDINGS_FORMATS: readonly string[] = PLAN_FORMATS.filter((name) => name !== 'gitlab-terraform');

/** Throws a `UsageError` for a format that does not exist: a program may pass a value of its own users. */
export function mustBeFormat(format: string, formats: readonly string[] = PLAN_FORMATS): void {
  if (!formats.includes(format))
    throw new UsageError(`there is no format "${visible(String(format))}"; the formats are ${formats.join(', ')}`);
}

/** Renders a value as a report; empty if the format cannot express it. */
export async function renderReport(
  format: Exclude<RenderFormat, 'text'>,
  reported: Reported,
  { root, ports }: { readonly root: string; readonly ports: Ports },
): Promise<string> {
  // The formats are a large part of the library.
  const { reportIn } = await import('../../review/ci/format.ts');
  return reportIn(format, reported, await reportContext(root, format === 'html', ports)) ?? '';
}
