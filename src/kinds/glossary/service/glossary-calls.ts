import { isUtf8 } from 'node:buffer';
import type { Client } from '../../../client/client.ts';
import type { LongText } from '../../../client/transport/body.ts';
import { AGAIN, type BodyReader, idText, language, pathId } from '../../../client/transport/exchange.ts';
import type { Call } from '../../../client/transport/send.ts';
import { CALLS } from '../../../contract/calls.ts';
import { PHRASE_MAX_UTF8_BYTES } from '../../../contract/limits.ts';
import * as d from '../../../model/decode.ts';
import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import { type Entries, entriesOfMap } from '../../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../../model/entries/language-pair.ts';
import { ServiceError, UnreachableError } from '../../../model/errors.ts';
import { type GlossaryId, glossaryId } from '../../../model/ids.ts';
import { deltaEntries, isKnown, type KnownEntries, newDeltaRows } from '../../../model/packed/delta-entries.ts';
import { isPacked, packedEntries } from '../../../model/packed/packed-entries.ts';
import { type EntriesScan, newEntriesScan, scanEntries } from '../../../model/packed/scan-entries.ts';
import type { LiveDictionary, LiveGlossary } from '../glossary.ts';

/**
 * True if a whole field is in quotes. The description allows phrases to be "enclosed in double quotes", but not how to
 * recognise a phrase that itself begins and ends with quotes. So such a phrase is always sent in quotes, and any other
 * quote is a normal character. Source: description, "Entry format".
 */
function isQuoted(field: string): boolean {
  const last = field.length - 1;
  if (last < 1 || field[0] !== '"' || field[last] !== '"') return false;
  // A loop instead of a regular expression, whose stack would overflow on a field of megabytes, which only a faulty
  // service sends.
  for (let at = field.indexOf('"', 1); at < last; at = field.indexOf('"', at + 2)) {
    if (at + 1 >= last || field[at + 1] !== '"') return false;
  }
  return true;
}

const read = (field: string): string => (isQuoted(field) ? field.slice(1, -1).replaceAll('""', '"') : field);

type TsvEntries =
  | { readonly kind: 'entries'; readonly entries: Entries }
  | { readonly kind: 'no-tab'; readonly line: number };

/**
 * Parses the entries of a TSV text of the service. The only check is that every line has a tab; other data of the
 * service is trusted. A second tab belongs to the target, line ends are LF or CRLF, and blank lines are ignored. If a
 * source phrase is repeated, the last entry counts.
 */
export function parseEntriesTsv(text: string): TsvEntries {
  const pairs = new Map<string, string>();
  let line = 1;
  for (let at = 0; at < text.length; line += 1) {
    const found = text.indexOf('\n', at);
    const next = found < 0 ? text.length : found;
    const end = next > at && text[next - 1] === '\r' ? next - 1 : next;
    if (end > at) {
      const tab = text.indexOf('\t', at);
      if (tab < 0 || tab >= end) return { kind: 'no-tab', line };
      pairs.set(read(text.slice(at, tab)), read(text.slice(tab + 1, end)));
    }
    at = next + 1;
  }
  return { kind: 'entries', entries: entriesOfMap(pairs) };
}

/** Decodes the entries of a TSV text of the service. */
function tsvEntries(at: d.Place): Entries {
  const parsed = parseEntriesTsv(d.text(at));
  if (parsed.kind === 'entries') return parsed.entries;
  throw new d.DecodeError(`line ${parsed.line} of ${at.path} has no tab`);
}

const isTsv = d.orElse(
  d.map(d.text, (format) => format.toLowerCase() === 'tsv'),
  true,
);

/**
 * The field with the entries of `{dictionaries: [one]}`, or of a single dictionary without the list (public facts C2);
 * `undefined` without a dictionary.
 */
const entriesAnswer =
  <Value>(entries: d.Decoder<Value>): d.Decoder<Value | undefined> =>
  (at) => {
    const listed = Array.isArray(at.value) ? at : d.member(at, 'dictionaries');
    const dictionary = d.orElse(
      d.map(
        d.list((each) => each),
        ([first]) => first,
      ),
      at,
    )(listed);
    if (dictionary === undefined) return undefined;
    const format = d.member(dictionary, 'entries_format');
    if (!isTsv(format)) throw d.wrong(format, 'is not tsv');
    return entries(d.member(dictionary, 'entries'));
  };

/** Parses an answer of GET …/entries as a whole, like any other JSON. */
export const parseWholeEntriesAnswer = (body: Uint8Array): Entries | undefined =>
  d.parseJson(body, entriesAnswer(tsvEntries));

/** Maximum size of the text around the entries in an answer. */
const AROUND_MAX_BYTES = 4096;

/**
 * A field `entries` at the beginning of an object or after a comma. In valid JSON, its quotes can only be those of a
 * name.
 */
const ENTRIES_FIELD = /[{,][ \t\r\n]*"entries"[ \t\r\n]*:[ \t\r\n]*"/;

/**
 * Maximum size of a row: two phrases, with up to six bytes of JSON for each byte. So a row that begins at least this
 * far before the end of the received data is complete.
 */
const ROW_MAX_BYTES = 2 * 8 * PHRASE_MAX_UTF8_BYTES;

const NO_KNOWN_ENTRIES = packedEntries({ text: new Uint8Array(0), places: new Int32Array(0), size: 0 }) as KnownEntries;

/** The position after the opening quote of the string with the entries; `undefined`: it has not arrived yet. */
function startOf(body: Uint8Array): number | undefined {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, AROUND_MAX_BYTES)).toString('latin1');
  const found = ENTRIES_FIELD.exec(head);
  return found === null ? undefined : found.index + found[0].length;
}

/**
 * The scanned rows as entries, if the scanned string is the value of the field `entries`. To check this, the answer is
 * parsed with a placeholder in place of that string: the field must then be the placeholder, which is longer than the
 * rest and so occurs nowhere else in it. `undefined`: the check failed, and the whole answer must be parsed.
 */
function scannedEntries(before: Uint8Array, { state, at, rows }: EntriesScan, rest: Uint8Array): Entries | undefined {
  if (state !== 'end' || rest.length - at > AROUND_MAX_BYTES || !isUtf8(before) || !isUtf8(rest)) return undefined;
  const after = rest.subarray(at - 1);
  const word = 'x'.repeat(before.length + after.length);
  if (d.parseJson(Buffer.concat([before, Buffer.from(word), after]), entriesAnswer(d.anything)) !== word)
    return undefined;
  if (rows.known !== NO_KNOWN_ENTRIES) return deltaEntries(rows);
  return packedEntries({ text: rows.text, places: rows.ownRows.places, size: rows.ownRows.size });
}

/**
 * Reads an answer of GET …/entries while it arrives, which saves time and memory. `known`: the probable entries; equal
 * entries cost the least. The value is `undefined` if the answer contains no dictionary.
 */
export function readEntriesAnswer(known?: Entries): BodyReader<Entries | undefined> {
  const expected = known !== undefined && isPacked(known) && isKnown(known) ? known : NO_KNOWN_ENTRIES;
  let scan: EntriesScan | undefined;
  let before = new Uint8Array(0);
  let taken = 0;
  /** Reads the rows that begin before `limit`. */
  function read(bytes: Uint8Array, limit: number): void {
    if (scan === undefined) {
      const start = startOf(bytes);
      if (start === undefined) return;
      before = bytes.slice(0, start);
      scan = newEntriesScan(newDeltaRows(expected), start);
    }
    scanEntries(scan, bytes, limit);
  }
  return {
    take(bytes) {
      read(bytes, bytes.length - ROW_MAX_BYTES);
      if (scan?.state !== 'rows') return 0;
      const { at } = scan;
      if (!isUtf8(bytes.subarray(0, at))) {
        scan.state = 'fault';
        return 0;
      }
      scan.at = 0;
      taken += at;
      return at;
    },
    end(rest) {
      read(rest, rest.length);
      const entries = scan && scannedEntries(before, scan, rest);
      return entries ?? (taken > 0 ? AGAIN : parseWholeEntriesAnswer(rest));
    },
    whole: parseWholeEntriesAnswer,
  };
}

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
