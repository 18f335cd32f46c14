import { CALLS } from '../../contract/calls.ts';
import type { Digest, StyleId } from '../../model/ids.ts';
import { instructionDigest, nameDigest } from '../../model/resources/digest.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import type { InstructionChange, StyleListChange, StyleListOperation } from '../plan.ts';

/** What the operations of a change need that the change itself does not say. */
export interface StyleListSides {
  /** Live lists that bear the name of the one to create. */
  readonly notIds: readonly StyleId[];
  /** Of the whole list that is created. */
  readonly created: () => Digest | 'absent';
  /** Of the whole list that is deleted. */
  readonly deleted: () => Digest | 'absent';
  /** Of all rules, before and after. */
  readonly rules: () => { readonly pre: Digest | 'absent'; readonly post: Digest | 'absent' };
  /** How many instructions of the content of an added one the list holds once it is added. `index`: of the change. */
  readonly occurrence: (index: number) => number;
}

export type StyleListBody = Omit<StyleListChange, 'operations'>;

type WithoutId<Operation> = Operation extends unknown ? Omit<Operation, 'id'> : never;
type Draft = WithoutId<StyleListOperation>;

/**
 * One call for each change of an instruction. Edits come first: they change the number of none. There is never both an
 * add and a delete.
 */
function instructionOperations(body: StyleListBody, id: string, { occurrence }: StyleListSides): readonly Draft[] {
  const digest = (content: CustomInstruction) => instructionDigest(content, body.languageBefore ?? '');
  const draft = (change: InstructionChange, instruction: number): Draft => {
    switch (change.kind) {
      case 'removed':
        return {
          kind: 'delete-instruction',
          ...CALLS.styleLists.deleteInstruction(id, change.id),
          pre: digest(change.from),
          post: 'absent',
          instruction,
          instructionId: change.id,
        };
      case 'changed':
        return {
          kind: 'edit-instruction',
          ...CALLS.styleLists.editInstruction(id, change.id),
          pre: digest(change.from),
          post: digest(change.to),
          instruction,
          instructionId: change.id,
        };
      case 'added':
        return {
          kind: 'add-instruction',
          ...CALLS.styleLists.addInstruction(id),
          pre: 'absent',
          post: digest(change.to),
          instruction,
          occurrence: occurrence(instruction),
        };
      default:
        return change satisfies never;
    }
  };
  const drafts = body.instructions.map(draft);
  return [
    ...drafts.filter(({ kind }) => kind === 'edit-instruction'),
    ...drafts.filter(({ kind }) => kind !== 'edit-instruction'),
  ];
}

function updateOperations(body: StyleListBody, id: string, sides: StyleListSides): readonly Draft[] {
  const { nameBefore = '', nameAfter = '', rules } = body;
  const rename: readonly Draft[] =
    nameBefore === nameAfter
      ? []
      : [
          {
            kind: 'rename-style-list',
            ...CALLS.styleLists.rename(id),
            pre: nameDigest(nameBefore),
            post: nameDigest(nameAfter),
          },
        ];
  const replaceRules: readonly Draft[] =
    rules.length === 0 ? [] : [{ kind: 'replace-rules', ...CALLS.styleLists.replaceRules(id), ...sides.rules() }];
  return [...rename, ...replaceRules, ...instructionOperations(body, id, sides)];
}

function drafts(body: StyleListBody, sides: StyleListSides): readonly Draft[] {
  const id = body.id ?? '';
  const create = (): Draft => ({
    kind: 'create-style-list',
    ...CALLS.styleLists.create(),
    pre: 'absent',
    post: sides.created(),
    notIds: sides.notIds,
  });
  const remove = (): Draft => ({
    kind: 'delete-style-list',
    ...CALLS.styleLists.delete(id),
    pre: sides.deleted(),
    post: 'absent',
  });
  switch (body.action) {
    case 'create':
      return [create()];
    case 'replace':
      return [create(), remove()];
    case 'update':
      return updateOperations(body, id, sides);
    case 'delete':
      return [remove()];
    default:
      return body.action satisfies never;
  }
}

/**
 * The calls that make a change of a style list, in running order. A function of the change and of digests, so that a
 * saved plan can be checked by it.
 */
export const styleListOperations = (body: StyleListBody, sides: StyleListSides): readonly StyleListOperation[] =>
  drafts(body, sides).map((draft, index) => ({ id: `${body.address}#${index + 1}`, ...draft }));
