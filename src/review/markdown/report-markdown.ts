import { operationText } from '../../kinds/words.ts';
import { byKind } from '../../model/by-kind.ts';
import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { type Outcome, wentWell } from '../../plan/outcome.ts';
import { outcomeWord, reportLines } from '../apply/report-text.ts';
import type { Reported } from '../ci/reported.ts';
import { visible } from '../format/escape.ts';
import { counted, linesOf } from '../format/text.ts';
import { findingCounts } from '../messages/finding-text.ts';
import { checkedText } from '../messages/validate-text.ts';
import { staleHead, staleLines } from '../plan/stale-text.ts';
import { comparisonMarkdown, driftMarkdown } from './changes-markdown.ts';
import { code, codeOf } from './code.ts';
import { budgetOf, document, type MarkdownOptions, unitsOf, wholeLines } from './options.ts';
import { heldBackMarkdown, planMarkdown } from './plan-markdown.ts';
import { fencedLines, findingsMarkdown } from './sections.ts';
import { inMarkdown, targetCode } from './target.ts';
import { underWorkspace } from './workspace-heading.ts';

/** The calls that did not end well: whole rows, as many as there is room for. */
function badCalls(bad: readonly Outcome[], maxUnits: number): readonly string[] {
  const rows = bad.map(
    (outcome) => `| ${code(outcome.address)} | ${operationText(outcome.operation)} | ${codeOf(outcomeWord(outcome))} |`,
  );
  const { shown, hidden } = wholeLines(rows, maxUnits);
  return linesOf(
    shown.length > 0 && ['| Resource | Call | Result |', '|---|---|---|', ...shown].join('\n'),
    hidden > 0 && `… and ${counted(hidden, 'more call')} that did not succeed; the log shows all.`,
  );
}

/** What has changed since the plan was made, value by value, below the table of calls. */
function staleSection(bad: readonly Outcome[], maxUnits: number): readonly string[] {
  const lines = bad.flatMap((outcome) =>
    outcome.kind === 'stale' && outcome.detail.count > 1
      ? [`${visible(outcome.address)}: ${staleHead(outcome)}`, ...staleLines(outcome).map((line) => `    ${line}`)]
      : [],
  );
  return lines.length === 0 ? [] : [fencedLines(lines, maxUnits, 'the log shows all')];
}

type Applied = Extract<Reported, { readonly kind: 'applied' }>;

/** A run without calls: what its entry says, where it wrote one. */
function recordedMarkdown({ report, plan, recorded }: Applied, budget: number): readonly string[] {
  if (recorded === undefined) return ['### Nothing to apply.'];
  const { notes, ending } = reportLines(report, plan, { color: false, recorded });
  return [
    `### ✅ Recorded in the ledger of ${targetCode(plan)}`,
    fencedLines([...notes, ...ending], Math.floor(budget / 2), 'the log shows all'),
  ];
}

/** How a run ended, then what was planned, in what is left of the budget. */
function appliedMarkdown(reported: Applied, options: MarkdownOptions): readonly string[] {
  const { plan, wanted, report, recorded } = reported;
  const budget = budgetOf(options);
  if (report.outcomes.length === 0) return recordedMarkdown(reported, budget);
  const linesFor = (shown: Plan) => reportLines(report, shown, { color: false, recorded });
  const sentence = inMarkdown({ target: plan.target, only: [] }, (named) =>
    linesFor({ ...plan, ...named }).ending.join('\n'),
  );
  const [head = '', ...next] = sentence.split('\n');
  const bad = report.outcomes.filter((outcome) => !wentWell(outcome));
  const { notes } = linesFor(plan);
  const room = Math.floor(budget / 8);
  const parts = linesOf(
    `### ${bad.length === 0 ? '✅' : '❌'} ${head}`,
    next,
    badCalls(bad, room),
    staleSection(bad, room),
    notes.length > 0 && fencedLines(notes, room, 'the log shows all'),
    findingsMarkdown(reported.findings, options, Math.floor(budget / 10), { notTold: reported.notTold }),
  );
  return [...parts, planMarkdown({ plan, wanted }, { ...options, budget: budget - unitsOf(parts) }).trimEnd()];
}

function refusedMarkdown(
  { plan, wanted, findings, notTold, reason }: Extract<Reported, { readonly kind: 'refused' }>,
  options: MarkdownOptions,
) {
  const budget = budgetOf(options);
  const parts = [
    `### 🚫 Not applied to ${targetCode(plan)}`,
    fencedLines(reason.trim().split('\n'), Math.floor(budget / 10), 'the log shows all'),
  ];
  return [
    ...parts,
    planMarkdown({ plan, wanted, findings, notTold }, { ...options, budget: budget - unitsOf(parts) }).trimEnd(),
  ];
}

const wordsOf = (reported: Reported, options: MarkdownOptions): string =>
  byKind(reported, {
    validated: ({ findings, checked, heldBack, notTold }) => {
      const lintTitle = (of: readonly Finding[]): string => `Lint: ${findingCounts(of)}`;
      const parts = findingsMarkdown(findings, options, budgetOf(options) - 1000, { lintTitle, notTold });
      return document([
        '### Files checked',
        ...(checked === undefined ? [] : [`Checked ${checkedText(checked)}.`]),
        ...(parts.length === 0 ? ['No findings.'] : parts),
        ...(heldBack === undefined ? [] : [heldBackMarkdown(heldBack)]),
      ]);
    },
    planned: (planned) => planMarkdown(planned, options),
    drifted: ({ drift }) => driftMarkdown(drift, options),
    compared: ({ comparison, failed }) => comparisonMarkdown(comparison, failed, options),
    refused: (refused) => document(refusedMarkdown(refused, options)),
    applied: (applied) => document(appliedMarkdown(applied, options)),
  });

/**
 * What a command has to tell, as markdown within its budget: the verdict first, in the words of the terminal, below the
 * name of the workspace where the options give one.
 */
export const reportMarkdown = (reported: Reported, options: MarkdownOptions = {}): string =>
  underWorkspace(options.workspace, (units) => wordsOf(reported, { ...options, budget: budgetOf(options) - units }));
