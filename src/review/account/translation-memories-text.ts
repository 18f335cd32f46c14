import type { TranslationMemory } from '../../model/account/translation.ts';
import { tableLines } from '../format/aligned-table.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { groupedDigits } from '../format/plural.ts';

/** One memory on a line. */
export function translationMemoriesText(memories: readonly TranslationMemory[]): string {
  if (memories.length === 0) return 'The target has no translation memories.\n';
  const left = (title: string, cells: readonly string[]) => ({ title, align: 'left' as const, cells });
  const lines = tableLines([
    left(
      'id',
      memories.map(({ id }) => visible(id)),
    ),
    left(
      'name',
      memories.map(({ name }) => visible(name)),
    ),
    left(
      'source',
      memories.map(({ sourceLanguage }) => visible(sourceLanguage)),
    ),
    left(
      'targets',
      memories.map(({ targetLanguages }) => targetLanguages.map(visible).join(', ')),
    ),
    { title: 'segments', align: 'right', cells: memories.map(({ segmentCount }) => groupedDigits(segmentCount)) },
  ]);
  return `${lines.join('\n')}\n`;
}

export const translationMemoriesJson = (memories: readonly TranslationMemory[]): string =>
  jsonText({ formatVersion: 1, translationMemories: memories });
