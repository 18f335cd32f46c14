import type { Client } from '../../../client/client.ts';
import { CALLS } from '../../../contract/calls.ts';
import type { Dictionary } from '../../../model/entries/dictionary.ts';
import type { Entries } from '../../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../../model/entries/language-pair.ts';
import { ServiceError } from '../../../model/errors.ts';
import type { GlossaryId } from '../../../model/ids.ts';
import type { LiveDictionary, LiveGlossary } from '../glossary.ts';
import { glossaryCalls } from './glossary-calls.ts';

/** Maximum number of times that a dictionary is listed but not found before this is an error. */
const READINGS_MAX = 3;

/**
 * The entries of one dictionary that the service has just listed; `undefined` if it or its glossary has been deleted
 * since. A 404 is not enough for that: the glossary is read again, and only a dictionary that it no longer contains was
 * deleted. Throws if the dictionary is still listed but cannot be read. `known`: the probable entries.
 */
export async function readListedDictionary(
  client: Client,
  id: GlossaryId,
  listed: LiveDictionary,
  known?: Entries,
): Promise<LiveDictionary | undefined> {
  const { pair } = listed;
  for (let reading = 1; reading <= READINGS_MAX; reading += 1) {
    const entries = await glossaryCalls(client).readEntries(id, pair, known);
    if (entries !== undefined) return { pair, entryCount: entries.size, entries };
    const glossary = await glossaryCalls(client).read(id);
    if (glossary?.dictionaries.has(pairKey(pair)) !== true) return undefined;
  }
  const { method, path } = CALLS.glossaries.readEntries(id, pair);
  throw new ServiceError({
    request: `${method} ${path.split('?')[0]}`,
    status: 404,
    message: '',
    hint: `the glossary lists its dictionary ${pairKey(pair)}, and yet it cannot be read`,
  });
}

/**
 * One live glossary, with the entries of the given dictionaries if they exist, or of all with `'all'`; `undefined` if
 * it was deleted. `listed`: the glossary from a list of this run, which saves a call. `known`: the probable
 * dictionaries. Calls run one after another without a limiter: run the whole reading in one place of it.
 */
export async function readLiveGlossary(
  client: Client,
  id: GlossaryId,
  pairs: readonly LanguagePair[] | 'all',
  listed?: LiveGlossary,
  known?: ReadonlyMap<PairKey, Dictionary>,
): Promise<LiveGlossary | undefined> {
  const glossary = listed ?? (await glossaryCalls(client).read(id));
  if (glossary === undefined) return undefined;
  const wanted = pairs === 'all' ? undefined : new Set<PairKey>(pairs.map(pairKey));
  const dictionaries = new Map<PairKey, LiveDictionary>();
  for (const [key, listed] of glossary.dictionaries) {
    const dictionary =
      wanted?.has(key) === false ? listed : await readListedDictionary(client, id, listed, known?.get(key)?.entries);
    if (dictionary !== undefined) dictionaries.set(key, dictionary);
  }
  // A missing dictionary may have been deleted with its glossary.
  if (dictionaries.size < glossary.dictionaries.size && (await glossaryCalls(client).read(id)) === undefined)
    return undefined;
  return { ...glossary, dictionaries };
}
