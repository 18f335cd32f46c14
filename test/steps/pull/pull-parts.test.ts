import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { filesOfOthers, type PullContext, refuseLoss, unsharedFiles } from '../../../src/kinds/files/pull-context.ts';
import type { GlossarySource } from '../../../src/kinds/glossary/files/glossary-source.ts';
import { pairsNow, type Restructuring, restructure } from '../../../src/kinds/glossary/files/restructure.ts';
import { glossaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import { type LossRefusal, storedFiles } from '../../../src/steps/pull/pull-drift.ts';
import { stageFiles } from '../../../src/steps/pull/staged-files.ts';
import { readSources } from '../../../src/steps/workspace/read-desired.ts';
import { readWorkspace } from '../../../src/steps/workspace/read-workspace.ts';
import { entries } from '../../support/build.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const FILES = {
  'lexform.yaml':
    'version: 1\ntargets: { test: { service: embedded } }\nglossaries: glossaries/*/*.yaml\nstyle_rules: style-rules/*.yaml\n',
  'glossaries/one/a.yaml': 'name: A\ndictionaries:\n  - { source_lang: en, target_lang: de, file: terms/en-de.csv }\n',
  'glossaries/one/terms/en-de.csv': 'x,y\n',
  'glossaries/one/b.yaml': 'name: B\ntables:\n  - { file: ../wide.csv, pairs: [en->de, en->fr] }\n',
  'glossaries/wide.csv': 'en,de,fr\nx,y,z\n',
  'glossaries/two/c.yaml': 'name: C\ntables:\n  - { file: ../wide.csv, pairs: [en->de] }\n',
  'style-rules/l.yaml': 'name: L\nlanguage: de\n',
};

async function stagedParts(given: Readonly<Record<string, string>> = FILES) {
  const root = await tempWorkspace(given);
  const files = nodeFiles();
  const { value: config } = await readWorkspace(files, root);
  if (config === undefined) throw new Error('no workspace');
  const { sources } = await readSources(files, root, config);
  const staged = await stageFiles(files, root);
  const absorbing: PullContext<GlossarySource> = {
    staged,
    root,
    sources: sources.glossaries ?? [],
    stored: storedFiles(sources),
    refusal: () => undefined,
    pin: new Set(),
  };
  const source = (name: string) => {
    const found = absorbing.sources.find((each) => each.name === name);
    if (found === undefined) throw new Error(`no glossary ${name}`);
    return found;
  };
  return { root, staged, absorbing, source };
}

const AT = { file: 'x.yaml', line: 1, column: 1 };

test.each<[LossRefusal, string, object]>([
  [{ kind: 'protected' }, 'pull-protected', {}],
  [{ kind: 'needs-consent' }, 'pull-needs-consent', {}],
  [{ kind: 'too-many', deleted: 2, total: 3 }, 'pull-too-many', { deleted: 2, total: 3 }],
])('files that stay because of %j are named with the reason', async (refusal, code, more) => {
  const { staged, absorbing } = await stagedParts();
  refuseLoss(absorbing, refusal, { address: 'glossary.a', at: AT, files: ['a.csv'] });
  const details = { address: 'glossary.a', files: ['a.csv'], ...more };
  expect(staged.findings).toEqual([{ code, severity: 'warning', at: AT, details }]);
});

test('files beside a source are those of all others, as often as they are named', async () => {
  const { staged, absorbing, source } = await stagedParts();
  const beside = (name: string) => filesOfOthers(absorbing, (each) => each === source(name));
  expect(beside('A')).toEqual([
    'glossaries/one/b.yaml',
    'glossaries/two/c.yaml',
    'style-rules/l.yaml',
    'glossaries/wide.csv',
    'glossaries/wide.csv',
    'glossaries/wide.csv',
  ]);
  expect(filesOfOthers(absorbing, (each) => each === source('B').dictionaries.get('en->de'))).toEqual([
    'glossaries/one/a.yaml',
    'glossaries/one/b.yaml',
    'glossaries/two/c.yaml',
    'style-rules/l.yaml',
    'glossaries/one/terms/en-de.csv',
    'glossaries/wide.csv',
    'glossaries/wide.csv',
  ]);
  staged.remove('glossaries/one/b.yaml');
  staged.remove('style-rules/l.yaml');
  expect(beside('A')).toEqual(['glossaries/two/c.yaml', 'glossaries/wide.csv']);
  await staged.edit('glossaries/two/c.yaml', AT, () => ({ bytes: new TextEncoder().encode('name: D\n') }));
  expect(beside('A')).toEqual(['glossaries/two/c.yaml', 'glossaries/wide.csv']);
});

test('a file is nobody else’s when no other source names it or links to it', async () => {
  const { root, absorbing } = await stagedParts();
  symlinkSync('en-de.csv', join(root, 'glossaries/one/terms/link.csv'));
  const own = (files: readonly string[], others: readonly string[]) => unsharedFiles(absorbing, files, others);
  const csv = 'glossaries/one/terms/en-de.csv';
  expect(await own(['style-rules/l.yaml', csv, csv], [])).toEqual([csv, 'style-rules/l.yaml']);
  expect(await own([csv, 'style-rules/l.yaml'], [csv, csv])).toEqual(['style-rules/l.yaml']);
  expect(await own([csv], ['glossaries/one/terms/link.csv'])).toEqual([]);
  expect(await own(['glossaries/one/terms/link.csv'], [csv])).toEqual([]);
});

const GLOSSARY_A = { file: 'glossaries/one/a.yaml', address: glossaryAddress('a') };

test('the pairs of a glossary are those that have entries, and nothing where it has errors', async () => {
  const { staged, absorbing } = await stagedParts();
  const one = entries({ x: 'y' }).digest;
  expect(await pairsNow(absorbing, GLOSSARY_A)).toEqual(new Map([['en->de', one]]));
  await staged.edit('glossaries/one/terms/en-de.csv', AT, () => ({ bytes: new Uint8Array() }));
  expect(await pairsNow(absorbing, GLOSSARY_A)).toEqual(new Map());
  staged.remove('glossaries/one/terms/en-de.csv');
  expect(await pairsNow(absorbing, GLOSSARY_A)).toBeUndefined();
  expect(await pairsNow(absorbing, { ...GLOSSARY_A, file: 'glossaries/none.yaml' })).toBeUndefined();
});

const set = (text: string) => () => ({ bytes: new TextEncoder().encode(text) });

/** Restructures a glossary; what became of it, and the files that were touched. */
async function tried(
  name: string,
  more: (w: Awaited<ReturnType<typeof stagedParts>>) => Partial<Restructuring>,
  given = FILES,
) {
  const made = await stagedParts(given);
  const { staged, absorbing, source } = made;
  const work = async () => true;
  const result = await restructure(absorbing, { source: source(name), files: [], work, ...more(made) });
  return [result, [...staged.files().keys()]];
}

test('files are restructured when the result is what was meant', async () => {
  const wide = 'glossaries/wide.csv';
  expect(await tried('A', () => ({}))).toEqual(['done', []]);
  expect(await tried('A', () => ({ expected: (before) => before }))).toEqual(['done', []]);
  expect(await tried('A', () => ({ expected: () => new Map() }))).toEqual(['not-meant', []]);
  expect(await tried('A', () => ({ expected: (before) => new Map([...before, ['fr->de', 'd']]) }))).toEqual([
    'not-meant',
    [],
  ]);
  expect(await tried('A', () => ({ expected: () => new Map([['en->de', 'other']]) }))).toEqual(['not-meant', []]);
  const told = await tried('A', ({ staged }) => ({
    async work() {
      staged.remove(wide);
      return false;
    },
  }));
  expect(told).toEqual(['reported', []]);
  const remove = await tried('A', ({ staged }) => ({
    files: ['glossaries/one/a.yaml', 'glossaries/one/terms/en-de.csv'],
    async work() {
      staged.remove('glossaries/one/a.yaml');
      staged.remove('glossaries/one/terms/en-de.csv');
      return true;
    },
  }));
  expect(remove).toEqual(['done', ['glossaries/one/a.yaml', 'glossaries/one/terms/en-de.csv']]);
});

test('all stays when a glossary of the same folder, or of the same files, would change', async () => {
  const wide = 'glossaries/wide.csv';
  const change = (files: readonly string[]) => (made: Awaited<ReturnType<typeof stagedParts>>) => ({
    files,
    work: () => made.staged.edit(wide, AT, set('en,de\nx,y\n')),
  });
  // B stands in the folder of A.
  expect(await tried('A', change([]))).toEqual(['not-meant', []]);
  // C stands in another folder, and has what it had.
  expect(await tried('B', change([]))).toEqual(['done', [wide]]);
  const otherwise = (files: readonly string[]) => (made: Awaited<ReturnType<typeof stagedParts>>) => ({
    files,
    work: () => made.staged.edit(wide, AT, set('en,de,fr\nx,Y,z\n')),
  });
  expect(await tried('B', otherwise([wide]))).toEqual(['not-meant', []]);
  expect(await tried('B', otherwise([]))).toEqual(['done', [wide]]);
});

test('a glossary that cannot be read before is left alone', async () => {
  const broken = { ...FILES, 'glossaries/one/terms/en-de.csv': 'x,y\nx,z\n' };
  const more = (): Partial<Restructuring> => ({ work: () => Promise.resolve(true) });
  const { 'glossaries/one/b.yaml': _, ...alone } = broken;
  expect(await tried('A', more, alone as typeof FILES)).toEqual(['not-meant', []]);
  // Another one of the folder that could not be read before, and still cannot, is as it was.
  expect(await tried('B', more, broken)).toEqual(['done', []]);
});
