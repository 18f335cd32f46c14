import { patchedBy, upsertsOf } from '../../../change/diff-entries.ts';
import type { Client } from '../../../client/client.ts';
import type { Dictionary, GlossaryContent } from '../../../model/entries/dictionary.ts';
import { type Entries, NO_ENTRIES } from '../../../model/entries/entries.ts';
import { type PairKey, pairKey } from '../../../model/entries/language-pair.ts';
import { type Digest, type GlossaryId, glossaryId } from '../../../model/ids.ts';
import { type Change, type Operation, shownName } from '../../../model/plan/plan.ts';
import { nameDigest } from '../../../model/resources/digest.ts';
import type { OperationTarget } from '../../service/operation-target.ts';
import type { ChildReading, Lending, ServiceFacet, TargetContext } from '../../service/service-facet.ts';
import { newTarget, type PartOfResource, partTarget } from '../../service/targets.ts';
import {
  type DictionaryChange,
  dictionariesOf,
  glossaryDigest,
  type LiveDictionary,
  type LiveGlossary,
  namedEntriesDigest,
} from '../glossary.ts';
import { type GlossarySide, staleGlossary } from '../stale-glossary.ts';
import { glossaryCalls } from './glossary-calls.ts';
import { readListedDictionary, readLiveGlossary } from './read-glossary.ts';

/** Digest of a whole glossary. All dictionaries must have been read; an empty one counts as missing. */
function wholeDigest({ name = '', dictionaries }: GlossarySide): Digest {
  const read = [...dictionaries].map(([pair, { entries = NO_ENTRIES }]) => [pair, { entries }] as const);
  return glossaryDigest(name, new Map(read));
}

/** The dictionary that an operation changes. */
function dictionaryOf(change: Change, { touches }: Operation): DictionaryChange {
  const key = touches[0]?.[1];
  const found = dictionariesOf(change).find(({ pair }) => pairKey(pair) === key);
  if (found === undefined) throw new Error(`the plan has an operation on ${change.address}/${key} and no change of it`);
  return found;
}

type TargetInput = TargetContext<LiveGlossary, GlossaryContent>;

function createTarget({ client, list, listedNew, change, base }: TargetInput, operation: Operation): OperationTarget {
  const dictionaries = new Map<PairKey, Dictionary>(
    dictionariesOf(change).map((child) => [pairKey(child.pair), { pair: child.pair, entries: upsertsOf(child) }]),
  );
  const name = shownName(change);
  return newTarget(operation, {
    list,
    listedNew,
    isTwin: (glossary) => glossary.name === name,
    read: async (id, _, listed) => readLiveGlossary(client, glossaryId(id), 'all', listed, dictionaries),
    digest: wholeDigest,
    send: async () => (await glossaryCalls(client).create({ name, dictionaries })).id,
    stale: (now) => staleGlossary(change, operation, { now, base }),
  });
}

type Part = Omit<PartOfResource<GlossarySide>, 'stale' | 'post'>;

/** The part of an operation on one dictionary. `named`: it includes the name of the glossary. */
function dictionaryPart(
  { client }: TargetInput,
  id: GlossaryId,
  { pair }: DictionaryChange,
  named = false,
): Omit<Part, 'send'> {
  const key = pairKey(pair);
  const calls = glossaryCalls(client);
  return {
    async read() {
      const entries = await calls.readEntries(id, pair);
      if (entries === undefined) return undefined;
      const name = named ? (await calls.read(id))?.name : undefined;
      return { ...(name !== undefined && { name }), dictionaries: new Map([[key, { entries }]]) };
    },
    digest({ name, dictionaries }) {
      const { entries = NO_ENTRIES } = dictionaries.get(key) ?? {};
      if (named) return name === undefined ? 'absent' : namedEntriesDigest(name, entries);
      return entries.size === 0 ? 'absent' : entries.digest;
    },
  };
}

/** Replaces a dictionary by its live content with the change. */
async function putDictionary(
  { client }: TargetInput,
  id: GlossaryId,
  change: DictionaryChange,
  { post }: Operation,
  now: GlossarySide | undefined,
): Promise<void> {
  const { address, pair } = change;
  const entries = patchedBy(now?.dictionaries.get(pairKey(pair))?.entries ?? NO_ENTRIES, change);
  // The live content is the one of the plan. If the result differs, this is a bug, and the call must not be sent.
  if (entries.digest !== post) throw new Error(`the entries of ${address} to be sent are not those that were planned`);
  const written = await glossaryCalls(client).putDictionary(id, pair, entries);
  if (written.entryCount !== entries.size)
    throw new Error(`the service says that ${address} has ${written.entryCount} entries, ${entries.size} were sent`);
}

/** The part of an existing glossary that an operation changes, and its call. */
function partOf(input: TargetInput, operation: Operation, id: GlossaryId): Part {
  const { client, change } = input;
  const calls = glossaryCalls(client);
  switch (operation.kind) {
    case 'rename-glossary':
      return {
        async read() {
          const glossary = await calls.read(id);
          return glossary && { name: glossary.name, dictionaries: new Map() };
        },
        digest: ({ name = '' }) => nameDigest(name),
        send: async () => calls.patch(id, { name: shownName(change) }),
      };
    case 'merge-entries': {
      const dictionary = dictionaryOf(change, operation);
      const renames = operation.touches.length > 1;
      const patch = { pair: dictionary.pair, entries: upsertsOf(dictionary) };
      return {
        ...dictionaryPart(input, id, dictionary, renames),
        send: async () => calls.patch(id, { ...(renames && { name: shownName(change) }), dictionary: patch }),
      };
    }
    case 'put-dictionary': {
      const dictionary = dictionaryOf(change, operation);
      return {
        ...dictionaryPart(input, id, dictionary),
        send: async (now) => putDictionary(input, id, dictionary, operation, now),
      };
    }
    case 'delete-dictionary': {
      const dictionary = dictionaryOf(change, operation);
      return {
        ...dictionaryPart(input, id, dictionary),
        send: async () => calls.deleteDictionary(id, dictionary.pair),
      };
    }
    case 'delete-glossary':
      return {
        read: async () => readLiveGlossary(client, id, 'all'),
        digest: wholeDigest,
        send: async () => calls.delete(id),
      };
    default:
      throw new Error(`${operation.id} of ${change.address} is ${operation.kind}, which no glossary has`);
  }
}

/** The targets of the operations on a glossary. */
const glossaryTargets: ServiceFacet<LiveGlossary, GlossaryContent>['targets'] = (input) => (operation) => {
  if (operation.kind === 'create-glossary') return createTarget(input, operation);
  const { change, base } = input;
  if (change.id === undefined) throw new Error(`the plan has ${operation.id} and no id of ${change.address}`);
  return partTarget({
    ...partOf(input, operation, glossaryId(change.id)),
    post: operation.post,
    stale: (now) => staleGlossary(change, operation, { now, base }),
  });
};

/** Inserts the dictionaries that were read. A dictionary that was deleted since (`undefined`) is removed. */
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
 * is removed; `undefined`: the glossary was deleted.
 */
async function loadDictionaries(
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
        // Comparing needs the digest. It is computed now, because the processor is idle while calls run.
        if (known !== undefined) void now?.entries?.digest;
        onRead();
        return [key, now] as const;
      }),
  );
  // A missing dictionary was deleted by itself or with its glossary: one more read finds out.
  const gone = found.some(([, dictionary]) => dictionary === undefined);
  if (gone && (await limit(() => glossaryCalls(client).read(glossary.id))) === undefined) return undefined;
  return withRead(glossary, found);
}

export const GLOSSARY_SERVICE: ServiceFacet<LiveGlossary, GlossaryContent> & {
  lending(client: Client): Lending<GlossaryContent>;
} = {
  list: async (client) => glossaryCalls(client).list(),
  listCalls: () => 1,
  load: loadDictionaries,
  lending(client) {
    const calls = glossaryCalls(client);
    return {
      create: async (content) => calls.create(content),
      nameOf: async (id) => (await calls.read(glossaryId(id)))?.name,
      remove: async (id) => calls.delete(glossaryId(id)),
    };
  },
  targets: glossaryTargets,
};
