import { CALLS } from '../../contract/calls.ts';
import {
  type TranslationMemory,
  type TranslationMemoryId,
  translationMemoryId,
} from '../../model/account/translation.ts';
import * as d from '../../model/decode.ts';
import type { Exchange } from '../transport/exchange.ts';
import { idText, language } from '../transport/path-segment.ts';
import { readPages } from './read-pages.ts';

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
