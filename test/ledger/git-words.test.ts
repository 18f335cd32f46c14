import { describe, expect, test } from 'vitest';
import { gitLedger, gitLockStore } from '../../src/ledger/git-ledger.ts';
import { type CommitId, isCommitId } from '../../src/ledger/git-log.ts';
import { gitRepository, type NewCommit } from '../../src/ledger/git-repository.ts';
import { ledgerVersion } from '../../src/ledger/ledger.ts';
import { localRefs } from '../../src/ledger/ref-updates.ts';
import { idsInOrder } from '../support/in-process.ts';
import { type Answers, gitThatSays } from './git-that-says.ts';

const REF = 'refs/lexform/ledger/prod';
const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [CommitId, CommitId, CommitId];
const LONG = 'd'.repeat(64) as CommitId;
const FSCK = 'Check the repository with git fsck; the ledger is under refs/lexform/';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function repositoryThatSays(answers: Answers) {
  const git = gitThatSays(answers);
  return { git, repository: gitRepository(git, idsInOrder()) };
}
const error = (message: string, wayOut = FSCK) => ({ name: 'LedgerError', message, wayOut });

test.each([
  [A, true],
  [LONG, true],
  ['0123456789abcdef0123456789abcdef01234567', true],
  [`${A}a`, false],
  [` ${A}`, false],
  [A.slice(1), false],
  [`${LONG}d`, false],
  [`x${LONG}`, false],
  ['g'.repeat(40), false],
  [A.toUpperCase(), false],
  ['', false],
])('%s is the name of a commit: %j', (text, isOne) => {
  expect(isCommitId(text)).toBe(isOne);
});

describe('refs', () => {
  test('are read by their full names, and lines of another form are passed over', async () => {
    const out = `${A} ${REF}\n${B} ${REF}/below\n${C}\nwarning refs/x\n${LONG} refs/lexform/long\n`;
    const { git, repository } = repositoryThatSays({ 'for-each-ref': { out } });
    expect(await repository.listRefs('refs/lexform/')).toEqual(
      new Map([
        [REF, A],
        [`${REF}/below`, B],
        ['refs/lexform/long', LONG],
      ]),
    );
    expect(await repository.readRef(REF)).toBe(A);
    expect(await repository.readRef('refs/lexform/ledger')).toBeUndefined();
    expect(git.asked).toEqual(
      ['refs/lexform/', REF, 'refs/lexform/ledger'].map(
        (pattern) => `for-each-ref --format=%(objectname) %(refname) -- ${pattern}`,
      ),
    );
  });

  test.each(['ignoring broken ref', 'ignoring ref with broken name'])(
    'are damaged where git says: %s',
    async (said) => {
      const { repository } = repositoryThatSays({ 'for-each-ref': { err: `warning: ${said} ${REF}\nwarning: x\n` } });
      await expect(repository.readRef(REF)).rejects.toMatchObject(
        error(
          `${REF} is damaged`,
          `See where it stood with: git reflog show ${REF}; then: git update-ref ${REF} <commit>`,
        ),
      );
    },
  );

  test.each([
    [' fatal: not a repository \n', 'fatal: not a repository'],
    [' \n', 'git ended with 128'],
  ])('that cannot be listed: git says %j', async (err, said) => {
    const { repository } = repositoryThatSays({ 'for-each-ref': { code: 128, err } });
    await expect(repository.listRefs('refs/lexform/')).rejects.toMatchObject(
      error(`the refs cannot be listed: ${said}`),
    );
  });

  test('are moved from where they were seen', async () => {
    const { git, repository } = repositoryThatSays({});
    expect(await repository.swapRef(REF, A, B)).toBe(true);
    expect(await repository.swapRef(REF, undefined, B)).toBe(true);
    expect(await repository.swapRef(REF, undefined, LONG)).toBe(true);
    expect(await repository.swapRef(REF, A, undefined)).toBe(true);
    expect(await repository.swapRef(REF, undefined, undefined)).toBe(true);
    expect(git.asked).toEqual([
      `update-ref --create-reflog ${REF} ${B} ${A}`,
      `update-ref --create-reflog ${REF} ${B} ${'0'.repeat(40)}`,
      `update-ref --create-reflog ${REF} ${LONG} ${'0'.repeat(64)}`,
      `update-ref -d ${REF} ${A}`,
      `update-ref -d ${REF} ${'0'.repeat(40)}`,
    ]);
  });

  test('that cannot be moved though nobody else has moved them are an error', async () => {
    const { repository } = repositoryThatSays({
      'for-each-ref': { out: `${A} ${REF}\n` },
      'update-ref': { code: 1, err: 'fatal: no\n' },
    });
    await expect(repository.swapRef(REF, A, B)).rejects.toMatchObject(error(`${REF} cannot be moved: fatal: no`));
    expect(await repository.swapRef(REF, B, A)).toBe(false);
  });
});

describe('a commit', () => {
  const commit = {
    parent: A,
    files: new Map([
      ['a/"b\\\u007f\n.csv', bytes('x,y\n')],
      ['é', bytes('ß')],
    ]),
    message: 'first\nsecond ä',
    time: new Date('2026-01-02T03:04:05.999Z'),
  };
  const stream = (zero: string, more = `from ${A}\n`): string =>
    `fast-import --quiet --force feature done
commit refs/lexform/new/1
mark :1
committer Lexform <lexform@localhost> 1767323045 +0000
data 15
first
second ä
${more}deleteall
M 100644 inline "a/\\"b\\\\\\177\\012.csv"
data 4
x,y

M 100644 inline "é"
data 2
ß
get-mark :1
reset refs/lexform/new/1
from ${zero}

done
`;
  const askedFor = async (answers: Answers, given: NewCommit = commit, isListed = false) => {
    const git = gitThatSays({ 'fast-import': { out: `${B}\n` }, ...answers });
    const repository = gitRepository(git, () => '1');
    if (isListed) await repository.listRefs('refs/');
    expect(await repository.commit(given)).toBe(B);
    return git.asked;
  };

  test('is one stream, which takes its ref away again', async () => {
    expect(await askedFor({})).toEqual(['rev-parse --show-object-format', stream('0'.repeat(40))]);
    const first = await askedFor({ 'rev-parse': { out: 'sha256\n' } }, { ...commit, parent: undefined });
    expect(first.at(-1)).toBe(stream('0'.repeat(64), ''));
  });

  test('asks for the length of names once, and not at all where a ref has shown it', async () => {
    expect((await askedFor({ 'rev-parse': { out: 'sha1\n' } })).at(-1)).toBe(stream('0'.repeat(40)));
    expect((await askedFor({ 'rev-parse': { code: 1, out: 'sha256\n' } })).at(-1)).toBe(stream('0'.repeat(40)));
    const shown = await askedFor({ 'for-each-ref': { out: `${LONG} ${REF}\n` } }, commit, true);
    expect(shown.slice(1)).toEqual([stream('0'.repeat(64))]);
    const git = gitThatSays({ 'fast-import': { out: B } });
    const repository = gitRepository(git, () => '1');
    await repository.commit(commit);
    await repository.commit(commit);
    expect(git.asked.filter((args) => args.startsWith('rev-parse'))).toHaveLength(1);
  });

  test('that cannot be written, or has no name, is an error', async () => {
    const failing = repositoryThatSays({ 'fast-import': { code: 1, err: 'fatal: x\n' } }).repository;
    await expect(failing.commit(commit)).rejects.toMatchObject(error('the commit cannot be written: fatal: x'));
    const nameless = repositoryThatSays({ 'fast-import': { out: 'no name\n' } }).repository;
    await expect(nameless.commit(commit)).rejects.toMatchObject(
      error('the commit that was written has no name', 'Run the same command again'),
    );
  });
});

describe('the files of commits', () => {
  test('are read by one process, in the order in which they are asked for', async () => {
    const out = `${A} blob 3\na\nb\n${B}:gone missing\n${C} tree 2\n${'0'.repeat(40)} blob 10\n0123456789\n`;
    const { git, repository } = repositoryThatSays({ 'cat-file': { out } });
    const wanted = [
      { commit: A, path: 'x\r\ny' },
      { commit: B, path: 'gone' },
      { commit: B, path: 'folder' },
      { commit: C, path: 'z' },
      { commit: C, path: 'after the end' },
    ];
    expect(await repository.readMany(wanted)).toEqual([
      bytes('a\nb'),
      undefined,
      undefined,
      bytes('0123456789'),
      undefined,
    ]);
    expect(git.asked).toEqual([`cat-file --batch ${A}:xy\n${B}:gone\n${B}:folder\n${C}:z\n${C}:after the end\n`]);
  });

  test('are not asked for where none is wanted', async () => {
    const { git, repository } = repositoryThatSays({});
    expect(await repository.readMany([])).toEqual([]);
    expect(await repository.readFiles(A, [])).toEqual([]);
    expect(git.asked).toEqual([]);
  });

  test.each([`x${A} blob 1\na\n`, `${A} blob 1 \na\n`, `${A} blob 1`, `${A} blob \na\n`])(
    'are read only from a heading of the known form: %j',
    async (out) => {
      const { repository } = repositoryThatSays({ 'cat-file': { out } });
      const [read] = await repository.readFiles(A, ['x']);
      expect(read).toEqual(out === `${A} blob 1` ? new Uint8Array() : undefined);
    },
  );

  test('that cannot be read are an error', async () => {
    const { repository } = repositoryThatSays({ 'cat-file': { code: 128, err: 'fatal: x\n' } });
    await expect(repository.readFiles(B, ['x'])).rejects.toMatchObject(
      error(`the files of ${B} cannot be read: fatal: x`),
    );
  });
});

describe('the commits', () => {
  const log = (...commits: readonly (readonly string[])[]): string =>
    commits.map((fields) => `${fields.join('\u0000')}\u0000`).join('');

  test('are listed from one back, whatever the user has set for logs', async () => {
    const out = log(
      [A, `${B} ${C}`, '2026-01-02T03:04:05+00:00', 'Lexform', 'one\n\nmore \n'],
      ['no name', '', '', '', ''],
      [B, '', '2026-01-01T00:00:00+00:00', 'Ana', ''],
      [C, 'cut off'],
    );
    const { git, repository } = repositoryThatSays({ log: { out } });
    const all = [
      {
        id: A,
        parents: [B, C],
        time: '2026-01-02T03:04:05+00:00',
        author: 'Lexform',
        message: 'one\n\nmore',
      },
      { id: B, parents: [], time: '2026-01-01T00:00:00+00:00', author: 'Ana', message: '' },
    ];
    expect(await repository.history(A)).toEqual(all);
    expect(await repository.history(A, 2)).toEqual(all);
    const asked = (more: string): string =>
      `log -z --no-show-signature --encoding=UTF-8 --format=%H%x00%P%x00%cI%x00%an%x00%B${more} ${A} --`;
    expect(git.asked).toEqual([asked(''), asked(' --max-count=2')]);
  });

  test('cannot be read', async () => {
    const { repository } = repositoryThatSays({ log: { code: 128, err: 'fatal: x\n' } });
    await expect(repository.history(A)).rejects.toMatchObject(error(`the history of ${A} cannot be read: fatal: x`));
  });

  test.each([
    [0, true],
    [1, false],
    [128, false],
  ])('follow another one where git ends with 0: %i', async (code, follows) => {
    const { git, repository } = repositoryThatSays({ 'merge-base': { code } });
    expect(await repository.isAncestor(A, B)).toBe(follows);
    expect(git.asked).toEqual([`merge-base --is-ancestor ${A} ${B}`]);
  });
});

test('a lock is a commit without a parent, with one file, which its ref stands at', async () => {
  const ref = 'refs/lexform/lock/prod';
  const git = gitThatSays({
    'fast-import': { out: A },
    'for-each-ref': { out: `${A} ${ref}\n` },
    'cat-file': { out: `${B} blob 2\n{}\n` },
  });
  const repository = gitRepository(git, () => '1');
  const store = gitLockStore(repository, localRefs(repository, git), 'prod');
  expect(await store.put(bytes('{}'), new Date(0))).toBe(A);
  expect(git.asked.at(-1)).toContain('data 13\nlock of prod\n\ndeleteall\nM 100644 inline "lock.json"\ndata 2\n{}\n');
  expect(await store.see()).toEqual({ at: A, bytes: bytes('{}') });
  expect(git.asked.at(-1)).toBe(`cat-file --batch ${A}:lock.json\n`);
  expect(await store.move(A, B)).toBe(true);
  expect(git.asked.at(-1)).toContain(`update ${ref} ${B} ${A}\n`);
  const free = gitThatSays({});
  const none = gitRepository(free, () => '1');
  expect(await gitLockStore(none, localRefs(none, free), 'prod').see()).toBeUndefined();
});

test('a version that is no commit is refused before git is asked', async () => {
  const git = gitThatSays({});
  const repository = gitRepository(git, () => '1');
  const target = { name: 'prod', baseUrl: 'https://api.example.com' };
  const settings = { now: () => new Date(0), isWorkspace: async () => true };
  const ledger = gitLedger(repository, localRefs(repository, git), target, settings);
  await expect((async () => ledger.readAt(ledgerVersion('--all')))()).rejects.toMatchObject(
    error('"--all" is not a commit of the ledger', 'See the entries with: lexform log'),
  );
  expect(git.asked).toEqual([]);
});

test('files of several entries are read by one process', async () => {
  const git = gitThatSays({ 'cat-file': { out: `${C} blob 1\na\n${B}:y missing\n` } });
  const repository = gitRepository(git, () => '1');
  const target = { name: 'prod', baseUrl: 'https://api.example.com' };
  const settings = { now: () => new Date(0), isWorkspace: async () => true };
  const ledger = gitLedger(repository, localRefs(repository, git), target, settings);
  const wanted = [
    { version: ledgerVersion(A), path: 'x' },
    { version: ledgerVersion(B), path: 'y' },
  ];
  expect(await ledger.readMany(wanted)).toEqual([bytes('a'), undefined]);
  expect(git.asked).toEqual([`cat-file --batch ${A}:x\n${B}:y\n`]);
});
