import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { checkSharedAccounts } from '../../../src/steps/workspace/check-targets.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const glossary = (name: string) => ({
  'glossaries/p/glossary.yaml': `name: ${name}\n`,
  'glossaries/p/en-de.csv': 'a,b\n',
});

const STYLE_LIST = { 'style-rules/s.yaml': 'name: S\nlanguage: de\n' };

test.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
  ['no files', 'resources: []', {}, []],
  ['no selected file', 'resources: []', glossary('P'), ['target-selects-nothing']],
  [
    'no published file',
    'names: "{name} x"',
    { 'style-rules/s.yaml': `${STYLE_LIST['style-rules/s.yaml']}on: { some: { publish: false } }\n` },
    ['target-selects-nothing'],
  ],
  [
    'a file with errors that it may select',
    'resources: [glossary.p]',
    { 'glossaries/p/glossary.yaml': '[', ...STYLE_LIST },
    ['yaml-syntax'],
  ],
  ['a name of 1024 bytes', 'names: "{name} (staging)"', glossary('s'.repeat(1014)), []],
  ['a name of 1025 bytes', 'names: "{name} (staging)"', glossary('s'.repeat(1015)), ['target-name-too-long']],
  [
    'too long a name of a resource that it does not have',
    'names: "{name} (staging)", resources: [style_rules.s]',
    { ...glossary('s'.repeat(1015)), ...STYLE_LIST },
    [],
  ],
])('a target with %s', async (_, target, files, codes) => {
  const root = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets: { all: { service: embedded }, some: { service: embedded, ${target} } }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`,
    ...files,
  });
  const { findings } = await readDesired(nodeFiles(), root);
  expect(findings.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []))).toEqual(codes);
});

const ACCOUNT = 'base_url: "https://api.example.com", key: env:KEY';

test.each<[string, string, string, readonly string[], readonly string[]]>([
  ['the same address and key', ACCOUNT, ACCOUNT, [], ['glossary.p', 'style_rules.s']],
  ['a slash after the address', ACCOUNT, ACCOUNT.replace('.com', '.com/'), [], ['glossary.p', 'style_rules.s']],
  ['another address', ACCOUNT, ACCOUNT.replace('api', 'api-free'), [], []],
  ['another key', ACCOUNT, ACCOUNT.replace('KEY', 'OTHER'), [], []],
  ['a key in a file', ACCOUNT, ACCOUNT.replace('env:KEY', 'file:KEY'), [], []],
  ['the embedded service', 'service: embedded', 'service: embedded', [], []],
  ['other names', ACCOUNT, `${ACCOUNT}, names: "{name} (b)"`, [], []],
  ['other resources', ACCOUNT, `${ACCOUNT}, resources: [style_rules.s]`, [], ['style_rules.s']],
  ['a run about one resource', ACCOUNT, ACCOUNT, ['glossary.*'], ['glossary.p']],
])('two targets with %s', async (_, first, second, only, addresses) => {
  const root = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets: { a: { ${first} }, b: { ${second} } }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`,
    ...glossary('P'),
    ...STYLE_LIST,
  });
  const { config, desired } = await readDesired(nodeFiles(), root);
  const found = checkSharedAccounts(config?.targets ?? [], desired ?? {}, only);
  expect(found.map(({ details }) => details?.address)).toEqual(addresses);
  expect(found.map(({ details }) => details?.targets)).toEqual(addresses.map(() => ['a', 'b']));
});

test('a resource of three targets of one account is named once for each target after the first', async () => {
  const root = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets: { a: { ${ACCOUNT} }, b: { ${ACCOUNT} }, c: { ${ACCOUNT} } }\nstyle_rules: style-rules/*.yaml\n`,
    ...STYLE_LIST,
  });
  const { config, desired } = await readDesired(nodeFiles(), root);
  const found = checkSharedAccounts(config?.targets ?? [], desired ?? {}, []);
  expect(found.map(({ details }) => details?.targets)).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ]);
});
