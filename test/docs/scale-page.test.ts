import { test } from 'vitest';
import * as limits from '../../src/contract/limits.ts';
import { expectGenerated } from '../support/generated-part.ts';

const count = (value: number): string => value.toLocaleString('en-US');

/** What people run into, in their words. The numbers are those that the checks use. */
const LIMITS: readonly (readonly [what: string, most: string])[] = [
  ['a phrase, source or target', `${count(limits.PHRASE_MAX_UTF8_BYTES)} bytes in UTF-8`],
  ['a dictionary', `${count(limits.DICTIONARY_MAX_BYTES)} bytes`],
  ['the name of a glossary', `${count(limits.GLOSSARY_NAME_MAX_UTF8_BYTES)} bytes in UTF-8`],
  ['the name of a style list', `${count(limits.STYLE_LIST_NAME_MAX_CHARS)} characters`],
  ['the custom instructions of a list', count(limits.INSTRUCTIONS_MAX)],
  ['the label of an instruction', `${count(limits.INSTRUCTION_LABEL_MAX_CHARS)} characters`],
  ['the prompt of an instruction', `${count(limits.INSTRUCTION_PROMPT_MAX_CHARS)} characters`],
  ['the active developer keys of an account', count(limits.ACTIVE_KEYS_MAX)],
];

test('docs/scale.md has the limits that validate checks', () => {
  const rows = LIMITS.map(([what, most]) => `| ${what} | ${most} |`);
  expectGenerated(
    'docs/scale.md',
    'the limits of the service',
    ['| of | at most |', '| --- | --- |', ...rows].join('\n'),
  );
});
