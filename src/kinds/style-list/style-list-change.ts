import { type ChangeBody, type Digests, type Draft, numbered } from '../../change/draft.ts';
import { diffItems, type Item, inContentOrder, itemValues } from '../../change/pair-items.ts';
import { CALLS } from '../../contract/calls.ts';
import {
  type Change,
  isRenamed,
  languageOf,
  nameOf,
  type Operation,
  valueChange,
  valuesIn,
} from '../../model/plan/plan.ts';
import { nameDigest } from '../../model/resources/digest.ts';
import type { Value, ValueChange, ValueKey } from '../../model/resources/resource.ts';
import { itemsIn } from '../items.ts';
import { editedSides, INSTRUCTIONS } from './instructions.ts';
import {
  type CustomInstruction,
  type DesiredStyleList,
  diffRules,
  instructionDigest,
  isInstruction,
  type LiveStyleList,
  ruleCount,
  rulesDigest,
  type StyleListAddress,
  type StyleListContent,
  sameInstruction,
  styleListDigest,
} from './style-list.ts';

export interface StyleListChangeInput {
  readonly desired: DesiredStyleList;
  readonly live?: LiveStyleList;
  readonly adopted: boolean;
  /** Live lists that already have the desired name. */
  readonly sameName: readonly string[];
}

const liveItems = (live: LiveStyleList, within?: StyleListContent): readonly Item<CustomInstruction>[] =>
  itemsIn(INSTRUCTIONS, live.content, { ids: INSTRUCTIONS.idsOf(live), within });

/**
 * The number of instructions with the content of an added one after the addition: unchanged ones, edited ones, and
 * those added before.
 */
function occurrenceOf(
  added: ValueChange,
  changes: readonly ValueChange[],
  unchanged: readonly Item<CustomInstruction>[],
  listLanguage: string,
): number {
  const present = [
    ...unchanged.map(({ content }) => content),
    ...changes.slice(0, changes.indexOf(added) + 1).map(({ to }) => to),
  ];
  return present.filter(
    (each) => isInstruction(each) && sameInstruction(each, added.to as CustomInstruction, listLanguage),
  ).length;
}

/** The input of the operations of a change that the change itself does not contain. */
interface StyleListSides {
  /** Ids of live lists that already have the name of the one to create. */
  readonly existingIds: readonly string[];
  /** Digest of the whole list that is created. */
  readonly created: () => Operation['post'];
  /** Digest of the whole list that is deleted. */
  readonly deleted: () => Operation['pre'];
  /** Digests of all rules, before and after. */
  readonly rules: () => Digests;
  /** The number of instructions with the content of an added one after the addition. */
  readonly occurrence: (added: ValueChange) => number;
}

/** The language of a list never changes, so no call touches it. */
const WHOLE: readonly ValueKey[] = [['name'], ['rule'], ['instruction']];

const CALL = CALLS.styleLists;

/**
 * One call for each change of an instruction. Edits run first, because they do not change the number of instructions. A
 * change never contains both additions and deletions.
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
 * saved plan can be checked with it.
 */
export function styleListOperations(body: ChangeBody, sides: StyleListSides): readonly Operation[] {
  const { id = '', action, address } = body;
  if (action === 'update') return numbered(address, updateOperations(body, id, sides));
  const { existingIds } = sides;
  const create = (): Draft => ({
    kind: 'create-style-list',
    ...CALL.create(),
    pre: 'absent',
    post: sides.created(),
    touches: WHOLE,
    notIds: existingIds,
  });
  const remove = (): Draft => ({
    kind: 'delete-style-list',
    ...CALL.delete(id),
    pre: sides.deleted(),
    post: 'absent',
    touches: WHOLE,
  });
  return numbered(address, [...(action === 'delete' ? [] : [create()]), ...(action === 'create' ? [] : [remove()])]);
}

/** The change that makes one style list match its file; `undefined` if it already does. */
export function styleListChange(input: StyleListChangeInput): Change | undefined {
  const { desired, live, adopted } = input;
  const { address, origin, content } = desired;
  const old = live?.content;
  const diff = diffItems(live === undefined ? [] : liveItems(live, content), itemsIn(INSTRUCTIONS, content));
  const action = old === undefined ? 'create' : old.language === content.language ? 'update' : 'replace';
  // A new list is sent with the content of the file, regardless of the old list.
  const shown =
    action === 'replace'
      ? undefined
      : (there: CustomInstruction, next?: CustomInstruction) => editedSides(there, next, content.language);
  const instructions = itemValues('instruction', diff, desired.instructionOrigins, shown);
  const marked = (value: ValueChange): ValueChange => {
    const inheritedFrom = value.at && desired.inheritedFrom?.(value.at.file);
    return inheritedFrom === undefined ? value : { ...value, term: { inheritedFrom } };
  };
  const body: ChangeBody = {
    kind: 'style-list',
    action,
    address,
    ...(live !== undefined && { id: live.id }),
    adopted,
    values: [
      valueChange(['name'], old?.name, content.name),
      valueChange(['language'], old?.language, content.language),
      ...diffRules(old?.rules ?? new Map(), content.rules, desired.locateRule).map(marked),
      ...instructions.map(marked),
    ],
    before: sizesOf(live),
    children: [],
    origin,
  };
  const operations = styleListOperations(body, {
    existingIds: input.sameName,
    created: () => styleListDigest(content),
    deleted: () => (old === undefined ? 'absent' : styleListDigest(old)),
    rules: () => ({ pre: rulesDigest(old?.rules ?? new Map()), post: rulesDigest(content.rules) }),
    occurrence: (added) => occurrenceOf(added, instructions, diff.unchanged, content.language),
  });
  return operations.length === 0 ? undefined : { ...body, operations };
}

const sizesOf = (live: LiveStyleList | undefined): Change['before'] => ({
  rule: live === undefined ? 0 : ruleCount(live.content.rules),
  instruction: live?.instructions.length ?? 0,
});

/** The deletion of a whole list, bound to its content. `replacedBy`: the address of the list that replaced it. */
export function styleListDeletion(
  address: StyleListAddress,
  live: LiveStyleList,
  replacedBy?: StyleListAddress,
): Change {
  const { name, language, rules } = live.content;
  const body: ChangeBody = {
    kind: 'style-list',
    action: 'delete',
    address,
    ...(replacedBy !== undefined && { leftOf: replacedBy }),
    id: live.id,
    adopted: false,
    values: [
      { key: ['name'], from: name },
      { key: ['language'], from: language },
      ...diffRules(rules, new Map(), () => undefined),
      ...inContentOrder(liveItems(live)).map(
        ({ id = '', content }): ValueChange => ({
          key: ['instruction', id],
          from: content,
        }),
      ),
    ],
    before: sizesOf(live),
    children: [],
  };
  const none: StyleListSides = {
    existingIds: [],
    created: () => 'absent',
    deleted: () => styleListDigest(live.content),
    rules: () => ({ pre: 'absent', post: 'absent' }),
    occurrence: () => 0,
  };
  return { ...body, operations: styleListOperations(body, none) };
}
