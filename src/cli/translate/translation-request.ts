import { checkTranslation } from '../../flow/check-translation.ts';
import { type FoundTerms, fullAddress } from '../../flow/search/find-terms.ts';
import type { TranslationMemoryId } from '../../model/account/translation.ts';
import { UsageError } from '../../model/errors.ts';
import type { DesiredState } from '../../model/resources/desired.ts';
import type { TranslateOptions } from '../options/translate-commands.ts';

/** What a translation is asked for with, once it is clear which terms it goes by. */
export type AskedTranslation = Omit<TranslateOptions, 'glossary'> & { readonly glossary?: string };

/** The options with the glossary that they name, if they name one. */
export const namedTerms = ({ glossary, ...options }: TranslateOptions): AskedTranslation =>
  typeof glossary === 'string' ? { ...options, glossary } : options;

/**
 * Throws what is against the rules of the service, as far as it can be known: before anything is asked, and again when
 * the live terms are known.
 */
export function refuseBadTranslation(
  { from, to, model, glossary, style, translationMemory, memoryThreshold }: AskedTranslation,
  desired: DesiredState,
  found?: FoundTerms,
): void {
  const terms = glossary === undefined ? undefined : fullAddress('glossary', glossary);
  const rules = style === undefined ? undefined : fullAddress('style_rules', style);
  const files = desired.glossaries?.find(({ address }) => address === terms)?.dictionaries;
  const live = found?.glossary?.live.dictionaries;
  const language = (
    found === undefined
      ? desired.styleLists?.find(({ address }) => address === rules)?.content
      : found.styleList?.live.content
  )?.language;
  const faults = checkTranslation({
    to,
    ...(from !== undefined && { from }),
    ...(model !== undefined && { model }),
    ...(terms !== undefined && {
      glossary: {
        address: terms,
        ...(files !== undefined && { files: [...files.keys()] }),
        ...(live !== undefined && {
          live: [...live].flatMap(([pair, { entryCount }]) => (entryCount > 0 ? [pair] : [])),
        }),
      },
    }),
    ...(rules !== undefined && { style: { address: rules, ...(language !== undefined && { language }) } }),
  });
  const ofMemory =
    memoryThreshold !== undefined && translationMemory === undefined
      ? ['--memory-threshold needs --translation-memory']
      : [];
  if (faults.length + ofMemory.length > 0) throw new UsageError([...faults, ...ofMemory].join('; '));
}

/** The call without its texts. */
export const requestOf = (
  { from, to, model, formality, instruction, memoryThreshold, tagHandling, tagHandlingVersion }: AskedTranslation,
  found: FoundTerms,
  memory: TranslationMemoryId | undefined,
) => ({
  targetLang: to,
  ...(from !== undefined && { sourceLang: from }),
  ...(model !== undefined && { modelType: model }),
  ...(formality !== undefined && { formality }),
  ...(instruction.length > 0 && { customInstructions: instruction }),
  ...(found.glossary !== undefined && { glossaryId: found.glossary.live.id }),
  ...(found.styleList !== undefined && { styleId: found.styleList.live.id }),
  ...(memory !== undefined && { translationMemoryId: memory }),
  ...(memoryThreshold !== undefined && { translationMemoryThreshold: memoryThreshold }),
  ...(tagHandling !== undefined && { tagHandling }),
  ...(tagHandlingVersion !== undefined && { tagHandlingVersion }),
  showBilledCharacters: true,
});

/** What the translation went by, for the line and the document that say so. */
export const usedTerms = ({ glossary, styleList }: FoundTerms) => ({
  ...(glossary !== undefined && {
    glossary: { address: glossary.address, id: glossary.live.id, name: glossary.live.name },
  }),
  ...(styleList !== undefined && {
    style: { address: styleList.address, id: styleList.live.id, name: styleList.live.content.name },
  }),
});
