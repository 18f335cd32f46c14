import { CALLS } from '../../contract/calls.ts';
import { isRenamed, languageOf, nameOf, valuesIn } from '../../model/plan/change-values.ts';
import type { Operation } from '../../model/plan/plan.ts';
import { instructionDigest, nameDigest } from '../../model/resources/digest.ts';
import type { ConfiguredRules, CustomInstruction } from '../../model/resources/style-list.ts';
import { isInstruction, type Value, type ValueChange, type ValueKey } from '../../model/resources/value.ts';
import type { ChangeBody, Digests, Draft } from '../draft.ts';

/** What the operations of a change need that the change itself does not say. */
export interface StyleListSides {
  /** Live lists that bear the name of the one to create. */
  readonly notIds: readonly string[];
  /** Of the whole list that is created. */
  readonly created: () => Operation['post'];
  /** Of the whole list that is deleted. */
  readonly deleted: () => Operation['pre'];
  /** Of all rules, before and after. */
  readonly rules: () => Digests;
  /** How many instructions of the content of an added one the list holds once it is added. */
  readonly occurrence: (added: ValueChange) => number;
}

/** The language of a list stays as long as the list does, so no call touches it. */
const WHOLE: readonly ValueKey[] = [['name'], ['rule'], ['instruction']];

const CALL = CALLS.styleLists;

/**
 * One call for each change of an instruction. Edits come first: they change the number of none. There is never both an
 * add and a delete.
 */
function instructionOperations(body: ChangeBody, list: string, { occurrence }: StyleListSides): readonly Draft[] {
  const { from: language = '' } = languageOf(body);
  const digest = (content: Value | undefined): Operation['pre'] =>
    isInstruction(content) ? instructionDigest(content, language) : 'absent';
  const draft = (change: ValueChange): Draft => {
    const { key, from, to } = change;
    const sides = { pre: digest(from), post: digest(to), touches: [key] };
    const [, id = ''] = key;
    if (to === undefined) return { kind: 'delete-instruction', ...CALL.deleteInstruction(list, id), ...sides };
    if (from !== undefined) return { kind: 'edit-instruction', ...CALL.editInstruction(list, id), ...sides };
    return { kind: 'add-instruction', ...CALL.addInstruction(list), ...sides, occurrence: occurrence(change) };
  };
  const drafts = valuesIn(body, 'instruction').map(draft);
  return [
    ...drafts.filter(({ kind }) => kind === 'edit-instruction'),
    ...drafts.filter(({ kind }) => kind !== 'edit-instruction'),
  ];
}

function updateOperations(body: ChangeBody, id: string, sides: StyleListSides): readonly Draft[] {
  const { from = '', to = '' } = nameOf(body);
  const rename: Draft = {
    kind: 'rename-style-list',
    ...CALL.rename(id),
    pre: nameDigest(from),
    post: nameDigest(to),
    touches: [['name']],
  };
  const replaceRules = (): Draft => ({
    kind: 'replace-rules',
    ...CALL.replaceRules(id),
    ...sides.rules(),
    touches: [['rule']],
  });
  return [
    ...(isRenamed(body) ? [rename] : []),
    ...(valuesIn(body, 'rule').length > 0 ? [replaceRules()] : []),
    ...instructionOperations(body, id, sides),
  ];
}

/**
 * The calls that make a change of a style list, in running order. A function of the change and of digests, so that a
 * saved plan can be checked by it.
 */
export function styleListOperations(body: ChangeBody, sides: StyleListSides): readonly Draft[] {
  const { id = '', action } = body;
  if (action === 'update') return updateOperations(body, id, sides);
  const { notIds } = sides;
  const create = (): Draft => ({
    kind: 'create-style-list',
    ...CALL.create(),
    pre: 'absent',
    post: sides.created(),
    touches: WHOLE,
    notIds,
  });
  const remove = (): Draft => ({
    kind: 'delete-style-list',
    ...CALL.delete(id),
    pre: sides.deleted(),
    post: 'absent',
    touches: WHOLE,
  });
  return [...(action === 'delete' ? [] : [create()]), ...(action === 'create' ? [] : [remove()])];
}

/** The rules on one side of changes. */
export function rulesOn(side: 'from' | 'to', rules: readonly ValueChange[]): ConfiguredRules {
  const found = new Map<string, Map<string, string>>();
  for (const { key, [side]: option } of rules) {
    const [, category = '', rule = ''] = key;
    if (option === undefined) continue;
    found.set(category, (found.get(category) ?? new Map<string, string>()).set(rule, String(option)));
  }
  return found;
}

/** The instructions on one side of changes. */
export const instructionsOn = (side: 'from' | 'to', changes: readonly ValueChange[]): readonly CustomInstruction[] =>
  changes.flatMap(({ [side]: content }) => (isInstruction(content) ? [content] : []));
