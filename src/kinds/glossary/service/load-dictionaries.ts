import type { Entries } from '../../../model/entries/entries.ts';
import type { PairKey } from '../../../model/entries/language-pair.ts';
import type { ChildReading } from '../../service/service-facet.ts';
import type { LiveDictionary, LiveGlossary } from '../glossary.ts';
import { glossaryCalls } from './glossary-calls.ts';
import { readListedDictionary } from './read-glossary.ts';

/** The glossary with the read dictionaries in place; one that was found to be gone (`undefined`) is left out. */
function withRead(
  glossary: LiveGlossary,
  read: readonly (readonly [PairKey, LiveDictionary | undefined])[],
): LiveGlossary {
  const dictionaries = new Map(glossary.dictionaries);
  for (const [key, dictionary] of read) {
    if (dictionary === undefined) dictionaries.delete(key);
    else dictionaries.set(key, dictionary);
  }
  return { ...glossary, dictionaries };
}

/**
 * A listed glossary with the entries of dictionaries, each read once. A dictionary that was deleted since the listing
 * is dropped from it; `undefined`: the glossary was.
 */
export async function loadDictionaries(
  glossary: LiveGlossary,
  wanted: ReadonlyMap<string, Entries | undefined>,
  { client, limit, onRead }: ChildReading,
): Promise<LiveGlossary | undefined> {
  const found = await Promise.all(
    [...glossary.dictionaries]
      .filter(([key]) => wanted.has(key))
      .map(async ([key, listed]) => {
        const known = wanted.get(key);
        const now = await limit(() => readListedDictionary(client, glossary.id, listed, known));
        // What is compared needs its digest, and is made now: while calls run, the processor has time.
        if (known !== undefined) void now?.entries?.digest;
        onRead();
        return [key, now] as const;
      }),
  );
  // A dictionary is gone by itself or with its glossary: one more look tells which.
  const gone = found.some(([, dictionary]) => dictionary === undefined);
  if (gone && (await limit(() => glossaryCalls(client).read(glossary.id))) === undefined) return undefined;
  return withRead(glossary, found);
}
