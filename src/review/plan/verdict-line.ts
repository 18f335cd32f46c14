import type { PlanCounts, Tally } from '../../plan/counts.ts';
import type { Plan } from '../../plan/plan.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits, listed } from '../format/plural.ts';
import { asOfText } from './against-text.ts';

const verbs = (noun: string, { added, changed, removed }: Tally): readonly string[] => {
  const counts = [
    [added, 'to add'],
    [changed, 'to change'],
    [removed, 'to remove'],
  ] as const;
  const [first, ...rest] = counts.filter(([count]) => count > 0);
  if (first === undefined) return [];
  return [`${counted(first[0], noun)} ${first[1]}`, ...rest.map(([count, verb]) => `${groupedDigits(count)} ${verb}`)];
};

/**
 * The whole plan in one line, by term: what a pull request, a check or a chat message shows. `wanted`: what the plan
 * was made from.
 */
export function verdictLine(
  plan: Pick<Plan, 'target' | 'only' | 'against' | 'ledger'>,
  counts: PlanCounts,
  wanted = 'the files',
): string {
  const only = plan.only.length === 0 ? '' : ` (only ${listed(plan.only.map(visible))})`;
  const asOf = asOfText(plan);
  const target = `${visible(plan.target.name)}${only}${asOf}`;
  if (counts.calls === 0) {
    const unknown = plan.ledger === null ? ', but there is no ledger for it here, so drift is unknown' : '';
    return `No changes. ${target}${asOf === '' ? '' : ','} matches ${visible(wanted)}${unknown}.`;
  }
  const { glossaries, styleLists, dictionaries, developerKeys } = counts;
  const goneLists = styleLists.deleted > 0 ? [`${counted(styleLists.deleted, 'style list')} to delete`] : [];
  const replaced = styleLists.replaced > 0 ? [`${counted(styleLists.replaced, 'style list')} to replace`] : [];
  const parts = [
    ...verbs('term', counts.terms),
    ...verbs('rule', counts.rules),
    ...verbs('instruction', counts.instructions),
    ...(developerKeys.created > 0 ? [`${counted(developerKeys.created, 'developer key')} to create`] : []),
    ...(developerKeys.updated > 0 ? [`${counted(developerKeys.updated, 'developer key')} to change`] : []),
  ];
  const deletions = [
    ...(glossaries.deleted > 0 ? [`${counted(glossaries.deleted, 'glossary', 'glossaries')} to delete`] : []),
    ...goneLists,
    ...replaced,
    ...(developerKeys.deactivated > 0 ? [`${counted(developerKeys.deactivated, 'developer key')} to deactivate`] : []),
  ];
  const touched = [
    ...(glossaries.created + glossaries.updated + glossaries.deleted > 0
      ? [counted(glossaries.created + glossaries.updated + glossaries.deleted, 'glossary', 'glossaries')]
      : []),
    ...(dictionaries.created + dictionaries.updated + dictionaries.deleted > 0
      ? [counted(dictionaries.created + dictionaries.updated + dictionaries.deleted, 'dictionary', 'dictionaries')]
      : []),
    ...(styleLists.created + styleLists.updated + styleLists.replaced + styleLists.deleted > 0
      ? [counted(styleLists.created + styleLists.updated + styleLists.replaced + styleLists.deleted, 'style list')]
      : []),
    ...(developerKeys.created + developerKeys.updated + developerKeys.deactivated > 0
      ? [counted(developerKeys.created + developerKeys.updated + developerKeys.deactivated, 'developer key')]
      : []),
  ];
  const what = [...deletions, ...parts];
  return (
    `Plan for ${target}: ${what.length === 0 ? 'names to change' : what.join(', ')}; ${listed(touched)}; ` +
    `${counted(counts.calls, 'call')}.`
  );
}
