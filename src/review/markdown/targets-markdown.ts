import { listed } from '../format/text.ts';
import { renamed, sameButForTarget, type TargetReported } from '../same-changes.ts';
import { shortCode } from './code.ts';
import { budgetOf, type MarkdownOptions } from './options.ts';
import { reportMarkdown } from './report-markdown.ts';
import { underWorkspace } from './workspace-heading.ts';

/**
 * Options for the report of several targets. `pageOf`: the URL of the page of each target; absent: `page` is for all.
 */
export type TargetsMarkdownOptions = MarkdownOptions & {
  readonly pageOf?: (target: string) => string | undefined;
};

/** Maximum number of UTF-16 code units of the name of a target. */
const NAME_MAX_UNITS = 120;

/** One section: a report, and the names of all its targets. */
function sectionOf(
  runs: readonly [TargetReported, ...TargetReported[]],
  { pageOf, ...sharedOptions }: TargetsMarkdownOptions,
): string {
  const [{ reported, target: first }, ...others] = runs;
  const page = pageOf?.(first);
  const options = page === undefined ? sharedOptions : { ...sharedOptions, page, fullReport: page };
  if (others.length === 0) return reportMarkdown(reported, options);
  const names = runs.map(({ target }) => target);
  const same = `**${listed(names.map((name) => shortCode(name, NAME_MAX_UNITS)))}: the same, shown once.**`;
  return `${same}\n\n${reportMarkdown(renamed(reported, names.join(', ')), options)}`;
}

/** The reports of several targets, without the name of their workspace. */
function sectionsOf(runs: readonly TargetReported[], options: TargetsMarkdownOptions): string {
  const groups = sameButForTarget(runs, (reported) => reportMarkdown(reported, options));
  const budget = budgetOf(options);
  const sections = (units: number): readonly string[] =>
    groups.map((group) => sectionOf(group, { ...options, budget: units }).trim());
  const together = (parts: readonly string[]): string => parts.join('\n\n');
  const whole = together(sections(budget));
  // The text around a report needs room too.
  const unitsEach = Math.floor(budget / groups.length) - 1000;
  return whole.length <= budget ? whole : together(sections(unitsEach));
}

/**
 * The reports of several targets as one document. Reports that are equal for a reviewer are shown once, see
 * `sameButForTarget`. Within the budget, large reports use the room that small ones do not need.
 */
export const targetsMarkdown = (
  runs: readonly TargetReported[],
  { workspace, ...options }: TargetsMarkdownOptions = {},
): string => underWorkspace(workspace, (units) => sectionsOf(runs, { ...options, budget: budgetOf(options) - units }));
