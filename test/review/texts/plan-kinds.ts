import type { Finding } from '../../../src/model/finding.ts';
import { DEFAULT_SAFETY } from '../../../src/model/workspace/workspace.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { checkGuard } from '../../../src/plan/guard/guard.ts';
import type { GuardVerdict, Refusal } from '../../../src/plan/guard/refusal.ts';
import { planState } from '../../../src/plan/make-plan.ts';
import { refusedNotice } from '../../../src/review/html/notices.ts';
import { lintByRow } from '../../../src/review/lint/lint-at.ts';
import { type GroupOptions, planGroups } from '../../../src/review/markdown/groups.ts';
import { guardMarkdown } from '../../../src/review/markdown/guard-section.ts';
import type { MarkdownOptions } from '../../../src/review/markdown/options.ts';
import { planMarkdown } from '../../../src/review/markdown/plan-markdown.ts';
import { rowLine } from '../../../src/review/markdown/row.ts';
import { approvalQuestion } from '../../../src/review/plan/approval-text.ts';
import { guardText } from '../../../src/review/plan/guard-text.ts';
import { changesText, type PlanTextStyle, planText } from '../../../src/review/plan/plan-text.ts';
import type { ShownPlan } from '../../../src/review/plan/shown-plan.ts';
import type { Reported } from '../../../src/review/reported.ts';
import { verdictOf } from '../../../src/review/verdict.ts';
import { driftInput } from '../../plan/drift-input.ts';
import { smallPreview } from '../../support/any-preview.ts';
import { planWith } from '../../support/changes.ts';
import { owning } from '../../support/owning.ts';
import {
  type ChangeLike,
  changeOf,
  type FindingLike,
  findingsOf,
  type PlanMore,
  type Resources,
  sideOf,
} from './states.ts';
import { pageText, phrases, textKind } from './text-kind.ts';

interface PlanValue extends Pick<ShownPlan, 'secretsFile'> {
  /** The states of which the plan is made; without `base` nothing was applied by Lexform. */
  readonly files?: Resources;
  readonly service?: Resources;
  readonly base?: Resources;
  readonly deletable?: readonly string[];
  readonly only?: readonly string[];
  /** Instead of states: the changes, and the other parts of the plan. */
  readonly changes?: readonly ChangeLike[];
  readonly plan?: PlanMore;
  /** Absent: those of the states. */
  readonly refusals?: readonly Refusal[];
  readonly findings?: readonly FindingLike[];
  readonly preview?: boolean;
  /** How the plan is shown; `false`: not in this rendering. */
  readonly text?: Partial<PlanTextStyle> | false;
  readonly markdown?: MarkdownOptions | false;
  /** Whether the line of the verdict is shown, as reports have it. */
  readonly verdict?: boolean;
  /** Whether the question of an approval is shown, and whether secrets of new keys are kept. */
  readonly question?: { readonly secretsKept: boolean };
}

type Planned = Pick<ShownPlan, 'plan' | 'guard' | 'drift'>;

function plannedOf({ files, service, base, deletable = [], only = [] }: PlanValue): Planned {
  const sides = { base: sideOf(base), ours: sideOf(files), theirs: sideOf(service) };
  const input = { ...driftInput(sides), deletable, only };
  const { desired, live } = input;
  const ledger = base === undefined ? owning(live, desired) : input.ledger;
  const planInput = base === undefined ? { ...input, ledger: driftInput({ ...sides, base: {} }).ledger } : input;
  const drift = base === undefined ? undefined : driftOf(input);
  const { plan } = planState(live, planInput);
  const guard = checkGuard(plan, { safety: DEFAULT_SAFETY, allowDelete: [], prune: [], desired, ledger });
  return { plan, guard, ...(drift && { drift }) };
}

const writtenOf = ({ changes = [], plan, base, files, service }: PlanValue): Planned => ({
  plan: planWith(changes.map(changeOf), plan),
  ...(base && { drift: driftOf(driftInput({ base: sideOf(base), ours: sideOf(files), theirs: sideOf(service) })) }),
});

function shownOf(value: PlanValue): ShownPlan {
  const { changes, refusals, findings, preview, secretsFile } = value;
  const planned: Planned = changes === undefined ? plannedOf(value) : writtenOf(value);
  const guard: GuardVerdict | undefined = refusals === undefined ? planned.guard : { kind: 'refused', refusals };
  const found: readonly Finding[] = findingsOf(findings);
  return {
    ...planned,
    ...(guard && { guard }),
    ...(found.length > 0 && { findings: found }),
    ...(preview === true && { preview: smallPreview() }),
    ...(secretsFile !== undefined && { secretsFile }),
  };
}

const PLAN = textKind<PlanValue>((value) => {
  const shown = shownOf(value);
  return {
    text: value.text === false ? undefined : planText(shown, { color: false, ...value.text }),
    markdown: value.markdown === false ? undefined : planMarkdown(shown, value.markdown),
    verdict:
      value.verdict === true ? phrases(verdictOf({ kind: 'planned', ...shown, findings: [] } as Reported)) : undefined,
    question: value.question && phrases(approvalQuestion(shown.plan, value.question)),
  };
});

interface RowsValue extends Pick<GroupOptions, 'links' | 'page' | 'isShort'> {
  readonly changes: readonly ChangeLike[];
  readonly findings?: readonly FindingLike[];
}

/** The changes only. In the comment each group, its titles and its rows; one that loses something has a minus. */
const ROWS = textKind<RowsValue>(({ changes, findings, ...options }) => {
  const plan = planWith(changes.map(changeOf));
  const groups = planGroups(plan, { ...options, lintAt: lintByRow(findingsOf(findings)) }).map(
    ({ head, titles, rows, goes }) => {
      const lines = rows.map((row) => `${row.loses ? '-' : ' '} ${rowLine(row)}`);
      return phrases(goes ? `GOES ${head}` : head, ...(titles.length > 0 ? [titles.join(', ')] : []), ...lines);
    },
  );
  return { text: changesText(plan, false), markdown: groups.join('') };
});

interface GuardValue {
  readonly refusals: readonly Refusal[];
  readonly page?: boolean;
  readonly markdown?: MarkdownOptions;
}

const GUARD = textKind<GuardValue>(({ refusals, page, markdown = {} }) => {
  const guard: GuardVerdict = { kind: 'refused', refusals };
  const parts = guardMarkdown(guard, markdown, markdown.budget ?? 60_000, 'the log shows all');
  return {
    text: guardText(guard),
    markdown: phrases(parts.join('\n\n')),
    page: page === true ? phrases(pageText(refusedNotice(guard, []).html)) : undefined,
  };
});

/** Each kind by the name of its folder. */
export const PLAN_KINDS = { plan: PLAN, rows: ROWS, guard: GUARD };
