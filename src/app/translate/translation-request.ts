import { variantCode } from '../../files/languages/check-language.ts';
import { GLOSSARY } from '../../kinds/glossary/glossary-kind.ts';
import type { DesiredState } from '../../kinds/states.ts';
import { STYLE_LIST } from '../../kinds/style-list/style-list-kind.ts';
import type { TranslationMemoryId } from '../../model/account/translation.ts';
import { UsageError } from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { checkTranslation } from '../../steps/check-translation.ts';
import { type FoundTerms, fullAddress } from '../../steps/search/find-terms.ts';
import type { TranslateOptions } from '../options.ts';

/** The options of a translation after its glossary was chosen. */
export type RequestedTranslation = Omit<TranslateOptions, 'glossary'> & { readonly glossary?: string };

/**
 * The options with the glossary that they name, or with its variant for the languages of the texts. `--no-glossary`
 * names none.
 */
export function namedTerms({ glossary, ...options }: TranslateOptions, desired: DesiredState): RequestedTranslation {
  if (typeof glossary !== 'string') return options;
  const languages = [options.to, options.from ?? ''].map(variantCode);
  const base = fullAddress(GLOSSARY, glossary);
  const found = desired.glossaries?.find(({ variant }) => variant?.base === base && languages.includes(variant.code));
  return { ...options, glossary: found?.address ?? glossary };
}

/**
 * Throws a `UsageError` for options that the service would refuse. It uses only what is known, so it is called once
 * before any call, and again with the live terms.
 */
export function refuseBadTranslation(
  { from, to, model, glossary, style, translationMemory, memoryThreshold }: RequestedTranslation,
  desired: DesiredState,
  found?: FoundTerms,
): void {
  const terms = glossary === undefined ? undefined : fullAddress(GLOSSARY, glossary);
  const rules = style === undefined ? undefined : fullAddress(STYLE_LIST, style);
  const files = desired.glossaries?.find(({ address }) => address === terms)?.dictionaries;
  const live = found?.glossary?.live.dictionaries;
  const language = (
    found === undefined
      ? desired.styleLists?.find(({ address }) => address === rules)?.content
      : found.styleList?.live.content
  )?.language;
  const entries = live && [...live].flatMap(([pair, { entryCount }]) => (entryCount > 0 ? [pair] : []));
  const errors = checkTranslation(
    omitUndefined({
      to,
      from,
      model,
      glossary:
        terms === undefined
          ? undefined
          : omitUndefined({ address: terms, files: files && [...files.keys()], live: entries }),
      style: rules === undefined ? undefined : omitUndefined({ address: rules, language }),
    }),
  );
  const memoryErrors =
    memoryThreshold !== undefined && translationMemory === undefined
      ? ['--memory-threshold needs --translation-memory']
      : [];
  if (errors.length + memoryErrors.length > 0) throw new UsageError([...errors, ...memoryErrors].join('; '));
}

/** The call without its texts. */
export const requestOf = (
  { from, to, model, formality, instruction, memoryThreshold, tagHandling, tagHandlingVersion }: RequestedTranslation,
  found: FoundTerms,
  memory: TranslationMemoryId | undefined,
) =>
  omitUndefined({
    targetLang: to,
    sourceLang: from,
    modelType: model,
    formality,
    customInstructions: instruction.length > 0 ? instruction : undefined,
    glossaryId: found.glossary?.live.id,
    styleId: found.styleList?.live.id,
    translationMemoryId: memory,
    translationMemoryThreshold: memoryThreshold,
    tagHandling,
    tagHandlingVersion,
    showBilledCharacters: true,
  });

/** The glossary and the style list that were used, for the text and the JSON document. */
export const usedTerms = ({ glossary, styleList }: FoundTerms) =>
  omitUndefined({
    glossary: glossary && { address: glossary.address, id: glossary.live.id, name: glossary.live.name },
    style: styleList && { address: styleList.address, id: styleList.live.id, name: styleList.live.content.name },
  });
