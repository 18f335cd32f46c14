import { kindNamed } from '../../kinds/registry.ts';
import { kindNoun } from '../../kinds/words.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import { languagesIn } from '../format/language.ts';
import { counted } from '../format/text.ts';
import { sharedTerms } from '../values/term-kinds.ts';

/**
 * How far the changes of shared terms reach: `2 shared terms change 12 glossaries, in 5 languages.` A language is that
 * of a translation. `undefined`: each change is in one resource only.
 */
export function reachText(plan: Plan): string | undefined {
  const shared = [...sharedTerms(plan).values()];
  const places = new Set(shared.flatMap((each) => each.places));
  const reached = plan.changes.filter(({ children }) => children.some(({ address }) => places.has(address)));
  const [first] = reached;
  if (first === undefined) return undefined;
  const terms = new Set(
    shared.map(({ term: { before, after, mark } }) => JSON.stringify([(after ?? before)?.source, mark?.inheritedFrom])),
  );
  const languages = new Set([...places].map((address) => languagesIn(childName(address))[1] ?? childName(address)));
  const verb = terms.size === 1 ? 'changes' : 'change';
  const [one, many] = kindNoun(kindNamed(first.kind));
  return (
    `${counted(terms.size, 'shared term')} ${verb} ${counted(reached.length, one, many)}, ` +
    `in ${counted(languages.size, 'language')}.`
  );
}
