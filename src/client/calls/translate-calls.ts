import { CALLS } from '../../contract/calls.ts';
import { TRANSLATE_MAX_BYTES } from '../../contract/limits.ts';
import {
  type Translation,
  type TranslationMemory,
  type TranslationMemoryId,
  type TranslationRequest,
  translationMemoryId,
} from '../../model/account/translation.ts';
import * as d from '../../model/decode.ts';
import { type Exchange, idText, language } from '../transport/exchange.ts';
import { readPages } from './read-pages.ts';

/** A request in the spelling of the service. JSON leaves out what is `undefined`. */
const wireRequest = (request: TranslationRequest): object => ({
  text: request.text,
  source_lang: request.sourceLang,
  target_lang: request.targetLang,
  glossary_id: request.glossaryId,
  style_id: request.styleId,
  model_type: request.modelType,
  custom_instructions: request.customInstructions,
  translation_memory_id: request.translationMemoryId,
  translation_memory_threshold: request.translationMemoryThreshold,
  tag_handling: request.tagHandling,
  tag_handling_version: request.tagHandlingVersion,
  formality: request.formality,
  context: request.context,
  show_billed_characters: request.showBilledCharacters,
});

const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Bytes that one text takes in a call, with the comma before it. */
export const bytesInCall = (text: string): number => jsonBytes(text) + 1;

/** Bytes that remain for the texts of one call, after everything else in it. */
export const roomInCall = (request: Omit<TranslationRequest, 'text'>): number =>
  TRANSLATE_MAX_BYTES - jsonBytes(wireRequest({ ...request, text: [] }));

const translationAnswer = d.object({
  text: d.text,
  detectedSourceLanguage: d.from('detected_source_language', d.maybe(language)),
  billedCharacters: d.from('billed_characters', d.maybe(d.count)),
  modelTypeUsed: d.from('model_type_used', d.maybe(d.text)),
});

/** A translation too many or too few would put every later one to the wrong text. */
const translationsAnswer =
  (expected: number): d.Decoder<readonly Translation[]> =>
  (at) => {
    const { translations } = d.object({ translations: d.list(translationAnswer) })(at);
    if (translations.length === expected) return translations;
    throw d.wrong(d.member(at, 'translations'), `has ${translations.length} items for ${expected} texts`);
  };

/** The translation of texts. Errors as for glossaries. */
export const makeTranslateCalls = (exchange: Exchange) => ({
  /**
   * POST /v2/translate: one translation for each text, in their order. Never repeated after a lost answer, although it
   * changes nothing: it costs characters. An answer with more or fewer translations counts as lost.
   */
  translate: async (request: TranslationRequest): Promise<readonly Translation[]> =>
    exchange.read(
      { ...CALLS.translation.translate(), body: wireRequest(request) },
      translationsAnswer(request.text.length),
    ),
});

/** The call that translates texts. */
export type TranslateCalls = ReturnType<typeof makeTranslateCalls>;

const memoryAnswer = d.object({
  id: d.from('translation_memory_id', d.map(idText, translationMemoryId)),
  name: d.orElse(d.text, ''),
  sourceLanguage: d.from('source_language', d.orElse(language, '')),
  targetLanguages: d.from('target_languages', d.orElse(d.list(language), [])),
  segmentCount: d.from('segment_count', d.orElse(d.count, 0)),
});

/** `total`: the number of items on all pages, if the service gives it. */
const pageAnswer = d.object({
  memories: d.from('translation_memories', d.list(memoryAnswer)),
  total: d.from('total_count', d.maybe(d.count)),
});

/** The translation memories of the account. Errors and retries as for glossaries. */
export const makeTranslationMemoryCalls = (exchange: Exchange) => ({
  /** GET /v3/translation_memories, 25 per page, until the total is reached. */
  list: (): Promise<readonly TranslationMemory[]> =>
    readPages(CALLS.translationMemories.list, async (call, found: Map<TranslationMemoryId, TranslationMemory>) => {
      const { memories, total } = await exchange.read(call, pageAnswer);
      for (const memory of memories) found.set(memory.id, memory);
      return { items: memories.length, total };
    }),
});

/** The calls about translation memories. */
export type TranslationMemoryCalls = ReturnType<typeof makeTranslationMemoryCalls>;
