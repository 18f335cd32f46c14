import { planCounts } from '../../plan/counts.ts';
import type { Plan } from '../../plan/plan.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits } from '../format/plural.ts';

/**
 * What whoever says yes agrees to: where, how many values, and what is lost for good. `secretsKept`: the secrets of new
 * keys go to a file.
 */
export function approvalQuestion(plan: Plan, { secretsKept }: { readonly secretsKept: boolean }): string {
  const { terms, rules, instructions, developerKeys, glossaries, styleLists } = planCounts(plan);
  const sum = (kind: 'added' | 'changed' | 'removed'): number => terms[kind] + rules[kind] + instructions[kind];
  const parts = [
    [sum('added') + developerKeys.created, 'added'],
    [sum('changed') + developerKeys.updated, 'changed'],
    [sum('removed'), 'removed'],
  ] as const;
  const losses = [
    [glossaries.deleted, 'glossary', 'glossaries', 'deleted'],
    [styleLists.deleted, 'style list', 'style lists', 'deleted'],
    [styleLists.replaced, 'style list', 'style lists', 'replaced'],
    [developerKeys.deactivated, 'developer key', 'developer keys', 'deactivated'],
  ] as const;
  const all = [
    ...parts.filter(([count]) => count > 0).map(([count, word]) => `${groupedDigits(count)} ${word}`),
    ...losses.filter(([count]) => count > 0).map(([count, one, many, word]) => `${counted(count, one, many)} ${word}`),
  ];
  const lost =
    developerKeys.created > 0 && !secretsKept
      ? ' The secrets of new keys will not be kept (--secrets-file keeps them).'
      : '';
  return `Apply to ${visible(plan.target.name)} (${all.length === 0 ? 'names only' : all.join(', ')})?${lost}`;
}
