import { describe, expect, test } from 'vitest';
import { editedSides, INSTRUCTIONS, withoutDefaults } from '../../../src/kinds/style-list/instructions.ts';
import type { CustomInstruction } from '../../../src/kinds/style-list/style-list.ts';
import { desiredStyleList, liveStyleList } from '../../support/build.ts';

/** An instruction of a German list: `''` is no source language. */
const item = (source: string, prompt = 'a'): CustomInstruction => ({
  label: 'A',
  prompt,
  ...(source !== '' && { sourceLanguage: source }),
});
const LIST = desiredStyleList('l', { language: 'de' }).content;

test.each([
  ['', undefined, ''],
  ['de', undefined, ''],
  ['fr', undefined, 'fr'],
  ['', '', ''],
  ['de', '', ''],
  ['fr', '', 'fr'],
  ['', 'de', 'de'],
  ['de', 'de', 'de'],
  ['fr', 'de', 'fr'],
  ['', 'fr', ''],
  ['de', 'fr', ''],
  ['fr', 'fr', 'fr'],
])('a source language %j is written over %j as %j', (live, file, written) => {
  const inFiles = file === undefined ? undefined : item(file, 'old');
  expect(INSTRUCTIONS.asWritten?.(item(live), LIST, inFiles)).toStrictEqual(item(written));
});

describe('an edited instruction', () => {
  test.each([
    // The service has the language of the list, as the call of the edit sends it.
    ['de', '', '', ''],
    ['de', 'de', 'de', 'de'],
    ['fr', 'fr', 'fr', 'fr'],
    // The call sends a language that the service does not have.
    ['', '', '', 'de'],
    ['', 'de', '', 'de'],
    ['fr', '', 'fr', 'de'],
    ['', 'fr', '', 'fr'],
  ])('has its language where the service has not: %j, %j', (live, file, from, to) => {
    expect(editedSides(item(live), item(file, 'new'), 'de')).toStrictEqual({ from: item(from), to: item(to, 'new') });
  });

  test('that is removed has a language that is not that of the list', () => {
    expect(editedSides(item('de'), undefined, 'de')).toStrictEqual({ from: item(''), to: undefined });
    expect(editedSides(item('fr'), undefined, 'de')).toStrictEqual({ from: item('fr'), to: undefined });
  });
});

test('a live list has its instructions without the language of the list', () => {
  const list = liveStyleList('1', 'l', {
    language: 'de',
    rules: { dates: { order: 'dmy' } },
    instructions: [item('de'), item('fr'), item('')],
  });
  const instructions = [item(''), item('fr'), item('')];
  expect(withoutDefaults(list)).toStrictEqual({
    ...list,
    instructions: instructions.map((content, index) => ({ id: `1-i${index}`, content })),
    content: { ...list.content, instructions },
  });
});
