import { expect, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { readWorkspaceNames } from '../../src/steps/workspace-names.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const FILES = {
  'lexform.yaml': `version: 1
targets:
  prod: { service: embedded }
  "a;b": { service: embedded }
  local: { service: embedded }
glossaries: ["glossaries/*/glossary.yaml", "more/*/glossary.yaml"]
style_rules: style-rules/*.yaml
developer_keys: keys.yaml
`,
  'glossaries/b/glossary.yaml': '',
  'glossaries/a/glossary.yaml': '',
  'more/a/glossary.yaml': '',
  'more/हिन्दी-2/glossary.yaml': '',
  'style-rules/formal.yaml': '',
  'keys.yaml': '"ci": {}\n"x;rm": {}\n"$(id)": {}\n"y z": {}\n',
};

const names = async (files: Readonly<Record<string, string>>, of: 'targets' | 'addresses') =>
  readWorkspaceNames(nodeFiles(), await tempWorkspace(files), of);

test('targets are named in order', async () => {
  const { 'lexform.yaml': config } = FILES;
  const named = async (name: string) => names({ 'lexform.yaml': config.replace('a;b', name) }, 'targets');
  expect(await named('2-nd_b.c')).toEqual(['2-nd_b.c', 'local', 'prod']);
});

test('addresses of all kinds are named once, in order, and none that a shell could run', async () => {
  const { 'lexform.yaml': config } = FILES;
  const files = { ...FILES, 'lexform.yaml': config.replace('"a;b"', 'ab') };
  expect(await names(files, 'addresses')).toEqual([
    'developer_key.ci',
    'glossary.a',
    'glossary.b',
    'glossary.हिन्दी-2',
    'style_rules.formal',
  ]);
});

test('kinds that are not managed, and a file of keys that is not there, have no names', async () => {
  const config = 'version: 1\ntargets: { local: { service: embedded } }\n';
  expect(
    await names({ 'lexform.yaml': `${config}glossaries: g/*/glossary.yaml\ndeveloper_keys: keys.yaml\n` }, 'addresses'),
  ).toEqual([]);
  expect(await names({ ...FILES, 'lexform.yaml': `${config}style_rules: style-rules/*.yaml\n` }, 'addresses')).toEqual([
    'style_rules.formal',
  ]);
  expect(await names({}, 'addresses')).toEqual([]);
});
