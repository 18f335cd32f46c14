import { entriesOn, patchedBy, upsertsOf } from '../../../change/diff-entries.ts';
import { type NamedValue, type StaleDetail, staleDetail } from '../../../change/stale-detail.ts';
import type { Client } from '../../../client/client.ts';
import { CALLS } from '../../../contract/calls.ts';
import type { Dictionary, GlossaryContent } from '../../../model/entries/dictionary.ts';
import { type Entries, NO_ENTRIES } from '../../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../../model/entries/language-pair.ts';
import { ServiceError } from '../../../model/errors.ts';
import { type Digest, type GlossaryId, glossaryId } from '../../../model/ids.ts';
import { type Change, nameOf, type Operation, shownName } from '../../../model/plan/plan.ts';
import { nameDigest } from '../../../model/resources/digest.ts';
import {
  type ChildReading,
  type Lending,
  newTarget,
  type OperationTarget,
  type PartOfResource,
  partTarget,
  type ServiceFacet,
  type TargetContext,
} from '../../service/service-facet.ts';
import {
  type DictionaryChange,
  dictionariesOf,
  glossaryDigest,
  type LiveDictionary,
  type LiveGlossary,
  namedEntriesDigest,
} from '../glossary.ts';
import { glossaryCalls } from './glossary-calls.ts';

/** Maximum number of times that a dictionary is listed but not found before this is an error. */
const READINGS_MAX = 3;

/**
 * The entries of one dictionary that the service has just listed; `undefined` if it or its glossary has been deleted
 * since. A 404 is not enough for that: the glossary is read again, and only a dictionary that it no longer contains was
 * deleted. Throws if the dictionary is still listed but cannot be read. `known`: the probable entries.
 */
async function readListedDictionary(
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

/**
 * The content of a glossary on the service or in the ledger. For an operation on one dictionary, only that dictionary
 * is read, and the name if the operation changes it.
 */
export interface GlossarySide {
  readonly name?: string;
  readonly dictionaries: ReadonlyMap<PairKey, { readonly entries?: Entries }>;
}

const valuesOf = ({ name, dictionaries }: GlossarySide): readonly NamedValue[] => [
  ...(name === undefined ? [] : [[['name'], name] as const]),
  ...[...dictionaries].flatMap(([pair, { entries = NO_ENTRIES }]) =>
    [...entries].map(([source, target]): NamedValue => [['entry', pair, source], target]),
  ),
];

/** The digest of values, computed like the one of the operation. */
function digestOf(values: readonly NamedValue[], { touches }: Operation): string {
  const changes = values.map(([key, to]) => ({ key, to }));
  const { to: name = '' } = nameOf({ values: changes.filter(({ key }) => key[0] === 'name') });
  const entries = changes.filter(({ key }) => key[0] === 'entry');
  const pairs = [...new Set(entries.map(({ key }) => key[1] as PairKey))];
  const entriesOfPair = (pair: string | undefined) =>
    entriesOn(
      'to',
      entries.filter(({ key }) => key[1] === pair),
    );
  const [, pair] = touches.find(([part, named]) => part === 'entry' && named !== undefined) ?? [];
  if (pair === undefined)
    return glossaryDigest(name, new Map(pairs.map((each) => [each, { entries: entriesOfPair(each) }])));
  if (touches.some(([part]) => part === 'name')) return namedEntriesDigest(name, entriesOfPair(pair));
  return entriesOfPair(pair).size === 0 ? 'absent' : entriesOfPair(pair).digest;
}

/**
 * Compares the part of a glossary that an operation should have changed with the plan. `now`: the live glossary;
 * `undefined` if it was deleted.
 */
export const staleGlossary = (
  change: Change,
  operation: Operation,
  { now, base }: { readonly now: GlossarySide | undefined; readonly base: GlossarySide | undefined },
): StaleDetail =>
  staleDetail({
    change,
    operation,
    now: now === undefined ? [] : valuesOf(now),
    base: base && valuesOf(base),
    ...(operation.kind !== 'rename-glossary' && { digest: (values) => digestOf(values, operation) }),
  });

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
