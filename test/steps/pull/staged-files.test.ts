import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { stageFiles } from '../../../src/steps/pull/staged-files.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const AT = { file: 'lexform.yaml', line: 3, column: 1 };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (given: Uint8Array | undefined): string | undefined => given && new TextDecoder().decode(given);

async function stagedFrom(given: Readonly<Record<string, string>> = { 'a.csv': 'a,b\n', 'sub/b.csv': 'c,d\n' }) {
  const root = await tempWorkspace(given);
  const desk = await stageFiles(nodeFiles(), root);
  return {
    root,
    desk,
    at: (path: string) => join(root, path),
    edit: (file: string, to: string) => desk.edit(file, AT, () => ({ bytes: bytes(to) })),
    become: () => Object.fromEntries([...desk.files()].map(([path, content]) => [path, text(content)])),
  };
}

describe('an edit', () => {
  test('is kept, and later edits begin with it', async () => {
    const { desk, edit, become } = await stagedFrom();
    expect(await edit('a.csv', 'one\n')).toBe(true);
    const seen: unknown[] = [];
    await desk.edit('a.csv', AT, (before) => {
      seen.push(text(before));
      return { bytes: bytes('two\n') };
    });
    expect([seen, become(), desk.findings]).toEqual([['one\n'], { 'a.csv': 'two\n' }, []]);
    expect([...desk.before].map(([path, content]) => [path, text(content)])).toEqual([['a.csv', 'a,b\n']]);
  });

  test('that changes nothing is done, and touches no file', async () => {
    const { edit, become } = await stagedFrom();
    expect([await edit('a.csv', 'a,b\n'), become()]).toEqual([true, {}]);
  });

  test('that is refused says why', async () => {
    const { desk, become } = await stagedFrom();
    const finding = { code: 'x', severity: 'warning', at: AT, details: {} } as const;
    expect(await desk.edit('a.csv', AT, () => ({ findings: [finding] }))).toBe(false);
    expect([become(), desk.findings]).toEqual([{}, [finding]]);
  });

  test('of a file that is not there is refused at the place that names it', async () => {
    const { desk, edit } = await stagedFrom();
    expect(await edit('none.csv', 'x')).toBe(false);
    expect(desk.findings).toMatchObject([{ at: AT, details: { file: 'none.csv' } }]);
  });

  test('through a link goes to the file, so that both names have one content', async () => {
    const { root, desk, edit, become } = await stagedFrom();
    symlinkSync('a.csv', join(root, 'link.csv'));
    await edit('link.csv', 'one\n');
    expect(become()).toEqual({ 'a.csv': 'one\n' });
    expect(text(await desk.ports.readFile(join(root, 'link.csv')))).toBe('one\n');
    expect(desk.findings).toEqual([]);
  });
});

describe('a file', () => {
  test('is made where nothing stands, in the files or on the desk', async () => {
    const { desk, become } = await stagedFrom();
    expect([await desk.create('new.csv', 'x\n'), await desk.create('new.csv', 'y\n')]).toEqual([true, false]);
    expect(await desk.create('a.csv', 'y\n')).toBe(false);
    expect(await desk.create('sub', 'y\n')).toBe(false);
    expect(become()).toEqual({ 'new.csv': 'x\n' });
    // The same content is there already: a run that was killed has written it, or the desk has it.
    expect([await desk.create('a.csv', 'a,b\n'), await desk.create('new.csv', 'x\n')]).toEqual([true, true]);
    expect([await desk.create('a.csv', 'a,c\n'), become()]).toEqual([false, { 'new.csv': 'x\n' }]);
  });

  test('that goes can be made again', async () => {
    const { desk, become } = await stagedFrom();
    desk.remove('a.csv');
    expect(become()).toEqual({ 'a.csv': undefined });
    expect([await desk.create('a.csv', 'x\n'), become()]).toEqual([true, { 'a.csv': 'x\n' }]);
  });
});

test('several changes are kept together, or all of them undone', async () => {
  const { desk, become } = await stagedFrom();
  desk.remove('a.csv');
  const work = (kept: boolean) =>
    desk.attempt(async () => {
      await desk.create('new.csv', 'x\n');
      desk.remove('sub/b.csv');
      return kept;
    });
  expect([await work(false), become()]).toEqual([false, { 'a.csv': undefined }]);
  expect([await work(true), become()]).toEqual([
    true,
    { 'a.csv': undefined, 'new.csv': 'x\n', 'sub/b.csv': undefined },
  ]);
});

test('a finding of the desk is a warning', async () => {
  const { desk } = await stagedFrom();
  desk.fault('pull-by-hand', AT, { address: 'glossary.a' });
  expect(desk.findings).toEqual([
    { code: 'pull-by-hand', severity: 'warning', at: AT, details: { address: 'glossary.a' } },
  ]);
});

test('the ports read what the files become, and what nobody touched as it is', async () => {
  const { root, desk, at, edit } = await stagedFrom({
    'a.csv': 'a\n',
    'b.csv': 'b\n',
    'sub/c.csv': 'c\n',
    'sub/d.csv': 'd\n',
  });
  await edit('a.csv', 'A\n');
  desk.remove('sub/c.csv');
  await desk.create('sub/new.csv', 'n\n');
  await desk.create('sub/deep/x.csv', 'x\n');
  const { ports } = desk;
  const read = async (path: string) => [
    text(await ports.readFile(at(path))),
    await ports.readRegularFile(at(path), 100).then((file) => (file.kind === 'bytes' ? text(file.bytes) : file.kind)),
    await ports.realPath(at(path)),
  ];
  expect(await read('a.csv')).toEqual(['A\n', 'A\n', at('a.csv')]);
  expect(await read('b.csv')).toEqual(['b\n', 'b\n', at('b.csv')]);
  expect(await read('sub/c.csv')).toEqual([undefined, 'absent', undefined]);
  expect(await read('sub/new.csv')).toEqual(['n\n', 'n\n', at('sub/new.csv')]);
  expect(await read('sub/none.csv')).toEqual([undefined, 'absent', undefined]);
  expect(await ports.list(root)).toEqual(['a.csv', 'b.csv']);
  expect(await ports.list(at('sub'))).toEqual(['d.csv', 'new.csv']);
  expect(await ports.list(at('sub/deep'))).toEqual(['x.csv']);
});

test('a folder that is absent exists as soon as a file in it is staged', async () => {
  const root = join(await tempWorkspace({}), 'new');
  const { ports, create } = await stageFiles(nodeFiles(), root);
  expect(await ports.realPath(root)).toBe(undefined);
  await create('a.csv', 'a\n');
  expect([await ports.realPath(root), await ports.realPath(join(root, 'none'))]).toEqual([root, undefined]);
});
