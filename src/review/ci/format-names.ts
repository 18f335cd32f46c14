/** Every format of a report, in code unit order. */
export const REPORT_FORMATS = [
  'annotations',
  'events',
  'gitlab-codequality',
  'gitlab-terraform',
  'html',
  'json',
  'junit',
  'markdown',
  'sarif',
] as const;

/** The format of a report, as `--report` names it. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** `FORMAT=PATH`. The path may be missing only for `annotations`: they are printed to the log of the job. */
export interface ReportRequest {
  readonly format: ReportFormat;
  readonly path?: string;
}

const isFormat = (name: string): name is ReportFormat => (REPORT_FORMATS as readonly string[]).includes(name);

/**
 * Parses a request, or returns the reason why it is invalid. `others`: the requests before it, because two reports
 * cannot share one file.
 */
export function parseReport(
  text: string,
  others: readonly ReportRequest[] = [],
): ReportRequest | { readonly problem: string } {
  const equals = text.indexOf('=');
  const format = equals === -1 ? text : text.slice(0, equals);
  const path = equals === -1 ? undefined : text.slice(equals + 1);
  if (!isFormat(format)) return { problem: `there is no such format; known are ${REPORT_FORMATS.join(', ')}` };
  if (path === '' || (path === undefined && format !== 'annotations'))
    return { problem: `a file is needed: ${format}=PATH` };
  if (others.some((other) => other.path === path))
    return { problem: `another report is already written to ${path ?? 'the log'}` };
  return path === undefined ? { format } : { format, path };
}
