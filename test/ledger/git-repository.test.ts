import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommitId } from '../../src/ledger/git-log.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import { git, tempRepository } from '../support/git-repository.ts';
import { idsInOrder } from '../support/in-process.ts';
import { runs } from '../support/runs.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const TIME = new Date('2026-01-02T03:04:05Z');
const REF = 'refs/lexform/ledger/prod';

function open() {
  const { folder, port } = tempRepository();
  return { folder, repository: gitRepository(port, idsInOrder()) };
}

const commitOf = (files: Readonly<Record<string, string>>, parent?: CommitId, message = 'apply') => ({
  parent,
  files: new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)])),
  message,
  time: TIME,
});

const filesIn = (folder: string, commit: string): readonly string[] =>
  git(folder, 'ls-tree', '-r', '-z', '--name-only', commit)
    .split('\0')
    .filter((path) => path !== '');

test('a commit has exactly its files, its parent, its message and its time, and leaves no ref behind', async () => {
  const { folder, repository } = open();
  const first = await repository.commit(
    commitOf({ 'a/b.csv': 'x,y\n', 'ledger.json': '{}' }, undefined, 'one\n\nmore'),
  );
  const second = await repository.commit(commitOf({ 'ledger.json': '{"a":1}' }, first, 'two'));
  expect(filesIn(folder, first)).toEqual(['a/b.csv', 'ledger.json']);
  expect(filesIn(folder, second)).toEqual(['ledger.json']);
  const [read, none] = await repository.readFiles(first, ['a/b.csv', 'nothing']);
  expect([new TextDecoder().decode(read), none]).toEqual(['x,y\n', undefined]);
  expect(await repository.history(second)).toMatchObject([
    { id: second, parents: [first], message: 'two', time: '2026-01-02T03:04:05+00:00', author: 'Lexform' },
    { id: first, parents: [], message: 'one\n\nmore' },
  ]);
  expect(git(folder, 'for-each-ref')).toBe('');
  expect(git(folder, 'fsck', '--strict', '--no-dangling')).toBe('');
});

test('the pieces of a file may lie in one memory that is used again', async () => {
  const { repository } = open();
  const pieces = Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at).repeat(100_000));
  const content = {
    *[Symbol.iterator]() {
      const room = new Uint8Array(100_000);
      for (const piece of pieces) {
        room.set(bytes(piece));
        yield room;
      }
    },
  };
  const files = new Map([['plan.json', content]]);
  const commit = await repository.commit({ parent: undefined, files, message: 'm', time: TIME });
  const [read] = await repository.readFiles(commit, ['plan.json']);
  expect(new TextDecoder().decode(read) === pieces.join('')).toBe(true);
});

test('any path and any bytes come back as they went in', async () => {
  const { repository } = open();
  const part = fc
    .stringMatching(/^[a-zäß"\\ '-]{1,8}$/)
    .filter((name) => name !== '.' && name !== '..' && name.toLowerCase() !== '.git');
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(part, fc.uint8Array({ maxLength: 300 }), { minKeys: 1, maxKeys: 5 }),
      async (given) => {
        const files = new Map(Object.entries(given).map(([name, content]) => [`folder/${name}`, content]));
        const commit = await repository.commit({ parent: undefined, files, message: 'm', time: TIME });
        const read = await repository.readFiles(commit, [...files.keys()]);
        expect(read).toEqual([...files.values()]);
      },
    ),
    { numRuns: runs(15) },
  );
});

test('a path is one path, whatever it holds, and no command of the stream', async () => {
  const { folder, repository } = open();
  const path = 'a\nreset refs/heads/main\nfrom 0\n"\\\u0001\u007fä';
  const commit = await repository.commit(commitOf({ [path]: 'x' }));
  expect(filesIn(folder, commit)).toEqual([path]);
  expect(git(folder, 'for-each-ref')).toBe('');
});

test('a ref moves only from where it was seen', async () => {
  const { repository } = open();
  const [a, b] = [await repository.commit(commitOf({ x: '1' })), await repository.commit(commitOf({ x: '2' }))];
  expect(await repository.readRef(REF)).toBeUndefined();
  expect(await repository.swapRef(REF, a, b)).toBe(false);
  expect(await repository.swapRef(REF, undefined, a)).toBe(true);
  expect(await repository.swapRef(REF, undefined, b)).toBe(false);
  expect(await repository.swapRef(REF, b, a)).toBe(false);
  expect(await repository.swapRef(REF, a, b)).toBe(true);
  expect(await repository.readRef(REF)).toBe(b);
  expect(await repository.listRefs('refs/lexform/')).toEqual(new Map([[REF, b]]));
  expect(await repository.swapRef(REF, a, undefined)).toBe(false);
  expect(await repository.swapRef(REF, b, undefined)).toBe(true);
  expect(await repository.readRef(REF)).toBeUndefined();
});

test('of ten that move a ref at once from the same place, one wins', async () => {
  const { repository } = open();
  const commits = await Promise.all(
    Array.from({ length: 10 }, (_, index) => repository.commit(commitOf({ x: `${index}` }))),
  );
  const won = await Promise.all(commits.map((commit) => repository.swapRef(REF, undefined, commit)));
  expect(won.filter(Boolean)).toHaveLength(1);
  expect(await repository.readRef(REF)).toBe(commits[won.indexOf(true)]);
});

test('a ref name that looks like an option is no option', async () => {
  const { repository } = open();
  expect(await repository.readRef('--help')).toBeUndefined();
});

test('a missing object is told, with the way out', async () => {
  const { repository } = open();
  const gone = 'deadbeef'.repeat(5) as CommitId;
  await expect(repository.history(gone)).rejects.toMatchObject({
    name: 'LedgerError',
    wayOut: expect.stringContaining('fsck'),
  });
});

test('a damaged ref is told, with the way out: it does not look like none', async () => {
  const { folder, repository } = open();
  await repository.swapRef(REF, undefined, await repository.commit(commitOf({ x: '1' })));
  writeFileSync(join(folder, '.git', REF), '');
  await expect(repository.readRef(REF)).rejects.toMatchObject({
    name: 'LedgerError',
    message: `${REF} is damaged`,
    wayOut: expect.stringContaining(`git reflog show ${REF}`),
  });
});

test.each([
  ['fatal: unable to write object: No space left on device', 'Free space on that disk'],
  ['fatal: unable to create temporary file: Read-only file system', 'mount the disk for writing'],
])('what the system refuses to git is told with its own way out: %s', async (said, wayOut) => {
  const { port } = tempRepository();
  const repository = gitRepository(
    {
      run: async (args, input) =>
        args[0] === 'fast-import'
          ? { code: 128, out: new Uint8Array(), err: `${said}\nfast-import: dumping\n` }
          : port.run(args, input),
    },
    idsInOrder(),
  );
  const commit = { parent: undefined, files: new Map(), message: 'm', time: new Date(0) };
  await expect(repository.commit(commit)).rejects.toMatchObject({
    name: 'LedgerError',
    wayOut: expect.stringContaining(wayOut),
  });
});
