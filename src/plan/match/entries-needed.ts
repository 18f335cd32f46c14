import { glossaryParts } from '../../kinds/glossary/glossary-parts.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { GlossaryId } from '../../model/ids.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { type MatchAllInput, matchAll } from './match-all.ts';

/**
 * Which live dictionaries must be read before the plan can be made, given what the service lists: those that the plan
 * is about, and all of a glossary that would go, since its deletion is bound to what it holds.
 */
export function entriesNeeded(
  input: MatchAllInput,
): readonly { readonly glossary: GlossaryId; readonly pair: LanguagePair; readonly known?: Entries }[] {
  const { glossaries } = matchAll(input);
  if (glossaries === undefined) return [];
  const scope = scopeOf(input.only);
  const changed = glossaries.matches.flatMap(({ desired, live, owned }) => {
    if (live === undefined) return [];
    const { parts } = glossaryParts({
      address: desired.address,
      desired,
      live,
      ...(owned !== undefined && { owned }),
      deletable: input.deletable,
      scope,
    });
    return parts.flatMap((part) => {
      if (part.live === undefined) return [];
      // What the files want is what is there, but for what has changed.
      const known = part.desired && { known: part.desired.entries };
      return [{ glossary: live.id, pair: part.live.pair, ...known }];
    });
  });
  const deleted = glossaries.deletes
    .filter(({ address }) => scope.whole(address))
    .flatMap(({ live }) =>
      [...live.dictionaries.values()]
        .filter(({ entryCount }) => entryCount > 0)
        .map(({ pair }) => ({ glossary: live.id, pair })),
    );
  return [...changed, ...deleted];
}
