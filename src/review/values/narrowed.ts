import type { Plan, Since } from '../../model/plan/plan.ts';
import { listedTokens, type Sentence, type SentenceToken, say } from '../format/sentence.ts';

type Part = Pick<Plan, 'only' | 'since'>;

/** True for a plan that may leave out resources because of `--since`. */
export const isPart = (plan: Part): plan is Part & { readonly since: Since } =>
  plan.since !== undefined && plan.since.because === undefined;

/** Maximum number of `--only` patterns that are named. */
const ONLY_SHOWN = 5;

export const refToken = ({ ref }: Pick<Since, 'ref'>): SentenceToken => ({ theirs: ref, max: 60 });

/** ` (only glossary.product)`; empty without patterns. */
export function onlyTokens(only: readonly string[]): Sentence {
  if (only.length === 0) return [];
  const shown = only.slice(0, ONLY_SHOWN).map((theirs) => [{ theirs, max: 60 }]);
  const more = only.length > ONLY_SHOWN ? [[`${only.length - ONLY_SHOWN} more`]] : [];
  return say` (only ${listedTokens([...shown, ...more])})`;
}

/** `prod (only glossary.product)`, `prod (only what changed since main)`: a target, and the restriction of its plan. */
export const targetTokens = (plan: Part & Pick<Plan, 'target'>): Sentence => {
  const narrowed = isPart(plan) ? say` (only what changed since ${refToken(plan.since)})` : onlyTokens(plan.only);
  return say`${{ theirs: plan.target.name }}${narrowed}`;
};
