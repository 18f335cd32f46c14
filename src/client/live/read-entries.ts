import type { LiveDictionary, LiveGlossary } from '../../kinds/glossary/glossary.ts';
import type { LiveState } from '../../kinds/states.ts';
import type { Entries } from '../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import type { GlossaryId } from '../../model/ids.ts';
import type { Client } from '../client.ts';
import type { Limit } from '../limit.ts';
import { readListedDictionary } from './read-glossary.ts';

/** One dictionary whose entries the plan needs. */
export interface EntriesNeed {
  readonly glossary: GlossaryId;
  readonly pair: LanguagePair;
  /** What they probably are: then they are read faster. */
  readonly known?: Entries;
}

/** Told how many dictionaries of all that are needed have been read: at the beginning, and after each. */
export type OnRead = (read: number, total: number) => void;

/** The glossary with the read dictionaries in place; one that was found to be gone (`undefined`) is left out. */
function withRead(glossary: LiveGlossary, read: ReadonlyMap<PairKey, LiveDictionary | undefined>): LiveGlossary {
  const dictionaries = new Map(glossary.dictionaries);
  for (const [key, dictionary] of read) {
    if (dictionary === undefined) dictionaries.delete(key);
    else dictionaries.set(key, dictionary);
  }
  return { ...glossary, dictionaries };
}

/**
 * The listing with the needed entries filled in, each dictionary read once. A need that the listing does not have is
 * passed over: it is absent already. A dictionary that was deleted since the listing is dropped from it, and so is a
 * glossary. Any other failure throws; it never counts as "absent".
 */
export async function readEntries(
  client: Client,
  live: LiveState,
  needs: readonly EntriesNeed[],
  limit: Limit,
  onRead: OnRead = () => {},
): Promise<LiveState> {
  if (live.glossaries === undefined) return live;
  const wanted = new Map<GlossaryId, Map<PairKey, Entries | undefined>>();
  for (const { glossary, pair, known } of needs) {
    const pairs = wanted.get(glossary) ?? new Map<PairKey, Entries | undefined>();
    wanted.set(glossary, pairs.set(pairKey(pair), pairs.get(pairKey(pair)) ?? known));
  }
  const needed = live.glossaries.flatMap(({ id, dictionaries }) =>
    [...dictionaries.keys()].filter((key) => wanted.get(id)?.has(key) === true),
  ).length;
  let done = 0;
  onRead(done, needed);
  const read = async (glossary: LiveGlossary): Promise<LiveGlossary | undefined> => {
    const listed = [...glossary.dictionaries].filter(([key]) => wanted.get(glossary.id)?.has(key) === true);
    if (listed.length === 0) return glossary;
    const found = await Promise.all(
      listed.map(async ([key, dictionary]) => {
        const known = wanted.get(glossary.id)?.get(key);
        const now = await limit(() => readListedDictionary(client, glossary.id, dictionary, known));
        done += 1;
        onRead(done, needed);
        return [key, now] as const;
      }),
    );
    // A dictionary is gone by itself or with its glossary: one more look tells which.
    const gone = found.some(([, dictionary]) => dictionary === undefined);
    if (gone && (await limit(() => client.glossaries.read(glossary.id))) === undefined) return undefined;
    return withRead(glossary, new Map(found));
  };
  const glossaries = await Promise.all(live.glossaries.map(read));
  return { ...live, glossaries: glossaries.filter((glossary) => glossary !== undefined) };
}
