import type { Plan } from '../../model/plan/plan.ts';
import { newSecrets, planCounts, type Tally } from '../../plan/counts.ts';
import { visible } from '../format/escape.ts';
import { groupedDigits } from '../format/text.ts';
import { lossesOf, othersTally } from './verdict-line.ts';

/**
 * The question before an apply: the target, the numbers of values, and irreversible losses. `secretsKept`: the secrets
 * of new keys are written to a file.
 */
export function approvalQuestion(plan: Plan, { secretsKept }: { readonly secretsKept: boolean }): string {
  const counts = planCounts(plan);
  const tallies: readonly Tally[] = [...Object.values(counts.values), othersTally(counts)];
  const values = (['added', 'changed', 'renamed', 'moved', 'removed'] as const).flatMap((kind) => {
    const count = tallies.reduce((sum, { [kind]: each = 0 }) => sum + each, 0);
    return count === 0 ? [] : [`${groupedDigits(count)} ${kind}`];
  });
  const all = [...values, ...lossesOf(counts).map(([resources, verb]) => `${resources} ${verb}d`)];
  const lost =
    newSecrets(counts) > 0 && !secretsKept
      ? ' The secrets of new keys will not be kept (--secrets-file keeps them).'
      : '';
  return `Apply to ${visible(plan.target.name)} (${all.length === 0 ? 'names only' : all.join(', ')})?${lost}`;
}
