import { baseLanguage } from '../../contract/languages.ts';
import { isGlossaryLanguage, isLanguageCode } from '../../files/languages/check-language.ts';
import { grouped } from '../../model/lists.ts';

/** A language with variants that can share one glossary. */
export interface VariantProposal {
  readonly base: string;
  /** The variant to use as the base. Absent: the base language itself exists. */
  readonly first?: string;
  /** The other variants, which inherit from the base. */
  readonly others: readonly string[];
  /** The line for `glossary.yaml`. */
  readonly line: string;
}

/**
 * How to send several variants of one language: the base language, or the first variant in its place, is the base of
 * the others. `variants`: languages that cannot be sent as they are; other texts are left out. `languages`: all
 * languages.
 */
export function variantProposals(
  variants: readonly string[],
  languages: readonly string[],
): readonly VariantProposal[] {
  return [...grouped(variants.filter(isLanguageCode), baseLanguage)].flatMap(([base, all]) => {
    const first = languages.includes(base) ? undefined : all[0];
    const others = first === undefined ? all : all.slice(1);
    if (others.length === 0 || all.includes(base) || !isGlossaryLanguage(base)) return [];
    const line = `variants: { ${others.map((variant) => `${variant}: { over: ${base} }`).join(', ')} }`;
    return [{ base, ...(first !== undefined && { first }), others, line }];
  });
}
