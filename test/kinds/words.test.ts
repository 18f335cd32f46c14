import { expect, test } from 'vitest';
import type { AnyKind } from '../../src/kinds/kind.ts';
import {
  childNoun,
  countedParts,
  kindNoun,
  nameNoun,
  operationText,
  partNoun,
  partsBelow,
  replacedText,
  shortNoun,
} from '../../src/kinds/words.ts';
import type { Operation } from '../../src/model/plan/plan.ts';
import { sideText, valueEdit, valueTitle } from '../../src/review/values/value-words.ts';

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
