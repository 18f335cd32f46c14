import { type Outcome, wentWell } from '../../apply/outcome.ts';
import { badLineCount, outcomeWord, reportText } from '../apply/report-text.ts';
import type { Reported } from '../ci/reported.ts';
import { endingLines } from '../ci/verdict.ts';
import { visible } from '../format/escape.ts';
import { counted } from '../format/plural.ts';
import { checkedText } from '../messages/validate-text.ts';
import { operationText } from '../plan/operation-text.ts';
import { staleHead, staleLines } from '../plan/stale-text.ts';
import { code, codeOf } from './code.ts';
import { driftMarkdown } from './drift-markdown.ts';
import { budgetOf, type MarkdownOptions } from './options.ts';
import { planMarkdown } from './plan-markdown.ts';
import { fencedLines, findingsMarkdown } from './sections.ts';
import { inMarkdown, targetCode } from './target.ts';

/** The calls that did not end well: whole rows, as many as there is room for. */
function badCalls(bad: readonly Outcome[], maxUnits: number): readonly string[] {
  if (bad.length === 0) return [];
  let left = maxUnits;
  const rows: string[] = [];
  for (const outcome of bad) {
    const row = `| ${code(outcome.address)} | ${operationText(outcome.operation)} | ${codeOf(outcomeWord(outcome))} |`;
    left -= row.length + 1;
    if (left < 0) break;
    rows.push(row);
  }
  const hidden = bad.length - rows.length;
  return [
    ...(rows.length === 0 ? [] : [['| Resource | Call | Result |', '|---|---|---|', ...rows].join('\n')]),
    ...(hidden === 0 ? [] : [`… and ${counted(hidden, 'more call')} that did not succeed; the log shows all.`]),
  ];
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

/** A run without calls: what its entry says, where it wrote one. */
function recordedMarkdown(
  { report, plan, recorded }: Extract<Reported, { readonly kind: 'applied' }>,
  budget: number,
): readonly string[] {
  if (recorded === undefined) return ['### Nothing to apply.'];
  const lines = reportText(report, plan, { color: false, recorded }).trimEnd().split('\n');
  return [
    `### ✅ Recorded in the ledger of ${targetCode(plan)}`,
    fencedLines(lines, Math.floor(budget / 2), 'the log shows all'),
  ];
}

/** How a run ended, then what was planned, in what is left of the budget. */
function appliedMarkdown(
  reported: Extract<Reported, { readonly kind: 'applied' }>,
  options: MarkdownOptions,
): readonly string[] {
  const { plan, report, recorded } = reported;
  const budget = budgetOf(options);
  if (report.outcomes.length === 0) return recordedMarkdown(reported, budget);
  const { target } = plan;
  const sentence = inMarkdown({ target, only: [] }, (named) =>
    endingLines({ ...reported, plan: { ...plan, ...named } }).join('\n'),
  );
  const [head = '', ...next] = sentence.split('\n');
  const bad = report.outcomes.filter((outcome) => !wentWell(outcome));
  const endings = endingLines(reported).length;
  const notes = reportText(report, plan, { color: false, recorded })
    .trimEnd()
    .split('\n')
    .slice(badLineCount(report), -endings);
  const parts = [
    `### ${bad.length === 0 ? '✅' : '❌'} ${head}`,
    ...next,
    ...badCalls(bad, Math.floor(budget / 8)),
    ...staleSection(bad, Math.floor(budget / 8)),
    ...(notes.length === 0 ? [] : [fencedLines(notes, Math.floor(budget / 8), 'the log shows all')]),
    ...findingsMarkdown(reported.findings, options, Math.floor(budget / 10)),
  ];
  const used = parts.reduce((sum, { length }) => sum + length + 2, 0);
  return [...parts, planMarkdown({ plan }, { ...options, budget: budget - used }).trimEnd()];
}

/** What a command has to tell, as markdown within its budget: the verdict first, in the words of the terminal. */
export function reportMarkdown(reported: Reported, options: MarkdownOptions = {}): string {
  switch (reported.kind) {
    case 'validated': {
      const parts = findingsMarkdown(reported.findings, options, budgetOf(options) - 1000);
      const { checked } = reported;
      const counts = checked === undefined ? [] : [`Checked ${checkedText(checked)}.`];
      return `${['### Files checked', ...counts, ...(parts.length === 0 ? ['No findings.'] : parts)].join('\n\n')}\n`;
    }
    case 'planned':
      return planMarkdown(reported, options);
    case 'drifted':
      return driftMarkdown(reported.drift, options);
    case 'refused': {
      const reason = fencedLines(
        reported.reason.trim().split('\n'),
        Math.floor(budgetOf(options) / 10),
        'the log shows all',
      );
      const parts = [`### 🚫 Not applied to ${targetCode(reported.plan)}`, reason];
      const used = parts.reduce((sum, { length }) => sum + length + 2, 0);
      const { plan, findings } = reported;
      return (
        `${parts.join('\n\n')}\n\n` +
        `${planMarkdown({ plan, findings }, { ...options, budget: budgetOf(options) - used })}`
      );
    }
    case 'applied':
      return `${appliedMarkdown(reported, options).join('\n\n')}\n`;
    default:
      return reported satisfies never;
  }
}
