import { DICTIONARY_MAX_BYTES, GLOSSARY_NAME_MAX_UTF8_BYTES } from '../../contract/limits.ts';
import type { WireDictionary, WireDictionaryMetadata, WireGlossary } from '../../contract/wire.ts';
import type { Context, Route } from '../context.ts';
import { type Answer, badRequest, jsonAnswer, longTextAnswer, NO_CONTENT, Refusal } from '../http/answer.ts';
import { objectBody, textField } from '../http/fields.ts';
import { pathUuid, type UuidUse } from '../http/path-uuid.ts';
import type { StoredDictionary, StoredGlossary } from '../store/store.ts';
import type { KnownLanguages } from '../translate/known-languages.ts';
import { entriesText, parseEntriesText, readStoredText } from './entries-text.ts';

const bytesOf = (text: string): number => Buffer.byteLength(text);

type LanguagePair = Pick<StoredDictionary, 'source_lang' | 'target_lang'>;

/**
 * A pair of base languages, whatever the case of the input. Variants are refused: glossaries apply to languages
 * (description, "Glossary").
 */
function checkedPair(sourceLang: string, targetLang: string, { glossaryCodes }: KnownLanguages): LanguagePair {
  const [source, target] = [sourceLang.toLowerCase(), targetLang.toLowerCase()];
  if (glossaryCodes.includes(source) && glossaryCodes.includes(target) && source !== target)
    return { source_lang: source, target_lang: target };
  throw new Refusal(
    400,
    'Unsupported glossary source and target language pair',
    'Use two different base languages, such as en and de; a variant such as en-US is not accepted',
  );
}

/** The key of a dictionary in its glossary: `en->de`. */
export const keyOf = ({ source_lang, target_lang }: LanguagePair): string => `${source_lang}->${target_lang}`;

/** Source: table "Limits", row "Dictionary size". */
function checkSize(text: string): void {
  if (bytesOf(text) > DICTIONARY_MAX_BYTES)
    throw new Refusal(
      413,
      'Dictionary too large',
      `The entries of one dictionary may have at most ${DICTIONARY_MAX_BYTES} bytes`,
    );
}

/** A dictionary with contents, checked against every constraint. Source: description, "Dictionary with contents". */
export function checkedDictionary(body: unknown, languages: KnownLanguages) {
  const object = objectBody(body);
  const pair = checkedPair(textField(object, 'source_lang'), textField(object, 'target_lang'), languages);
  const text = textField(object, 'entries');
  const format = textField(object, 'entries_format').toLowerCase();
  if (format !== 'tsv' && format !== 'csv') throw badRequest('entries_format must be tsv or csv');
  checkSize(text);
  const entries = parseEntriesText(text, format, pair);
  return { dictionary: withEntries(pair, entries), entries };
}

const withEntries = (pair: LanguagePair, entries: ReadonlyMap<string, string>): StoredDictionary => ({
  source_lang: pair.source_lang,
  target_lang: pair.target_lang,
  entry_count: entries.size,
  text: entriesText(entries),
});

/** Source: table "Limits", row "Glossary name". */
export function checkedName(name: string): string {
  if (name.trim() === '') throw badRequest('name must not be empty');
  if (bytesOf(name) > GLOSSARY_NAME_MAX_UTF8_BYTES)
    throw badRequest(`name may have at most ${GLOSSARY_NAME_MAX_UTF8_BYTES} bytes in UTF-8`);
  return name;
}

export function findGlossary(context: Context, finding?: UuidUse): StoredGlossary {
  const glossary = context.account.store.glossaries.get(pathUuid(context, 'glossary_id', finding));
  if (glossary === undefined) throw new Refusal(404, 'Glossary not found');
  return glossary;
}

export async function addGlossary(
  { account, ports, settings, faults }: Context,
  name: string,
  dictionaries: ReadonlyMap<string, StoredDictionary>,
): Promise<StoredGlossary> {
  const glossariesMax = settings.glossariesMax[account.plan];
  if (account.store.glossaries.all().length >= glossariesMax) {
    // The number is not shown, nor the status: 456 is what a full quota answers elsewhere.
    throw new Refusal(456, 'Quota exceeded', `This plan allows ${glossariesMax} glossaries`);
  }
  const now = ports.now();
  const { notReadyMs = 0 } = faults;
  const glossary: StoredGlossary = {
    id: ports.id().toLowerCase(),
    name,
    creationTime: now.toISOString(),
    dictionaries,
    ...(notReadyMs > 0 && { readyTime: new Date(now.getTime() + notReadyMs).toISOString() }),
  };
  await account.store.glossaries.put(glossary);
  return glossary;
}

/** `ready: false` means: the glossary exists, but cannot be used in a translation yet. Source: public facts F26. */
export const isReady = ({ readyTime }: StoredGlossary, { ports }: Pick<Context, 'ports'>): boolean =>
  readyTime === undefined || readyTime <= ports.now().toISOString();

export const metadata = ({ text: _, ...rest }: StoredDictionary): WireDictionaryMetadata => rest;

const wireGlossary = ({ id, name, creationTime, dictionaries }: StoredGlossary): WireGlossary => ({
  glossary_id: id,
  name,
  dictionaries: [...dictionaries.values()].map(metadata),
  creation_time: creationTime,
});

/**
 * The dictionaries of a body. If there are several, a refusal names the dictionary, because the index of an entry is
 * not enough.
 */
function checkedDictionaries(items: readonly unknown[], languages: KnownLanguages) {
  return items.map((each, index) => {
    try {
      return checkedDictionary(each, languages);
    } catch (error) {
      if (items.length === 1 || !(error instanceof Refusal)) throw error;
      const detail = `dictionaries[${index}]: ${error.detail ?? error.message}`;
      throw new Refusal(error.status, error.message, detail);
    }
  });
}

/**
 * POST /v3/glossaries: 201 and the metadata with `ready`. Source: table "Glossaries (v3)", row 1; status: public facts
 * F3.
 */
async function createGlossary(context: Context): Promise<Answer> {
  const body = objectBody(context.body);
  const name = checkedName(textField(body, 'name'));
  const items = Object.hasOwn(body, 'dictionaries') ? body.dictionaries : undefined;
  if (!Array.isArray(items) || items.length === 0) throw badRequest('dictionaries must be an array of one or more');
  const dictionaries = new Map<string, StoredDictionary>();
  for (const { dictionary } of checkedDictionaries(items, context.settings.languages)) {
    const key = keyOf(dictionary);
    if (dictionaries.has(key)) throw badRequest(`The language pair ${key} occurs twice`);
    dictionaries.set(key, dictionary);
  }
  const glossary = await addGlossary(context, name, dictionaries);
  const ready = context.faults.notReadyMs === undefined;
  return jsonAnswer({ ...wireGlossary(glossary), ready }, { status: 201 });
}

/** Reads contain `ready` only while it is false. A choice: otherwise a client could not wait for it. */
const readWire = (glossary: StoredGlossary, context: Context): WireGlossary => ({
  ...wireGlossary(glossary),
  ...(!isReady(glossary, context) && { ready: false }),
});

/** GET /v3/glossaries: all metadata, no entries. Source: row 2. */
const listGlossaries = (context: Context): Answer =>
  jsonAnswer({ glossaries: context.account.store.glossaries.all().map((each) => readWire(each, context)) });

/** GET /v3/glossaries/{glossary_id}: metadata, or 404. Source: row 3. */
const answerGlossary = (context: Context): Answer => jsonAnswer(readWire(findGlossary(context), context));

function queriedDictionary(context: Context, finding?: UuidUse) {
  const { query } = context;
  const [source, target] = [query.get('source_lang'), query.get('target_lang')];
  if (source === null || target === null) throw badRequest('source_lang and target_lang are required');
  const glossary = findGlossary(context, finding);
  const key = keyOf(checkedPair(source, target, context.settings.languages));
  const dictionary = glossary.dictionaries.get(key);
  if (dictionary === undefined) throw new Refusal(404, 'Dictionary not found', `The glossary has no dictionary ${key}`);
  return { glossary, key, dictionary };
}

/** GET /v3/glossaries/{glossary_id}/entries: the one dictionary, as TSV. Source: row 4. */
function readEntries(context: Context): Answer {
  const { source_lang, target_lang, text } = queriedDictionary(context).dictionary;
  return longTextAnswer(text, (entries) => ({
    dictionaries: [{ source_lang, target_lang, entries, entries_format: 'tsv' } satisfies WireDictionary],
  }));
}

/** PUT /v3/glossaries/{glossary_id}/dictionaries: creates the dictionary or replaces it. Source: row 5. */
async function putDictionary(context: Context): Promise<Answer> {
  const glossary = findGlossary(context);
  const { dictionary } = checkedDictionary(context.body, context.settings.languages);
  const key = keyOf(dictionary);
  await context.account.store.glossaries.put({
    ...glossary,
    dictionaries: new Map(glossary.dictionaries).set(key, dictionary),
  });
  return jsonAnswer(metadata(dictionary));
}

/**
 * PATCH /v3/glossaries/{glossary_id}: a name, entries merged into one existing dictionary, or both at once. Source: row
 * 6.
 */
async function patchGlossary(context: Context): Promise<Answer> {
  const glossary = findGlossary(context);
  const body = objectBody(context.body ?? {});
  const name = Object.hasOwn(body, 'name') ? checkedName(textField(body, 'name')) : glossary.name;
  const items = Object.hasOwn(body, 'dictionaries') ? body.dictionaries : [];
  if (!Array.isArray(items) || items.length > 1) throw badRequest('dictionaries must be an array of at most one');
  const dictionaries = new Map(glossary.dictionaries);
  for (const { dictionary, entries } of items.map((each) => checkedDictionary(each, context.settings.languages))) {
    const key = keyOf(dictionary);
    const old = dictionaries.get(key);
    // "Merged into an existing dictionary": the description does not say what happens if none exists. A choice.
    if (old === undefined)
      throw new Refusal(404, 'Dictionary not found', `The glossary has no dictionary ${key}; create it with PUT`);
    const merged = withEntries(dictionary, new Map([...readStoredText(old.text), ...entries]));
    checkSize(merged.text);
    dictionaries.set(key, merged);
  }
  const patched = { ...glossary, name, dictionaries };
  await context.account.store.glossaries.put(patched);
  return jsonAnswer(wireGlossary(patched));
}

/** DELETE /v3/glossaries/{glossary_id}: 204. Source: row 7. */
async function deleteGlossary(context: Context): Promise<Answer> {
  await context.account.store.glossaries.delete(findGlossary(context, { deletes: true }).id);
  return NO_CONTENT;
}

/** DELETE /v3/glossaries/{glossary_id}/dictionaries: 204. Source: row 8. */
async function deleteDictionary(context: Context): Promise<Answer> {
  const { glossary, key } = queriedDictionary(context, { deletes: true });
  const dictionaries = new Map(glossary.dictionaries);
  dictionaries.delete(key);
  await context.account.store.glossaries.put({ ...glossary, dictionaries });
  return NO_CONTENT;
}

const bodies = ['json', 'form'] as const;
const [reads, writes] = ['glossaries:read', 'glossaries:write'];

export const GLOSSARY_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v3/glossaries', handler: createGlossary, bodies, scope: writes },
  { method: 'GET', path: '/v3/glossaries', handler: listGlossaries, scope: reads },
  { method: 'GET', path: '/v3/glossaries/{glossary_id}', handler: answerGlossary, scope: reads },
  { method: 'GET', path: '/v3/glossaries/{glossary_id}/entries', handler: readEntries, scope: reads },
  { method: 'PUT', path: '/v3/glossaries/{glossary_id}/dictionaries', handler: putDictionary, bodies, scope: writes },
  { method: 'PATCH', path: '/v3/glossaries/{glossary_id}', handler: patchGlossary, bodies, scope: writes },
  { method: 'DELETE', path: '/v3/glossaries/{glossary_id}', handler: deleteGlossary, scope: writes },
  { method: 'DELETE', path: '/v3/glossaries/{glossary_id}/dictionaries', handler: deleteDictionary, scope: writes },
];
