import { keyedValues } from '../../change/values.ts';
import { languageOf, valuesIn } from '../../model/plan/change-values.ts';
import type { Change, Operation, OperationKind } from '../../model/plan/plan.ts';
import { changeKind, type Value, type ValueChange } from '../../model/resources/value.ts';
import { isText, isUnnamed } from '../check-values.ts';
import { contentOn } from '../items.ts';
import type { ApprovedCalls } from '../model/approved.ts';
import type { KindWords } from '../model/kind-words.ts';
import type { KindModel } from '../model/resource-kind.ts';
import { ruleValues } from './diff-rules.ts';
import {
  type DesiredStyleList,
  isInstruction,
  type LiveStyleList,
  type StyleListContent,
  styleListDigest,
} from './style-list.ts';
import { styleListChange, styleListDeletion, styleListOperations } from './style-list-change.ts';
import { STYLE_LIST_LEDGER } from './style-list-ledger.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  'create-style-list': 'create the list',
  'rename-style-list': 'rename',
  'replace-rules': 'write the rules',
  'add-instruction': 'add an instruction',
  'edit-instruction': 'change an instruction',
  'delete-instruction': 'delete an instruction',
  'delete-style-list': 'delete the list',
};

const STYLE_LIST_WORDS: KindWords = {
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

/** True if the numbers of rules and instructions, and the language, are consistent in a changed list. */
export function isStyleListSound(change: Change): boolean {
  const { action, before } = change;
  const parts = ['rule', 'instruction'].map((part) => ({ values: valuesIn(change, part), size: before[part] ?? 0 }));
  const language = languageOf(change);
  const isOnly = (kind: string, values: readonly ValueChange[]): boolean =>
    values.every((value) => changeKind(value) === kind);
  const counts = parts.every(({ values, size }) => {
    if (action === 'create') return isOnly('added', values) && size === 0;
    if (action === 'delete') return isOnly('removed', values) && size === values.length;
    return values.filter(({ from }) => from !== undefined).length <= size;
  });
  return (
    counts &&
    (action !== 'update' || language.from === language.to) &&
    (action !== 'replace' || language.from !== language.to)
  );
}

/** The digest of a whole list that is created or deleted. */
const wholeDigest = (change: Change, side: 'from' | 'to'): Operation['pre'] =>
  styleListDigest(contentOn(STYLE_LIST_LEDGER, side, change));

/**
 * The operations of the change, with the digests computed from it. Digests that it does not determine are copied from
 * its present operations.
 */
export function styleListOperationsOf(change: Change): readonly Operation[] {
  const { action, operations } = change;
  const stated = (kind: OperationKind): Operation | undefined =>
    operations.find((operation) => operation.kind === kind);
  const create = stated('create-style-list');
  const rules = stated('replace-rules');
  return styleListOperations(change, {
    notIds: create?.notIds ?? [],
    // The plan does not contain the unchanged parts of a list that is replaced.
    created: () => (action === 'create' ? wholeDigest(change, 'to') : (create?.post ?? 'absent')),
    deleted: () => (action === 'delete' ? wholeDigest(change, 'from') : (stated('delete-style-list')?.pre ?? 'absent')),
    rules: () => ({ pre: rules?.pre ?? 'absent', post: rules?.post ?? 'absent' }),
    occurrence: ({ key: [, name] }) =>
      Math.max(
        1,
        operations.find(({ touches }) => touches[0]?.[1] === name && touches[0]?.[0] === 'instruction')?.occurrence ??
          0,
      ),
  });
}

/** Calls for single instructions are identified by their result. */
const STYLE_LIST_APPROVAL: ApprovedCalls = {
  callOf({ kind, touches: [part], pre, post }, knowsIds) {
    if (kind === 'add-instruction') return JSON.stringify([kind, post]);
    const isOne = kind === 'edit-instruction' || kind === 'delete-instruction';
    return isOne ? JSON.stringify([kind, knowsIds ? part : '', pre, post]) : undefined;
  },
  wholes: ['create-style-list', 'replace-rules'],
};

const FIELDS = ['label', 'prompt', 'sourceLanguage'];

/** True for an instruction without other fields, which no reviewer would see. */
const isWholeInstruction = (value: Value): boolean =>
  isInstruction(value) && Object.keys(value).every((field) => FIELDS.includes(field));

export const STYLE_LIST: KindModel<StyleListContent, DesiredStyleList, LiveStyleList> = {
  kind: 'style-list',
  plural: 'styleLists',
  prefix: 'style_rules',
  noun: 'style list',
  words: STYLE_LIST_WORDS,
  approved: STYLE_LIST_APPROVAL,
  guarded: { contentPart: 'instruction' },
  mayBeDenied: true,
  actions: ['create', 'update', 'replace', 'delete'],
  parts: {
    name: { isNamed: isUnnamed, holds: isText, always: true },
    language: { isNamed: isUnnamed, holds: isText, always: true },
    rule: { isNamed: ({ length }) => length === 2, holds: isText, sized: true },
    instruction: {
      isNamed: ({ length }) => length === 1,
      holds: isWholeInstruction,
      sized: true,
    },
  },
  contentOf: ({ content }) => content,
  contentOfLive: ({ content }) => content,
  // The language of a list cannot be changed.
  isReplaced: (before, after) => before.language !== after.language,
  name: ({ name }) => name,
  values: ({ name, language, rules }) =>
    new Map([...keyedValues([['name'], name], [['language'], language]), ...ruleValues(rules)]),
  digest: styleListDigest,
  withoutName: (content) => ({ ...content, name: '' }),
  plan: (match, { scope, sameName }) =>
    scope.whole(match.desired.address) ? { change: styleListChange({ ...match, sameName }) } : undefined,
  remove: ({ address, live, leftOf }) => styleListDeletion(address, live, leftOf),
  isSound: (change) => change.children.length === 0 && isStyleListSound(change),
  operationsOf: styleListOperationsOf,
  ledger: STYLE_LIST_LEDGER,
};
