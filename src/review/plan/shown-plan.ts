import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { newSecrets, planCounts } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import type { Preview } from '../../steps/preview/preview.ts';
import type { Sentence } from '../format/sentence.ts';
import { noLedgerSentence } from '../ledger/no-ledger-text.ts';
import type { NotTold } from '../lint/lint-text.ts';
import { undoneBy, undoneText } from '../values/undone.ts';
import { notAskedText } from './against-text.ts';
import { secretsSentence } from './beside-text.ts';
import { sinceSentence } from './since-text.ts';

/** A plan, and what reports show with it. Each format is made of this one record. */
export interface ShownPlan {
  readonly plan: Plan;
  /** Absent: the plan is not shown for an apply. */
  readonly guard?: GuardVerdict | undefined;
  readonly findings?: readonly Finding[] | undefined;
  /** What changed on the service since the last apply. Absent: unknown. */
  readonly drift?: Drift | undefined;
  readonly preview?: Preview | undefined;
  /** The file that the secrets of new keys go to. Absent: they are not kept. */
  readonly secretsFile?: string | undefined;
  /** What the plan was made from, such as `the backup in nightly`. Absent: the files. */
  readonly wanted?: Sentence | undefined;
  /** What the linter found and does not report. */
  readonly notTold?: NotTold | undefined;
}

/** A sentence about a plan. `loud`: a change of somebody else is lost; `warning`: the plan may be wrong. */
interface Aside {
  readonly tone: 'loud' | 'warning' | 'note' | 'plain';
  readonly says: Sentence;
}

type AsideName = 'undone' | 'since' | 'against' | 'ledger' | 'secrets';

/** The sentences that all formats have, each as `show` makes it. An empty list: there is nothing to say. */
export function planAsides<Shown>(
  { plan, drift, secretsFile }: ShownPlan,
  show: (aside: Aside) => Shown,
): Readonly<Record<AsideName, readonly Shown[]>> {
  const aside = (tone: Aside['tone'], says: Sentence | undefined): readonly Shown[] =>
    says === undefined ? [] : [show({ tone, says })];
  const { since, against, ledger } = plan;
  const undone = undoneText(undoneBy(plan, drift));
  const created = newSecrets(planCounts(plan));
  return {
    undone: aside('loud', undone === undefined ? undefined : [`${undone}.`]),
    since: aside('note', since && sinceSentence(since)),
    against: aside('note', against && [notAskedText(plan)]),
    ledger: aside('warning', ledger === null ? noLedgerSentence(plan) : undefined),
    // A new key is of little use without its secret, which the service shows once at most.
    secrets: aside('plain', created > 0 ? secretsSentence(created, secretsFile) : undefined),
  };
}

/**
 * The sections of a plan in the order of each format: a terminal has last what must not scroll away, a comment has
 * first what must not be cut.
 */
export const PLAN_SECTIONS = {
  text: [
    ...['drift', 'verdict', 'undone', 'since', 'pairs', 'against', 'ledger', 'changes', 'secrets', 'moves'],
    ...['held-back', 'other-notes', 'adopts', 'unmanaged', 'lint', 'guard'],
  ],
  quiet: ['drift', 'verdict', 'undone', 'guard'],
  markdown: [
    ...['verdict', 'undone', 'since', 'list', 'against', 'ledger', 'guard', 'findings', 'drift', 'changes', 'preview'],
    ...['secrets', 'moves', 'held-back', 'other-notes', 'adopts', 'unmanaged'],
  ],
} as const;
