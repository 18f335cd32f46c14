import { glossaryId } from '../model/ids.ts';
import { type PairKey, pairKey } from '../model/language-pair.ts';
import type { LiveDictionary, LiveGlossary } from '../model/live.ts';
import { count, field, idText, items, type JsonValue, text } from './json-value.ts';

/** Metadata of one dictionary. Languages become lower case (public facts C3). */
function parseDictionary(at: JsonValue): LiveDictionary {
  return {
    pair: {
      source: text(field(at, 'source_lang')).toLowerCase(),
      target: text(field(at, 'target_lang')).toLowerCase(),
    },
    entryCount: count(field(at, 'entry_count')),
  };
}

/** Metadata of a glossary. Of two dictionaries of one pair the first counts. Unknown fields and timestamps are passed over. */
export function parseGlossary(at: JsonValue): LiveGlossary {
  const dictionaries = new Map<PairKey, LiveDictionary>();
  for (const item of items(field(at, 'dictionaries'))) {
    const dictionary = parseDictionary(item);
    const key = pairKey(dictionary.pair);
    if (!dictionaries.has(key)) dictionaries.set(key, dictionary);
  }
  return { id: glossaryId(idText(field(at, 'glossary_id'))), name: text(field(at, 'name')), dictionaries };
}

/** An absent `ready` means ready (public facts C6). */
export const isReady = (at: JsonValue): boolean => field(at, 'ready').value !== false;
