import type { Client } from '../client/client.ts';
import { readLiveGlossary } from '../client/live/read-glossary.ts';
import type { Dictionary, GlossaryContent } from '../model/entries/dictionary.ts';
import { type Entries, entriesOf, NO_ENTRIES } from '../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../model/entries/language-pair.ts';
import { type GlossaryId, glossaryId } from '../model/ids.ts';
import { glossaryDigest, nameDigest, namedEntriesDigest } from '../model/resources/digest.ts';
import type { LiveGlossary } from '../model/resources/live.ts';
import { patchedEntries } from '../plan/diff/diff-entries.ts';
import type { DictionaryChange, GlossaryChange, GlossaryOperation } from '../plan/plan.ts';
import { type GlossaryNow, staleGlossary } from '../plan/stale/stale-glossary.ts';
import type { Listings } from './listings.ts';
import type { Part, Reading } from './operation-target.ts';

const ABSENT: Reading = { digest: 'absent' };

/** Every dictionary of a glossary was read; one without entries is the same as none. */
function wholeDigest(glossary: LiveGlossary): Reading {
  const read = [...glossary.dictionaries].map(([pair, { entries = NO_ENTRIES }]) => [pair, { entries }] as const);
  return { digest: glossaryDigest(glossary.name, new Map(read)), id: glossary.id };
}

const entriesReading = (entries: Entries | undefined): Reading =>
  entries === undefined || entries.size === 0 ? ABSENT : { digest: entries.digest };

const upserts = (change: DictionaryChange): Entries =>
  entriesOf(change.entries.flatMap((entry) => (entry.kind === 'removed' ? [] : [[entry.source, entry.to] as const])));

function dictionaryOf(change: GlossaryChange, pair: LanguagePair): DictionaryChange {
  const found = change.dictionaries.find((dictionary) => pairKey(dictionary.pair) === pairKey(pair));
  if (found === undefined)
    throw new Error(`the plan has an operation on ${change.address}/${pairKey(pair)} and no change of it`);
  return found;
}

interface PartInput {
  readonly client: Client;
  readonly listings: Listings;
  readonly change: GlossaryChange;
  /** What the history had of the glossary when the plan was made. */
  readonly base?: GlossaryContent | undefined;
}

/** A part whose looks are remembered, so that it can be told what they found. */
type Looked = Omit<Part, 'stale'>;

interface PreconditionsInput extends PartInput {
  /** Takes what a look has found; `undefined`: nothing is there. */
  readonly see: (now: GlossaryNow | undefined) => void;
}

const allOf = ({ name, dictionaries }: LiveGlossary): GlossaryNow => ({
  name,
  dictionaries: new Map([...dictionaries].map(([pair, { entries = NO_ENTRIES }]) => [pair, entries])),
});

const oneOf = (pair: LanguagePair, entries: Entries | undefined, name?: string): GlossaryNow => ({
  ...(name !== undefined && { name }),
  dictionaries: new Map(entries === undefined ? [] : [[pairKey(pair), entries]]),
});

function createPart(
  { client, listings, change, see }: PreconditionsInput,
  operation: GlossaryOperation & { kind: 'create-glossary' },
): Looked {
  const dictionaries = new Map<PairKey, Dictionary>(
    change.dictionaries.map((dictionary) => [
      pairKey(dictionary.pair),
      { pair: dictionary.pair, entries: upserts(dictionary) },
    ]),
  );
  const name = change.nameAfter ?? '';
  return {
    async read({ createdId, fresh }) {
      const ids =
        createdId !== undefined
          ? [glossaryId(createdId)]
          : (await listings.glossaries(fresh))
              .filter((glossary) => glossary.name === name && !operation.notIds.includes(glossary.id))
              .map(({ id }) => id);
      const readings: Reading[] = [];
      see(undefined);
      for (const id of ids) {
        const glossary = await readLiveGlossary(client, id, 'all');
        if (glossary === undefined) continue;
        if (readings.length === 0) see(allOf(glossary));
        readings.push(wholeDigest(glossary));
      }
      return readings.find(({ digest }) => digest === operation.post) ?? readings[0] ?? ABSENT;
    },
    send: async () => (await client.glossaries.create({ name, dictionaries })).id,
  };
}

function renamePart({ client, change, see }: PreconditionsInput, id: GlossaryId): Looked {
  return {
    async read() {
      const glossary = await client.glossaries.read(id);
      see(glossary && { name: glossary.name, dictionaries: new Map() });
      return glossary === undefined ? ABSENT : { digest: nameDigest(glossary.name) };
    },
    async send() {
      await client.glossaries.patch(id, { name: change.nameAfter ?? '' });
      return undefined;
    },
  };
}

function mergePart(
  { client, change, see }: PreconditionsInput,
  id: GlossaryId,
  operation: GlossaryOperation & { kind: 'merge-entries' },
): Looked {
  const { pair, rename } = operation;
  const entries = upserts(dictionaryOf(change, pair));
  return {
    async read() {
      const now = await client.glossaries.readEntries(id, pair);
      see(oneOf(pair, now));
      if (!rename || now === undefined) return entriesReading(now);
      const glossary = await client.glossaries.read(id);
      see(oneOf(pair, now, glossary?.name));
      return glossary === undefined ? ABSENT : { digest: namedEntriesDigest(glossary.name, now) };
    },
    async send() {
      await client.glossaries.patch(id, {
        ...(rename && { name: change.nameAfter ?? '' }),
        dictionary: { pair, entries },
      });
      return undefined;
    },
  };
}

function putPart(
  { client, change, see }: PreconditionsInput,
  id: GlossaryId,
  operation: GlossaryOperation & { kind: 'put-dictionary' },
): Looked {
  const { pair } = operation;
  const dictionary = dictionaryOf(change, pair);
  let now: Entries = NO_ENTRIES;
  return {
    async read() {
      const found = await client.glossaries.readEntries(id, pair);
      now = found ?? NO_ENTRIES;
      see(oneOf(pair, found));
      return entriesReading(found);
    },
    async send() {
      const entries = patchedEntries(now, dictionary.entries);
      // What was read is what was planned from, so anything else here is a fault of ours, and must not reach the
      // service.
      if (entries.digest !== operation.post)
        throw new Error(`the entries of ${dictionary.address} to be sent are not those that were planned`);
      const written = await client.glossaries.putDictionary(id, pair, entries);
      if (written.entryCount !== entries.size)
        throw new Error(
          `the service says that ${dictionary.address} has ${written.entryCount} entries, ${entries.size} were sent`,
        );
      return undefined;
    },
  };
}

function deleteDictionaryPart({ client, see }: PreconditionsInput, id: GlossaryId, pair: LanguagePair): Looked {
  return {
    async read() {
      const found = await client.glossaries.readEntries(id, pair);
      see(oneOf(pair, found));
      return entriesReading(found);
    },
    async send() {
      await client.glossaries.deleteDictionary(id, pair);
      return undefined;
    },
  };
}

function deletePart({ client, see }: PreconditionsInput, id: GlossaryId): Looked {
  return {
    async read() {
      const glossary = await readLiveGlossary(client, id, 'all');
      see(glossary && allOf(glossary));
      return glossary === undefined ? ABSENT : wholeDigest(glossary);
    },
    async send() {
      await client.glossaries.delete(id);
      return undefined;
    },
  };
}

function lookedPart(input: PreconditionsInput, operation: GlossaryOperation): Looked {
  if (operation.kind === 'create-glossary') return createPart(input, operation);
  const { id } = input.change;
  if (id === undefined) throw new Error(`the plan has ${operation.id} and no id of ${input.change.address}`);
  switch (operation.kind) {
    case 'rename-glossary':
      return renamePart(input, id);
    case 'merge-entries':
      return mergePart(input, id, operation);
    case 'put-dictionary':
      return putPart(input, id, operation);
    case 'delete-dictionary':
      return deleteDictionaryPart(input, id, operation.pair);
    case 'delete-glossary':
      return deletePart(input, id);
    default:
      return operation satisfies never;
  }
}

/** How to look at what an operation on a glossary touches, and how to change it. */
export function glossaryPart(input: PartInput, operation: GlossaryOperation): Part {
  let now: GlossaryNow | undefined;
  const see = (found: GlossaryNow | undefined): void => {
    now = found;
  };
  const { change, base } = input;
  return {
    ...lookedPart({ ...input, see }, operation),
    stale: () => staleGlossary(change, operation, { now, base }),
  };
}
