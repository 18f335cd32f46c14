import type { AnyKind, Noun } from '../../kinds/kind.ts';
import { KINDS } from '../../kinds/registry.ts';
import { childNoun, kindNoun, totalNoun } from '../../kinds/words.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { type ActionCounts, isCountedByValues, type PlanCounts, type Tally } from '../../plan/counts.ts';
import { type Sentence, say, sentenceText } from '../format/sentence.ts';
import { counted, groupedDigits, listed } from '../format/text.ts';
import { isPart, refToken, targetTokens } from '../values/narrowed.ts';
import { asOfText } from './against-text.ts';

const verbs = (noun: Noun, tally: Tally): readonly string[] => {
  const { added, changed, removed, moved = 0, renamed = 0 } = tally;
  const counts = [
    [added, 'to add'],
    [changed, 'to change'],
    [renamed, 'to rename'],
    [moved, 'to move'],
    [removed, 'to remove'],
  ] as const;
  const [first, ...rest] = counts.filter(([count]) => count > 0);
  if (first === undefined) return [];
  return [
    `${counted(first[0], ...noun)} ${first[1]}`,
    ...rest.map(([count, verb]) => `${groupedDigits(count)} ${verb}`),
  ];
};

/** `2 glossaries`; empty for 0. */
const some = (count: number | undefined, noun: Noun): readonly string[] =>
  count === undefined || count === 0 ? [] : [counted(count, ...noun)];

const LOSSES = { deleted: 'delete', replaced: 'replace', deactivated: 'deactivate' } as const;

/** The deleted, replaced and deactivated resources and children: `2 glossaries` and the verb. */
export const lossesOf = ({
  resources,
  lostChildren,
}: PlanCounts): readonly (readonly [resources: string, verb: string])[] =>
  KINDS.flatMap((kind) => [
    ...(['deleted', 'replaced', 'deactivated'] as const).flatMap((action) =>
      some(resources[kind.plural]?.[action], kindNoun(kind)).map((each) => [each, LOSSES[action]] as const),
    ),
    ...some(lostChildren[kind.plural], childNoun(kind)).map((each) => [each, LOSSES.deleted] as const),
  ]);

/** The numbers of created or updated resources, for kinds whose changes are not reported by their values. */
const othersOf = ({ resources }: PlanCounts, action: 'created' | 'updated'): readonly (readonly [AnyKind, number])[] =>
  KINDS.filter((kind) => !isCountedByValues(kind)).map((kind) => [kind, resources[kind.plural]?.[action] ?? 0]);

/** The numbers of `othersOf`, summed over all kinds. */
export function othersTally(counts: PlanCounts): Tally {
  const sum = (action: 'created' | 'updated') => othersOf(counts, action).reduce((all, [, count]) => all + count, 0);
  return { added: sum('created'), changed: sum('updated'), removed: 0 };
}

const othersText = (counts: PlanCounts, action: 'created' | 'updated', verb: string): readonly string[] =>
  othersOf(counts, action).flatMap(([kind, count]) => some(count, kindNoun(kind)).map((each) => `${each} ${verb}`));

const total = (counts: ActionCounts | undefined): number =>
  Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);

/** The changes of the files, such as `2 terms to add, 1 to remove` and `1 glossary to delete`. Empty: only names. */
export const changesOf = ({ files, ...counts }: PlanCounts & { readonly files?: PlanCounts }): readonly string[] => {
  const from = files ?? counts;
  return [
    ...lossesOf(from).map(([resources, verb]) => `${resources} to ${verb}`),
    ...Object.entries(from.values).flatMap(([part, values]) => verbs(totalNoun(part), values)),
    ...othersText(from, 'created', 'to create'),
    ...othersText(from, 'updated', 'to change'),
  ];
};

/**
 * The whole plan in one line, for pull requests, checks and chat messages. `wanted`: the source of the plan, if it is
 * not the files.
 */
export function verdictSentence(
  plan: Pick<Plan, 'target' | 'only' | 'since' | 'against' | 'ledger'>,
  counts: PlanCounts & { readonly files?: PlanCounts },
  wanted?: Sentence,
): Sentence {
  const asOf = asOfText(plan);
  const target = say`${targetTokens(plan)}${asOf}`;
  if (counts.calls === 0) {
    const unknown = plan.ledger === null ? ', but there is no ledger for it here, so drift is unknown' : '';
    const matches = `${asOf === '' ? '' : ','} matches`;
    if (isPart(plan))
      return say`No changes in what changed since ${refToken(plan.since)}.
        ${{ theirs: plan.target.name }}${asOf}${matches} it${unknown}.`;
    return say`No changes. ${target}${matches} ${wanted ?? 'the files'}${unknown}.`;
  }
  const { files = counts } = counts;
  const touched = KINDS.flatMap((kind) => [
    ...some(total(counts.resources[kind.plural]), kindNoun(kind)),
    ...some(total(counts.children[kind.plural]), childNoun(kind)),
  ]);
  const origin = wanted === undefined ? '' : say`, to match ${wanted}`;
  const changes = changesOf(counts).join(', ') || (files.calls > 0 ? 'names to change' : 'no changes from the files');
  return say`Plan for ${target}${origin}: ${changes}; ${listed(touched)}; ${counted(counts.calls, 'call')}.`;
}

/** `verdictSentence` as text. */
export const verdictLine = (...input: Parameters<typeof verdictSentence>): string =>
  sentenceText(verdictSentence(...input));
