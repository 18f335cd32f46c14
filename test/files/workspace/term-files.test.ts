import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { readTermFiles } from '../../../src/steps/workspace/term-files.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const LEXFORM = `version: 1
targets: { local: { service: embedded } }
glossaries: [glossaries/*/glossary.yaml, ../shared/*/glossary.yaml]
style_rules: style-rules/*.yaml
developer_keys: keys.yaml
layers: [../shared]
`;

const found = async (config: string) => {
  const root = await tempWorkspace({
    'work/lexform.yaml': config,
    'work/keys.yaml': 'developer_keys: []\n',
    'work/glossaries/p/glossary.yaml': 'name: P\ntables: [{ file: terms.csv, pairs: [en->*] }]\n',
    'work/glossaries/p/en-ja.csv': 'a,b\n',
    'work/glossaries/p/terms.csv': 'en,de\n',
    'work/glossaries/p/notes.txt': 'no file of a glossary',
    'work/style-rules/a.yaml': 'nonsense: 1\n',
    'shared/q/glossary.yaml': 'name: Q\n',
  });
  const files = await readTermFiles(nodeFiles(), `${root}/work`);
  return files.map((each) => [each.kind, each.file, each.kind === 'yaml' ? each.order?.['']?.[0] : each.form.pair]);
};

test('the files of a workspace are those that it names, in order, with their order of keys', async () => {
  expect(await found(LEXFORM)).toEqual([
    ['table', 'glossaries/p/en-ja.csv', { source: 'en', target: 'ja' }],
    ['yaml', 'glossaries/p/glossary.yaml', 'name'],
    ['table', 'glossaries/p/terms.csv', undefined],
    ['yaml', 'keys.yaml', undefined],
    ['yaml', 'lexform.yaml', 'version'],
    ['yaml', 'style-rules/a.yaml', 'name'],
  ]);
});

test('a workspace whose lexform.yaml has errors is only this file', async () => {
  expect(await found('version: 1\n')).toEqual([['yaml', 'lexform.yaml', 'version']]);
});
