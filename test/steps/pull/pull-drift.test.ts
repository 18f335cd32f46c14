import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';

import { DEFAULT_SAFETY } from '../../../src/model/workspace/workspace.ts';
import type { Drift, ResourceDrift } from '../../../src/plan/drift/drift.ts';
import { type PullDriftInput, pullDrift } from '../../../src/steps/pull/pull-drift.ts';
import { readSources } from '../../../src/steps/workspace/read-desired.ts';
import { readWorkspace } from '../../../src/steps/workspace/read-workspace.ts';
import { liveGlossary, liveStyleList } from '../../support/build.ts';
import { owning } from '../../support/owning.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const BASE = 'version: 1\ntargets: { local: { service: embedded } }\n';
const MANAGED = `${BASE}glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\ndeveloper_keys: developer-keys.yaml\n`;

const NEW = liveGlossary('g1', 'New', { 'en->de': { a: 'b' } });
const NEW_LIST = liveStyleList('s1', 'Tone');
const GLOSSARY: ResourceDrift = {
  kind: 'glossary',
  address: 'glossary.new',
  id: NEW.id,
  baseName: 'New',
  whole: {
    kind: 'theirs',
    how: 'created-outside',
    theirs: owning({ glossaries: [NEW] }).glossaries.get('glossary.g1')?.content ?? {
      name: '',
      dictionaries: new Map(),
    },
  },
  values: [],
  children: [],
};
const LIST: ResourceDrift = {
  kind: 'style-list',
  address: 'style_rules.tone',
  id: NEW_LIST.id,
  baseName: 'Tone',
  whole: { kind: 'theirs', how: 'created-outside', theirs: NEW_LIST.content },
  values: [],
  children: [],
};
const KEY: ResourceDrift = {
  kind: 'developer-key',
  address: 'developer_key.ci',
  id: keyId('k1'),
  baseName: 'ci',
  whole: {
    kind: 'theirs',
    how: 'created-outside',
    theirs: { label: 'ci', limits: { characters: 5, speechToTextMilliseconds: null } },
  },
  values: [],
  children: [],
};
const gone = (address: 'glossary.new'): ResourceDrift => ({
  kind: 'glossary',
  address,
  id: NEW.id,
  baseName: 'New',
  whole: { kind: 'theirs', how: 'deleted-outside' },
  values: [],
  children: [],
});

async function absorb(
  resources: readonly ResourceDrift[],
  files: Readonly<Record<string, string>>,
  more: Partial<PullDriftInput> = {},
) {
  const root = await tempWorkspace(files);
  const { value: config } = await readWorkspace(nodeFiles(), root);
  if (config === undefined) throw new Error('no workspace');
  const drift = { formatVersion: 1, target: { name: 'local', baseUrl: '' }, only: [], resources } as unknown as Drift;
  const absorbed = await pullDrift({
    files: nodeFiles(),
    root,
    config,
    ...(await readSources(nodeFiles(), root, config)),
    drift,
    takeTheirs: false,
    guard: { safety: DEFAULT_SAFETY, allowDelete: [], prune: [], desired: {} },
    pin: new Set(),
    unmanaged: [],
    ...more,
  });
  const decoder = new TextDecoder();
  return {
    files: Object.fromEntries([...absorbed.files].map(([path, bytes]) => [path, decoder.decode(bytes)])),
    deleted: absorbed.deleted,
    findings: absorbed.findings.map(({ code, at, details }) => [code, `${at.file}:${at.line}:${at.column}`, details]),
  };
}

test('what has no files gets some, in the order of their paths', async () => {
  const { files, deleted, findings } = await absorb([LIST, GLOSSARY, KEY], { 'lexform.yaml': MANAGED });
  expect(files).toEqual({
    'developer-keys.yaml': expect.stringContaining('characters: 5'),
    'glossaries/new/en-de.csv': 'a,b\n',
    'glossaries/new/glossary.yaml': expect.stringMatching(/^(?:#.*\n)*name: New\n/),
    'style-rules/tone.yaml': expect.stringMatching(/name: Tone\nlanguage: de\n/),
  });
  expect(Object.keys(files)).toEqual(Object.keys(files).toSorted());
  expect(Object.values(files).join('')).not.toMatch(/^(?:id|protect):/m);
  expect([deleted, findings]).toEqual([[], []]);
});

test('what shares its name is pinned, and what was protected is so again', async () => {
  const owned = owning({ glossaries: [NEW], styleLists: [NEW_LIST] });
  const [glossary, list] = [owned.glossaries.get('glossary.g1'), owned.styleLists.get('style_rules.s1')];
  if (glossary === undefined || list === undefined) throw new Error('nothing is owned');
  const ledger = {
    ...EMPTY_LEDGER,
    glossaries: new Map([['glossary.new', { ...glossary, protect: true }] as const]),
    styleLists: new Map([['style_rules.tone', { ...list, protect: true }] as const]),
  };
  const guard = { safety: DEFAULT_SAFETY, allowDelete: [], prune: [], desired: {}, ledger };
  const { files } = await absorb([GLOSSARY, LIST], { 'lexform.yaml': MANAGED }, { guard, pin: new Set(['g1']) });
  expect(files['glossaries/new/glossary.yaml']).toMatch(/^id: "?g1"?$/m);
  expect(files['glossaries/new/glossary.yaml']).toMatch(/^protect: true$/m);
  expect(files['style-rules/tone.yaml']).toMatch(/^protect: true$/m);
  expect(files['style-rules/tone.yaml']).not.toMatch(/^id:/m);
});

test('for a target with other names, a name is written without them, or for that target alone', async () => {
  const targets = `targets:\n  first: { service: embedded }\n  local: { service: embedded, names: "{name} (test)" }\n`;
  const there = { 'lexform.yaml': MANAGED.replace(/targets: .*\n/, targets) };
  const named = (name: string): ResourceDrift => ({
    ...GLOSSARY,
    whole: { kind: 'theirs', how: 'created-outside', theirs: { name, dictionaries: new Map() } },
  });
  const file = 'glossaries/new/glossary.yaml';
  const { files } = await absorb([named('New (test)')], there);
  expect(files[file]).toMatch(/^name: New\n/m);
  expect(files[file]).not.toContain('local:');
  expect((await absorb([named('Mine')], there)).files[file]).toMatch(/^"?on"?:\n +local:\n +name: Mine\n/m);
  const hidden = { ...there, [file]: 'name: New\non: { local: { publish: false } }\n' };
  expect(await absorb([named('New (test)')], hidden)).toEqual({
    files: {},
    deleted: [],
    findings: [['pull-not-on-target', `${file}:1:7`, { address: 'glossary.new' }]],
  });
});

test('no file is written over: all of a resource is left, and all else is written', async () => {
  const there = { 'lexform.yaml': MANAGED, 'glossaries/new/en-de.csv': 'mine,x\n' };
  const { files, findings } = await absorb([GLOSSARY, LIST], there);
  expect(Object.keys(files)).toEqual(['style-rules/tone.yaml']);
  expect(findings).toEqual([
    ['pull-in-the-way', 'lexform.yaml:1:1', { address: 'glossary.new', file: 'glossaries/new/en-de.csv' }],
  ]);
});

test('what no file names cannot lose any, and a kind without a file of keys gets none', async () => {
  const { files, findings } = await absorb([gone('glossary.new'), KEY], { 'lexform.yaml': BASE });
  expect(files).toEqual({});
  expect(findings).toEqual([
    ['pull-by-hand', 'lexform.yaml:1:1', { address: 'glossary.new', what: 'remove-glossary' }],
    ['pull-by-hand', 'lexform.yaml:1:1', { address: 'developer_key.ci', what: 'add-developer-key' }],
  ]);
});

test('lexform.yaml gets the lines of kinds that it did not manage and that have files now', async () => {
  const unmanaged = [
    ['glossaries', 'glossaries/*/glossary.yaml'],
    ['style_rules', 'style-rules/*.yaml'],
  ] as unknown as PullDriftInput['unmanaged'];
  const { files } = await absorb([GLOSSARY], { 'lexform.yaml': BASE }, { unmanaged });
  expect(files['lexform.yaml']).toContain('glossaries: glossaries/*/glossary.yaml');
  expect(files['lexform.yaml']).not.toContain('style_rules');
  const none = await absorb([gone('glossary.new')], { 'lexform.yaml': BASE }, { unmanaged });
  expect(none.files).toEqual({});
});

test('a glossary that is gone takes its files with it, when nothing keeps them', async () => {
  const files = {
    'lexform.yaml': MANAGED,
    'glossaries/new/glossary.yaml': 'name: New\n',
    'glossaries/new/en-de.csv': 'a,b\n',
    'glossaries/new/notes.md': 'mine\n',
    'developer-keys.yaml': 'ci: {}\n',
  };
  const guard = { safety: DEFAULT_SAFETY, prune: [], desired: {} };
  const consent = await absorb([gone('glossary.new')], files, { guard: { ...guard, allowDelete: ['glossary.new'] } });
  expect(consent).toEqual({
    files: {},
    deleted: ['glossaries/new/en-de.csv', 'glossaries/new/glossary.yaml'],
    findings: [],
  });
  const refused = await absorb([gone('glossary.new')], files, { guard: { ...guard, allowDelete: [] } });
  expect(refused).toEqual({
    files: {},
    deleted: [],
    findings: [
      [
        'pull-needs-consent',
        'glossaries/new/glossary.yaml:1:7',
        { address: 'glossary.new', files: ['glossaries/new/en-de.csv', 'glossaries/new/glossary.yaml'] },
      ],
    ],
  });
});

test('a glossary that comes back where there is one already leaves that one alone', async () => {
  const there = {
    'lexform.yaml': MANAGED,
    'glossaries/new/glossary.yaml': 'name: Mine\n',
    'glossaries/new/en-fr.csv': 'a,b\n',
  };
  expect(await absorb([GLOSSARY], { ...there, 'developer-keys.yaml': 'ci: {}\n' })).toEqual({
    files: {},
    deleted: [],
    findings: [
      ['pull-in-the-way', 'lexform.yaml:1:1', { address: 'glossary.new', file: 'glossaries/new/glossary.yaml' }],
    ],
  });
});

test('a style list is edited in its file, or goes with it', async () => {
  const file = 'style-rules/tone.yaml';
  const there = {
    'lexform.yaml': MANAGED,
    [file]: 'name: Tone\nlanguage: de\nconfigured_rules:\n  numbers: { currency_format: symbol_after }\n',
  };
  const { whole: _, ...known } = LIST as typeof LIST & { readonly kind: 'style-list' };
  const rule = { key: ['rule', 'numbers', 'currency_format'], base: 'symbol_after', theirs: 'symbol_before' } as const;
  const edited: ResourceDrift = { ...known, values: [{ kind: 'theirs', ...rule }] };
  expect(await absorb([edited], there)).toEqual({
    files: { [file]: there[file].replace('symbol_after', 'symbol_before') },
    deleted: [],
    findings: [],
  });
  const lost = { ...known, whole: { kind: 'theirs', how: 'deleted-outside' } } as ResourceDrift;
  const guard = { safety: DEFAULT_SAFETY, allowDelete: ['style_rules.tone'], prune: [], desired: {} };
  expect(await absorb([lost], there, { guard })).toEqual({ files: {}, deleted: [file], findings: [] });
  // No file has the list any more, so there is nothing to edit.
  expect(await absorb([edited], { 'lexform.yaml': MANAGED })).toEqual({
    files: {},
    deleted: [],
    findings: [['pull-by-hand', 'lexform.yaml:1:1', { address: 'style_rules.tone', what: 'edit-style-list' }]],
  });
});
