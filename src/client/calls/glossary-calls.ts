import { CALLS } from '../../contract/calls.ts';
import type { LiveDictionary } from '../../kinds/glossary/glossary.ts';
import * as d from '../../model/decode.ts';
import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import type { Entries } from '../../model/entries/entries.ts';
import { entriesTsv } from '../../model/entries/entries-tsv.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import { ServiceError, UnreachableError } from '../../model/errors.ts';
import { type GlossaryId, glossaryId } from '../../model/ids.ts';
import type { GlossaryCalls } from '../client.ts';
import type { Exchange } from '../transport/exchange.ts';
import { idText, language, pathId } from '../transport/path-segment.ts';
import type { Call } from '../transport/send.ts';
import { readEntriesAnswer } from './entries-wire.ts';

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
const glossaryAnswer = d.object({
  dictionaries: d.map(d.list(dictionaryAnswer), byPair),
  id: d.from('glossary_id', d.map(idText, glossaryId)),
  name: d.text,
});

/** An absent `ready` means ready (public facts C6). */
const readyAnswer = d.map(d.object({ ready: d.anything }), ({ ready }) => ready !== false);

/** Of a new glossary only its id cannot be known without the answer; nothing else of it need be there. */
const createdGlossary = d.object({
  id: d.from('glossary_id', d.map(idText, glossaryId)),
  ready: d.from(undefined, readyAnswer),
});

/** Milliseconds between two looks at a glossary that is not ready yet. */
const READY_POLL_MS = 1000;

/** Entries of which the digest takes a millisecond. */
const LARGE_ENTRIES = 10_000;

const lower = (code: string): string => code.toLowerCase();

/** One dictionary as it is sent: always TSV, languages in lower case (public facts C3). */
const wireDictionary = (pair: LanguagePair, entries: Entries): unknown => ({
  source_lang: lower(pair.source),
  target_lang: lower(pair.target),
  entries: entriesTsv(entries),
  entries_format: 'tsv',
});

const wirePair = ({ source, target }: LanguagePair): LanguagePair => ({ source: lower(source), target: lower(target) });

export interface ReadyWait {
  /** How long `create` waits for a glossary that is not ready. */
  readonly readyWaitMs: number;
  /** Told when it begins to wait for a glossary of that name, and for how long at most. */
  readonly onWait: (name: string, mostMs: number) => void;
}

/**
 * The glossary endpoints. It is longer than 60 lines because it is the list of the calls, which share the exchange.
 */
export function makeGlossaryCalls(
  exchange: Exchange,
  sleep: (milliseconds: number) => Promise<void>,
  { readyWaitMs, onWait }: ReadyWait,
): GlossaryCalls {
  /**
   * Ends when the glossary is ready, when the time is up, or when it cannot be looked at: it exists, and that is what
   * counts.
   */
  async function waitUntilReady(id: GlossaryId): Promise<void> {
    for (let waitedMs = 0; waitedMs < readyWaitMs; waitedMs += READY_POLL_MS) {
      await sleep(READY_POLL_MS);
      try {
        if ((await exchange.find(CALLS.glossaries.read(pathId(id)), readyAnswer)) !== false) return;
      } catch (error) {
        if (error instanceof ServiceError || error instanceof UnreachableError) return;
        throw error;
      }
    }
  }

  return {
    list: () =>
      exchange.read(
        CALLS.glossaries.list(),
        d.map(d.object({ glossaries: d.list(glossaryAnswer) }), ({ glossaries }) => glossaries),
      ),
    read: async (id) =>
      exchange.find(CALLS.glossaries.read(pathId(id)), d.withDefaults({ glossary_id: id }, glossaryAnswer)),
    async readEntries(id, pair, known) {
      const call: Call = { ...CALLS.glossaries.readEntries(pathId(id), wirePair(pair)), answers: 'entries' };
      const found = exchange.findBytes(call, () => readEntriesAnswer(known));
      // What the digest of the answer is made from is made while the service is at it, as soon as the call is on its
      // way.
      if (known !== undefined && known.size > LARGE_ENTRIES) sleep(1).then(() => known.digest);
      return found;
    },
    async create({ name, dictionaries }: GlossaryContent) {
      const body = {
        name,
        dictionaries: [...dictionaries.values()].map(({ pair, entries }) => wireDictionary(pair, entries)),
      };
      const call: Call = { ...CALLS.glossaries.create(), body, once: true };
      const { id, ready } = await exchange.read(call, createdGlossary);
      if (!ready) {
        onWait(name, readyWaitMs);
        await waitUntilReady(id);
      }
      return { id };
    },
    putDictionary: async (id, pair, entries) =>
      exchange.read(
        { ...CALLS.glossaries.putDictionary(pathId(id)), body: wireDictionary(pair, entries) },
        d.object({ entryCount: d.from('entry_count', d.orElse(d.count, entries.size)) }),
      ),
    async patch(id, { name, dictionary }) {
      const body = {
        ...(name !== undefined && { name }),
        ...(dictionary !== undefined && { dictionaries: [wireDictionary(dictionary.pair, dictionary.entries)] }),
      };
      await exchange.send({ ...CALLS.glossaries.patch(pathId(id)), body });
    },
    deleteDictionary: async (id, pair) =>
      exchange.remove(CALLS.glossaries.deleteDictionary(pathId(id), wirePair(pair))),
    delete: async (id) => exchange.remove(CALLS.glossaries.delete(pathId(id))),
  };
}
