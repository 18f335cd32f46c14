import type { TranslationMemory } from '../../model/account/translation.ts';
import { tableLines } from '../format/aligned-table.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { groupedDigits } from '../format/text.ts';

const COLUMNS: readonly [title: string, align: 'left' | 'right', cell: (memory: TranslationMemory) => string][] = [
  ['id', 'left', ({ id }) => visible(id)],
  ['name', 'left', ({ name }) => visible(name)],
  ['source', 'left', ({ sourceLanguage }) => visible(sourceLanguage)],
  ['targets', 'left', ({ targetLanguages }) => targetLanguages.map(visible).join(', ')],
  ['segments', 'right', ({ segmentCount }) => groupedDigits(segmentCount)],
];

/** One memory on a line. */
export function translationMemoriesText(memories: readonly TranslationMemory[]): string {
  if (memories.length === 0) return 'The target has no translation memories.\n';
  const lines = tableLines(COLUMNS.map(([title, align, cell]) => ({ title, align, cells: memories.map(cell) })));
  return `${lines.join('\n')}\n`;
}

export const translationMemoriesJson = (memories: readonly TranslationMemory[]): string =>
  jsonText({ formatVersion: 1, translationMemories: memories });
