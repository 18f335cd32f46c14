import { expect, onTestFinished, test } from 'vitest';
import type { AnyKind } from '../../src/kinds/kind.ts';
import { kindNamed, registerKind } from '../../src/kinds/registry.ts';
import {
  anyChildNoun,
  blockedBy,
  childNoun,
  countedParts,
  kindNoun,
  nameNoun,
  operationText,
  partNoun,
  partOf,
  partsBelow,
  replacedText,
  shortNoun,
  sizesOf,
  totalNoun,
} from '../../src/kinds/words.ts';
import type { Operation } from '../../src/model/plan/plan.ts';
import { sideText, valueEdit, valueTitle } from '../../src/review/values/value-words.ts';
import { desiredDeveloperKey, desiredStyleList } from '../support/build.ts';

const isAny = (): boolean => true;

/** A kind that says nothing of how it reads. */
const TEMPLATE = {
  kind: 'mail-template',
  plural: 'mailTemplates',
  prefix: 'mail_template',
  parts: {
    title: { holds: isAny, role: 'heading' },
    text: { holds: isAny, role: 'counted' },
    tag: { holds: isAny },
  },
} as unknown as AnyKind;

test('a kind without words is called by its noun and the names of its parts', () => {
  expect(kindNoun(TEMPLATE)).toEqual(['mail template', 'mail templates']);
  expect(shortNoun(TEMPLATE)).toBe('template');
  expect(childNoun(TEMPLATE)).toEqual(['part', 'parts']);
  expect(nameNoun(TEMPLATE)).toBe('title');
  expect(partNoun(TEMPLATE, 'text')).toEqual(['text', 'texts']);
  expect(replacedText(TEMPLATE, 'title')).toBe(
    'The title of a mail template cannot be changed: a new template with a NEW id replaces it. Update every use of ' +
      'the old id.',
  );
  expect(operationText({ id: 'mail_template.a#1', kind: 'create-mail-template' } as Operation)).toBe(
    'create mail template',
  );
});

test('what is always given stands in the heading, and what is sized is counted', () => {
  expect(partsBelow(TEMPLATE)).toEqual(['text', 'tag']);
  expect(countedParts(TEMPLATE)).toEqual(['text']);
});

test('values without words read by their key, and those without a key by their first field', () => {
  expect(valueEdit(TEMPLATE, { key: ['text', 'mail', 'greeting'], from: 'Hello', to: 'Hi' })).toBe(
    'mail.greeting: Hello → Hi',
  );
  expect(valueEdit(TEMPLATE, { key: ['text', 'size'], from: 1200, to: null })).toBe('size: 1,200 → not set');
  expect(valueEdit(TEMPLATE, { key: ['tag', '0'], to: { word: 'new', meaning: 'of this year', since: '2026' } })).toBe(
    'new: of this year (since 2026)',
  );
  expect(valueEdit(TEMPLATE, { key: ['tag', '0'], to: { word: 'new' } })).toBe('new: new');
  expect(valueTitle(TEMPLATE, { key: ['text', 'greeting'], to: 'Hi' })).toBe('text greeting');
  expect(valueTitle(TEMPLATE, { key: ['title'], to: 'Hi' })).toBe('title');
  expect(sideText(TEMPLATE, { key: ['title'], to: 'Hi' }, 'to')).toBe('"Hi"');
});

const KINDS_OF_WORDS = ['glossary', 'style-list', 'developer-key'].map(kindNamed);
const [GLOSSARY, LIST, KEY] = KINDS_OF_WORDS as [AnyKind, AnyKind, AnyKind];

test('each kind has its nouns', () => {
  expect(KINDS_OF_WORDS.map(kindNoun)).toEqual([
    ['glossary', 'glossaries'],
    ['style list', 'style lists'],
    ['developer key', 'developer keys'],
  ]);
  expect(KINDS_OF_WORDS.map(shortNoun)).toEqual(['glossary', 'list', 'key']);
  expect(KINDS_OF_WORDS.map(nameNoun)).toEqual(['name', 'name', 'label']);
  expect(KINDS_OF_WORDS.map(partsBelow)).toEqual([[], ['rule', 'instruction'], ['limit']]);
  expect(KINDS_OF_WORDS.map(countedParts)).toEqual([[], ['rule', 'instruction'], []]);
  expect(kindNoun({ kind: 'a-b-c', plural: 'aBigCats' })).toEqual(['a b c', 'a big cats']);
});

test('a value has the noun of its part, and an entry that of its kind', () => {
  expect([partNoun(GLOSSARY, 'entry'), partNoun(LIST, 'entry'), partNoun(undefined, 'entry')]).toEqual([
    ['term', 'terms'],
    ['entry', 'entries'],
    ['entry', 'entries'],
  ]);
  expect(partNoun(undefined, 'rule')).toEqual(['rule', 'rules']);
  expect(['entry', 'rule', 'unknown'].map(totalNoun)).toEqual([
    ['term', 'terms'],
    ['rule', 'rules'],
    ['unknown', 'unknowns'],
  ]);
});

test('the children of all kinds have one noun, or one for each kind with children', () => {
  expect(anyChildNoun()).toEqual(['dictionary', 'dictionaries']);
  const page: AnyKind = {
    ...TEMPLATE,
    children: () => new Map(),
    childNoun: ['page', 'pages'],
    entryNoun: ['line', 'lines'],
  };
  onTestFinished(registerKind(page));
  onTestFinished(registerKind(page));
  onTestFinished(registerKind(TEMPLATE));
  expect(anyChildNoun()).toEqual(['dictionary or page', 'dictionaries and pages']);
  // The first kind with children decides.
  expect(totalNoun('entry')).toEqual(['term', 'terms']);
});

test('a part is one of its kind', () => {
  expect(partOf(LIST, 'rule')).toBe(LIST.parts.rule);
  expect([partOf(LIST, 'limit'), partOf(LIST, 'toString'), partOf(undefined, 'rule')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('the values of counted parts are counted', () => {
  const { content } = desiredStyleList('l', {
    rules: { dates: { order: 'dmy', year: 'long' } },
    instructions: [{ label: 'A', prompt: 'a' }],
  });
  expect(sizesOf(LIST, content)).toEqual({ rule: 2, instruction: 1 });
  expect(sizesOf(KEY, KEY.contentOf(desiredDeveloperKey('ci')))).toEqual({});
});

test.each([
  [KEY, ['limit', 'characters'], 0, ' (blocks the key)'],
  [KEY, ['limit', 'speechToTextMilliseconds'], 0, ' (blocks speech to text)'],
  [KEY, ['limit', 'characters'], 1, undefined],
  [KEY, ['limit', 'characters'], null, undefined],
  [KEY, ['limit', 'characters'], undefined, undefined],
  [KEY, ['limit', 'other'], 0, undefined],
  [KEY, ['limit'], 0, undefined],
  [KEY, ['label'], 0, undefined],
  [undefined, ['limit', 'characters'], 0, undefined],
] as const)('what a value blocks: case %#', (kind, key, value, words) => {
  expect(blockedBy(kind, key, value)).toBe(words);
});

test('a value that is absent blocks nothing', () => {
  const kind: AnyKind = { ...TEMPLATE, parts: { text: { holds: isAny, blocks: () => ' (blocks all)' } } };
  expect([blockedBy(kind, ['text'], 'a'), blockedBy(kind, ['text'], undefined)]).toEqual([' (blocks all)', undefined]);
});

test('the values of a developer key have words of their own', () => {
  const edits = [
    { key: ['limit', 'characters'], from: 1200, to: 0 },
    { key: ['limit', 'speechToTextMilliseconds'], from: 1200, to: null },
    { key: ['limit', 'other'], from: 1, to: 1200 },
    { key: ['deactivated'], from: false, to: true },
  ] as const;
  expect(edits.map((each) => valueEdit(KEY, each))).toEqual([
    'characters: 1,200 → 0',
    'speech to text: 1,200 ms → no limit',
    'other: 1 → 1,200',
    'the key: active → deactivated',
  ]);
  expect(valueTitle(KEY, { key: ['deactivated'], to: true })).toBe('the key');
  expect(valueTitle(KEY, { key: ['limit', 'speechToTextMilliseconds'], to: 1 })).toBe('limit speech to text');
});

test('an operation has the words of its kind, and its name otherwise', () => {
  const operation = (id: string, kind: string) => operationText({ id, kind, touches: [] } as unknown as Operation);
  expect(operation('developer_key.ci#1', 'rename-developer-key')).toBe('rename');
  expect(operation('developer_key.ci#1', 'limit-developer-key')).toBe('set limits');
  expect(operation('developer_key.ci#1', 'create-developer-key')).toBe('create the key');
  expect(operation('developer_key.ci#1', 'deactivate-developer-key')).toBe('deactivate the key');
  const lists = ['create-style-list', 'rename-style-list', 'replace-rules', 'add-instruction', 'edit-instruction'];
  expect(lists.map((kind) => operation('style_rules.l#1', kind))).toEqual([
    'create the list',
    'rename',
    'write the rules',
    'add an instruction',
    'change an instruction',
  ]);
  expect(operation('style_rules.l#1', 'delete-instruction')).toBe('delete an instruction');
  expect(operation('style_rules.l#1', 'delete-style-list')).toBe('delete the list');
  const glossaries = ['create-glossary', 'rename-glossary', 'merge-entries', 'put-dictionary', 'delete-dictionary'];
  expect(glossaries.map((kind) => operation('glossary.g#1', kind))).toEqual([
    'create the glossary',
    'rename',
    'add and change terms',
    'write the dictionary',
    'delete the dictionary',
  ]);
  expect(operation('glossary.g#1', 'delete-glossary')).toBe('delete the glossary');
  expect(operation('style_rules.l#1', 'do-some-thing')).toBe('do some thing');
  expect(operation('unknown.l#1', 'rename-glossary')).toBe('rename glossary');
  const remove = registerKind(TEMPLATE);
  expect(operation('mail_template.a#1', 'rename-template')).toBe('rename template');
  remove();
  // The words do not depend on the name or on ids.
  const callFacts: AnyKind['callFacts'] = (_, { name, knowsIds }) => ({ text: JSON.stringify([name, knowsIds]) });
  onTestFinished(registerKind({ ...TEMPLATE, callFacts }));
  expect(operation('mail_template.a#1', 'rename-template')).toBe('["",true]');
});
