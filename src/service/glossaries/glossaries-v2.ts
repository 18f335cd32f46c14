import type { Context, Route } from '../context.ts';
import { type Answer, jsonAnswer, NO_CONTENT, Refusal } from '../http/answer.ts';
import { objectBody, textField } from '../http/fields.ts';
import type { UuidUse } from '../http/path-uuid.ts';
import type { StoredDictionary, StoredGlossary } from '../store/store.ts';
import { addGlossary, checkedDictionary, checkedName, findGlossary, isReady, keyOf, metadata } from './glossaries.ts';

/**
 * v2 knows monolingual glossaries only: those of exactly one dictionary. Source: description, "Versioning" 2; public
 * facts C9.
 */
function onlyDictionary(glossary: StoredGlossary): StoredDictionary | undefined {
  const [dictionary, ...others] = glossary.dictionaries.values();
  return others.length === 0 ? dictionary : undefined;
}

const wireV2 = ({ id, name, creationTime }: StoredGlossary, dictionary: StoredDictionary, ready: boolean): object => ({
  glossary_id: id,
  ready,
  name,
  creation_time: creationTime,
  ...metadata(dictionary),
});

function findV2(context: Context, finding?: UuidUse) {
  const glossary = findGlossary(context, finding);
  const dictionary = onlyDictionary(glossary);
  if (dictionary === undefined)
    throw new Refusal(404, 'Glossary not found', 'This path needs a glossary with exactly one dictionary; use /v3');
  return { glossary, dictionary };
}

/** POST /v2/glossaries: one dictionary, 201. Source: public facts, section 5, row 3. */
async function create(context: Context): Promise<Answer> {
  const name = checkedName(textField(objectBody(context.body), 'name'));
  const { dictionary } = checkedDictionary(context.body, context.settings.languages);
  const key = keyOf(dictionary);
  const glossary = await addGlossary(context, name, new Map([[key, dictionary]]));
  return jsonAnswer(wireV2(glossary, dictionary, context.faults.notReadyMs === undefined), { status: 201 });
}

/** GET /v2/glossaries. */
function list(context: Context): Answer {
  const glossaries = context.account.store.glossaries.all().flatMap((glossary) => {
    const dictionary = onlyDictionary(glossary);
    return dictionary === undefined ? [] : [wireV2(glossary, dictionary, isReady(glossary, context))];
  });
  return jsonAnswer({ glossaries });
}

/** GET /v2/glossaries/{glossary_id}. */
function read(context: Context): Answer {
  const { glossary, dictionary } = findV2(context);
  return jsonAnswer(wireV2(glossary, dictionary, isReady(glossary, context)));
}

/** GET /v2/glossaries/{glossary_id}/entries: TSV as text. */
const readEntries = (context: Context): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/tab-separated-values; charset=UTF-8' },
  body: findV2(context).dictionary.text,
});

/** DELETE /v2/glossaries/{glossary_id}: 204. */
async function remove(context: Context): Promise<Answer> {
  await context.account.store.glossaries.delete(findV2(context, { deletes: true }).glossary.id);
  return NO_CONTENT;
}

/**
 * GET /v2/glossary-language-pairs: every two different glossary languages. Source: public facts F47; description,
 * "Versioning" 5.
 */
const languagePairs = ({ settings: { languages } }: Context): Answer =>
  jsonAnswer({
    supported_languages: languages.glossaryCodes.flatMap((source) =>
      languages.glossaryCodes
        .filter((target) => target !== source)
        .map((target) => ({ source_lang: source, target_lang: target })),
    ),
  });

const [reads, writes] = ['glossaries:read', 'glossaries:write'];

export const GLOSSARY_V2_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v2/glossaries', handler: create, bodies: ['json', 'form'], scope: writes },
  { method: 'GET', path: '/v2/glossaries', handler: list, scope: reads },
  { method: 'GET', path: '/v2/glossaries/{glossary_id}', handler: read, scope: reads },
  { method: 'GET', path: '/v2/glossaries/{glossary_id}/entries', handler: readEntries, scope: reads },
  { method: 'DELETE', path: '/v2/glossaries/{glossary_id}', handler: remove, scope: writes },
  { method: 'GET', path: '/v2/glossary-language-pairs', handler: languagePairs, scope: reads },
];
