import { keyedValues } from '../../change/values.ts';
import { type Change, languageOf, type Operation, type OperationKind, valuesIn } from '../../model/plan/plan.ts';
import { changeKind, type Value, type ValueChange } from '../../model/resources/resource.ts';
import { isText } from '../check-values.ts';
import { contentOn } from '../items.ts';
import type { CallContext, CallFacts, KindModel } from '../kind.ts';
import {
  type DesiredStyleList,
  isInstruction,
  type LiveStyleList,
  ruleValues,
  type StyleListContent,
  styleListDigest,
} from './style-list.ts';
import { styleListChange, styleListDeletion, styleListOperations } from './style-list-change.ts';
import { STYLE_LIST_LEDGER } from './style-list-ledger.ts';

const CALLS: Readonly<Record<string, CallFacts>> = {
  'create-style-list': { text: 'create the list', isWhole: true },
  'rename-style-list': { text: 'rename' },
  'replace-rules': { text: 'write the rules', isWhole: true },
  'add-instruction': { text: 'add an instruction' },
  'edit-instruction': { text: 'change an instruction' },
  'delete-instruction': { text: 'delete an instruction' },
  'delete-style-list': { text: 'delete the list' },
};

/** Calls for single instructions are identified by their result. */
function callFacts({ kind, touches: [part], pre, post }: Operation, { knowsIds }: CallContext): CallFacts {
  const facts = CALLS[kind] ?? {};
  if (kind === 'add-instruction') return { ...facts, same: JSON.stringify([kind, post]) };
  const isOne = kind === 'edit-instruction' || kind === 'delete-instruction';
  return isOne ? { ...facts, same: JSON.stringify([kind, knowsIds ? part : '', pre, post]) } : facts;
}

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
    existingIds: create?.notIds ?? [],
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

const FIELDS = ['label', 'prompt', 'sourceLanguage'];

/** True for an instruction without other fields, which no reviewer would see. */
const isWholeInstruction = (value: Value): boolean =>
  isInstruction(value) && Object.keys(value).every((field) => FIELDS.includes(field));

export const STYLE_LIST: KindModel<StyleListContent, DesiredStyleList, LiveStyleList> = {
  kind: 'style-list',
  plural: 'styleLists',
  prefix: 'style_rules',
  key: 'style_rules',
  access: 'may-be-denied',
  actions: ['create', 'update', 'replace', 'delete'],
  parts: {
    name: { holds: isText(), role: 'heading' },
    language: { holds: isText(), role: 'heading' },
    rule: {
      holds: isText(2),
      role: 'counted',
      text: (value, _, { prompt }) => ({ isCode: true, value: prompt(String(value)) }),
    },
    instruction: {
      holds: (value, { length }) => length === 1 && isWholeInstruction(value),
      role: 'counted',
      fields: { label: 'label', prompt: 'prompt', sourceLanguage: 'source language' },
    },
  },
  contentOf: ({ content }) => content,
  name: ({ name }) => name,
  values: ({ name, language, rules }) =>
    new Map([...keyedValues([['name'], name], [['language'], language]), ...ruleValues(rules)]),
  digest: styleListDigest,
  plan: (match, { scope, sameName }) =>
    scope.whole(match.desired.address) ? { change: styleListChange({ ...match, sameName }) } : undefined,
  remove: ({ address, live, replacedBy }) => styleListDeletion(address, live, replacedBy),
  operationsOf: (change) =>
    change.children.length === 0 && isStyleListSound(change) ? styleListOperationsOf(change) : undefined,
  callFacts,
  ...STYLE_LIST_LEDGER,
};
