import { baseLanguage, languageSides } from '../../contract/language-catalogue.ts';
import { INSTRUCTION_PROMPT_MAX_CHARS, MEMORY_THRESHOLD, TRANSLATE_MAX_BYTES } from '../../contract/limits.ts';
import type { Context } from '../context.ts';
import { checkedLength, checkedUnicode, type Fields, objectBody, ownField } from '../http/fields.ts';
import { badRequest, Refusal } from '../http/refusal.ts';
import type { KnownLanguages } from './known-languages.ts';

/** Named in the description: "Text translation". Languages are in upper case, as answers have them. */
export type TranslateRequest = ReturnType<typeof translateRequest>;

/** An empty text counts as not sent, as `null` does. */
function optionalText(fields: Fields, name: string): string | undefined {
  const value = ownField(fields, name);
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw badRequest(`${name} must be a string`);
  return checkedUnicode(value, name);
}

function oneOf(fields: Fields, name: string, allowed: readonly string[]): string | undefined {
  const value = optionalText(fields, name);
  if (value !== undefined && !allowed.includes(value))
    throw badRequest(`${name} must be one of: ${allowed.join(', ')}`);
  return value;
}

/** Official clients send 1 and 0 in forms. */
function flag(fields: Fields, name: string): boolean {
  const value = ownField(fields, name) ?? false;
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === '1' || value === 'true') return true;
  if (value === 0 || value === '0' || value === 'false') return false;
  throw badRequest(`${name} must be true or false`);
}

function texts(fields: Fields, name: string): readonly string[] | undefined {
  const value = ownField(fields, name);
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
    throw badRequest(`${name} must be an array of strings`);
  return value.map((each: string, index) => checkedUnicode(each, `${name}[${index}]`));
}

/**
 * `EN` and `PT` are in no list of targets, since they have variants; they are taken all the same, as glossaries and
 * style lists name them. A choice.
 */
const UNSPECIFIED_VARIANTS = ['en', 'pt'];

/** A language of text translation, in any case; variants are targets alone. */
function language(code: string, name: 'source_lang' | 'target_lang', { find }: KnownLanguages): string {
  const found = find(code);
  const sides = found === undefined ? undefined : languageSides(found, 'translate_text');
  const taken =
    name === 'source_lang' ? sides?.source : sides?.target || UNSPECIFIED_VARIANTS.includes(found?.code ?? '');
  if (found === undefined || taken !== true)
    throw new Refusal(400, `Value for '${name}' not supported.`, 'GET /v3/languages lists the languages');
  return found.code.toUpperCase();
}

/** Most instructions of one call, each as long as the prompt of a custom instruction: neither is shown. Choices. */
const INSTRUCTIONS_OF_A_CALL_MAX = 10;

function checkedInstructions(fields: Fields): readonly string[] {
  const given = texts(fields, 'custom_instructions') ?? [];
  if (given.length > INSTRUCTIONS_OF_A_CALL_MAX)
    throw badRequest(`custom_instructions may have at most ${INSTRUCTIONS_OF_A_CALL_MAX} members`);
  for (const [index, each] of given.entries()) {
    checkedLength(each, INSTRUCTION_PROMPT_MAX_CHARS, `custom_instructions[${index}]`);
  }
  return given;
}

function checkThreshold(fields: Fields, memoryId: string | undefined): void {
  const value = ownField(fields, 'translation_memory_threshold');
  if (value === undefined || value === null) return;
  const { min, max } = MEMORY_THRESHOLD;
  const number = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max)
    throw badRequest(`translation_memory_threshold must be a whole number from ${min} to ${max}`);
  if (memoryId === undefined) throw badRequest('translation_memory_threshold needs translation_memory_id');
}

/**
 * `more` and `less` are for targets with the feature; the `prefer_` ones do nothing elsewhere. Source: table "Feature
 * keys", row "formality"; the refusal is a choice.
 */
function checkFormality(fields: Fields, targetLang: string, { all }: KnownLanguages): void {
  const asked = oneOf(fields, 'formality', ['default', 'more', 'less', 'prefer_more', 'prefer_less']);
  const code = targetLang.toLowerCase();
  const named = (each: string): string =>
    UNSPECIFIED_VARIANTS.includes(code) ? baseLanguage(each) : each.toLowerCase();
  const has = all.some((each) => each.formality === true && named(each.code) === code);
  if ((asked === 'more' || asked === 'less') && !has)
    throw badRequest('formality is not supported for this target_lang; prefer_more and prefer_less are taken for each');
}

/**
 * What a call of POST /v2/translate asks for, checked by itself: what needs the account is checked by the handler.
 * Parameters that are not known are passed over.
 */
export function translateRequest({ body, bodyBytes, settings: { languages } }: Context) {
  if (bodyBytes > TRANSLATE_MAX_BYTES)
    throw new Refusal(413, 'Request body too large', `At most ${TRANSLATE_MAX_BYTES} bytes are taken`);
  const fields = objectBody(body);
  const given = texts(fields, 'text');
  if (given === undefined || given.length === 0) throw badRequest('text must be an array of one string or more');
  const target = optionalText(fields, 'target_lang');
  if (target === undefined) throw badRequest('target_lang is required');
  const targetLang = language(target, 'target_lang', languages);
  const source = optionalText(fields, 'source_lang');
  const glossaryId = optionalText(fields, 'glossary_id');
  if (glossaryId !== undefined && source === undefined)
    throw badRequest('source_lang is required with glossary_id: a glossary cannot be used with automatic detection');
  const styleId = optionalText(fields, 'style_id');
  const modelType = oneOf(fields, 'model_type', ['quality_optimized', 'prefer_quality_optimized', 'latency_optimized']);
  if (styleId !== undefined && modelType === 'latency_optimized')
    throw badRequest('style_id cannot be combined with the model_type latency_optimized');
  const memoryId = optionalText(fields, 'translation_memory_id');
  checkThreshold(fields, memoryId);
  checkFormality(fields, targetLang, languages);
  oneOf(fields, 'split_sentences', ['0', '1', 'nonewlines']);
  optionalText(fields, 'context');
  for (const name of ['preserve_formatting', 'enable_beta_languages', 'outline_detection']) flag(fields, name);
  return {
    texts: given,
    sourceLang: source === undefined ? undefined : language(source, 'source_lang', languages),
    targetLang,
    styleId,
    glossaryId,
    modelType,
    customInstructions: checkedInstructions(fields),
    memoryId,
    tags: oneOf(fields, 'tag_handling', ['xml', 'html']) !== undefined,
    tagHandlingVersion: oneOf(fields, 'tag_handling_version', ['v1', 'v2']),
    showBilledCharacters: flag(fields, 'show_billed_characters'),
  };
}
