import { languageOf } from '../../model/plan/change-values.ts';
import type { KindWords } from '../model/kind-words.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  'create-style-list': 'create the list',
  'rename-style-list': 'rename',
  'replace-rules': 'write the rules',
  'add-instruction': 'add an instruction',
  'edit-instruction': 'change an instruction',
  'delete-instruction': 'delete an instruction',
  'delete-style-list': 'delete the list',
};

export const STYLE_LIST_WORDS: KindWords = {
  short: 'list',
  parts: {
    rule: { isCode: true, value: (value, _, { prompt }) => prompt(String(value)) },
    instruction: { fields: { label: 'label', prompt: 'prompt', sourceLanguage: 'source language' } },
  },
  replaced:
    'The language of a style list cannot be changed: a new list with a NEW id replaces it. ' +
    'Update every use of the old id.',
  operation: ({ kind }) => OPERATIONS[kind],
  languages: (change) => Object.values(languageOf(change)),
};
