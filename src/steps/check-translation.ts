import { baseLanguage } from '../contract/languages.ts';
import { variantCode } from '../files/languages/check-language.ts';
import type { PairKey } from '../model/entries/language-pair.ts';

/** Facts about a translation before the request. Unknown facts are absent and are not checked. */
export interface TranslationFacts {
  readonly from?: string;
  readonly to: string;
  readonly model?: string;
  readonly glossary?: {
    readonly address: string;
    /** Dictionaries on the service. */
    readonly live?: readonly PairKey[];
    /** Dictionaries in the files. */
    readonly files?: readonly PairKey[];
  };
  readonly style?: {
    readonly address: string;
    /** Language of its rules, without a region. */
    readonly language?: string;
  };
}

const listOr = (items: readonly string[]): string => (items.length === 0 ? 'none' : items.join(', '));

/**
 * The rules that the translation violates, in words; empty if it violates none. The service would refuse it. Source:
 * service description, "Text translation" 1 to 3, and "Glossary"; public facts F48 for the language of a style list.
 */
export function checkTranslation({ from, to, model, glossary, style }: TranslationFacts): readonly string[] {
  const faults: string[] = [];
  if (glossary !== undefined && from === undefined)
    faults.push(`${glossary.address} needs --from: a glossary cannot be used with automatic detection of the source`);
  if (glossary?.live !== undefined && from !== undefined) {
    const pair: PairKey = `${baseLanguage(from)}->${baseLanguage(to)}`;
    const { address, live, files = [] } = glossary;
    // A variant may have dictionaries in its own language.
    if (!live.includes(pair) && !live.includes(`${baseLanguage(from)}->${variantCode(to)}`))
      faults.push(
        files.includes(pair)
          ? `${address} has no dictionary ${pair} on the service yet; run "lexform apply"`
          : `${address} has no dictionary ${pair}; it has: ${listOr(live)}`,
      );
  }
  if (style?.language !== undefined && baseLanguage(style.language) !== baseLanguage(to))
    faults.push(`${style.address} is for ${baseLanguage(style.language)} and cannot be used with --to ${to}`);
  if (style !== undefined && model === 'latency_optimized')
    faults.push(`${style.address} needs a quality-optimized model and cannot be used with --model latency_optimized`);
  return faults;
}
