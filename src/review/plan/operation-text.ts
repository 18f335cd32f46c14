import type { Operation } from '../../plan/plan.ts';

/** What an operation does, in words. */
export function operationText(operation: Operation): string {
  switch (operation.kind) {
    case 'create-glossary':
      return 'create the glossary';
    case 'rename-glossary':
    case 'rename-style-list':
    case 'rename-developer-key':
      return 'rename';
    case 'merge-entries':
      return operation.rename ? 'rename, and add and change terms' : 'add and change terms';
    case 'put-dictionary':
      return 'write the dictionary';
    case 'delete-dictionary':
      return 'delete the dictionary';
    case 'delete-glossary':
      return 'delete the glossary';
    case 'create-style-list':
      return 'create the list';
    case 'replace-rules':
      return 'write the rules';
    case 'add-instruction':
      return 'add an instruction';
    case 'edit-instruction':
      return 'change an instruction';
    case 'delete-instruction':
      return 'delete an instruction';
    case 'delete-style-list':
      return 'delete the list';
    case 'create-developer-key':
      return 'create the key';
    case 'limit-developer-key':
      return 'set limits';
    case 'deactivate-developer-key':
      return 'deactivate the key';
    default:
      return operation satisfies never;
  }
}
