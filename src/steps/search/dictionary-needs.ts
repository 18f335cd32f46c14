import type { ChildNeed } from '../../kinds/needs.ts';
import { type LanguagePair, pairKey } from '../../model/entries/language-pair.ts';
import type { GlossaryId } from '../../model/ids.ts';

/** Dictionaries by their glossary and their languages, as children that must be read. */
export const dictionaryNeeds = (
  needs: readonly { readonly glossary: GlossaryId; readonly pair: LanguagePair }[],
): readonly ChildNeed[] =>
  needs.map(({ glossary, pair }) => ({ kind: 'glossary', id: glossary, child: pairKey(pair) }));
