import { expect, test } from 'vitest';
import { parseYaml } from '../../../src/files/yaml/yaml-file.ts';
import { canonicalJson } from '../../../src/model/resources/digest.ts';

/** What a file says, without its places; it must have no errors. */
function meaningOf(text: string): string {
  const { value, findings } = parseYaml({ bytes: new TextEncoder().encode(text), file: 'f.yaml' });
  expect(findings).toEqual([]);
  return canonicalJson(value?.value ?? null);
}

const GLOSSARY = `name: A
id: 01234567-0123-4123-8123-0123456789ab
mode: authoritative
protect: false
comments: '#'
header: true
columns: { Wort: de }
dictionaries:
  - { source_lang: en, target_lang: de, file: a.csv, header: false }
tables:
  - { file: wide.csv, pairs: [en->fr], delimiter: ',' }
samples:
  en: [ One. ]
`;

test.each([
  ['name: A', 'name: B'],
  ['id: 01234567-0123-4123-8123-0123456789ab\n', ''],
  ['0123456789ab', '0123456789ac'],
  ['authoritative', 'additive'],
  ['protect: false', 'protect: true'],
  ["comments: '#'\n", ''],
  ["comments: '#'", 'comments: none'],
  ['header: true\ncolumns', 'columns'],
  ['header: true\ncolumns', 'header: false\ncolumns'],
  ["delimiter: ','", "delimiter: ';'"],
  ['Wort: de', 'Wort: it'],
  ['Wort: de', 'Word: de'],
  ['source_lang: en', 'source_lang: es'],
  ['target_lang: de', 'target_lang: it'],
  ['a.csv', 'b.csv'],
  ['file: a.csv, header: false', 'file: a.csv'],
  ['wide.csv', 'wider.csv'],
  ['en->fr', 'en->it'],
  ["pairs: [en->fr], delimiter: ','", 'pairs: [en->fr]'],
  ['en: [ One. ]', 'en: [ Two. ]'],
  ['en: [ One. ]', 'it: [ One. ]'],
])('a glossary.yaml with %j says something else with %j', (before, after) => {
  expect(GLOSSARY).toContain(before);
  expect(meaningOf(GLOSSARY.replace(before, after))).not.toBe(meaningOf(GLOSSARY));
});

test('a glossary.yaml says the same in another style, and not when a key is there or not', () => {
  expect(meaningOf(`# ours\n${GLOSSARY.replace('name: A', '"name": "A"')}`)).toBe(meaningOf(GLOSSARY));
  expect(meaningOf('name: A\ndictionaries: auto\n')).not.toBe(meaningOf('name: A\n'));
  expect(meaningOf('name: A\ndictionaries: []\n')).not.toBe(meaningOf('name: A\n'));
});

const STYLE_LIST = `name: A
language: de
id: 01234567-0123-4123-8123-0123456789ab
protect: false
configured_rules:
  numbers: { a: x, b: y }
  punctuation: { c: z }
  empty: {}
custom_instructions:
  - { label: one, prompt: first, source_language: en }
  - { label: two, prompt: second }
`;

test.each([
  ['name: A', 'name: B'],
  ['language: de', 'language: fr'],
  ['id: 01234567-0123-4123-8123-0123456789ab\n', ''],
  ['0123456789ab', '0123456789ac'],
  ['protect: false', 'protect: true'],
  ['a: x', 'a: w'],
  ['a: x', 'd: x'],
  ['a: x, ', ''],
  ['punctuation', 'formatting'],
  ['  empty: {}\n', ''],
  ['label: one', 'label: uno'],
  ['prompt: first', 'prompt: primo'],
  ['source_language: en', 'source_language: fr'],
  [', source_language: en', ''],
  ['  - { label: two, prompt: second }\n', ''],
])('a style list with %j says something else with %j', (before, after) => {
  expect(STYLE_LIST).toContain(before);
  expect(meaningOf(STYLE_LIST.replace(before, after))).not.toBe(meaningOf(STYLE_LIST));
});

test('the order of rules means nothing, and that of instructions does', () => {
  expect(meaningOf(STYLE_LIST.replace('a: x, b: y', 'b: y, a: x'))).toBe(meaningOf(STYLE_LIST));
  const [head, tail] = STYLE_LIST.split('custom_instructions:\n');
  const turned = tail?.split('\n').slice(0, 2).reverse().join('\n');
  expect(meaningOf(`${head}custom_instructions:\n${turned}\n`)).not.toBe(meaningOf(STYLE_LIST));
});

const KEYS =
  'a: { label: A, characters: 5, speech_to_text_milliseconds: null }\nb: { protect: true }\nc: { id: "01234567-0123-4123-8123-0123456789ab:01234567-0123-4123-8123-0123456789ab" }\n';

test.each([
  ['label: A', 'label: B'],
  ['characters: 5', 'characters: 6'],
  ['characters: 5', 'characters: null'],
  ['characters: 5, ', ''],
  [', speech_to_text_milliseconds: null', ''],
  ['characters: 5', 'characters: 5, deactivated: true'],
  ['protect: true', 'protect: false'],
  [
    '{ id: "01234567-0123-4123-8123-0123456789ab:01234567-0123-4123-8123-0123456789ab" }',
    '{ id: "01234567-0123-4123-8123-0123456789ac:01234567-0123-4123-8123-0123456789ab" }',
  ],
  ['{ id: "01234567-0123-4123-8123-0123456789ab:01234567-0123-4123-8123-0123456789ab" }', '{}'],
  ['b: { protect: true }\n', ''],
  ['c: {', 'd: { label: c,'],
])('a file of keys with %j says something else with %j', (before, after) => {
  expect(KEYS).toContain(before);
  expect(meaningOf(KEYS.replace(before, after))).not.toBe(meaningOf(KEYS));
});

test('the order of keys means nothing', () => {
  expect(meaningOf(KEYS.trimEnd().split('\n').reverse().join('\n'))).toBe(meaningOf(KEYS));
});
