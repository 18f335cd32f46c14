import * as d from '../../model/decode.ts';
import { type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import { glossaryId } from '../../model/ids.ts';
import type { LiveDictionary } from '../../model/resources/live.ts';
import { idText, language } from '../transport/path-segment.ts';

/** Metadata of one dictionary. */
const dictionaryAnswer = d.map(
  d.object({
    source: d.from('source_lang', language),
    target: d.from('target_lang', language),
    entryCount: d.from('entry_count', d.count),
  }),
  ({ source, target, entryCount }): LiveDictionary => ({ pair: { source, target }, entryCount }),
);

/** Of two dictionaries of one pair the first counts. */
function byPair(dictionaries: readonly LiveDictionary[]): ReadonlyMap<PairKey, LiveDictionary> {
  const pairs = new Map<PairKey, LiveDictionary>();
  for (const each of dictionaries) if (!pairs.has(pairKey(each.pair))) pairs.set(pairKey(each.pair), each);
  return pairs;
}

/** Metadata of a glossary. Unknown fields and timestamps are passed over. */
export const glossaryAnswer = d.object({
  dictionaries: d.map(d.list(dictionaryAnswer), byPair),
  id: d.from('glossary_id', d.map(idText, glossaryId)),
  name: d.text,
});

/** An absent `ready` means ready (public facts C6). */
export const readyAnswer = d.map(d.object({ ready: d.anything }), ({ ready }) => ready !== false);

/** Of a new glossary only its id cannot be known without the answer; nothing else of it need be there. */
export const createdGlossary = d.object({
  id: d.from('glossary_id', d.map(idText, glossaryId)),
  ready: d.from(undefined, readyAnswer),
});
