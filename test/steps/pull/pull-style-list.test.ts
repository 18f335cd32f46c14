import { expect, test } from 'vitest';
import type { FileEdit } from '../../../src/change/file-edit.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { filesOf } from '../../../src/kinds/files/registry.ts';
import { readRuleCatalogue } from '../../../src/kinds/style-list/files/rule-catalogue.ts';
import { pullStyleList, STYLE_LIST_WRITING } from '../../../src/kinds/style-list/files/style-list-writing.ts';
import type { FileValue } from '../../../src/model/resources/resource.ts';
import { type LossRefusal, removeResource, storedFiles } from '../../../src/steps/pull/pull-drift.ts';
import { stageFiles } from '../../../src/steps/pull/staged-files.ts';
import { readSources } from '../../../src/steps/workspace/read-desired.ts';
import { readWorkspace } from '../../../src/steps/workspace/read-workspace.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const CONFIG = 'version: 1\ntargets: { local: { service: embedded } }\nstyle_rules: style-rules/*.yaml\n';
const LIST = `name: L
language: de
configured_rules:
  numbers: { currency_format: symbol_after }
custom_instructions:
  - { label: one, prompt: "1", source_language: de }
  - { label: two, prompt: "2", source_language: de }
  - { label: three, prompt: "3", source_language: en }
  - { label: four, prompt: "4" }
`;

async function stagedList(given: Readonly<Record<string, string>> = { 'style-rules/l.yaml': LIST }) {
  const root = await tempWorkspace({ 'lexform.yaml': CONFIG, ...given });
  const files = nodeFiles();
  const { value: config } = await readWorkspace(files, root);
  if (config === undefined) throw new Error('no workspace');
  const { sources } = await readSources(files, root, config);
  const styleLists = sources.styleLists ?? [];
  const [source] = styleLists;
  if (source === undefined) throw new Error('no list');
  const staged = await stageFiles(files, root);
  const catalogue = (await readRuleCatalogue(files, root, config)).value;
  const become = () =>
    Object.fromEntries([...staged.files()].map(([path, bytes]) => [path, bytes && new TextDecoder().decode(bytes)]));
  return { root, source, styleLists, staged, catalogue, become };
}

const edit = (values: readonly FileValue[]): FileEdit => ({
  action: 'edit',
  kind: 'style-list',
  address: 'style_rules.l',
  values,
  children: [],
});

async function edited(...values: readonly FileValue[]): Promise<string | undefined> {
  const { source, staged, catalogue, become } = await stagedList();
  await pullStyleList(edit(values), source, catalogue, staged);
  expect(staged.findings).toEqual([]);
  return become()['style-rules/l.yaml'];
}

test('an edit without parts touches no file', async () => {
  expect(await edited()).toBeUndefined();
});

test('a name, rules and instructions go into the file', async () => {
  const text = await edited(
    { key: ['name'], to: 'New' },
    { key: ['rule', 'numbers', 'currency_format'] },
    { key: ['instruction'], index: 0, to: { label: 'one', prompt: 'I', sourceLanguage: 'de' } },
    { key: ['instruction'], index: 2 },
    { key: ['instruction'], to: { label: 'five', prompt: '5' } },
  );
  expect(text).toMatch(/^name: New\nlanguage: de\n/);
  expect(text).not.toContain('currency_format');
  expect(text).toMatch(/label: one, prompt: "?I"?, source_language: de/);
  expect(text).toContain('label: two, prompt: "2", source_language: de');
  expect(text).not.toContain('three');
  expect(text).toContain('five');
});

test('a rule gets another option', async () => {
  const rule = { key: ['rule', 'numbers', 'currency_format'], to: 'symbol_before' } as const;
  expect(await edited(rule)).toBe(LIST.replace('symbol_after', 'symbol_before'));
});

test('with the language go the instructions that say the old one, unless somebody changed them', async () => {
  const text = await edited(
    { key: ['language'], to: 'fr' },
    { key: ['instruction'], index: 0, to: { label: 'one', prompt: 'I', sourceLanguage: 'de' } },
  );
  expect(text).toMatch(/^name: L\nlanguage: fr\n/);
  expect(text).toMatch(/label: one, prompt: "?I"?, source_language: de/);
  expect(text).toMatch(/\{ label: two, prompt: "2" \}/);
  expect(text).toContain('{ label: three, prompt: "3", source_language: en }');
  expect(text).toContain('{ label: four, prompt: "4" }');
});

async function removed(refusal?: LossRefusal, given?: Readonly<Record<string, string>>, twice = false) {
  const { root, source, styleLists, staged, become } = await stagedList(given);
  const lists = twice ? [...styleLists, { ...source }] : styleLists;
  const of = { staged, root, sources: lists, refusal: () => refusal, pin: new Set<string>() };
  const pull = { ...of, stored: storedFiles({ styleLists: lists }) };
  await removeResource({ ...edit([]), action: 'remove' }, source, {
    facet: filesOf('style-list'),
    writing: STYLE_LIST_WRITING,
    pull,
  });
  return [become(), staged.findings.map(({ code, details }) => [code, details])];
}

test('a list goes with its file, when nothing keeps it', async () => {
  expect(await removed()).toEqual([{ 'style-rules/l.yaml': undefined }, []]);
  const two = { 'style-rules/l.yaml': LIST, 'style-rules/m.yaml': LIST };
  expect(await removed(undefined, two)).toEqual([{ 'style-rules/l.yaml': undefined }, []]);
  expect(await removed({ kind: 'protected' })).toEqual([
    {},
    [['pull-protected', { address: 'style_rules.l', files: ['style-rules/l.yaml'] }]],
  ]);
  expect(await removed(undefined, undefined, true)).toEqual([
    {},
    [['pull-by-hand', { address: 'style_rules.l', what: 'remove-style-list' }]],
  ]);
});
