import { languageSides } from '../../contract/language-catalogue.ts';
import { baseLanguage } from '../../contract/languages.ts';
import { INSTRUCTION_PROMPT_MAX_CHARS, MEMORY_THRESHOLD, TRANSLATE_MAX_BYTES } from '../../contract/limits.ts';
import { checkQuota, countUsage } from '../admin/count-usage.ts';
import type { Context, KeyRoute } from '../context.ts';
import { readStoredText } from '../glossaries/entries-text.ts';
import { isReady, keyOf } from '../glossaries/glossaries.ts';
import { type Answer, badRequest, forbidden, jsonAnswer, Refusal } from '../http/answer.ts';
import { checkedLength, checkedUnicode, type Fields, objectBody, ownField } from '../http/fields.ts';
import type { StoredDictionary, StoredStyleList } from '../store/store.ts';
import { findStyleList } from '../style-rules/style-rules.ts';
import { detectLanguage } from './detect-language.ts';
import type { KnownLanguages } from './known-languages.ts';
import { makeTermIndex, type TermIndex } from './term-index.ts';

export interface PseudoTranslateInput {
  /** As the caller gave it, in any case: "de", "PT-BR". */
  readonly targetLang: string;
  /** The terms of the pair's dictionary, when the request names a glossary that has it. */
  readonly terms: TermIndex | undefined;
  /** A short mark of the style list: "Marketing DE v3". */
  readonly style: string | undefined;
  /** Whether the text is markup, whose tags, comments and character references stay as they are. */
  readonly tags: boolean;
}

interface PseudoTranslation {
  readonly text: string;
  /** Places at which a term was put, not distinct terms. */
  readonly termsApplied: number;
}

/**
 * A replacement for a translation: the text itself after a mark that names the language, with its terms between ‹ and
 * ›. `[DE · Marketing DE v3] the ‹Haus› is big`. All of it is a choice: no reader takes it for a translation, and a
 * test sees which glossary and which style list were used.
 *
 * The mark is inserted after leading white space, and in markup after the leading tags, so that a document keeps its
 * root element. Text that has nothing to translate (only white space, only tags) is returned unchanged. Deterministic.
 * Linear in the length of the text, except for finding the terms.
 */
export function pseudoTranslate(
  text: string,
  { targetLang, terms, style, tags }: PseudoTranslateInput,
): PseudoTranslation {
  const pieces: readonly Piece[] = tags ? markupPieces(text) : [{ kind: 'text', text }];
  const first = pieces.findIndex((piece) => piece.kind !== 'tag' && piece.text.trimStart() !== '');
  if (first === -1) return { text, termsApplied: 0 };
  const written = tags ? escaped : asItIs;
  const before = pieces.slice(0, first).map((piece) => piece.text);
  const firstText = pieces[first]!.text;
  const space = firstText.slice(0, firstText.length - firstText.trimStart().length);
  const parts = [
    ...before,
    space,
    written(`[${targetLang.toUpperCase()}${style === undefined ? '' : ` · ${style}`}] `),
  ];
  let termsApplied = 0;
  for (const [place, piece] of pieces.slice(first).entries()) {
    const rest = place === 0 ? firstText.slice(space.length) : piece.text;
    let end = 0;
    for (const match of (piece.kind === 'text' ? terms?.find(rest) : undefined) ?? []) {
      parts.push(rest.slice(end, match.start), `‹${written(match.target)}›`);
      end = match.end;
      termsApplied += 1;
    }
    parts.push(rest.slice(end));
  }
  return { text: parts.join(''), termsApplied };
}

const asItIs = (text: string): string => text;

/** So that a term or a style's name cannot open a tag in the answer. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES.get(character)!);

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

interface Piece {
  readonly kind: 'text' | 'tag' | 'reference';
  readonly text: string;
}

/** The pieces of a text with markup, in order; joined they are the text. */
function markupPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const lastCommentEnd = text.lastIndexOf('-->'); // or each comment without end would search the whole rest
  let textFrom = 0;
  for (let at = 0; at < text.length; ) {
    const found = markupAt(text, at, lastCommentEnd);
    if (found === undefined) {
      at += 1;
      continue;
    }
    if (textFrom < at) pieces.push({ kind: 'text', text: text.slice(textFrom, at) });
    pieces.push(found);
    at += found.text.length;
    textFrom = at;
  }
  if (textFrom < text.length) pieces.push({ kind: 'text', text: text.slice(textFrom) });
  return pieces;
}

function markupAt(text: string, start: number, lastCommentEnd: number): Piece | undefined {
  if (text[start] === '&') {
    const reference = REFERENCE.exec(text.slice(start, start + REFERENCE_MAX_CHARS));
    return reference === null ? undefined : { kind: 'reference', text: reference[0] };
  }
  if (text[start] !== '<') return undefined;
  const isComment = text.startsWith('<!--', start) && start + 4 <= lastCommentEnd;
  const end = isComment ? text.indexOf('-->', start + 4) + 3 : tagEnd(text, start);
  return end === undefined ? undefined : { kind: 'tag', text: text.slice(start, end) };
}

/** `&name;`, `&#123;` or `&#x1F;`. */
const REFERENCE = /^&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#[xX][0-9A-Fa-f]+);/;

const REFERENCE_MAX_CHARS = 33; // "&CounterClockwiseContourIntegral;" is the longest of HTML

/**
 * The end of the tag that begins at `start`, or `undefined` when the `<` is only a sign: "a < b", "<3", "<b" without
 * end. A `>` between quotes ends no tag, unless the quote itself has no end; a `<` outside quotes shows that there was
 * no tag. Linear over a whole text: two scans that come by one place see it outside quotes, in single or in double
 * quotes, each another of the three, and go on differing; so no place is read more than three times.
 */
function tagEnd(text: string, start: number): number | undefined {
  if (!/^[\p{L}_:/!?]/u.test(text.slice(start + 1, start + 3))) return undefined;
  let quote: string | undefined;
  let anyEnd: number | undefined;
  let isBroken = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '>') {
      if (quote === undefined) return at + 1;
      if (!isBroken) anyEnd ??= at + 1;
    } else if (character === '<') {
      if (quote === undefined) return anyEnd;
      isBroken = true;
    } else if (character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) quote = character;
  }
  return anyEnd;
}

/** Named in the description: "Text translation". Languages are in upper case, as answers have them. */
type TranslateRequest = ReturnType<typeof translateRequest>;

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
 * `EN` and `PT` are in no list of targets, since they have variants. They are accepted anyway, because glossaries and
 * style lists use them. A choice.
 */
const UNSPECIFIED_VARIANTS = ['en', 'pt'];

/** A language of text translation, in any case. Variants can only be targets. */
function language(code: string, name: 'source_lang' | 'target_lang', { find }: KnownLanguages): string {
  const found = find(code);
  const sides = found === undefined ? undefined : languageSides(found, 'translate_text');
  const taken =
    name === 'source_lang' ? sides?.source : sides?.target || UNSPECIFIED_VARIANTS.includes(found?.code ?? '');
  if (found === undefined || taken !== true)
    throw new Refusal(400, `Value for '${name}' not supported.`, 'GET /v3/languages lists the languages');
  return found.code.toUpperCase();
}

/**
 * Maximum instructions of one call, each as long as the prompt of a custom instruction. The description shows neither
 * limit. Choices.
 */
const INSTRUCTIONS_OF_A_CALL_MAX = 10;

function checkedInstructions(fields: Fields): readonly string[] {
  const instructions = texts(fields, 'custom_instructions') ?? [];
  if (instructions.length > INSTRUCTIONS_OF_A_CALL_MAX)
    throw badRequest(`custom_instructions may have at most ${INSTRUCTIONS_OF_A_CALL_MAX} members`);
  for (const [index, each] of instructions.entries()) {
    checkedLength(each, INSTRUCTION_PROMPT_MAX_CHARS, `custom_instructions[${index}]`);
  }
  return instructions;
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
  const formality = oneOf(fields, 'formality', ['default', 'more', 'less', 'prefer_more', 'prefer_less']);
  const code = targetLang.toLowerCase();
  const named = (each: string): string =>
    UNSPECIFIED_VARIANTS.includes(code) ? baseLanguage(each) : each.toLowerCase();
  const has = all.some((each) => each.formality === true && named(each.code) === code);
  if ((formality === 'more' || formality === 'less') && !has)
    throw badRequest('formality is not supported for this target_lang; prefer_more and prefer_less are taken for each');
}

/**
 * Checks the parameters of POST /v2/translate that do not depend on the account; the handler checks the others. Unknown
 * parameters are ignored.
 */
function translateRequest({ body, bodyBytes, settings: { languages } }: Context) {
  if (bodyBytes > TRANSLATE_MAX_BYTES)
    throw new Refusal(413, 'Request body too large', `At most ${TRANSLATE_MAX_BYTES} bytes are accepted`);
  const fields = objectBody(body);
  const inputTexts = texts(fields, 'text');
  if (inputTexts === undefined || inputTexts.length === 0)
    throw badRequest('text must be an array of one string or more');
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
    texts: inputTexts,
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
  const keyFor = (target: string) => keyOf({ source_lang: baseLanguage(sourceLang), target_lang: target });
  const key = keyFor(baseLanguage(targetLang));
  // A service with more languages may have glossaries for a variant.
  const dictionary = glossary.dictionaries.get(keyFor(targetLang.toLowerCase())) ?? glossary.dictionaries.get(key);
  if (dictionary === undefined) throw badRequest(`The glossary has no dictionary ${key}`);
  return termsOf(dictionary);
}

/** Texts of the two refusals: public facts F48. */
function styleList(context: Context, { styleId, targetLang }: TranslateRequest): StoredStyleList | undefined {
  if (styleId === undefined) return undefined;
  if (context.account.plan !== 'pro') throw forbidden('Style rules need a paid plan');
  const list = findStyleList(context, styleId);
  if (list === undefined) {
    // The answer contains the id, so it is shortened and reduced to the characters of an id.
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
  if (!fits) throw badRequest('The translation memory does not have these languages');
}

/** Characters are code points: one text may not cost twice what another of the same length does. */
const charactersIn = (text: string): number => [...text].length;

/**
 * POST /v2/translate: a replacement for a translation that shows which terms applied. The same request gets the same
 * answer. Source: description, "Text translation"; other parameters of official clients are checked and have no effect;
 * shape of the answer: public facts F48.
 */
async function translate(context: Context): Promise<Answer> {
  const request = translateRequest(context);
  const { targetLang, tags, modelType, tagHandlingVersion, showBilledCharacters } = request;
  const terms = glossaryTerms(context, request);
  const list = styleList(context, request);
  checkMemory(context, request);
  const takesStyle = context.settings.languages.styleRuleCodes.includes(baseLanguage(targetLang));
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
    model_type_used: model,
    tag_handling_version: tagHandlingVersion,
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
