import { instructionId } from '../../model/ids.ts';
import { languageOf } from '../../model/plan/change-values.ts';
import type { Value, ValueChange } from '../../model/resources/value.ts';
import { isText, isUnnamed } from '../change/check-values.ts';
import { keyedValues } from '../change/values.ts';
import type { KindModel } from '../model/resource-kind.ts';
import { isStyleListSound, styleListOperationsOf } from './check-style-list-change.ts';
import { ruleCount, ruleValues } from './diff-rules.ts';
import { STYLE_LIST_DRIFT } from './drift-instructions.ts';
import { pairInstructions } from './pair-instructions.ts';
import type { CustomInstruction, DesiredStyleList, LiveStyleList, StyleListContent } from './style-list.ts';
import { isInstruction, sameInstruction, styleListDigest } from './style-list.ts';
import { STYLE_LIST_APPROVAL } from './style-list-approval.ts';
import { styleListChange, styleListDeletion } from './style-list-change.ts';
import { STYLE_LIST_LEDGER } from './style-list-ledger.ts';
import { STYLE_LIST_PULL } from './style-list-pull.ts';
import { STYLE_LIST_WORDS } from './style-list-words.ts';

/**
 * Instructions have neither a key nor, in the ledger, an id. Their place in the list before names them; an added one
 * has a number that no place has.
 */
function instructionChanges(
  before: StyleListContent | undefined,
  after: StyleListContent | undefined,
): readonly ValueChange[] {
  const now = after?.instructions ?? [];
  const live = (before?.instructions ?? []).map((content, place) => ({ id: instructionId(String(place)), content }));
  const { edits, adds, deletes } = pairInstructions(live, now, after?.language ?? before?.language ?? '');
  const pairs = [
    ...deletes.map((old) => ({ old, to: undefined })),
    ...edits.map(({ live: old, to }) => ({ old, to: now[to] })),
    ...adds.map((place) => ({ old: undefined, to: now[place] })),
  ];
  return pairs.map(({ old, to }, index) => ({
    key: ['instruction', old?.id ?? String(live.length + index)],
    ...(old && { from: old.content }),
    ...(to && { to }),
  }));
}

/** Instructions have no key in files: the very one is there, or another one of its label, or none. */
function wantedInstruction(list: StyleListContent | undefined, { from, to }: ValueChange): Value | undefined {
  const planned = (to ?? from) as CustomInstruction;
  const wanted = list?.instructions ?? [];
  if (wanted.some((each) => sameInstruction(each, planned, list?.language ?? ''))) return planned;
  return to === undefined ? undefined : wanted.find(({ label }) => label === planned.label);
}

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
  // An omitted source language is the language of the list, so in lists of two languages these two are alike.
  compared: {
    items: ({ instructions, language }) =>
      instructions.map((value) => {
        const { label, prompt, sourceLanguage = language } = value;
        return { key: ['instruction', label, prompt, sourceLanguage === language ? '' : sourceLanguage], value };
      }),
  },
  guarded: { contentPart: 'instruction' },
  actions: ['create', 'update', 'replace', 'delete'],
  parts: {
    name: { isNamed: isUnnamed, holds: isText, always: true },
    language: { isNamed: isUnnamed, holds: isText, always: true },
    rule: { isNamed: ({ length }) => length === 2, holds: isText, sized: true },
    instruction: {
      isNamed: ({ length }) => length === 1,
      holds: isWholeInstruction,
      isAlike: (left, right, change) =>
        isInstruction(left) && isInstruction(right) && sameInstruction(left, right, languageOf(change).from ?? ''),
      sized: true,
    },
  },
  sizes: ({ rules, instructions }) => ({ rule: ruleCount(rules), instruction: instructions.length }),
  contentOf: ({ content }) => content,
  contentOfLive: ({ content }) => content,
  // The language of a list cannot be changed.
  isReplaced: (before, after) => before.language !== after.language,
  name: ({ name }) => name,
  values: ({ name, language, rules }) =>
    new Map([...keyedValues([['name'], name], [['language'], language]), ...ruleValues(rules)]),
  unkeyed: instructionChanges,
  wanted: { instruction: wantedInstruction },
  digest: styleListDigest,
  withoutName: (content) => ({ ...content, name: '' }),
  plan: (match, { scope, sameName }) =>
    scope.whole(match.desired.address) ? { change: styleListChange({ ...match, sameName }) } : undefined,
  remove: ({ address, live, leftOf }) => styleListDeletion(address, live, leftOf),
  seenDigest: ({ content }) => styleListDigest(content),
  drift: STYLE_LIST_DRIFT,
  pull: STYLE_LIST_PULL,
  isSound: (change) => change.children.length === 0 && isStyleListSound(change),
  operationsOf: styleListOperationsOf,
  ledger: STYLE_LIST_LEDGER,
};
