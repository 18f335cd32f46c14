import type { Operation } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { KindWords } from '../model/kind-words.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  'create-glossary': 'create the glossary',
  'rename-glossary': 'rename',
  'merge-entries': 'add and change terms',
  'put-dictionary': 'write the dictionary',
  'delete-dictionary': 'delete the dictionary',
  'delete-glossary': 'delete the glossary',
};

export const GLOSSARY_WORDS: KindWords = {
  many: 'glossaries',
  child: ['dictionary', 'dictionaries'],
  parts: {
    entry: {
      noun: ['term', 'terms'],
      name: (names, _, { phrase }) => phrase(names.at(-1) ?? ''),
      title: ([pair = ''], { plain }) => plain(pair),
      value: (value, _, { phrase }) => phrase(String(value)),
    },
  },
  operation: ({ kind, touches }: Operation) =>
    kind === 'merge-entries' && touches.some(([part]) => part === 'name')
      ? 'rename, and add and change terms'
      : OPERATIONS[kind],
  languages: ({ children }) => children.map(({ address }) => childName(address)),
};
