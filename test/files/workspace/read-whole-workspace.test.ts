import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { checkedJson } from '../../../src/model/workspace/checked-files.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const CONFIG = 'version: 1\ntargets: { local: { service: embedded } }\n';
const read = async (files: Readonly<Record<string, string>>, adjust?: Parameters<typeof readDesired>[2]) => {
  const root = await tempWorkspace(files);
  const found = await readDesired(nodeFiles(), root, adjust);
  expect(found.root).toBe(root);
  return { ...found, codes: found.findings.map(({ code, at }) => [code, at.file]) };
};

test('a workspace is read with all that is found in it, in the order of reading', async () => {
  const { codes, desired, checked } = await read({
    'lexform.yaml': `${CONFIG}glossaries: g/*/glossary.yaml\nprune: ["style_rules.*"]\n`,
    'g/a/glossary.yaml': 'name: Same\n',
    'g/a/en-de.csv': '',
    'g/b/glossary.yaml': 'name: B\n',
    'g/b/en-de.csv': 'a,b\n',
  });
  expect(codes).toContainEqual(['dictionary-without-rows', 'g/a/en-de.csv']);
  expect(desired?.glossaries?.map(({ name }) => name)).toEqual(['Same', 'B']);
  expect(desired?.styleLists).toBeUndefined();
  expect(checkedJson(checked)).toEqual({ files: 5, glossaries: 2, dictionaries: 2, terms: 1, styleLists: 0 });
});

test('lexform.yaml that manages nothing is told, and one that cannot be read ends the reading', async () => {
  const nothing = await read({ 'lexform.yaml': CONFIG });
  expect(nothing.codes.map(([, file]) => file)).toEqual(['lexform.yaml']);
  const broken = await read({ 'lexform.yaml': 'version: 9\n' });
  expect([broken.config, broken.desired, broken.codes.length > 0]).toEqual([undefined, undefined, true]);
  expect(checkedJson(broken.checked)).toMatchObject({ files: 1, glossaries: 0 });
});

test('a file with errors keeps no other file from being checked', async () => {
  const { config, codes } = await read({
    'lexform.yaml': `${CONFIG}glossaries: g/*/glossary.yaml\n`,
    'g/a/glossary.yaml': 'nam: A\n',
    'g/b/glossary.yaml': 'name: B\n',
    'g/b/en-de.csv': 'a,b\na,c\n',
  });
  expect(config?.patterns.glossary).toEqual(['g/*/glossary.yaml']);
  expect(new Set(codes.map(([, file]) => file))).toEqual(new Set(['g/a/glossary.yaml', 'g/b/en-de.csv']));
});

test('what is read may be adjusted before', async () => {
  const files = { 'lexform.yaml': CONFIG, 'g/a/glossary.yaml': 'name: A\n', 'g/a/en-de.csv': 'a,b\n' };
  const { desired } = await read(files, (config) => ({
    ...config,
    patterns: { glossary: ['g/*/glossary.yaml'] },
  }));
  expect(desired?.glossaries?.map(({ name }) => name)).toEqual(['A']);
});
