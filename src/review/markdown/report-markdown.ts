import { kindAt } from '../../kinds/registry.ts';
import { operationText } from '../../kinds/words.ts';
import { byKind } from '../../model/by-kind.ts';
import type { Finding } from '../../model/finding.ts';
import type { Comparison } from '../../plan/compare/comparison.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { type Outcome, wentWell } from '../../plan/outcome.ts';
import { outcomeWord, reportLines } from '../apply/report-text.ts';
import { comparisonChanges } from '../compare/comparison-changes.ts';
import { comparisonNotes, comparisonSentence, type FailedTarget } from '../compare/comparison-text.ts';
import { type Conflict, conflictSides, driftChanges, driftConflicts } from '../drift/drift-changes.ts';
import { driftSentence, sameText } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import { sentenceText } from '../format/sentence.ts';
import { counted, linesOf } from '../format/text.ts';
import { errorBody } from '../messages/error-text.ts';
import { findingCounts } from '../messages/finding-text.ts';
import { checkedText } from '../messages/validate-text.ts';
import { staleHead, staleLines } from '../plan/stale-text.ts';
import type { Reported } from '../reported.ts';
import { heldBackSentence } from '../values/held-back-text.ts';
import { valueName } from '../values/value-words.ts';
import { phrase, wordChange } from '../values/word-change.ts';
import { code, codeOf, PAINTS, sentenceMarkdown, shortCode } from './code.ts';
import { fitGroups, type Group, hiddenMarkdown, NOTICE_UNITS, OPEN_UP_TO } from './fit.ts';
import { planGroups } from './groups.ts';
import { placeMarkdown } from './link.ts';
import { budgetOf, document, type MarkdownOptions, pointerOf, unitsOf, wholeLines } from './options.ts';
import { planMarkdown } from './plan-markdown.ts';
import { fencedLines, findingsMarkdown } from './sections.ts';
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
  const budget = budgetOf(options) - unitsOf(before) - NOTICE_UNITS;
  const fitted = fitGroups(groups, { budget, openUpTo: OPEN_UP_TO, pointer });
  return document(linesOf(before, hiddenMarkdown(fitted, pointer), fitted.text !== '' && fitted.text));
}

/** Maximum number of UTF-16 code units of an address. */
const ADDRESS_MAX_UNITS = 100;

/** The conflicts with their three sides, as the first group. */
function conflictGroup(conflicts: readonly Conflict[], { links }: MarkdownOptions): readonly Group[] {
  if (conflicts.length === 0) return [];
  const rows = conflicts.map((conflict) => ({
    loses: false,
    at: conflict.value.at,
    cells: () => {
      const { address, value } = conflict;
      const { base, ours, theirs } = conflictSides(conflict);
      const side = (text: string): string => codeOf(base === '' ? phrase(text) : wordChange(base, text, PAINTS));
      const name = codeOf(valueName(kindAt(address), value.key, value.base ?? value.ours ?? value.theirs));
      const sides = linesOf(
        base !== '' && `was ${code(base)}`,
        `files ${ours === undefined ? 'without it' : side(ours)}`,
        `service ${theirs === undefined ? 'without it' : side(theirs)}`,
      );
      return [`**conflict** ${shortCode(address, ADDRESS_MAX_UNITS)}`, name, sides.join('; ')] as const;
    },
  }));
  return [
    {
      head: `#### **${counted(conflicts.length, 'conflict')}**: changed in the files and outside git`,
      titles: ['Value', 'Sides'],
      rows,
      goes: false,
      place: ({ at }) => placeMarkdown(at, links),
    },
  ];
}

/**
 * The drift as a separate document: the verdict first, then conflicts, then the tables of a plan. Never longer than its
 * budget, and cut only between rows; all numbers count the whole drift.
 */
export function driftMarkdown(drift: Drift, options: MarkdownOptions = {}): string {
  const { changes, view } = driftChanges(drift);
  const same = sameText(drift);
  return fittedDocument(
    {
      before: linesOf(`### ${sentenceMarkdown(driftSentence(drift))}`, same !== '' && same),
      groups: [...conflictGroup(driftConflicts(drift), options), ...planGroups({ changes }, options, view)],
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
    ...failed.map(({ name, error }) => `${visible(name)} could not be read: ${visible(errorBody(error).message)}`),
    ...comparisonNotes(comparison),
  ];
  const room = Math.floor(budgetOf(options) / 10);
  return fittedDocument(
    {
      before: linesOf(
        `### ${sentenceMarkdown(comparisonSentence(comparison))}`,
        notes.length > 0 && fencedLines(notes, room, pointer),
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
    (outcome) => `| ${code(outcome.address)} | ${operationText(outcome.operation)} | ${codeOf(outcomeWord(outcome))} |`,
  );
  const { shown, hidden } = wholeLines(rows, maxUnits);
  return linesOf(
    shown.length > 0 && ['| Resource | Call | Result |', '|---|---|---|', ...shown].join('\n'),
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
    fencedLines([...notes, ...ending.map(sentenceText)], Math.floor(budget / 2), 'the log shows all'),
  ];
}

/** The result of a run, then its plan in the remaining room. */
function appliedMarkdown(reported: Applied, options: MarkdownOptions): readonly string[] {
  const { plan, wanted, report, recorded } = reported;
  const budget = budgetOf(options);
  if (report.outcomes.length === 0) return recordedMarkdown(reported, budget);
  const { notes, ending } = reportLines(report, plan, { color: false, recorded });
  const [head = '', ...next] = ending.map(sentenceMarkdown);
  const bad = report.outcomes.filter((outcome) => !wentWell(outcome));
  const room = Math.floor(budget / 8);
  const parts = linesOf(
    `### ${bad.length === 0 ? '✅' : '❌'} ${head}`,
    next,
    badCalls(bad, room),
    staleSection(bad, room),
    notes.length > 0 && fencedLines(notes, room, 'the log shows all'),
    findingsMarkdown(reported.findings, options, Math.floor(budget / 10), { suppressed: reported.suppressed }),
  );
  return [...parts, planMarkdown({ plan, wanted }, { ...options, budget: budget - unitsOf(parts) }).trimEnd()];
}

function refusedMarkdown(
  { plan, wanted, findings, suppressed, reason }: Extract<Reported, { readonly kind: 'refused' }>,
  options: MarkdownOptions,
) {
  const budget = budgetOf(options);
  const parts = [
    `### 🚫 Not applied to ${nameCode(plan)}`,
    fencedLines(reason.trim().split('\n'), Math.floor(budget / 10), 'the log shows all'),
  ];
  return [
    ...parts,
    planMarkdown({ plan, wanted, findings, suppressed }, { ...options, budget: budget - unitsOf(parts) }).trimEnd(),
  ];
}

const wordsOf = (reported: Reported, options: MarkdownOptions): string =>
  byKind(reported, {
    validated: ({ findings, checked, heldBack, suppressed }) => {
      const lintTitle = (of: readonly Finding[]): string => `Lint: ${findingCounts(of)}`;
      const parts = findingsMarkdown(findings, options, budgetOf(options) - 1000, { lintTitle, suppressed });
      return document([
        '### Files checked',
        ...(checked === undefined ? [] : [`Checked ${checkedText(checked)}.`]),
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
