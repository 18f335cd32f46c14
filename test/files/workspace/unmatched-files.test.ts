import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const FILES = {
  'lexform.yaml':
    'version: 1\ntargets:\n  prod: { service: embedded }\nglossaries: [glossaries/*/glossary.yaml, "!glossaries/old/**"]\nstyle_rules: style-rules/*.yaml\n',
  'glossaries/product/glossary.yaml':
    'name: Product\ndictionaries:\n  - { source_lang: en, target_lang: fr, file: ../shared/en-fr.csv }\n  - { source_lang: en, target_lang: de, file: en-de.csv }\n',
  'glossaries/product/en-de.csv': 'house,Haus\n',
  'glossaries/shared/en-fr.csv': 'house,maison\n',
  'style-rules/tone.yaml': 'name: Tone\nlanguage: de\n',
};

const unmatched = async (more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
  const { findings } = await readDesired(nodeFiles(), await tempWorkspace({ ...FILES, ...more }));
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return findings.flatMap(({ code, at, details: { missing } }) =>
    code === 'file-unmatched' ? [missing === undefined ? at.file : `${at.file} without ${missing}`] : [],
  );
};

test('a pattern that leaves files out may match nothing', async () => {
  expect((await readDesired(nodeFiles(), await tempWorkspace(FILES))).findings).toEqual([]);
});

test('files that are read, left out on purpose, or of another purpose are not told', async () => {
  const others = {
    'glossaries/old/en-de.csv': 'a,b\n',
    'glossaries/old/glossary.yml': 'name: Old\n',
    'glossaries/exports/terms.csv': 'a,b\n',
    'glossaries/README.txt': 'Read me.\n',
    'style-rules/notes.md': 'Read me.\n',
  };
  expect(await unmatched(others)).toEqual([]);
});

test.each([
  ['another ending', { 'style-rules/support.yml': 'name: S\nlanguage: de\n' }, ['style-rules/support.yml']],
  ['the same in a folder', { 'glossaries/new/glossary.yml': 'name: N\n' }, ['glossaries/new/glossary.yml']],
  ['a folder too high', { 'glossaries/glossary.yaml': 'name: N\n' }, ['glossaries/glossary.yaml']],
  ['a folder too deep', { 'glossaries/a/b/glossary.yaml': 'name: N\n' }, ['glossaries/a/b/glossary.yaml']],
  [
    'tables without the file that names them, once for each folder',
    { 'glossaries/new/en-fr.csv': 'a,b\n', 'glossaries/new/en-de.csv': 'a,b\n' },
    ['glossaries/new/en-de.csv without glossary.yaml'],
  ],
] as const)('%s is told', async (_, files, told) => {
  expect(await unmatched(files)).toEqual(told);
});

test('a pattern of either ending misses files of the other one', async () => {
  const config = FILES['lexform.yaml'].replace('style-rules/*.yaml', 'style-rules/*.yml');
  expect(await unmatched({ 'lexform.yaml': config, 'style-rules/support.yml': 'name: S\nlanguage: de\n' })).toEqual([
    'style-rules/tone.yaml',
  ]);
});

test('a kind without folders of its own misses no files in other folders', async () => {
  const config = FILES['lexform.yaml'].replace('style-rules/*.yaml', 'style-rules/*/tone.yaml');
  expect(await unmatched({ 'lexform.yaml': config, 'style-rules/de/tone.yaml': 'name: D\nlanguage: de\n' })).toEqual(
    [],
  );
});

test('files of a layer that no pattern matches are not told', async () => {
  const root = await tempWorkspace({
    'work/lexform.yaml': `${FILES['lexform.yaml'].replace('"!glossaries', '../shared/*/glossary.yaml, "!glossaries')}layers: [../shared]\n`,
    'work/glossaries/product/glossary.yaml': 'name: Product\n',
    'work/glossaries/product/en-de.csv': 'house,Haus\n',
    'shared/glossary.yaml': 'name: Shared\n',
    'shared/a/b/glossary.yaml': 'name: Deep\n',
  });
  const { findings } = await readDesired(nodeFiles(), join(root, 'work'));
  expect(findings.map(({ code }) => code)).not.toContain('file-unmatched');
});

test('a pattern that names one file misses none', async () => {
  const config = FILES['lexform.yaml'].replace('glossaries/*/glossary.yaml', 'glossaries/product/glossary.yaml');
  const files = { 'lexform.yaml': config, 'glossaries/product/deep/glossary.yaml': 'name: Deep\n' };
  expect(await unmatched(files)).toEqual([]);
});
