import { UsageError } from '../../../src/model/errors.ts';
import type { OperationKind } from '../../../src/model/plan/plan.ts';
import type { Address } from '../../../src/model/resources/address.ts';
import { compareTargets } from '../../../src/plan/compare/compare-targets.ts';
import type { Comparison } from '../../../src/plan/compare/comparison.ts';
import type { LedgerChange } from '../../../src/plan/diff/diff-ledgers.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { type ComparisonTextOptions, comparisonText } from '../../../src/review/compare/comparison-text.ts';
import { driftChanges } from '../../../src/review/drift/drift-changes.ts';
import { type DriftTextOptions, driftText } from '../../../src/review/drift/drift-text.ts';
import { driftNotice } from '../../../src/review/html/drift-tables.ts';
import { resourceTable } from '../../../src/review/html/resource-table.ts';
import { logJson, logText, showText } from '../../../src/review/ledger/ledger-log-text.ts';
import type { MarkdownOptions } from '../../../src/review/markdown/options.ts';
import { comparisonMarkdown, driftMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import { driftSection } from '../../../src/review/markdown/sections.ts';
import { notApprovedText } from '../../../src/review/plan/not-approved-text.ts';
import { changedConfigText, tooOldText } from '../../../src/review/plan/saved-plan-text.ts';
import { type Content, targetOf } from '../../plan/comparison-contents.ts';
import { driftInput } from '../../plan/drift-input.ts';
import { call } from '../../support/changes.ts';
import { glossaryLedgerChange, keyLedgerChange, styleListLedgerChange } from '../../support/ledger-changes.ts';
import { type Resources, sideOf } from './states.ts';
import { jsonPart, pageText, phrases, textKind } from './text-kind.ts';

interface DriftValue {
  readonly base: Resources;
  readonly files: Resources;
  readonly service: Resources;
  readonly only?: readonly string[];
  /** The name of the target. */
  readonly target?: string;
  /** Whether the section of a plan in a comment is shown. */
  readonly section?: boolean;
  readonly text?: Partial<DriftTextOptions> | false;
  readonly markdown?: MarkdownOptions | false;
  readonly page?: boolean;
}

const DRIFT = textKind<DriftValue>(({ base, files, service, only = [], target, ...shown }) => {
  const { section, text, markdown, page } = shown;
  const sides = { base: sideOf(base), ours: sideOf(files), theirs: sideOf(service) };
  const input = driftInput(sides, { only });
  const found = driftOf(input);
  const drift = target === undefined ? found : { ...found, target: { ...found.target, name: target } };
  const { changes, view } = driftChanges(drift);
  return {
    text: text === false ? undefined : driftText(drift, { color: false, ...text }),
    markdown: markdown === false ? undefined : driftMarkdown(drift, markdown),
    section: section === true ? phrases(driftSection(drift, {}, 1000, 'the log shows all').join('\n\n')) : undefined,
    page: page === true ? phrases(pageText(driftNotice(drift, { links: undefined, isUndone: false }).html)) : undefined,
    resources:
      page === true && changes.length > 0 ? phrases(pageText(resourceTable({ changes }, view).html)) : undefined,
  };
});

interface LedgerChangeLike extends Omit<Partial<LedgerChange>, 'kind'> {
  readonly kind: 'glossary' | 'style-list' | 'developer-key';
  /** Of a glossary: entries of `en->de` by source, each with `from` and `to`. */
  readonly entries?: Readonly<Record<string, { readonly from?: string; readonly to?: string }>>;
}

function ledgerChangeOf({ kind, entries = {}, ...more }: LedgerChangeLike): LedgerChange {
  if (kind === 'style-list') return styleListLedgerChange(more);
  return kind === 'developer-key' ? keyLedgerChange(more) : glossaryLedgerChange(Object.entries(entries), more);
}

type LogEntry = Parameters<typeof logText>[0]['entries'][number];

interface EntryLike extends Omit<Partial<LogEntry>, 'changes'> {
  readonly changes?: readonly LedgerChangeLike[];
}

const entryOf = ({ changes, ...more }: EntryLike): LogEntry => ({
  version: '0123456789abcdef0123456789abcdef01234567',
  time: '2026-01-02T04:04:05+01:00',
  summary: 'update glossary.a',
  facts: [
    ['Actor', 'ana'],
    ['Run', 'https://ci.example.com/7'],
  ],
  ...(changes && { changes: changes.map(ledgerChangeOf) }),
  ...more,
});

interface LogValue {
  readonly entries: readonly EntryLike[];
  readonly more?: boolean;
  readonly asked?: string;
  readonly json?: true;
}

const LOG = textKind<LogValue>(({ entries, more = false, asked, json }) => {
  const log = { target: 'prod', entries: entries.map(entryOf), more, ...(asked !== undefined && { asked }) };
  return { text: logText(log, { color: false }), json: json === true ? jsonPart(logJson(log)) : undefined };
});

interface ShowValue {
  readonly entry?: EntryLike;
  readonly before?: string;
  readonly changes: readonly LedgerChangeLike[];
  readonly full?: boolean;
}

const SHOW = textKind<ShowValue>(({ entry = {}, before, changes, full = false }) => ({
  text: showText(
    {
      target: 'prod',
      entry: entryOf(entry),
      changes: changes.map(ledgerChangeOf),
      ...(before !== undefined && { before }),
    },
    { color: false, full },
  ),
}));

interface ComparisonValue {
  /** The targets by name. */
  readonly targets: Readonly<
    Record<string, Partial<Content> & { readonly standing?: 'files' | 'ledger' | 'unmanaged' }>
  >;
  readonly unread?: Comparison['unread'];
  readonly failed?: readonly { readonly name: string; readonly error: string }[];
  readonly text?: Partial<ComparisonTextOptions>;
  readonly markdown?: MarkdownOptions | false;
}

const COMPARISON = textKind<ComparisonValue>(({ targets, unread, failed = [], text, markdown }) => {
  const all = Object.entries(targets).map(([name, { standing = 'files', ...content }]) =>
    targetOf(name, { glossaries: [], lists: [], ...content }, { standing }),
  );
  const comparison = { ...compareTargets({ targets: all, only: [] }), ...(unread && { unread }) };
  const errors = failed.map(({ name, error }) => ({ name, error: new UsageError(error) }));
  return {
    text: comparisonText(comparison, { color: false, ...text }),
    markdown: markdown === false ? undefined : comparisonMarkdown(comparison, errors, markdown),
  };
});

type Violation = Parameters<typeof notApprovedText>[0][number];

/** A violation with the kind of an operation in its place. */
type ViolationLike =
  | Exclude<Violation, { readonly kind: 'operation' | 'result' }>
  | { readonly kind: 'operation' | 'result'; readonly address: Address; readonly planned: OperationKind };

const NOT_APPROVED = textKind<{ readonly differences: readonly ViolationLike[] }>(({ differences }) => ({
  text: notApprovedText(
    differences.map((each) =>
      each.kind === 'operation' || each.kind === 'result' ? { ...each, planned: call(each.planned, '1') } : each,
    ) as readonly Violation[],
  ),
}));

interface SavedPlanValue {
  /** The files that differ from those of the plan. */
  readonly changed?: Parameters<typeof changedConfigText>[1];
  /** Ages in milliseconds. */
  readonly ages?: readonly number[];
}

const SAVED_PLAN = textKind<SavedPlanValue>(({ changed, ages = [] }) => ({
  changed: changed && changedConfigText('p.json', changed),
  text: phrases(...ages.map((age) => tooOldText('p.json', age, 30_000).trimEnd())),
}));

/** Each kind by the name of its folder. */
export const CHANGE_KINDS = {
  drift: DRIFT,
  log: LOG,
  show: SHOW,
  comparison: COMPARISON,
  'not-approved': NOT_APPROVED,
  'saved-plan': SAVED_PLAN,
};
