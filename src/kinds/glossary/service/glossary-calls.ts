import type { Client } from '../../../client/client.ts';
import type { LongText } from '../../../client/transport/call-body.ts';
import { idText, language, pathId } from '../../../client/transport/exchange.ts';
import type { Call } from '../../../client/transport/send.ts';
import { CALLS } from '../../../contract/calls.ts';
import * as d from '../../../model/decode.ts';
import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import type { Entries } from '../../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../../model/entries/language-pair.ts';
import { ServiceError, UnreachableError } from '../../../model/errors.ts';
import { type GlossaryId, glossaryId } from '../../../model/ids.ts';
import type { LiveDictionary, LiveGlossary } from '../glossary.ts';
import { isQuoted, readEntriesAnswer } from './entries-wire.ts';

/**
 * The glossary endpoints (v3), one call each. Every method throws `ServiceError` if the service refuses, and
 * `UnreachableError` if no answer arrives. Only reads are repeated. Changes are never repeated here, because after any
 * answer they may have been made: the caller waits with `Client.waitToRepeat`, and checks the state before it sends the
 * change again.
 */
export interface GlossaryCalls {
  /** GET /v3/glossaries, without entries. */
  list(): Promise<readonly LiveGlossary[]>;
  /** GET /v3/glossaries/{id}; `undefined` for 404. */
  read(id: GlossaryId): Promise<LiveGlossary | undefined>;
  /**
   * GET /v3/glossaries/{id}/entries; `undefined` for 404: the glossary or its dictionary was deleted. `known`: the
   * expected entries. They only affect the time for reading and comparing the answer.
   */
  readEntries(id: GlossaryId, pair: LanguagePair, known?: Entries): Promise<Entries | undefined>;
  /** POST /v3/glossaries with all dictionaries. Sent once: search for a twin before you send it again. */
  create(content: GlossaryContent): Promise<Pick<LiveGlossary, 'id'>>;
  /** PUT /v3/glossaries/{id}/dictionaries: creates the dictionary or replaces it completely. */
  putDictionary(id: GlossaryId, pair: LanguagePair, entries: Entries): Promise<Pick<LiveDictionary, 'entryCount'>>;
  /** PATCH /v3/glossaries/{id}: a new name, entries to merge into one dictionary, or both in one call. */
  patch(
    id: GlossaryId,
    patch: { readonly name?: string; readonly dictionary?: { readonly pair: LanguagePair; readonly entries: Entries } },
  ): Promise<void>;
  /** DELETE /v3/glossaries/{id}/dictionaries. */
  deleteDictionary(id: GlossaryId, pair: LanguagePair): Promise<void>;
  /** DELETE /v3/glossaries/{id}. */
  delete(id: GlossaryId): Promise<void>;
}

/** Metadata of one dictionary. */
const dictionaryAnswer = d.map(
  d.object({
    source: d.from('source_lang', language),
    target: d.from('target_lang', language),
    entryCount: d.from('entry_count', d.count),
  }),
  ({ source, target, entryCount }): LiveDictionary => ({ pair: { source, target }, entryCount }),
);

/** If a pair is repeated, its first dictionary counts. */
function byPair(dictionaries: readonly LiveDictionary[]): ReadonlyMap<PairKey, LiveDictionary> {
  const pairs = new Map<PairKey, LiveDictionary>();
  for (const each of dictionaries) if (!pairs.has(pairKey(each.pair))) pairs.set(pairKey(each.pair), each);
  return pairs;
}

/** Metadata of a glossary. Unknown fields and timestamps are ignored. */
const glossaryAnswer = d.object({
  dictionaries: d.map(d.list(dictionaryAnswer), byPair),
  id: d.from('glossary_id', d.map(idText, glossaryId)),
  name: d.text,
});

/** An absent `ready` means ready (public facts C6). */
const readyAnswer = d.map(d.object({ ready: d.anything }), ({ ready }) => ready !== false);

/** The answer for a new glossary. Only the id is required, because the other data is known from the request. */
const createdGlossary = d.object({
  id: d.from('glossary_id', d.map(idText, glossaryId)),
  ready: d.from(undefined, readyAnswer),
});

/** Number of entries whose digest takes about a millisecond. */
const LARGE_ENTRIES = 10_000;

const lower = (code: string): string => code.toLowerCase();

const written = (phrase: string): string => (isQuoted(phrase) ? `"${phrase.replaceAll('"', '""')}"` : phrase);

/** One line for an entry. Checked phrases contain no tab and no line end. */
const tsvLine = (source: string, target: string): string => `${written(source)}\t${written(target)}`;

/** Number of lines in one piece: separate strings for all lines need three times the memory of their text. */
const LINES_AT_ONCE = 500;

/**
 * Entries in the format of the service, in pieces: one entry on each line, a tab between source and target, no line end
 * after the last.
 */
export function* entriesTsv(entries: Entries): Generator<string, void, undefined> {
  let lines: string[] = [];
  for (const [source, target] of entries) {
    if (lines.length === LINES_AT_ONCE) {
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
    lines.push(tsvLine(source, target));
  }
  yield lines.join('\n');
}

/** One dictionary in a request: always TSV, with languages in lower case (public facts C3). */
const wireDictionary = (pair: LanguagePair, entries: Entries): unknown => ({
  source_lang: lower(pair.source),
  target_lang: lower(pair.target),
  entries: (() => entriesTsv(entries)) satisfies LongText,
  entries_format: 'tsv',
});

const wirePair = ({ source, target }: LanguagePair): LanguagePair => ({ source: lower(source), target: lower(target) });

/**
 * The glossary endpoints. The function is longer than 60 lines because it is the list of the calls, which share the
 * client.
 */
export function glossaryCalls(client: Pick<Client, 'exchange' | 'sleep' | 'waitUntilReady'>): GlossaryCalls {
  const { exchange } = client;

  /** True if the glossary is ready. Also true if this cannot be read, because the glossary exists in any case. */
  async function isReady(id: GlossaryId): Promise<boolean> {
    try {
      return (await exchange.find(CALLS.glossaries.read(pathId(id)), readyAnswer)) !== false;
    } catch (error) {
      if (error instanceof ServiceError || error instanceof UnreachableError) return true;
      throw error;
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
      // Computes the expected digest while the service works on the request.
      if (known !== undefined && known.size > LARGE_ENTRIES) client.sleep(1).then(() => known.digest);
      return found;
    },
    async create({ name, dictionaries }: GlossaryContent) {
      const body = () => ({
        name,
        dictionaries: [...dictionaries.values()].map(({ pair, entries }) => wireDictionary(pair, entries)),
      });
      const call: Call = { ...CALLS.glossaries.create(), body, once: true };
      const { id, ready } = await exchange.read(call, createdGlossary);
      if (!ready) await client.waitUntilReady(name, () => isReady(id));
      return { id };
    },
    putDictionary: async (id, pair, entries) =>
      exchange.read(
        { ...CALLS.glossaries.putDictionary(pathId(id)), body: () => wireDictionary(pair, entries) },
        d.object({ entryCount: d.from('entry_count', d.orElse(d.count, entries.size)) }),
      ),
    async patch(id, { name, dictionary }) {
      const body = () => ({
        ...(name !== undefined && { name }),
        ...(dictionary !== undefined && { dictionaries: [wireDictionary(dictionary.pair, dictionary.entries)] }),
      });
      await exchange.send({ ...CALLS.glossaries.patch(pathId(id)), body });
    },
    deleteDictionary: async (id, pair) =>
      void (await exchange.send(CALLS.glossaries.deleteDictionary(pathId(id), wirePair(pair)))),
    delete: async (id) => void (await exchange.send(CALLS.glossaries.delete(pathId(id)))),
  };
}
