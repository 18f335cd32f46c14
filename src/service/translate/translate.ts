import { baseLanguage } from '../../contract/language-catalogue.ts';
import { checkQuota, countUsage } from '../admin/count-usage.ts';
import type { Context, KeyRoute } from '../context.ts';
import { readStoredText } from '../glossaries/entries-text.ts';
import { isReady, keyOf } from '../glossaries/glossaries.ts';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { badRequest, forbidden, Refusal } from '../http/refusal.ts';
import type { StoredDictionary, StoredStyleList } from '../store/store.ts';
import { findStyleList } from '../style-rules/style-rules.ts';
import { detectLanguage } from './detect-language.ts';
import { pseudoTranslate } from './pseudo-translate.ts';
import { makeTermIndex, type TermIndex } from './term-index.ts';
import { type TranslateRequest, translateRequest } from './translate-request.ts';

/** One index a dictionary, for as long as the dictionary is as it is. */
const indexes = new WeakMap<StoredDictionary, TermIndex>();

function termsOf(dictionary: StoredDictionary): TermIndex {
  const known = indexes.get(dictionary) ?? makeTermIndex(readStoredText(dictionary.text), dictionary.source_lang);
  indexes.set(dictionary, known);
  return known;
}

/**
 * The terms of the pair's dictionary; glossaries apply to languages, not variants. Source: description, "Glossary" and
 * "Text translation" 1.
 */
function glossaryTerms(context: Context, request: TranslateRequest): TermIndex | undefined {
  const { glossaryId, sourceLang = '', targetLang } = request;
  if (glossaryId === undefined) return undefined;
  const glossary = context.account.store.glossaries.get(glossaryId.toLowerCase());
  if (glossary === undefined) throw new Refusal(404, 'Glossary not found');
  if (!isReady(glossary, context)) throw badRequest('The glossary is not ready yet');
  const key = keyOf({ source_lang: baseLanguage(sourceLang), target_lang: baseLanguage(targetLang) });
  const dictionary = glossary.dictionaries.get(key);
  if (dictionary === undefined) throw badRequest(`The glossary has no dictionary ${key}`);
  return termsOf(dictionary);
}

/** Texts of the two refusals: public facts F48. */
function styleList(context: Context, { styleId, targetLang }: TranslateRequest): StoredStyleList | undefined {
  if (styleId === undefined) return undefined;
  if (context.account.plan !== 'pro') throw forbidden('Style rules need a paid plan');
  const list = findStyleList(context, styleId);
  if (list === undefined) {
    // The id comes back: it is cut, and has no characters that are not an id's.
    const named = styleId.replace(/[^\w-]/g, '').slice(0, 64);
    throw new Refusal(404, `Bad request. Reason: Style Rules ${named} not found`);
  }
  if (list.language !== baseLanguage(targetLang))
    throw new Refusal(400, 'Style rule language does not match the translate request target language');
  return list;
}

function checkMemory({ settings }: Context, { memoryId, sourceLang, targetLang }: TranslateRequest): void {
  if (memoryId === undefined) return;
  const memory = settings.translationMemories.find(({ id }) => id === memoryId.toLowerCase());
  if (memory === undefined) throw new Refusal(404, 'Translation memory not found');
  const fits =
    memory.targetLanguages.some((target) => baseLanguage(target) === baseLanguage(targetLang)) &&
    (sourceLang === undefined || baseLanguage(sourceLang) === baseLanguage(memory.sourceLanguage));
  if (!fits) throw badRequest('The translation memory has not these languages');
}

/** Characters are code points: one text may not cost twice what another of the same length does. */
const charactersIn = (text: string): number => [...text].length;

/**
 * POST /v2/translate: a stand-in for a translation, the same for the same request, in which the terms that applied can
 * be seen. Source: description, "Text translation"; the other parameters of official clients are checked and have no
 * effect; shape of the answer: public facts F48.
 */
async function translate(context: Context): Promise<Answer> {
  const request = translateRequest(context);
  const { targetLang, tags, modelType, tagHandlingVersion, showBilledCharacters } = request;
  const terms = glossaryTerms(context, request);
  const list = styleList(context, request);
  checkMemory(context, request);
  const takesStyle = context.settings.languages.ofStyleRules.includes(baseLanguage(targetLang));
  if (request.customInstructions.length > 0 && !takesStyle)
    throw badRequest('custom_instructions are not supported for this target_lang');
  const characters = request.texts.reduce((sum, text) => sum + charactersIn(text), 0);
  checkQuota(context, { textTranslation: characters });

  // Any request with a style list uses the quality-optimized models: description, "Text translation" 2.
  const model = list === undefined ? modelType?.replace(/^prefer_/, '') : 'quality_optimized';
  const style = list === undefined ? undefined : `${list.name} v${list.version}`;
  const translations = request.texts.map((text) => ({
    detected_source_language: request.sourceLang ?? detectLanguage(text),
    text: pseudoTranslate(text, { targetLang, terms, style, tags }).text,
    ...(showBilledCharacters && { billed_characters: charactersIn(text) }),
    ...(model !== undefined && { model_type_used: model }),
    ...(tagHandlingVersion !== undefined && { tag_handling_version: tagHandlingVersion }),
  }));
  const { account, ports } = context;
  if (account.key !== undefined) {
    const time = ports.now().toISOString();
    const events = await countUsage(account.store, account.key, { textTranslation: characters }, { time });
    for (const event of events) context.notify(event, account.key);
  }
  return jsonAnswer({ translations });
}

export const TRANSLATE_ROUTES: readonly KeyRoute[] = [
  { method: 'POST', path: '/v2/translate', handler: translate, bodies: ['json', 'form'], scope: 'translate:text' },
];
