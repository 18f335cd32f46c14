import { expect, test } from 'vitest';
import { editGlossaryFile } from '../../../src/files/edit/glossary.ts';

function rename(content: string, ...names: readonly string[]) {
  const input = { bytes: new TextEncoder().encode(content), file: 'glossaries/a/glossary.yaml' };
  const edited = editGlossaryFile(
    input,
    names.map((name) => ({ kind: 'set-name', name })),
  );
  return 'bytes' in edited ? new TextDecoder().decode(edited.bytes) : edited.findings.map(({ code }) => code);
}

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
