import type { GlossaryAddress } from '../kinds/glossary/glossary.ts';
import type { DesiredState } from '../kinds/states.ts';
import { type PairKey, pairKey } from '../model/entries/language-pair.ts';

/** A dictionary in the files that a translation could use. */
export interface FittingDictionary {
  readonly glossary: GlossaryAddress;
  readonly source: string;
  readonly pair: PairKey;
}

/** A dictionary is for languages, not variants: `de` for `de-CH`. */
const baseOf = (code: string): string => code.toLowerCase().split(/[-_]/)[0] ?? '';

/**
 * The dictionaries in the files with a target language, and with a source language if it is named. Empty dictionaries
 * do not count.
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
