import type { GlossaryAddress } from '../kinds/glossary/glossary.ts';
import type { DesiredState } from '../kinds/states.ts';
import { type PairKey, pairKey } from '../model/entries/language-pair.ts';

/** A dictionary of the files that a translation could go by. */
export interface FittingDictionary {
  readonly glossary: GlossaryAddress;
  readonly source: string;
  readonly pair: PairKey;
}

/** A dictionary is for languages, not variants: `de` for `de-CH`. */
const baseOf = (code: string): string => code.toLowerCase().split(/[-_]/)[0] ?? '';

/**
 * The dictionaries of the files that are into a language, and from another one when that is named. Without entries one
 * is none.
 */
export const fittingDictionaries = (
  { glossaries = [] }: DesiredState,
  { from, to }: { readonly from?: string; readonly to: string },
): readonly FittingDictionary[] =>
  glossaries.flatMap(({ address, dictionaries }) =>
    [...dictionaries.values()]
      .filter(
        ({ pair, entries }) =>
          entries.size > 0 &&
          pair.target === baseOf(to) &&
          pair.source !== pair.target &&
          (from === undefined || pair.source === baseOf(from)),
      )
      .map(({ pair }) => ({ glossary: address, source: pair.source, pair: pairKey(pair) })),
  );
