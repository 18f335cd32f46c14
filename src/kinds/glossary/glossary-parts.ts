import type { PairKey } from '../../model/entries/language-pair.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Scope } from '../../model/plan/scope.ts';
import type { Match } from '../match/matches.ts';
import type { DesiredDictionary, DesiredGlossary, LiveDictionary, LiveGlossary } from './glossary.ts';
import { type DictionaryAddress, dictionaryAddress } from './glossary.ts';

/**
 * One dictionary of a glossary that files and service agree to be the same. An empty dictionary is the same as none, on
 * both sides.
 */
export interface GlossaryPart {
  readonly pair: PairKey;
  readonly address: DictionaryAddress;
  readonly desired?: DesiredDictionary;
  readonly live?: LiveDictionary;
}

export interface GlossaryParts {
  /** The pairs that the plan is about, in the order of their addresses. */
  readonly parts: readonly GlossaryPart[];
  /** Live pairs that no file names, nothing owns and no pattern gives away. */
  readonly unmanaged: readonly GlossaryPart[];
}

/** Which dictionaries of a glossary the plan is about. `isManaged`: false for one that is nobody's. */
export function glossaryParts(
  { desired, live }: Pick<Match<DesiredGlossary, LiveGlossary>, 'desired' | 'live'>,
  { scope, isManaged }: { readonly scope: Scope; readonly isManaged: (pair: PairKey) => boolean },
): GlossaryParts {
  const { address } = desired;
  const pairs = new Set<PairKey>([...desired.dictionaries.keys(), ...(live?.dictionaries.keys() ?? [])]);
  const parts: GlossaryPart[] = [];
  const unmanaged: GlossaryPart[] = [];
  for (const pair of [...pairs].sort(byCodeUnit)) {
    if (!scope.child(address, pair)) continue;
    const wanted = desired.dictionaries.get(pair);
    const found = live?.dictionaries.get(pair);
    const part: GlossaryPart = {
      pair,
      address: dictionaryAddress(address, pair),
      ...(wanted !== undefined && wanted.entries.size > 0 && { desired: wanted }),
      ...(found !== undefined && found.entryCount > 0 && { live: found }),
    };
    if (part.desired === undefined && part.live === undefined) continue;
    if (part.desired !== undefined || isManaged(pair)) parts.push(part);
    else unmanaged.push(part);
  }
  return { parts, unmanaged };
}
