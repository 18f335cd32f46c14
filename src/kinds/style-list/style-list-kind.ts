import { keyedValues } from '../../change/values.ts';
import type { Value } from '../../model/resources/value.ts';
import { isText, isUnnamed } from '../check-values.ts';
import type { ApprovedCalls } from '../model/approved.ts';
import type { KindModel } from '../model/resource-kind.ts';
import { isStyleListSound, styleListOperationsOf } from './check-style-list-change.ts';
import { ruleValues } from './diff-rules.ts';
import type { DesiredStyleList, LiveStyleList, StyleListContent } from './style-list.ts';
import { isInstruction, styleListDigest } from './style-list.ts';
import { styleListChange, styleListDeletion } from './style-list-change.ts';
import { STYLE_LIST_LEDGER } from './style-list-ledger.ts';
import { STYLE_LIST_WORDS } from './style-list-words.ts';

/** Single instructions are told apart by what becomes of them. */
const STYLE_LIST_APPROVAL: ApprovedCalls = {
  callOf({ kind, touches: [part], pre, post }, knowsIds) {
    if (kind === 'add-instruction') return JSON.stringify([kind, post]);
    const isOne = kind === 'edit-instruction' || kind === 'delete-instruction';
    return isOne ? JSON.stringify([kind, knowsIds ? part : '', pre, post]) : undefined;
  },
  wholes: ['create-style-list', 'replace-rules'],
};

const FIELDS = ['label', 'prompt', 'sourceLanguage'];

/** An instruction and nothing else: no reader would see another field. */
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
