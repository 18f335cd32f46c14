import type { TranslationMemory } from '../../model/account/translation.ts';
import { type ColumnOf, tableOf } from '../format/aligned-table.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { groupedDigits, withLineEnds } from '../format/text.ts';

const COLUMNS: readonly ColumnOf<TranslationMemory>[] = [
  ['id', 'left', ({ id }) => visible(id)],
  ['name', 'left', ({ name }) => visible(name)],
  ['source', 'left', ({ sourceLanguage }) => visible(sourceLanguage)],
  ['targets', 'left', ({ targetLanguages }) => targetLanguages.map(visible).join(', ')],
  ['segments', 'right', ({ segmentCount }) => groupedDigits(segmentCount)],
];

/** One line for each memory. */
export const translationMemoriesText = (memories: readonly TranslationMemory[]): string =>
  memories.length === 0 ? 'The target has no translation memories.\n' : withLineEnds(tableOf(COLUMNS, memories));

export const translationMemoriesJson = (memories: readonly TranslationMemory[]): string =>
  jsonText({ formatVersion: 1, translationMemories: memories });
