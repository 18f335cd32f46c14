import type { Rule } from '../../lint/rule.ts';
import { ruleNamed } from '../../lint/rules/registry.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { comparisonCounts } from '../../plan/compare/comparison.ts';
import { countsJson, driftCounts, planCounts } from '../../plan/counts.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { beginning, capitalised } from '../format/text.ts';
import { fixesOf, precisionOf } from '../lint/rule-parts.ts';
import { ruleText } from '../lint/rule-text.ts';
import { encodedPath } from '../markdown/link.ts';
import { SEVERITY_RANK } from '../messages/finding-text.ts';
import { type ReportContext, type Reported, reportedTargets, repositoryPath } from '../reported.ts';
import { verdictOf } from '../verdict.ts';
import { DEFAULT_PLACE_FILE, printedItems, type ReportItem } from './report-item.ts';
import { groupOf, ruleMarkdown, ruleUrl } from './rule-markdown.ts';

/** Maximum number of results that GitHub keeps for a run. Source: GitHub, "SARIF support for code scanning". */
const RESULTS_MAX = 5000;

const MESSAGE_MAX_UNITS = 4000;

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The SARIF rule for a code that is not a lint rule: the words of the code. */
const codeJson = (id: string) => {
  const words = visible(id).replaceAll('-', ' ');
  return {
    id: visible(id),
    shortDescription: { text: words },
    fullDescription: { text: words },
    help: { text: `${words}: the message of each result says what was found and what is allowed` },
  };
};

/** Minimum percentage of correct hits for each of GitHub's words for precision. */
const PRECISIONS = [
  ['very-high', 98],
  ['high', 90],
  ['medium', 75],
  ['low', 0],
] as const;

/** Absent: no hits were examined. */
function precisionJson(rule: Rule) {
  const { right, hits } = precisionOf(rule);
  return hits === 0 ? {} : { precision: PRECISIONS.find(([, least]) => right * 100 >= hits * least)?.[0] };
}

/** `SpaceDouble`. */
const pascalCase = (id: string): string => id.split(/[/-]/).map(capitalised).join('');

function ruleJson(id: string) {
  const rule = ruleNamed(id);
  if (rule === undefined) return codeJson(id);
  return {
    id: visible(id),
    name: pascalCase(rule.id),
    shortDescription: { text: rule.summary },
    fullDescription: { text: `${rule.summary} ${rule.why}` },
    help: { text: ruleText(rule), markdown: ruleMarkdown(rule) },
    helpUri: ruleUrl(rule.id),
    defaultConfiguration: rule.level === 'off' ? { enabled: false } : { level: rule.level },
    properties: {
      ...precisionJson(rule),
      tags: ['terminology', groupOf(rule)],
    },
  };
}

/** Texts that CSV must quote, with any delimiter: such a text cannot replace the content of a cell directly. */
const NEEDS_QUOTES = /["\r\n\t,;|]|^\s|\s$|^#/u;

/**
 * The fix of a result, if the place of the cell is known and the text needs no quotes. A fix that moves text into a
 * note is left out, because it changes two cells.
 */
function fixesJson({ rule, at, fix }: ReportItem, artifactLocation: object) {
  if (at === undefined || fix?.end === undefined || fix.toNote !== undefined || NEEDS_QUOTES.test(fix.text)) return {};
  const known = ruleNamed(rule);
  const how = known && fixesOf(known)?.how;
  const deletedRegion = {
    startLine: at.line,
    startColumn: at.column,
    endLine: fix.end.line,
    endColumn: fix.end.column,
  };
  return {
    fixes: [
      {
        description: { text: `${fix.safety}: ${how ?? `"${visible(fix.text)}"`}` },
        artifactChanges: [{ artifactLocation, replacements: [{ deletedRegion, insertedContent: { text: fix.text } }] }],
      },
    ],
  };
}

function resultJson(
  item: ReportItem,
  { index, print, context }: { readonly index: number; readonly print: string; readonly context: ReportContext },
) {
  const { rule, level, at, message } = item;
  const { file, line, column } = at ?? { file: DEFAULT_PLACE_FILE, line: 1, column: 1 };
  const artifactLocation = { uri: encodedPath(repositoryPath(file, context)), uriBaseId: '%SRCROOT%' };
  return {
    ruleId: visible(rule),
    ruleIndex: index,
    level: LEVELS[level],
    message: { text: beginning(message, MESSAGE_MAX_UNITS) },
    locations: [
      {
        physicalLocation: {
          artifactLocation,
          region: { startLine: line, startColumn: column, endLine: line, endColumn: column + 1 },
        },
      },
    ],
    partialFingerprints: { primaryLocationLineHash: print },
    ...fixesJson(item, artifactLocation),
  };
}

function countsOf(reported: Reported) {
  if (reported.kind === 'validated') return {};
  if (reported.kind === 'compared') return { counts: comparisonCounts(reported.comparison) };
  return { counts: reported.kind === 'drifted' ? driftCounts(reported.drift) : countsJson(planCounts(reported.plan)) };
}

/**
 * SARIF 2.1.0 for code scanning: errors in the files, losses of a plan and refusals, unsuccessful calls. If there are
 * too many, the most severe ones are kept. The properties of the run contain the counts of the plan. Results have no
 * security severity, because they are not security issues. Source: OASIS, "Static Analysis Results Interchange Format
 * (SARIF) Version 2.1.0"; GitHub's list of required and supported properties.
 */
export function sarif(reported: Reported, context: ReportContext): string {
  const all = printedItems(reported, context);
  const listed = [...all]
    .sort((one, other) => SEVERITY_RANK[one.item.level] - SEVERITY_RANK[other.item.level])
    .slice(0, RESULTS_MAX);
  const rules = [...new Set(listed.map(({ item }) => item.rule))].sort(byCodeUnit);
  const indexes = new Map(rules.map((rule, index) => [rule, index]));
  const { folder, workspace = folder } = context;
  const inside = workspace === '' ? '' : `${visible(workspace)}/`;
  const files = context.target === undefined ? 'files' : `${visible(context.target)}/files`;
  const target = reportedTargets(reported).map(visible).join(' ') || files;
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Lexform', version: context.version, rules: rules.map(ruleJson) } },
        automationDetails: { id: `lexform/${inside}${target}/` },
        columnKind: 'utf16CodeUnits',
        results: listed.map(({ item, print }) =>
          resultJson(item, { index: indexes.get(item.rule) ?? 0, print, context }),
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
