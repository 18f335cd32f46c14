import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChildEdit } from '../../../src/change/file-edit.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { filesOf } from '../../../src/kinds/files/registry.ts';
import { GLOSSARY_WRITING, pullGlossary } from '../../../src/kinds/glossary/files/glossary-writing.ts';
import type { DictionaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';
import type { Address } from '../../../src/model/resources/address.ts';
import { type LossRefusal, removeResource, storedFiles } from '../../../src/steps/pull/pull-drift.ts';
import { stageFiles } from '../../../src/steps/pull/staged-files.ts';
import { readSources } from '../../../src/steps/workspace/read-desired.ts';
import { readWorkspace } from '../../../src/steps/workspace/read-workspace.ts';
import { entries } from '../../support/build.ts';
import { type EntryEdit, entryValues } from '../../support/file-values.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const CONFIG = `version: 1
targets: { local: { service: embedded } }
glossaries: glossaries/**/*.yaml
style_rules: style-rules/*.yaml
`;
const G = 'glossaries/g/glossary.yaml';
const auto = { [G]: 'name: G\n', 'glossaries/g/en-de.csv': 'a,b\n', 'glossaries/g/en-fr.csv': 'a,c\n' };
const list = (...items: readonly string[]) => `dictionaries:\n${items.map((item) => `  - { ${item} }\n`).join('')}`;
const DE = 'source_lang: en, target_lang: de, file: de.csv';
const FR = 'source_lang: en, target_lang: fr, file: fr.csv';
const listed = { [G]: `name: G\n${list(DE, FR)}`, 'glossaries/g/de.csv': 'a,b\n', 'glossaries/g/fr.csv': 'a,c\n' };
const EMPTY_LIST = 'name: G\ndictionaries: []\n';

const at = (pair: PairKey): { readonly address: DictionaryAddress } => ({ address: `glossary.g/${pair}` });
const edited = (pair: PairKey, ...edits: readonly EntryEdit[]): ChildEdit => ({
  action: 'edit',
  ...at(pair),
  values: entryValues(edits, pair),
});
const added = (pair: PairKey, like: Readonly<Record<string, string>> = { new: 'x' }): ChildEdit => ({
  action: 'add',
  ...at(pair),
  values: [],
  entries: entries(like),
});
const removed = (pair: PairKey): ChildEdit => ({ action: 'remove', ...at(pair), values: [] });
const set = (source: string, target: string): EntryEdit => ({ kind: 'set', source, target });

interface Beside {
  readonly refusal?: (address: Address) => LossRefusal | undefined;
  /** Files as somebody leaves them after the workspace was read; `null`: gone. */
  readonly since?: Readonly<Record<string, string | null>>;
  /** Links that stand there from the beginning: the place of each, and where it leads. */
  readonly links?: Readonly<Record<string, string>>;
}

/** A workspace, with the glossary of `G`: what becomes of its files (`null`: they go), and what is left and why. */
async function stagedGlossary(
  given: Readonly<Record<string, string>>,
  { refusal = () => undefined, since = {}, links = {} }: Beside = {},
) {
  const root = await tempWorkspace({ 'lexform.yaml': CONFIG, ...given });
  for (const [link, to] of Object.entries(links)) {
    mkdirSync(join(root, dirname(link)), { recursive: true });
    symlinkSync(to, join(root, link));
  }
  const files = nodeFiles();
  const { value: config } = await readWorkspace(files, root);
  if (config === undefined) throw new Error('no workspace');
  const { sources } = await readSources(files, root, config);
  const { glossaries = [] } = sources;
  const source = glossaries.find(({ file }) => file === G);
  if (source === undefined) throw new Error('no glossary');
  const staged = await stageFiles(files, root);
  const pull = { staged, root, sources: glossaries, stored: storedFiles(sources), refusal, pin: new Set<string>() };
  for (const [file, text] of Object.entries(since)) {
    if (text === null) rmSync(join(root, file));
    else writeFileSync(join(root, file), text);
  }
  const decoder = new TextDecoder();
  const result = () => ({
    files: Object.fromEntries([...staged.files()].map(([path, bytes]) => [path, bytes ? decoder.decode(bytes) : null])),
    left: staged.findings.map((each) => [
      each.code.slice(each.code.indexOf('-') + 1),
      `${each.at.file}:${each.at.line}:${each.at.column}`,
      each.details,
    ]),
  });
  return { source, pull, result };
}

async function pulled(
  given: Readonly<Record<string, string>>,
  dictionaries: readonly ChildEdit[],
  { name, ...beside }: Beside & { readonly name?: string } = {},
) {
  const { source, pull, result } = await stagedGlossary(given, beside);
  await pullGlossary(
    {
      action: 'edit',
      kind: 'glossary',
      address: 'glossary.g',
      values: name === undefined ? [] : [{ key: ['name'], to: name }],
      children: dictionaries,
    },
    source,
    pull,
  );
  return result();
}

test('a new name goes into glossary.yaml, and no other file is touched', async () => {
  expect(await pulled(auto, [], { name: 'H' })).toEqual({ files: { [G]: 'name: H\n' }, left: [] });
  expect(await pulled(auto, [])).toEqual({ files: {}, left: [] });
});

test('entries of several dictionaries go into the file of each', async () => {
  const edits = [edited('en->de', set('a', 'B'), set('n', 'm')), edited('en->fr', { kind: 'remove', source: 'a' })];
  expect(await pulled(auto, edits)).toEqual({
    files: { 'glossaries/g/en-de.csv': 'a,B\nn,m\n', 'glossaries/g/en-fr.csv': '' },
    left: [],
  });
});

test('entries go into a file as it is said to be read', async () => {
  const form = `${DE}, header: false`;
  const given = { [G]: `name: G\n${list(form)}`, 'glossaries/g/de.csv': 'source,target\na,b\n' };
  expect((await pulled(given, [edited('en->de', set('source', 'Z'))])).files).toEqual({
    'glossaries/g/de.csv': 'source,Z\na,b\n',
  });
});

test('a pair that has no place in the files has nothing to edit and nothing to lose', async () => {
  const nothing = { files: {}, left: [] };
  expect(await pulled(auto, [edited('en->it', set('a', 'b')), removed('en->it')])).toEqual(nothing);
});

test('of several tables, each is edited by its own patterns', async () => {
  const given = {
    [G]: `name: G\ntables:\n  - { file: one.csv, pairs: [en->de] }\n  - { file: two.csv, pairs: [en->fr] }\n${list(
      'source_lang: en, target_lang: it, file: it.csv',
    )}`,
    'glossaries/g/one.csv': 'en,de\na,b\n',
    'glossaries/g/two.csv': 'en,fr\na,c\n',
    'glossaries/g/it.csv': 'a,d\n',
  };
  const edits = [edited('en->de', set('a', 'B')), edited('en->fr', set('a', 'C')), edited('en->it', set('a', 'D'))];
  expect(await pulled(given, edits)).toEqual({
    files: {
      'glossaries/g/one.csv': 'en,de\na,B\n',
      'glossaries/g/two.csv': 'en,fr\na,C\n',
      'glossaries/g/it.csv': 'a,D\n',
    },
    left: [],
  });
});

test('a dictionary that has a file without rows gets its entries there', async () => {
  const given = { ...auto, 'glossaries/g/en-fr.csv': 'source,target\n' };
  expect(await pulled(given, [added('en->fr')])).toEqual({
    files: { 'glossaries/g/en-fr.csv': 'source,target\nnew,x\n' },
    left: [],
  });
});

test('the pairs of a table are edited together, and a cell of another glossary keeps what it has', async () => {
  const given = {
    [G]: 'name: G\ntables:\n  - { file: ../wide.csv, pairs: [en->de, en->fr] }\n',
    'glossaries/h/glossary.yaml': 'name: H\ntables:\n  - { file: ../wide.csv, pairs: [de->fr] }\n',
    'glossaries/wide.csv': 'en,de,fr\na,b,c\n',
  };
  const both = [edited('en->de', set('a', 'B')), edited('en->fr', set('a', 'C'))];
  const { files } = await pulled({ ...given, 'glossaries/h/glossary.yaml': 'name: H\ndictionaries: []\n' }, both);
  expect(files).toEqual({ 'glossaries/wide.csv': 'en,de,fr\na,B,C\n' });
  // The other glossary says b -> c with the cells that these edits would change: it must not say B -> C.
  const shared = (await pulled(given, both)).files['glossaries/wide.csv'];
  expect(shared).toMatch(/^en,de,fr\n/);
  expect(shared).toMatch(/(?:^|\n),?b,c\n/);
  expect(shared).not.toBe('en,de,fr\na,B,C\n');
});

test('a dictionary that the files lack gets one beside glossary.yaml, as a file of that glossary is read', async () => {
  expect(await pulled(auto, [added('de->en')])).toEqual({
    files: { 'glossaries/g/de-en.csv': 'new,x\n' },
    left: [],
  });
  const headed = { ...auto, [G]: 'name: G\nheader: true\n', 'glossaries/g/en-de.csv': 'source,target\na,b\n' };
  const { 'glossaries/g/en-fr.csv': _, ...one } = headed;
  expect((await pulled(one, [added('de->en')])).files).toEqual({ 'glossaries/g/de-en.csv': 'source,target\nnew,x\n' });
});

test('a glossary with a list gets it listed, also where another one of the list goes', async () => {
  expect(await pulled(listed, [added('de->en')])).toEqual({
    files: {
      [G]: `name: G\n${list(DE, FR)}  - { source_lang: de, target_lang: en, file: de-en.csv }\n`,
      'glossaries/g/de-en.csv': 'new,x\n',
    },
    left: [],
  });
  const one = { [G]: `name: G\n${list(DE)}`, 'glossaries/g/de.csv': 'a,b\n' };
  const { files, left } = await pulled(one, [removed('en->de'), added('de->en')]);
  expect([files['glossaries/g/de.csv'], files['glossaries/g/de-en.csv'], left]).toEqual([null, 'new,x\n', []]);
  expect(files[G]).toContain('file: de-en.csv');
  expect(files[G]).not.toContain('file: de.csv');
});

test('no new dictionary is written over a file, or where another glossary would take it for its own', async () => {
  const there = { ...listed, 'glossaries/g/de-en.csv': 'mine,x\n' };
  expect(await pulled(there, [added('de->en')])).toEqual({
    files: {},
    left: [['in-the-way', `${G}:1:7`, { address: 'glossary.g/de->en', file: 'glossaries/g/de-en.csv' }]],
  });
  const beside = { ...listed, 'glossaries/g/other.yaml': 'name: O\n', 'glossaries/g/en-it.csv': 'a,b\n' };
  expect(await pulled(beside, [added('de->en')])).toEqual({
    files: {},
    left: [['by-hand', `${G}:1:7`, { address: 'glossary.g/de->en', what: 'add-dictionary' }]],
  });
});

test('a dictionary that goes takes its file with it, and its item of the list', async () => {
  expect(await pulled(auto, [removed('en->fr')])).toEqual({ files: { 'glossaries/g/en-fr.csv': null }, left: [] });
  expect(await pulled(listed, [removed('en->fr')])).toEqual({
    files: { [G]: `name: G\n${list(DE)}`, 'glossaries/g/fr.csv': null },
    left: [],
  });
});

test('a glossary says that none is meant where the last dictionary beside it went', async () => {
  expect(await pulled(auto, [removed('en->fr'), removed('en->de')])).toEqual({
    files: { [G]: EMPTY_LIST, 'glossaries/g/en-de.csv': null, 'glossaries/g/en-fr.csv': null },
    left: [],
  });
  const { files } = await pulled(listed, [removed('en->fr'), removed('en->de')]);
  expect(files[G]).toBe(EMPTY_LIST);
  // A file whose name is no language pair, or a spreadsheet, is no dictionary either.
  for (const name of ['english-klingon.csv', 'terms.xlsx'])
    expect(
      (await pulled({ ...auto, [`glossaries/g/${name}`]: 'a,b\n' }, [removed('en->fr'), removed('en->de')])).files[G],
    ).toBe(EMPTY_LIST);
});

test('a file that another glossary needs stays: it leaves the list, or all stays where there is none', async () => {
  const other = {
    'glossaries/h/glossary.yaml': `name: H\n${list('source_lang: en, target_lang: fr, file: ../g/fr.csv')}`,
  };
  const kept = { files: { [G]: `name: G\n${list(DE)}` }, left: [] };
  expect(await pulled({ ...listed, ...other }, [removed('en->fr')])).toEqual(kept);
  // Nothing is lost, so no consent is needed.
  const refusal = () => ({ kind: 'protected' }) as const;
  expect(await pulled({ ...listed, ...other }, [removed('en->fr')], { refusal })).toEqual(kept);
  const named = {
    'glossaries/h/glossary.yaml': `name: H\n${list('source_lang: en, target_lang: fr, file: ../g/en-fr.csv')}`,
  };
  expect(await pulled({ ...auto, ...named }, [removed('en->fr')])).toEqual({
    files: {},
    left: [['by-hand', 'glossaries/g/en-fr.csv:1:1', { address: 'glossary.g/en->fr', what: 'remove-dictionary' }]],
  });
});

test('a file for which consent is missing stays, and the rest is done', async () => {
  const refusal = (address: Address) =>
    address === 'glossary.g/en->fr' ? ({ kind: 'needs-consent' } as const) : undefined;
  expect(await pulled(listed, [removed('en->fr'), removed('en->de')], { refusal })).toEqual({
    files: { [G]: `name: G\n${list(FR)}`, 'glossaries/g/de.csv': null },
    left: [['needs-consent', `${G}:4:47`, { address: 'glossary.g/en->fr', files: ['glossaries/g/fr.csv'] }]],
  });
});

const wide = (pairs: string, more = '') => ({
  [G]: `name: G\ntables:\n  - { file: one.csv, pairs: [${pairs}] }\n${more}`,
  'glossaries/g/one.csv': 'en,de,fr\na,b,c\n',
});

test('a pair of a table leaves its patterns, and the columns stay', async () => {
  expect(await pulled(wide('en->de, en->fr'), [removed('en->fr')])).toEqual({
    files: { [G]: 'name: G\ntables:\n  - { file: one.csv, pairs: [en->de] }\n' },
    left: [],
  });
  const two = {
    ...wide('en->de', '  - file: two.csv\n    pairs: [fr->de, de->fr]\n'),
    'glossaries/g/two.csv': 'de,fr\nb,c\n',
  };
  expect((await pulled(two, [removed('de->fr')])).files).toEqual({
    [G]: two[G].replace(', de->fr', ''),
  });
});

test('a glossary says that it has no dictionary when its last table is out', async () => {
  const { files, left } = await pulled(wide('en->de, en->fr'), [removed('en->fr'), removed('en->de')]);
  expect(files).toEqual({ [G]: expect.stringMatching(/^name: G\n(?:.*\n)*dictionaries: \[\]\n/) });
  expect(left).toEqual([]);
});

test('a pattern that stands for other pairs too stays, with those that it keeps', async () => {
  const given = wide('"en->*", de->fr');
  const stays = [
    'table-pattern',
    `${G}:3:30`,
    { address: 'glossary.g/en->fr', pattern: 'en->*', file: 'glossaries/g/one.csv', staying: ['en->de'] },
  ];
  expect(await pulled(given, [removed('en->fr')])).toEqual({ files: {}, left: [stays] });
  // What another pattern stands for is done.
  expect(await pulled(given, [removed('en->fr'), removed('de->fr')])).toEqual({
    files: { [G]: given[G].replace(', de->fr', '') },
    left: [stays],
  });
  // All pairs of a pattern go, so it goes.
  const { files, left } = await pulled(given, [removed('en->fr'), removed('en->de')]);
  expect([files[G], left]).toEqual([given[G].replace('"en->*", ', ''), []]);
});

async function gone(given: Readonly<Record<string, string>>, beside?: Beside) {
  const { source, pull, result } = await stagedGlossary(given, beside);
  await removeResource(
    { action: 'remove', kind: 'glossary', address: 'glossary.g', values: [], children: [] },
    source,
    { facet: filesOf('glossary'), writing: GLOSSARY_WRITING, pull },
  );
  return result();
}

test('a glossary goes with its files, and what else stands there stays', async () => {
  expect(await gone({ ...auto, 'glossaries/g/notes.md': 'mine' })).toEqual({
    files: { 'glossaries/g/en-de.csv': null, 'glossaries/g/en-fr.csv': null, [G]: null },
    left: [],
  });
  expect(await gone(auto, { refusal: () => ({ kind: 'protected' }) })).toEqual({
    files: {},
    left: [
      [
        'protected',
        `${G}:1:7`,
        { address: 'glossary.g', files: ['glossaries/g/en-de.csv', 'glossaries/g/en-fr.csv', G] },
      ],
    ],
  });
});

test('a file in which another glossary has a part stays when a glossary goes', async () => {
  const other = {
    'glossaries/h/glossary.yaml': `name: H\n${list('source_lang: en, target_lang: fr, file: ../g/fr.csv')}`,
  };
  expect((await gone({ ...listed, ...other })).files).toEqual({ 'glossaries/g/de.csv': null, [G]: null });
});

test('a glossary whose file another one is a link to stays', async () => {
  expect(await gone(listed, { links: { 'glossaries/h/glossary.yaml': '../g/glossary.yaml' } })).toEqual({
    files: {},
    left: [['by-hand', `${G}:1:7`, { address: 'glossary.g', what: 'remove-glossary' }]],
  });
});

const BROKEN = { 'glossaries/g/fr.csv': 'a,c\na,d\n' };
const byHand = (what: string, pair: string, place = `${G}:1:7`) => [
  'by-hand',
  place,
  { address: `glossary.g${pair}`, what },
];

test('nothing comes or goes in a glossary that has got errors since it was read', async () => {
  expect(await gone(listed, { since: BROKEN })).toEqual({ files: {}, left: [byHand('remove-glossary', '')] });
  expect(await pulled(listed, [removed('en->de'), added('de->en')], { since: BROKEN })).toEqual({
    files: {},
    left: [byHand('add-dictionary', '/de->en'), byHand('remove-dictionary', '/en->de', `${G}:3:47`)],
  });
  const table = {
    [G]: `name: G\ntables:\n  - { file: one.csv, pairs: [en->de, de->en] }\n${list(FR)}`,
    'glossaries/g/one.csv': 'en,de\na,b\n',
    'glossaries/g/fr.csv': 'a,c\n',
  };
  expect(await pulled(table, [removed('en->de'), removed('de->en')], { since: BROKEN })).toEqual({
    files: {},
    left: [byHand('remove-dictionary', '/en->de'), byHand('remove-dictionary', '/de->en')],
  });
});

test('nothing comes or goes in a glossary whose file is gone since it was read', async () => {
  const since = { [G]: null };
  for (const given of [auto, listed])
    expect((await pulled(given, [removed('en->de'), added('de->en')], { since })).files).toEqual({});
  expect((await pulled(wide('en->de, en->fr'), [removed('en->de')], { since })).files).toEqual({});
  const table = { 'glossaries/g/one.csv': null };
  expect(await pulled(wide('en->de, en->fr'), [removed('en->de')], { since: table })).toEqual({
    files: {},
    left: [byHand('remove-dictionary', '/en->de')],
  });
  const spoiled = { 'glossaries/g/one.csv': 'en,de,fr\na,b,c\na,x,y\n' };
  expect((await pulled(wide('en->de, en->fr'), [removed('en->de')], { since: spoiled })).files).toEqual({});
});
