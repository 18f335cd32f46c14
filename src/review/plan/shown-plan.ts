import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { newSecrets, planCounts } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import type { UsedConsents } from '../../plan/guard/used-consents.ts';
import type { Preview } from '../../steps/preview/preview.ts';
import { agreedSentence } from '../drift/agreed-text.ts';
import type { Sentence } from '../format/sentence.ts';
import { noLedgerSentence } from '../ledger/no-ledger-text.ts';
import type { Suppressed } from '../lint/lint-text.ts';
import { undoneText } from '../values/undone.ts';
import { notAskedText } from './against-text.ts';
import { secretsSentence } from './beside-text.ts';
import { reachSentence } from './reach-text.ts';
import { sinceSentence } from './since-text.ts';

/** A plan with the other parts of its report. All formats are made from this record. */
export interface ShownPlan {
  readonly plan: Plan;
  /** Absent: the plan is not shown for an apply. */
  readonly guard?: GuardVerdict | undefined;
  /** The consents that the guard needed. Absent: none, or the plan is refused. */
  readonly consents?: UsedConsents | undefined;
  readonly findings?: readonly Finding[] | undefined;
  /** The drift since the last apply. Absent: unknown. */
  readonly drift?: Drift | undefined;
  readonly preview?: Preview | undefined;
  /** The file for the secrets of new keys. Absent: they are not kept. */
  readonly secretsFile?: string | undefined;
  /** The source of the plan, such as `the backup in nightly`. Absent: the files. */
  readonly wanted?: Sentence | undefined;
  /** Numbers of lint findings that are not reported. */
  readonly suppressed?: Suppressed | undefined;
}

/** A sentence about a plan. `loud`: the plan overwrites a change of another user; `warning`: the plan may be wrong. */
interface Aside {
  readonly tone: 'loud' | 'warning' | 'note' | 'plain';
  readonly says: Sentence;
}

type AsideName = 'undone' | 'agreed' | 'reach' | 'since' | 'against' | 'ledger' | 'secrets';

/**
 * The sentences that all formats contain, each as a result of `show`. A list is empty if its sentence does not apply.
 * `labels`: in the GitHub Action, those that consent to deletions.
 */
export function planAsides<Shown>(
  { plan, drift, secretsFile }: ShownPlan,
  show: (aside: Aside) => Shown,
  labels?: readonly string[],
): Readonly<Record<AsideName, readonly Shown[]>> {
  const aside = (tone: Aside['tone'], says: Sentence | undefined): readonly Shown[] =>
    says === undefined ? [] : [show({ tone, says })];
  const { since, against, ledger } = plan;
  const undone = undoneText(plan, drift);
  const created = newSecrets(planCounts(plan));
  return {
    undone: aside('loud', undone === undefined ? undefined : [`${undone}.`]),
    reach: aside('note', reachSentence(plan, drift)),
    agreed: aside('plain', drift && agreedSentence(drift)),
    since: aside('note', since && sinceSentence(since, labels)),
    against: aside('note', against && [notAskedText(plan)]),
    ledger: aside('warning', ledger === null ? noLedgerSentence(plan) : undefined),
    // A new key is useless without its secret, which the service returns at most once.
    secrets: aside('plain', created > 0 ? secretsSentence(created, secretsFile) : undefined),
  };
}

/**
 * The sections of a plan in the order of each format: in a terminal, the most important parts are last, because the
 * beginning scrolls out of view; in a comment they are first, because the end may be cut.
 */
export const PLAN_SECTIONS = {
  text: [
    ...['drift', 'verdict', 'undone', 'reach', 'since', 'pairs', 'against', 'ledger', 'changes', 'secrets', 'moves'],
    ...['held-back', 'other-notes', 'adopts', 'unmanaged', 'lint', 'guard'],
  ],
  quiet: ['drift', 'verdict', 'undone', 'guard'],
  markdown: [
    ...['verdict', 'undone', 'guard', 'reach', 'agreed', 'since', 'list', 'against', 'ledger', 'findings', 'drift'],
    ...['changes', 'preview', 'secrets', 'moves', 'held-back', 'other-notes', 'adopts', 'unmanaged'],
  ],
} as const;
