import { glossaryCalls } from '../client/calls/glossary-calls.ts';
import { readLiveGlossary } from '../client/live/read-glossary.ts';
import { entriesOn, patchedEntries } from '../kinds/glossary/diff-entries.ts';
import type { LiveGlossary } from '../kinds/glossary/glossary.ts';
import { glossaryDigest, namedEntriesDigest } from '../kinds/glossary/glossary.ts';
import { type GlossarySide, staleGlossary } from '../kinds/glossary/stale-glossary.ts';
import type { TargetContext } from '../kinds/service/service-facet.ts';
import type { Dictionary, GlossaryContent } from '../model/entries/dictionary.ts';
import { type Entries, NO_ENTRIES } from '../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../model/entries/language-pair.ts';
import { type GlossaryId, glossaryId } from '../model/ids.ts';
import { shownName } from '../model/plan/change-values.ts';
import type { Change, DictionaryChange, Operation } from '../model/plan/plan.ts';
import { nameDigest } from '../model/resources/digest.ts';
import { type Observation, type OperationTarget, sends } from './operation-target.ts';

const ABSENT: Observation = { digest: 'absent' };

/** Every dictionary of a glossary was read; one without entries is the same as none. */
function wholeDigest(glossary: LiveGlossary): Observation {
  const read = [...glossary.dictionaries].map(([pair, { entries = NO_ENTRIES }]) => [pair, { entries }] as const);
  return { digest: glossaryDigest(glossary.name, new Map(read)), id: glossary.id };
}

const entriesObservation = (entries: Entries | undefined): Observation =>
  entries === undefined || entries.size === 0 ? ABSENT : { digest: entries.digest };

/** What a dictionary gets. */
const upserts = ({ values }: DictionaryChange): Entries => entriesOn('to', values);

/** The dictionary that an operation is about. */
function dictionaryOf({ address, children }: Change, { touches }: Operation): DictionaryChange {
  const key = touches[0]?.[1];
  const found = children.find(({ pair }) => pairKey(pair) === key);
  if (found === undefined) throw new Error(`the plan has an operation on ${address}/${key} and no change of it`);
  return found;
}

type TargetInput = TargetContext<LiveGlossary, GlossaryContent>;

/** An operation target that reports each observation to its caller, which explains staleness from the last one. */
type ObservedTarget = Omit<OperationTarget, 'stale'>;

interface ObservedInput extends TargetInput {
  /** Called with each observation; `undefined`: the glossary does not exist. */
  readonly observed: (now: GlossarySide | undefined) => void;
}

const oneOf = (pair: LanguagePair, entries: Entries | undefined, name?: string): GlossarySide => ({
  ...(name !== undefined && { name }),
  dictionaries: new Map(entries === undefined ? [] : [[pairKey(pair), { entries }]]),
});

function createTarget(
  { client, list, change, observed }: ObservedInput,
  { notIds = [], post }: Operation,
): ObservedTarget {
  const dictionaries = new Map<PairKey, Dictionary>(
    change.children.map((child) => [pairKey(child.pair), { pair: child.pair, entries: upserts(child) }]),
  );
  const name = shownName(change);
  return {
    async observe({ createdId, fresh }) {
      const ids =
        createdId !== undefined
          ? [glossaryId(createdId)]
          : (await list(fresh))
              .filter((glossary) => glossary.name === name && !notIds.includes(glossary.id))
              .map(({ id }) => id);
      const observations: Observation[] = [];
      observed(undefined);
      for (const id of ids) {
        const glossary = await readLiveGlossary(client, id, 'all');
        if (glossary === undefined) continue;
        if (observations.length === 0) observed(glossary);
        observations.push(wholeDigest(glossary));
      }
      return observations.find(({ digest }) => digest === post) ?? observations[0] ?? ABSENT;
    },
    send: async () => (await glossaryCalls(client).create({ name, dictionaries })).id,
  };
}

function renameTarget({ client, change, observed }: ObservedInput, id: GlossaryId): ObservedTarget {
  return {
    async observe() {
      const glossary = await glossaryCalls(client).read(id);
      observed(glossary && { name: glossary.name, dictionaries: new Map() });
      return glossary === undefined ? ABSENT : { digest: nameDigest(glossary.name) };
    },
    send: sends(() => glossaryCalls(client).patch(id, { name: shownName(change) })),
  };
}

function mergeTarget(
  { client, change, observed }: ObservedInput,
  id: GlossaryId,
  operation: Operation,
): ObservedTarget {
  const dictionary = dictionaryOf(change, operation);
  const { pair } = dictionary;
  const entries = upserts(dictionary);
  const rename = operation.touches.length > 1;
  return {
    async observe() {
      const now = await glossaryCalls(client).readEntries(id, pair);
      observed(oneOf(pair, now));
      if (!rename || now === undefined) return entriesObservation(now);
      const glossary = await glossaryCalls(client).read(id);
      observed(oneOf(pair, now, glossary?.name));
      return glossary === undefined ? ABSENT : { digest: namedEntriesDigest(glossary.name, now) };
    },
    send: sends(() =>
      glossaryCalls(client).patch(id, { ...(rename && { name: shownName(change) }), dictionary: { pair, entries } }),
    ),
  };
}

function putTarget({ client, change, observed }: ObservedInput, id: GlossaryId, operation: Operation): ObservedTarget {
  const dictionary = dictionaryOf(change, operation);
  const { pair } = dictionary;
  let now: Entries = NO_ENTRIES;
  return {
    async observe() {
      const found = await glossaryCalls(client).readEntries(id, pair);
      now = found ?? NO_ENTRIES;
      observed(oneOf(pair, found));
      return entriesObservation(found);
    },
    async send() {
      const entries = patchedEntries(now, dictionary.values);
      // What was read is what was planned from, so anything else here is a bug, and must not reach the service.
      if (entries.digest !== operation.post)
        throw new Error(`the entries of ${dictionary.address} to be sent are not those that were planned`);
      const written = await glossaryCalls(client).putDictionary(id, pair, entries);
      if (written.entryCount !== entries.size)
        throw new Error(
          `the service says that ${dictionary.address} has ${written.entryCount} entries, ${entries.size} were sent`,
        );
      return undefined;
    },
  };
}

function deleteDictionaryTarget(
  { client, observed }: ObservedInput,
  id: GlossaryId,
  pair: LanguagePair,
): ObservedTarget {
  return {
    async observe() {
      const found = await glossaryCalls(client).readEntries(id, pair);
      observed(oneOf(pair, found));
      return entriesObservation(found);
    },
    send: sends(() => glossaryCalls(client).deleteDictionary(id, pair)),
  };
}

function deleteTarget({ client, observed }: ObservedInput, id: GlossaryId): ObservedTarget {
  return {
    async observe() {
      const glossary = await readLiveGlossary(client, id, 'all');
      observed(glossary);
      return glossary === undefined ? ABSENT : wholeDigest(glossary);
    },
    send: sends(() => glossaryCalls(client).delete(id)),
  };
}

function observedTarget(input: ObservedInput, operation: Operation): ObservedTarget {
  if (operation.kind === 'create-glossary') return createTarget(input, operation);
  const { change } = input;
  if (change.id === undefined) throw new Error(`the plan has ${operation.id} and no id of ${change.address}`);
  const id = glossaryId(change.id);
  switch (operation.kind) {
    case 'rename-glossary':
      return renameTarget(input, id);
    case 'merge-entries':
      return mergeTarget(input, id, operation);
    case 'put-dictionary':
      return putTarget(input, id, operation);
    case 'delete-dictionary':
      return deleteDictionaryTarget(input, id, dictionaryOf(change, operation).pair);
    case 'delete-glossary':
      return deleteTarget(input, id);
    default:
      throw new Error(`${operation.id} of ${change.address} is ${operation.kind}, which no glossary has`);
  }
}

/** The target of an operation on a glossary. */
export function glossaryTarget(input: TargetInput, operation: Operation): OperationTarget {
  let now: GlossarySide | undefined;
  const observed = (found: GlossarySide | undefined): void => {
    now = found;
  };
  const { change, base } = input;
  return {
    ...observedTarget({ ...input, observed }, operation),
    stale: () => staleGlossary(change, operation, { now, base }),
  };
}
