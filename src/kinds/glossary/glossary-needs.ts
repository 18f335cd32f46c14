import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import { type LanguagePair, pairKey } from '../../model/entries/language-pair.ts';
import type { GlossaryId } from '../../model/ids.ts';
import type { Match } from '../matches.ts';
import type { ChildNeed, ChildNeeds } from '../needs.ts';
import type { DesiredGlossary, LiveGlossary, OwnedGlossary } from './glossary.ts';
import { glossaryParts } from './glossary-parts.ts';

/** A listing has the sizes of dictionaries, and not their entries. An empty one is the same as none. */
export const GLOSSARY_NEEDS: ChildNeeds<GlossaryContent, DesiredGlossary, LiveGlossary> = {
  ofMatch: (match: Match<DesiredGlossary, LiveGlossary, OwnedGlossary> & { readonly live: LiveGlossary }, context) =>
    glossaryParts({ ...match, ...context, address: match.desired.address }).parts.flatMap(({ pair, desired, live }) =>
      // What the files want is what is there, but for what has changed.
      live === undefined ? [] : [{ child: pair, ...(desired && { known: desired.entries }) }],
    ),
  all: ({ dictionaries }) =>
    [...dictionaries].filter(([, { entryCount }]) => entryCount > 0).map(([child]) => ({ child })),
};

/** Dictionaries by their glossary and their languages, as children that must be read. */
export const dictionaryNeeds = (
  needs: readonly { readonly glossary: GlossaryId; readonly pair: LanguagePair }[],
): readonly ChildNeed[] =>
  needs.map(({ glossary, pair }) => ({ kind: 'glossary', id: glossary, child: pairKey(pair) }));
