import type { Severity } from '../../model/finding.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { beginning } from '../markdown/options.ts';
import { fingerprints } from './fingerprint.ts';
import { problemsOf } from './problem.ts';
import { type ReportContext, type Reported, repositoryPath } from './reported.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

/** The file of what no file stands for. */
const WORKSPACE_FILE = 'lexform.yaml';

const DESCRIPTION_MAX_UNITS = 2000;

/**
 * The code quality report of GitLab: one object for each problem, with a fingerprint that stays when lines move. No
 * byte order mark, paths from the root of the repository. Source: GitLab, `artifacts:reports:codequality`.
 */
export function gitlabCodequality(reported: Reported, context: ReportContext): string {
  const problems = problemsOf(reported);
  const prints = fingerprints(problems);
  return jsonText(
    problems.map(({ rule, level, at, message }, index) => ({
      description: beginning(message, DESCRIPTION_MAX_UNITS),
      check_name: visible(rule),
      fingerprint: prints[index],
      severity: SEVERITIES[level],
      location: { path: repositoryPath(at?.file ?? WORKSPACE_FILE, context), lines: { begin: at?.line ?? 1 } },
    })),
  );
}
