import { expect, test } from 'vitest';
import { editGlossaryFile, type GlossaryEdit } from '../../../src/kinds/glossary/files/glossary-writing.ts';

function edit(content: string, ...edits: readonly GlossaryEdit[]) {
  const edited = editGlossaryFile(
    { bytes: new TextEncoder().encode(content), file: 'glossaries/a/glossary.yaml' },
    edits,
  );
  return 'bytes' in edited ? new TextDecoder().decode(edited.bytes) : edited.findings.map(({ code }) => code);
}

const rename = (content: string, ...names: readonly string[]) =>
  edit(content, ...names.map((name) => ({ kind: 'set-name', name }) as const));

const FILE = `# ours
name: 'Legal'  # on the service
mode: additive
tables:
  - { file: terms.csv, pairs: [en->*] }
`;

test('a glossary gets its new name in its own quotes, and every other byte stays', () => {
  expect(rename(FILE, 'Law', "It's law")).toBe(FILE.replace('Legal', "It''s law"));
  expect(rename(FILE, 'Legal')).toBe(FILE);
  expect(rename(FILE)).toBe(FILE);
  expect(rename('name: &n Legal\nid: *n\n', 'Law')).toBe('name: &n Law\nid: Legal\n');
});

test('samples stay, in their order', () => {
  const file = 'name: A\nsamples:\n  en: [ One., Two. ] # ours\n';
  expect(rename(file, 'B')).toBe(file.replace('A', 'B'));
});

test('a name that no glossary may have is refused, and so is a file with an error', () => {
  expect(rename(FILE, 'n'.repeat(1025))).toEqual(['glossary-name-too-long']);
  expect(rename('nam: x\n', 'Law')).toEqual(['key-missing', 'key-unknown']);
});

const LIST = `name: Legal\r
dictionaries: # all of them\r
  # the first\r
  - { source_lang: en, target_lang: de, file: en-de.csv }  # ours\r
  - source_lang: en\r
    target_lang: fr\r
    file: 'fr.csv'\r
protect: true\r
`;
const [FR, IT] = [
  { source: 'en', target: 'fr' },
  { source: 'en', target: 'it' },
];

test('a dictionary comes into the list and leaves it, in the style of the list, and every other byte stays', () => {
  const block = "  - source_lang: en\r\n    target_lang: fr\r\n    file: 'fr.csv'\r\n";
  const item = "  - source_lang: en\r\n    target_lang: it\r\n    file: 'en-it.csv'\r\n";
  expect(edit(LIST, { kind: 'unlist-dictionary', pair: FR })).toBe(LIST.replace(block, ''));
  expect(edit(LIST, { kind: 'list-dictionary', pair: IT, path: 'en-it.csv' })).toBe(LIST.replace(block, block + item));
  expect(edit('name: a\ndictionaries: []\n', { kind: 'list-dictionary', pair: IT, path: 'it.csv' })).toBe(
    'name: a\ndictionaries:\n  - source_lang: en\n    target_lang: it\n    file: it.csv\n',
  );
  const flow = 'name: a\ndictionaries: [{ source_lang: en, target_lang: fr, file: x.csv }]\n';
  expect(edit(flow, { kind: 'unlist-dictionary', pair: FR })).toBe('name: a\ndictionaries: []\n');
  expect(edit(flow, { kind: 'unlist-dictionary', pair: IT })).toBe(flow);
});

test('all parts of a file change at once', () => {
  const file = `name: a
dictionaries:
  - { source_lang: en, target_lang: fr, file: fr.csv }
tables:
  - { file: one.csv, pairs: [en->de] }
  - file: two.csv # wide
    pairs: [en->es, en->pt, en->nl]
`;
  expect(
    edit(
      file,
      { kind: 'set-name', name: 'b' },
      { kind: 'remove-pattern', table: 1, pattern: 0 },
      { kind: 'remove-pattern', table: 0, pattern: 0 },
      { kind: 'remove-pattern', table: 1, pattern: 2 },
      { kind: 'unlist-dictionary', pair: FR },
      { kind: 'list-dictionary', pair: IT, path: 'it.csv' },
    ),
  ).toBe(`name: b
dictionaries:
  - { source_lang: en, target_lang: it, file: it.csv }
tables:
  - file: two.csv # wide
    pairs: [en->pt]
`);
});

test('that no dictionary is meant can only be said where files were counted on', () => {
  expect(edit('name: a\n', { kind: 'list-none' })).toBe('name: a\ndictionaries: []\n');
  expect(edit("dictionaries: 'auto' # x\nname: a\n", { kind: 'list-none' })).toBe('dictionaries: [] # x\nname: a\n');
  expect(edit(LIST, { kind: 'list-none' })).toEqual(['edit-not-safe']);
  expect(edit('name: a\n', { kind: 'unlist-dictionary', pair: FR })).toEqual(['edit-not-safe']);
  expect(edit('name: a\n', { kind: 'list-dictionary', pair: FR, path: 'x.csv' })).toEqual(['edit-not-safe']);
  expect(edit(LIST, { kind: 'list-dictionary', pair: IT, path: '../../../x.csv' })).toEqual(['edit-not-safe']);
});
