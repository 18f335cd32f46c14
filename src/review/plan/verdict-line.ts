import type { Plan } from '../../model/plan/plan.ts';
import type { PlanCounts, Tally } from '../../plan/counts.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits, listed } from '../format/text.ts';
import { asOfText } from './against-text.ts';
import { NOUNS } from './change-words.ts';

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

/** `2 glossaries`; nothing where there is none. */
function some(count: number, kind: keyof typeof NOUNS): readonly string[] {
  const [one, many] = NOUNS[kind];
  return count === 0 ? [] : [counted(count, one, many)];
}

/** What goes as a whole: `2 glossaries` and the verb. */
export const lossesOf = ({ glossaries, styleLists, developerKeys }: PlanCounts) => [
  ...some(glossaries.deleted, 'glossary').map((each) => [each, 'delete'] as const),
  ...some(styleLists.deleted, 'style-list').map((each) => [each, 'delete'] as const),
  ...some(styleLists.replaced, 'style-list').map((each) => [each, 'replace'] as const),
  ...some(developerKeys.deactivated, 'developer-key').map((each) => [each, 'deactivate'] as const),
];

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

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
  const what = [
    ...lossesOf(counts).map(([resources, verb]) => `${resources} to ${verb}`),
    ...verbs('term', counts.terms),
    ...verbs('rule', counts.rules),
    ...verbs('instruction', counts.instructions),
    ...some(developerKeys.created, 'developer-key').map((keys) => `${keys} to create`),
    ...some(developerKeys.updated, 'developer-key').map((keys) => `${keys} to change`),
  ];
  const touched = [
    ...some(total(glossaries), 'glossary'),
    ...some(total(dictionaries), 'dictionary'),
    ...some(total(styleLists), 'style-list'),
    ...some(total(developerKeys), 'developer-key'),
  ];
  return (
    `Plan for ${target}: ${what.length === 0 ? 'names to change' : what.join(', ')}; ${listed(touched)}; ` +
    `${counted(counts.calls, 'call')}.`
  );
}
