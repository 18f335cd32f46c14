import { kindNamed } from '../../kinds/registry.ts';
import { kindNoun } from '../../kinds/words.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { languagesIn } from '../format/language.ts';
import { listedTokens, type Sentence, say } from '../format/sentence.ts';
import { counted } from '../format/text.ts';
import { sharedTerms } from '../values/term-kinds.ts';
import { onlyUndoes } from '../values/undone.ts';

/** The changes of the resources that changes of shared terms reach. Empty: each change is in one resource only. */
export function reachedBy(plan: Pick<Plan, 'changes'>): Plan['changes'] {
  const places = new Set([...sharedTerms(plan).values()].flatMap((each) => each.places));
  return plan.changes.filter(({ children }) => children.some(({ address }) => places.has(address)));
}

/** Shared terms that are only removed or only added are described so. */
const VERBS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  removed: ['is removed from', 'are removed from'],
  added: ['is added to', 'are added to'],
};

/** Maximum number of targets that are named. */
const TARGETS_NAMED = 5;

/** `on 2 targets: prod and staging. This plan changes only prod.` */
function targetsReached({ target, reachedTargets: names = [] }: Plan): Sentence {
  if (names.length === 0) return say`.`;
  const hidden = names.length - TARGETS_NAMED;
  const shown = names.slice(0, TARGETS_NAMED).map((name) => say`${{ theirs: name }}`);
  const all = listedTokens(hidden > 0 ? [...shown, [`${hidden} more`]] : shown);
  return say`, on ${counted(names.length, 'target')}: ${all}. This plan changes only ${{ theirs: target.name }}.`;
}

/**
 * How far the changes of shared terms reach: `2 shared phrases change 12 glossaries, in 5 languages, on 2
 * targets: prod and staging.` A phrase is that of the source language, and a language that of a translation.
 * `undefined`: each change is in one resource only. Changes that only undo drift do not count.
 */
export function reachSentence(plan: Plan, drift: Drift | undefined): Sentence | undefined {
  const restores = onlyUndoes(plan, drift);
  const shared = [...sharedTerms(plan).values()].filter(({ term, places }) =>
    places.some((address) => !restores(address, term)),
  );
  const places = new Set(shared.flatMap((each) => each.places));
  const reached = plan.changes.filter(({ children }) => children.some(({ address }) => places.has(address)));
  const [first] = reached;
  if (first === undefined) return undefined;
  const phrases = new Set(
    shared.map(({ term: { before, after, mark } }) => JSON.stringify([(after ?? before)?.source, mark?.inheritedFrom])),
  );
  const languages = new Set([...places].map((address) => languagesIn(childName(address))[1] ?? childName(address)));
  const [kind, ...others] = new Set(shared.map(({ term }) => term.kind));
  const [changes, change] = (others.length === 0 && VERBS[kind ?? '']) || ['changes', 'change'];
  const verb = phrases.size === 1 ? changes : change;
  const [one, many] = kindNoun(kindNamed(first.kind));
  const what = `${counted(phrases.size, 'shared phrase')} ${verb} ${counted(reached.length, one, many)}`;
  return say`${what}, in ${counted(languages.size, 'language')}${targetsReached(plan)}`;
}
