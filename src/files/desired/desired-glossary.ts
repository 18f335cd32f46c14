import { type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import type { Finding } from '../../model/finding.ts';
import { glossaryId } from '../../model/ids.ts';
import { glossaryAddress } from '../../model/resources/address.ts';
import type { DesiredDictionary, DesiredGlossary } from '../../model/resources/desired.ts';
import type { DictionarySource, GlossarySource } from '../workspace/sources.ts';

/**
 * A glossary with each pair once: a pair that comes again is an error that names both places, and the first one stays.
 */
export function desiredGlossary(source: GlossarySource): {
  readonly value: DesiredGlossary;
  readonly findings: readonly Finding[];
} {
  const first = new Map<PairKey, DictionarySource>();
  const dictionaries = new Map<PairKey, DesiredDictionary>();
  const findings: Finding[] = [];
  for (const dictionary of source.dictionaries) {
    const { pair, entries, origin, locate, declaredAt, stored } = dictionary;
    const key = pairKey(pair);
    const earlier = first.get(key);
    if (earlier !== undefined) {
      findings.push({
        code: 'pair-repeated',
        severity: 'error',
        at: declaredAt,
        related: [earlier.declaredAt],
        details: { pair: key },
      });
      continue;
    }
    first.set(key, dictionary);
    dictionaries.set(key, { pair, entries, origin, locate, form: stored.listed.form });
  }
  return {
    value: {
      address: glossaryAddress(source.addressName),
      origin: source.nameAt,
      ...(source.pinnedId !== undefined && { pinnedId: glossaryId(source.pinnedId) }),
      name: source.name,
      dictionaries,
      mode: source.mode,
      protect: source.protect,
      ...(source.samples.length > 0 && { samples: source.samples }),
    },
    findings,
  };
}
