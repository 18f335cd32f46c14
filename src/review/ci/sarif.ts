import { byCodeUnit } from '../../model/order.ts';
import { countsJson, planCounts } from '../../plan/counts.ts';
import { driftCounts } from '../../plan/drift/drift-counts.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { encodedPath } from '../markdown/link.ts';
import { beginning } from '../markdown/options.ts';
import { SEVERITY_RANK } from '../messages/finding-text.ts';
import { DEFAULT_PLACE_FILE, type Problem, printedProblems } from './problem.ts';
import { type ReportContext, type Reported, repositoryPath } from './reported.ts';
import { verdictOf } from './verdict.ts';

/** Most results of a run that GitHub keeps. Source: GitHub, "SARIF support for code scanning". */
const RESULTS_MAX = 5000;

const MESSAGE_MAX_UNITS = 4000;

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

const ruleJson = (id: string) => {
  const words = visible(id).replaceAll('-', ' ');
  return {
    id: visible(id),
    shortDescription: { text: words },
    fullDescription: { text: words },
    help: { text: `${words}: the message of each result says what was found and what is allowed` },
  };
};

function resultJson(
  { rule, level, at, message }: Problem,
  { index, print, context }: { readonly index: number; readonly print: string; readonly context: ReportContext },
) {
  const { file, line, column } = at ?? { file: DEFAULT_PLACE_FILE, line: 1, column: 1 };
  return {
    ruleId: visible(rule),
    ruleIndex: index,
    level: LEVELS[level],
    message: { text: beginning(message, MESSAGE_MAX_UNITS) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodedPath(repositoryPath(file, context)), uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: column, endLine: line, endColumn: column + 1 },
        },
      },
    ],
    partialFingerprints: { primaryLocationLineHash: print },
  };
}

function countsOf(reported: Reported) {
  if (reported.kind === 'validated') return {};
  return { counts: reported.kind === 'drifted' ? driftCounts(reported.drift) : countsJson(planCounts(reported.plan)) };
}

/**
 * SARIF 2.1.0 for code scanning: faults of the files, what a plan takes away and why it is refused, calls that did not
 * end well. The most severe ones when there are more than are kept; the counts of the plan stand in the properties of
 * the run. No severity of security: a style that slips is no hole. Source: OASIS, "Static Analysis Results Interchange
 * Format (SARIF) Version 2.1.0"; GitHub's list of what it needs and keeps.
 */
export function sarif(reported: Reported, context: ReportContext): string {
  const all = printedProblems(reported);
  const kept = [...all]
    .sort((one, other) => SEVERITY_RANK[one.problem.level] - SEVERITY_RANK[other.problem.level])
    .slice(0, RESULTS_MAX);
  const rules = [...new Set(kept.map(({ problem }) => problem.rule))].sort(byCodeUnit);
  const indexes = new Map(rules.map((rule, index) => [rule, index]));
  const target = reported.kind === 'validated' ? 'files' : visible(reported.plan.target.name);
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Lexform', version: context.version, rules: rules.map(ruleJson) } },
        automationDetails: { id: `lexform/${target}/` },
        columnKind: 'utf16CodeUnits',
        results: kept.map(({ problem, print }) =>
          resultJson(problem, { index: indexes.get(problem.rule) ?? 0, print, context }),
        ),
        properties: {
          verdict: verdictOf(reported),
          problems: all.length,
          ...countsOf(reported),
        },
      },
    ],
  });
}
