import type { Severity } from '../../model/finding.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { beginning } from '../format/text.ts';
import { type ReportContext, type Reported, repositoryPath } from '../reported.ts';
import { DEFAULT_PLACE_FILE, printedItems } from './report-item.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

const DESCRIPTION_MAX_UNITS = 2000;

/**
 * The code quality report of GitLab: one entry for each item, with a fingerprint that does not depend on line
 * numbers. No byte order mark, paths from the root of the repository. Source: GitLab, `artifacts:reports:codequality`.
 */
export const gitlabCodequality = (reported: Reported, context: ReportContext): string =>
  jsonText(
    printedItems(reported, context).map(({ item: { rule, level, at, message }, print }) => ({
      description: beginning(message, DESCRIPTION_MAX_UNITS),
      check_name: visible(rule),
      fingerprint: print,
      severity: SEVERITIES[level],
      location: { path: repositoryPath(at?.file ?? DEFAULT_PLACE_FILE, context), lines: { begin: at?.line ?? 1 } },
    })),
  );
