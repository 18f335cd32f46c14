import { operationText } from '../../kinds/words.ts';
import { byKind } from '../../model/by-kind.ts';
import type { Finding } from '../../model/finding.ts';
import type { Comparison } from '../../plan/compare/comparison.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { type Outcome, wentWell } from '../../plan/outcome.ts';
import { outcomeSentence, reportLines } from '../apply/report-text.ts';
import { comparisonChanges } from '../compare/comparison-changes.ts';
import { comparisonNotes, comparisonSentence, type FailedTarget } from '../compare/comparison-text.ts';
import { driftSentence, sameText } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import { say } from '../format/sentence.ts';
import { counted, linesOf } from '../format/text.ts';
import { errorBody } from '../messages/error-text.ts';
import { findingCounts } from '../messages/finding-text.ts';
import { checkedSentences } from '../messages/validate-text.ts';
import { staleHead, staleLines } from '../plan/stale-text.ts';
import type { Reported } from '../reported.ts';
import { heldBackSentence } from '../values/held-back-text.ts';
import { cellCode, sentenceMarkdown } from './code.ts';
import { driftGroups } from './drift-groups.ts';
import type { Group } from './fit.ts';
import { groupsMarkdown } from './group-list.ts';
import { planGroups } from './groups.ts';
import { budgetOf, document, type MarkdownOptions, pointerOf, unitsOf, wholeLines } from './options.ts';
import { planMarkdown } from './plan-markdown.ts';
import { fencedLines, findingsMarkdown, sentenceList } from './sections.ts';
import { underWorkspace } from './workspace-heading.ts';

/** A heading, paragraphs and as many rows of the groups as fit, as a document within its budget. */
function fittedDocument(
  {
    before,
    groups,
    pointer,
  }: { readonly before: readonly string[]; readonly groups: readonly Group[]; readonly pointer: string },
  options: MarkdownOptions,
): string {
  return document([...before, ...groupsMarkdown(groups, budgetOf(options) - unitsOf(before), pointer)]);
}

/**
 * The drift as a separate document: the verdict first, then conflicts, then the tables of a plan. Never longer than its
 * budget, and cut only between rows; all numbers count the whole drift.
 */
export function driftMarkdown(drift: Drift, options: MarkdownOptions = {}): string {
  const same = sameText(drift);
  return fittedDocument(
    {
      before: linesOf(`### ${sentenceMarkdown(driftSentence(drift))}`, same !== '' && same),
      groups: driftGroups(drift, options),
      pointer: pointerOf(options, 'lexform drift --full'),
    },
    options,
  );
}

/**
 * The differences between targets as a document: the verdict, the items that are not compared, and each target compared
 * with the first one.
 */
export function comparisonMarkdown(
  comparison: Comparison,
  failed: readonly FailedTarget[],
  options: MarkdownOptions = {},
): string {
  const pointer = pointerOf(options, 'lexform service compare --full');
  const notes = [
    ...failed.map(
      ({ name, error }) =>
        say`${{ theirs: name }} could not be read: ${{ theirs: errorBody(error).message, max: 500 }}`,
    ),
    ...comparisonNotes(comparison),
  ];
  const room = Math.floor(budgetOf(options) / 10);
  return fittedDocument(
    {
      before: linesOf(
        `### ${sentenceMarkdown(comparisonSentence(comparison))}`,
        notes.length > 0 && sentenceList(notes, room, pointer),
      ),
      groups: comparisonChanges(comparison).flatMap(({ changes, view }) => planGroups({ changes }, options, view)),
      pointer,
    },
    options,
  );
}

/** The calls that did not succeed, in as many whole rows as fit. */
function badCalls(bad: readonly Outcome[], maxUnits: number): readonly string[] {
  const rows = bad.map(
    (outcome) =>
      `| ${cellCode(visible(outcome.address))} | ${operationText(outcome.operation)}: ` +
      `${sentenceMarkdown(outcomeSentence(outcome), cellCode)} |`,
  );
  const { shown, hidden } = wholeLines(rows, maxUnits);
  return linesOf(
    shown.length > 0 && ['| Resource | Call and result |', '|---|---|', ...shown].join('\n'),
    hidden > 0 && `… and ${counted(hidden, 'more call')} that did not succeed; the log shows all.`,
  );
}

/** The changes since the plan was made, value by value, for the section below the table of calls. */
function staleSection(bad: readonly Outcome[], maxUnits: number): readonly string[] {
  const lines = bad.flatMap((outcome) =>
    outcome.kind === 'stale' && outcome.detail.count > 1
      ? [`${visible(outcome.address)}: ${staleHead(outcome)}`, ...staleLines(outcome).map((line) => `    ${line}`)]
      : [],
  );
  return lines.length === 0 ? [] : [fencedLines(lines, maxUnits, 'the log shows all')];
}

type Applied = Extract<Reported, { readonly kind: 'applied' }>;

const nameCode = ({ target }: Applied['plan']): string => sentenceMarkdown([{ theirs: target.name }]);

/** A run without calls: the changes that its ledger entry records, if it wrote one. */
function recordedMarkdown({ report, plan, recorded }: Applied, budget: number): readonly string[] {
  if (recorded === undefined) return ['### Nothing to apply.'];
  const { notes, ending } = reportLines(report, plan, { color: false, recorded });
  return [
    `### ✅ Recorded in the ledger of ${nameCode(plan)}`,
    sentenceList([...notes, ...ending], Math.floor(budget / 2), 'the log shows all'),
  ];
}

/** The result of a run, then its plan in the remaining room. */
function appliedMarkdown(reported: Applied, options: MarkdownOptions): readonly string[] {
  const { plan, wanted, report, recorded } = reported;
  const budget = budgetOf(options);
  if (report.outcomes.length === 0) return recordedMarkdown(reported, budget);
  const { notes, ending } = reportLines(report, plan, { color: false, recorded });
  const [head, ...next] = ending.map((each) => sentenceMarkdown(each));
  const bad = report.outcomes.filter((outcome) => !wentWell(outcome));
  const room = Math.floor(budget / 8);
  const parts = linesOf(
    `### ${bad.length === 0 ? '✅' : '❌'} ${head}`,
    next,
    badCalls(bad, room),
    staleSection(bad, room),
    notes.length > 0 && sentenceList(notes, room, 'the log shows all'),
    findingsMarkdown(reported.findings, options, Math.floor(budget / 10), { suppressed: reported.suppressed }),
  );
  return [...parts, planMarkdown({ plan, wanted }, { ...options, budget: budget - unitsOf(parts) }).trimEnd()];
}

/** The reasons of a refusal, then the plan. If the guard refused, the reasons are in the section of the guard. */
function refusedMarkdown(refused: Extract<Reported, { readonly kind: 'refused' }>, options: MarkdownOptions) {
  const { plan, code: why, reason, guard, ...shown } = refused;
  const budget = budgetOf(options);
  const isGuard = why === 'guard' || why === 'drift';
  const parts = linesOf(
    `### 🚫 Not applied to ${nameCode(plan)}`,
    !isGuard && fencedLines(reason.trim().split('\n'), Math.floor(budget / 10), 'the log shows all'),
  );
  const below = { ...options, budget: budget - unitsOf(parts) };
  return [...parts, planMarkdown({ ...shown, plan, ...(isGuard && { guard }) }, below).trimEnd()];
}

const wordsOf = (reported: Reported, options: MarkdownOptions): string =>
  byKind(reported, {
    validated: ({ findings, checked, heldBack, suppressed }) => {
      const lintTitle = (of: readonly Finding[]): string => `Lint: ${findingCounts(of)}`;
      const parts = findingsMarkdown(findings, options, budgetOf(options) - 1000, { lintTitle, suppressed });
      return document([
        '### Files checked',
        ...(checked === undefined ? [] : checkedSentences(checked).map((each) => sentenceMarkdown(each))),
        ...(parts.length === 0 ? ['No findings.'] : parts),
        ...(heldBack === undefined ? [] : [sentenceMarkdown(heldBackSentence(heldBack))]),
      ]);
    },
    planned: (planned) => planMarkdown(planned, options),
    drifted: ({ drift }) => driftMarkdown(drift, options),
    compared: ({ comparison, failed }) => comparisonMarkdown(comparison, failed, options),
    refused: (refused) => document(refusedMarkdown(refused, options)),
    applied: (applied) => document(appliedMarkdown(applied, options)),
  });

/**
 * The report of a command as markdown within its budget: the verdict first, in the words of the terminal, below the
 * name of the workspace if the options contain one.
 */
export const reportMarkdown = (reported: Reported, options: MarkdownOptions = {}): string =>
  underWorkspace(options.workspace, (units) => wordsOf(reported, { ...options, budget: budgetOf(options) - units }));
