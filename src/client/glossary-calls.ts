import type { GlossaryContent } from '../model/dictionary.ts';
import type { Entries } from '../model/entries.ts';
import { entriesTsv } from '../model/entries-tsv.ts';
import { ServiceError, UnreachableError } from '../model/errors.ts';
import { type GlossaryId, glossaryId } from '../model/ids.ts';
import type { LanguagePair } from '../model/language-pair.ts';
import type { Call } from './attempt.ts';
import type { GlossaryCalls } from './client.ts';
import { readEntriesAnswer } from './entries-wire.ts';
import { type Exchange, segment } from './exchange.ts';
import { count, field, idText, isAbsent, items, type JsonValue, withDefaults } from './json-value.ts';
import { isReady, parseGlossary } from './parse-glossary.ts';

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

const pathOf = (id: GlossaryId): string => `/v3/glossaries/${segment(id)}`;
const pairQuery = ({ source, target }: LanguagePair): string =>
  `source_lang=${encodeURIComponent(lower(source))}&target_lang=${encodeURIComponent(lower(target))}`;

/** Of a new glossary only its id cannot be known without the answer; nothing else of it need be there. */
const parseCreated = (json: JsonValue): { readonly id: GlossaryId; readonly ready: boolean } => ({
  id: glossaryId(idText(field(json, 'glossary_id'))),
  ready: isReady(json),
});

export interface ReadyWait {
  /** How long `create` waits for a glossary that is not ready. */
  readonly readyWaitMs: number;
  /** Told when it begins to wait for a glossary of that name, and for how long at most. */
  readonly onWait: (name: string, mostMs: number) => void;
}

/** The glossary endpoints. */
export function makeGlossaryCalls(
  exchange: Exchange,
  sleep: (milliseconds: number) => Promise<void>,
  { readyWaitMs, onWait }: ReadyWait,
): GlossaryCalls {
  /** Ends when the glossary is ready, when the time is up, or when it cannot be looked at: it exists, and that is what counts. */
  async function waitUntilReady(id: GlossaryId): Promise<void> {
    for (let waitedMs = 0; waitedMs < readyWaitMs; waitedMs += READY_POLL_MS) {
      await sleep(READY_POLL_MS);
      try {
        if ((await exchange.find({ method: 'GET', path: pathOf(id) }, isReady)) !== false) return;
      } catch (error) {
        if (error instanceof ServiceError || error instanceof UnreachableError) return;
        throw error;
      }
    }
  }

  return {
    list: () =>
      exchange.read({ method: 'GET', path: '/v3/glossaries' }, (json) =>
        items(field(json, 'glossaries')).map(parseGlossary),
      ),
    read: async (id) =>
      exchange.find({ method: 'GET', path: pathOf(id) }, (json) =>
        parseGlossary(withDefaults(json, { glossary_id: id })),
      ),
    async readEntries(id, pair, guess) {
      const call: Call = { method: 'GET', path: `${pathOf(id)}/entries?${pairQuery(pair)}`, answers: 'entries' };
      const found = exchange.findBytes(call, () => readEntriesAnswer(guess));
      // What the digest of the answer is made from is made while the service is at it, as soon as the call is on its way.
      if (guess !== undefined && guess.size > LARGE_ENTRIES) sleep(1).then(() => guess.digest);
      return found;
    },
    async create({ name, dictionaries }: GlossaryContent) {
      const body = {
        name,
        dictionaries: [...dictionaries.values()].map(({ pair, entries }) => wireDictionary(pair, entries)),
      };
      const call: Call = { method: 'POST', path: '/v3/glossaries', body, once: true };
      const { id, ready } = await exchange.read(call, parseCreated);
      if (!ready) {
        onWait(name, readyWaitMs);
        await waitUntilReady(id);
      }
      return { id };
    },
    putDictionary: async (id, pair, entries) =>
      exchange.read(
        { method: 'PUT', path: `${pathOf(id)}/dictionaries`, body: wireDictionary(pair, entries) },
        (json) => ({
          entryCount: isAbsent(field(json, 'entry_count')) ? entries.size : count(field(json, 'entry_count')),
        }),
      ),
    async patch(id, { name, dictionary }) {
      const body = {
        ...(name !== undefined && { name }),
        ...(dictionary !== undefined && { dictionaries: [wireDictionary(dictionary.pair, dictionary.entries)] }),
      };
      await exchange.tell({ method: 'PATCH', path: pathOf(id), body });
    },
    deleteDictionary: async (id, pair) => exchange.remove(`${pathOf(id)}/dictionaries?${pairQuery(pair)}`),
    delete: async (id) => exchange.remove(pathOf(id)),
  };
}
