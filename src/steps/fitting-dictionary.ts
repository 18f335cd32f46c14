import { baseLanguage } from '../contract/languages.ts';
import { variantCode } from '../files/languages/check-language.ts';
import type { GlossaryAddress } from '../kinds/glossary/glossary.ts';
import type { DesiredState } from '../kinds/states.ts';
import { type PairKey, pairKey } from '../model/entries/language-pair.ts';

/** A dictionary in the files that a translation could use. */
export interface FittingDictionary {
  readonly glossary: GlossaryAddress;
  readonly source: string;
  readonly pair: PairKey;
}

/**
 * The dictionaries in the files with a target language, and with a source language if it is named. A glossary is for
 * languages: `de` fits `de-CH`. A variant fits only its own language, and then its base does not. Empty dictionaries do
 * not count.
 */
export function fittingDictionaries(
  { glossaries = [] }: DesiredState,
  { from, to }: { readonly from?: string; readonly to: string },
): readonly FittingDictionary[] {
  const [target, source] = [variantCode(to), variantCode(from ?? '')];
  const fits = (language: string, wanted: string): boolean => [wanted, baseLanguage(wanted)].includes(language);
  const fitting = glossaries
    .filter(({ variant }) => variant === undefined || [source, target].includes(variant.code))
    .flatMap(({ address, dictionaries, variant }) =>
      [...dictionaries.values()]
        .filter(
          ({ pair, entries }) =>
            entries.size > 0 &&
            fits(pair.target, target) &&
            pair.source !== pair.target &&
            (from === undefined || fits(pair.source, source)),
        )
        .map(({ pair }) => ({ glossary: address, source: pair.source, pair: pairKey(pair), base: variant?.base })),
    );
  const replaced = new Set(fitting.map(({ base }) => base));
  return fitting.filter(({ glossary }) => !replaced.has(glossary)).map(({ base, ...each }) => each);
}
