import type { Context, KeyRoute } from '../context.ts';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { onePage } from '../http/page.ts';

/**
 * GET /v3/translation_memories: one page, and how many there are. Only named in the description; shape: public facts
 * F46.
 */
function listMemories({ settings, query }: Context): Answer {
  const memories = settings.translationMemories;
  return jsonAnswer({
    translation_memories: onePage(memories, query).map((memory) => ({
      translation_memory_id: memory.id,
      name: memory.name,
      source_language: memory.sourceLanguage,
      target_languages: memory.targetLanguages,
      segment_count: memory.segmentCount,
    })),
    total_count: memories.length,
  });
}

export const TRANSLATION_MEMORY_ROUTES: readonly KeyRoute[] = [
  { method: 'GET', path: '/v3/translation_memories', handler: listMemories, scope: 'translation_memories:read' },
];
