import { type TranslationMemory, type TranslationMemoryId, translationMemoryId } from '../model/translation.ts';
import { checkPages } from './check-pages.ts';
import type { Exchange } from './exchange.ts';
import { count, field, idText, isAbsent, items, type JsonValue, text, textOr } from './json-value.ts';

/** The translation memories of the account. Errors and retries as for glossaries. */
export interface TranslationMemoryCalls {
  /** GET /v3/translation_memories, 25 to a page, until there are as many as the service says. */
  list(): Promise<readonly TranslationMemory[]>;
}

/** Most items of one page, as for style rule lists (public facts F46). */
const PAGE_SIZE = 25;

function parseMemory(at: JsonValue): TranslationMemory {
  const targets = field(at, 'target_languages');
  const segments = field(at, 'segment_count');
  return {
    id: translationMemoryId(idText(field(at, 'translation_memory_id'))),
    name: textOr(field(at, 'name'), ''),
    sourceLanguage: textOr(field(at, 'source_language'), '').toLowerCase(),
    targetLanguages: isAbsent(targets) ? [] : items(targets).map((language) => text(language).toLowerCase()),
    segmentCount: isAbsent(segments) ? 0 : count(segments),
  };
}

interface Page {
  readonly memories: readonly TranslationMemory[];
  /** How many there are on all pages, when the service says it. */
  readonly total?: number;
}

function parsePage(json: JsonValue): Page {
  const total = field(json, 'total_count');
  return {
    memories: items(field(json, 'translation_memories')).map(parseMemory),
    ...(!isAbsent(total) && { total: count(total) }),
  };
}

/** The translation memory endpoints. */
export function makeTranslationMemoryCalls(exchange: Exchange): TranslationMemoryCalls {
  const readPage = async (page: number): Promise<Page> =>
    exchange.read({ method: 'GET', path: `/v3/translation_memories?page=${page}&page_size=${PAGE_SIZE}` }, parsePage);

  return {
    async list() {
      const found = new Map<TranslationMemoryId, TranslationMemory>();
      for (let page = 0; ; page += 1) {
        checkPages(page, 'GET /v3/translation_memories');
        const { memories, total } = await readPage(page);
        const known = found.size;
        // A memory that was made meanwhile shifts the pages: one may come twice, and the later reading counts.
        for (const memory of memories) found.set(memory.id, memory);
        // Without a total, a short page is the last. A page that brings nothing new is always, so that a service that ignores `page` cannot hold it up for ever.
        const complete = total === undefined ? memories.length < PAGE_SIZE : found.size >= total;
        if (complete || found.size === known) return [...found.values()];
      }
    },
  };
}
