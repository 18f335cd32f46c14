import { expect, onTestFinished, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { sourcesOf } from '../../../src/kinds/files/registry.ts';
import type { LiveState } from '../../../src/kinds/states.ts';
import { checkedJson } from '../../../src/model/workspace/checked-files.ts';
import { DEFAULT_SAFETY } from '../../../src/model/workspace/workspace.ts';
import type { Drift } from '../../../src/plan/drift/drift.ts';
import { pullDrift } from '../../../src/steps/pull/pull-drift.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { parseWorkspace } from '../../../src/steps/workspace/read-workspace.ts';
import { initialFiles, workspaceFiles } from '../../../src/steps/workspace/write-workspace.ts';
import { readWorkspaceNames } from '../../../src/steps/workspace-names.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { content, liveTemplate, type TemplateLike } from './as-states.ts';
import { registerTemplates } from './with-templates.ts';

const withTemplates = (): void => onTestFinished(registerTemplates());

const BASE = 'version: 1\ntargets: { local: { service: embedded } }\n';
const MAIL =
  'name: Mail # of the shop\nstrings:\n  hello: Hi\n  bye: Bye\ntags: [{ word: a, tone: t }, { word: b, tone: t }]\nsnippets:\n  top: T\n';
const FILES = { 'lexform.yaml': `${BASE}templates: templates/*.yaml\n`, 'templates/mail.yaml': MAIL };

const named = (more: TemplateLike = {}) => content({ name: 'New', ...more });

const faults = (text: string) =>
  parseWorkspace({ bytes: new TextEncoder().encode(BASE + text), file: 'lexform.yaml' }).findings.map(
    ({ code, at, details }) => [code, at.line, details.key ?? details.pattern],
  );

test('a kind that nobody registered has no key in lexform.yaml, and no addresses', () => {
  expect(faults('templates: templates/*.yaml\n')).toEqual([['key-unknown', 3, expect.stringContaining('templates')]]);
  expect(faults('prune: [template.*]\n')).toEqual([['address-pattern', 3, 'template.*']]);
});

test('a registered kind brings its key, and every other key stays as strict as it is', () => {
  withTemplates();
  expect(faults('templates: [a/*.yaml, b/*.yaml]\nprune: [template.*]\n')).toEqual([]);
  expect(faults('templates: 5\n')).toEqual([['value-form', 3, 'templates']]);
  expect(faults('templates: [""]\n')).toEqual([['value-form', 3, 'templates']]);
  expect(faults('templates: ../x/*.yaml\n')).toEqual([['layer-unlisted', 3, undefined]]);
  expect(faults('templats: a/*.yaml\n')).toEqual([['key-unknown', 3, 'templats']]);
  expect(faults('moved: [{ from: template.a, to: template.b }]\n')).toEqual([]);
});

test('its files are read, counted, and compared with each other', async () => {
  withTemplates();
  const root = await tempWorkspace({ ...FILES, 'templates/copy.yaml': 'name: Mail\n', 'templates/bad.yaml': 'x: 1\n' });
  const { desired = {}, findings, checked } = await readDesired(nodeFiles(), root);
  expect(findings.map(({ code, at }) => [code, at.file])).toEqual([
    ['key-unknown', 'templates/bad.yaml'],
    ['key-missing', 'templates/bad.yaml'],
    ['name-repeated', 'templates/mail.yaml'],
  ]);
  expect(sourcesOf(desired, { kind: 'template' })?.map(({ address }) => address)).toEqual([
    'template.copy',
    'template.mail',
  ]);
  expect(checkedJson(checked)).toMatchObject({ files: 4, templates: 2, glossaries: 0 });
  expect(await readWorkspaceNames(nodeFiles(), root, 'addresses')).toEqual([
    'template.bad',
    'template.copy',
    'template.mail',
  ]);
});

test('its files are written for what a target has, and init leaves it out', () => {
  withTemplates();
  const live = {
    templates: [
      liveTemplate({ name: 'New', strings: { a: 'b' }, tags: [{ word: 'x', tone: 'high' }] }, 't1'),
      liveTemplate({ name: 'New' }, 't2'),
    ],
  } as LiveState;
  const files = workspaceFiles(live, { target: { kind: 'embedded', name: 'local' } });
  expect(files.get('lexform.yaml')).toMatch(/^templates: templates\/\*\.yaml$/m);
  expect(files.get('templates/new.yaml')).toBe(
    'name: New\nid: t1\nstrings:\n  a: b\ntags:\n  - word: x\n    tone: high\n',
  );
  expect(files.get('templates/new-2.yaml')).toBe('name: New\nid: t2\n');
  expect(initialFiles('1a2b3c').get('lexform.yaml')).not.toContain('templates');
});

/** What a pull makes of the files. */
async function pulled(resources: readonly object[], files: Readonly<Record<string, string>> = FILES, line = false) {
  const root = await tempWorkspace(files);
  const { config, desired = {} } = await readDesired(nodeFiles(), root);
  if (config === undefined) throw new Error('no workspace');
  const drifting = resources.map((each) => ({ kind: 'template', id: 't', values: [], children: [], ...each }));
  const made = await pullDrift({
    files: nodeFiles(),
    root,
    config,
    sources: desired,
    drift: { target: { name: 'local' }, resources: drifting } as unknown as Drift,
    takeTheirs: false,
    guard: { safety: DEFAULT_SAFETY, allowDelete: ['*'], prune: [], desired },
    pin: new Set(),
    unmanaged: line ? [['templates', 'templates/*.yaml']] : [],
  });
  const texts = [...made.files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)] as const);
  return { files: Object.fromEntries(texts), deleted: made.deleted, left: made.findings.map(({ code }) => code) };
}

const ADDRESS = 'template.mail';

test('a pull edits values, places and parts in its file, and leaves every other byte alone', async () => {
  withTemplates();
  const values = [
    { kind: 'theirs', key: ['tag'], theirs: { word: 'c', tone: 't' } },
    { kind: 'theirs', key: ['tag'], base: { word: 'a', tone: 't' }, index: 0 },
    { kind: 'theirs', key: ['string', 'hello'], theirs: 'Hello' },
    { kind: 'theirs', key: ['string', 'bye'] },
    { kind: 'both', key: ['name'], theirs: 'Kept by the files' },
  ];
  const part = [{ kind: 'theirs', key: ['entry', 'snippets', 'top'], theirs: 'U' }];
  expect(
    await pulled([{ address: ADDRESS, values, children: [{ address: `${ADDRESS}/snippets`, values: part }] }]),
  ).toEqual({
    files: {
      'templates/mail.yaml':
        'name: Mail # of the shop\nstrings:\n  hello: Hello\ntags: [{ word: b, tone: t }, { word: c, tone: t }]\nsnippets:\n  top: U\n',
    },
    deleted: [],
    left: [],
  });
});

test('a pull writes the file of one that came, and takes away that of one that went', async () => {
  withTemplates();
  const came = { kind: 'theirs', how: 'created-outside', theirs: named() };
  expect(await pulled([{ address: 'template.new', whole: came }], { 'lexform.yaml': BASE }, true)).toEqual({
    files: { 'lexform.yaml': FILES['lexform.yaml'], 'templates/new.yaml': 'name: New\n' },
    deleted: [],
    left: [],
  });
  const went = { kind: 'theirs', how: 'deleted-outside' };
  expect(await pulled([{ address: ADDRESS, whole: went }])).toEqual({
    files: {},
    deleted: ['templates/mail.yaml'],
    left: [],
  });
  expect(
    (await pulled([{ address: 'template.none', values: [{ kind: 'theirs', key: ['name'], theirs: 'x' }] }])).left,
  ).toEqual(['pull-by-hand']);
});
