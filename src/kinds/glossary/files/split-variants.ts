import { type LanguagePair, type PairKey, pairKey, parsePairKey } from '../../../model/entries/language-pair.ts';
import { type Checked, errorAt, type Finding } from '../../../model/finding.ts';
import type { TargetSettings } from '../../../model/resources/resource.ts';
import type { GlossaryAddress } from '../glossary.ts';
import { type Variant, variantName } from './glossary-file.ts';
import type { DictionarySource, GlossarySource } from './glossary-source.ts';

/** The address of a variant: `glossary.product.pt-BR`. */
export const variantAddress = (base: GlossaryAddress, { name }: Pick<Variant, 'name'>): GlossaryAddress =>
  `${base}.${name}`;

const replaced = ({ source, target }: LanguagePair, from: string, to: string): LanguagePair => ({
  source: source === from ? to : source,
  target: target === from ? to : target,
});

/** The pair of the base that belongs to a pair of a variant: `en->pt` for `en->pt-br`. */
export const basePair = (pair: PairKey, { code, over }: Pick<Variant, 'code' | 'over'>): PairKey =>
  pairKey(replaced(parsePairKey(pair), code, over));

/** The pair in the files of a variant for a pair on the service: `en->pt-br` for `en->pt`. */
export const variantPair = (pair: PairKey, { code, language }: Pick<Variant, 'code' | 'language'>): PairKey =>
  pairKey(replaced(parsePairKey(pair), language, code));

/** The settings of a variant for a target: the name of its base there gives its own. */
const onVariant = (settings: TargetSettings, variant: Variant): TargetSettings => ({
  ...settings,
  values: settings.values.map(([key, value]) => [
    key,
    key[0] === 'name' && typeof value === 'string' ? variantName(variant, value) : value,
  ]),
});

/**
 * The glossary of a `glossary.yaml`, and one for each of its variants. The dictionaries of a variant are those with its
 * language in the files, by the pairs of the files. Each needs a dictionary of the base.
 */
export function splitVariants(
  glossary: Omit<GlossarySource, 'dictionaries'>,
  variants: readonly Variant[],
  dictionaries: ReadonlyMap<PairKey, DictionarySource>,
): Required<Checked<readonly GlossarySource[]>> {
  const findings: Finding[] = [];
  const left = new Map(dictionaries);
  const sources = variants.map((variant): GlossarySource => {
    const { name, code, over, language, glossaryName, at } = variant;
    const own = new Map<PairKey, DictionarySource>();
    let count = 0;
    for (const [key, dictionary] of dictionaries) {
      const { source, target } = parsePairKey(key);
      if (!left.has(key) || (source !== code && target !== code)) continue;
      left.delete(key);
      count += 1;
      const [base, other] = [basePair(key, variant), source === code ? target : source];
      const isOdd = other === over || variants.some((each) => each.code === other);
      if (isOdd || !dictionaries.has(base))
        findings.push(
          isOdd
            ? errorAt('variant-pair', dictionary.declaredAt, { pair: key })
            : errorAt('variant-without-base', dictionary.declaredAt, { pair: key, base, variant: name }),
        );
      else own.set(key, { ...dictionary, pair: replaced(dictionary.pair, code, language), filePair: key });
    }
    if (count === 0 && dictionaries.size > 0)
      findings.push(errorAt('variant-without-files', at, { variant: name, file: `SOURCE-${name}.csv` }));
    const { pinnedId, pinnedIdAt, samples, lint, on, ...rest } = glossary;
    return {
      ...rest,
      address: variantAddress(glossary.address, variant),
      origin: at,
      name: glossaryName,
      ...(on !== undefined && { on: new Map([...on].map(([target, each]) => [target, onVariant(each, variant)])) }),
      variant: { ...variant, base: glossary.address },
      dictionaries: own,
    };
  });
  return { value: [{ ...glossary, dictionaries: left }, ...sources], findings };
}
