import type { Operation, OperationKind } from '../../model/plan/plan.ts';

const WORDS: Readonly<Record<OperationKind, string>> = {
  'create-glossary': 'create the glossary',
  'rename-glossary': 'rename',
  'merge-entries': 'add and change terms',
  'put-dictionary': 'write the dictionary',
  'delete-dictionary': 'delete the dictionary',
  'delete-glossary': 'delete the glossary',
  'create-style-list': 'create the list',
  'rename-style-list': 'rename',
  'replace-rules': 'write the rules',
  'add-instruction': 'add an instruction',
  'edit-instruction': 'change an instruction',
  'delete-instruction': 'delete an instruction',
  'delete-style-list': 'delete the list',
  'create-developer-key': 'create the key',
  'rename-developer-key': 'rename',
  'limit-developer-key': 'set limits',
  'deactivate-developer-key': 'deactivate the key',
};

/** What an operation does, in words. */
export const operationText = ({ kind, touches }: Operation): string =>
  kind === 'merge-entries' && touches.some(([part]) => part === 'name')
    ? 'rename, and add and change terms'
    : (WORDS[kind] ?? kind);
