import { describe, expect, test } from 'vitest';
import type { CommitId } from '../../src/ledger/git-log.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import type { GitPort } from '../../src/ledger/ports.ts';
import { localRefs, remoteAddress, remoteRefs } from '../../src/ledger/ref-updates.ts';
import { idsInOrder } from '../support/in-process.ts';
import { type Answers, gitThatSays, type Said } from './git-that-says.ts';

const HISTORY = 'refs/lexform/ledger/prod';
const LOCK = 'refs/lexform/lock/prod';
const [A, B] = ['a'.repeat(40), 'b'.repeat(40)] as [CommitId, CommitId];

/** The refs of a repository as git lists them. */
const listed = (refs: Readonly<Record<string, CommitId>>): Said => ({
  out: Object.entries(refs)
    .map(([ref, commit]) => `${commit} ${ref}\n`)
    .join(''),
});
const listedThere = (refs: Readonly<Record<string, CommitId>>): Said => ({
  out: Object.entries(refs)
    .map(([ref, commit]) => `${commit}\t${ref}\n`)
    .join(''),
});

const ORIGIN: Answers = { 'remote get-url': { out: 'https://git.test/x\n' } };

const refsOf = (git: GitPort, remote = true) => {
  const repository = gitRepository(git, idsInOrder());
  return remote ? remoteRefs(repository, git, 'origin') : localRefs(repository, git);
};

const error = (message: string, wayOut: string, code = 'ledger-unreachable') => ({
  name: 'LedgerError',
  message,
  wayOut,
  code,
});

const LOOK = 'Look at the address and the rights of the remote: git ls-remote <remote>';
const STUCK =
  'Look at the rights of the repository; when it is a file that exists and no git is at work here, remove that file';
const AGAIN = 'Run the same command again';
const MIRROR = 'refs/lexform/remote/ledger/prod';

describe('the refs of a repository', () => {
  test('a history that lies at a remote is not begun anew', async () => {
    const refs = (more: Readonly<Record<string, CommitId>>) =>
      refsOf(gitThatSays({ 'for-each-ref': listed(more) }), false);
    await expect(refs({ [MIRROR]: A }).see(HISTORY)).rejects.toMatchObject(
      error(
        `${HISTORY} would start a new ledger, but one exists from a remote`,
        `Bring it over with: git update-ref ${HISTORY} ${MIRROR}; or, to start a new ledger, remove that one with: git update-ref -d ${MIRROR}`,
        'ledger-rewritten',
      ),
    );
    expect(await refs({ [MIRROR]: A, [HISTORY]: B }).see(HISTORY)).toBe(B);
    expect(await refs({ 'refs/lexform/remote/lock/prod': A }).see(LOCK)).toBe(undefined);
    expect(await refs({ [HISTORY]: B, [LOCK]: A }).list('refs/lexform/')).toEqual([HISTORY, LOCK]);
  });

  test('are moved at once, each from where it was seen', async () => {
    const git = gitThatSays({});
    const [long, longer] = ['c'.repeat(64), 'd'.repeat(64)] as [CommitId, CommitId];
    const moves = [
      { ref: 'r/1', from: undefined, to: A },
      { ref: 'r/2', from: A, to: B },
      { ref: 'r/3', from: B, to: undefined },
      { ref: 'r/4', from: undefined, to: long },
      { ref: 'r/5', from: longer, to: undefined },
    ];
    expect(await refsOf(git, false).move(moves)).toBe(true);
    const lines = [
      `update r/1 ${A} ${'0'.repeat(40)}`,
      `update r/2 ${B} ${A}`,
      `delete r/3 ${B}`,
      `update r/4 ${long} ${'0'.repeat(64)}`,
      `delete r/5 ${longer}`,
    ];
    expect(git.asked).toEqual([`update-ref --create-reflog --stdin start\n${lines.join('\n')}\nprepare\ncommit\n`]);
  });

  test.each([
    ['fatal: disk full\n', AGAIN, 1],
    ["fatal: cannot lock ref 'x': Unable to create 'x.lock': File exists\n", STUCK, 1],
    ["fatal: cannot lock ref 'x': is at y\n", AGAIN, 10],
  ])('that cannot be moved: %j', async (err, wayOut, tries) => {
    const git = gitThatSays({ 'for-each-ref': listed({ [LOCK]: A }), 'update-ref': { code: 128, err } });
    await expect(refsOf(git, false).move([{ ref: LOCK, from: A, to: B }])).rejects.toMatchObject(
      error(`the refs of the ledger cannot be moved: ${err.trim()}`, wayOut),
    );
    expect(git.asked.filter((args) => args.startsWith('update-ref'))).toHaveLength(tries);
    expect(await refsOf(git, false).move([{ ref: LOCK, from: B, to: A }])).toBe(false);
  });
});

describe('the refs of a remote', () => {
  test('cannot be read', async () => {
    const git = gitThatSays({ ...ORIGIN, 'ls-remote': { code: 128, err: ' no route \n' } });
    await expect(refsOf(git).list('refs/lexform/ledger/')).rejects.toMatchObject(
      error('the remote of the ledger cannot be read: no route', LOOK),
    );
    expect(git.asked.at(-1)).toBe('ls-remote --quiet --end-of-options origin refs/lexform/ledger/*');
  });

  test('are those below the prefix', async () => {
    const there = listedThere({ [HISTORY]: A, 'refs/x/refs/lexform/ledger/prod': B });
    const git = gitThatSays({ ...ORIGIN, 'ls-remote': { out: `${there.out}no commit\trefs/lexform/ledger/odd\n` } });
    expect(await refsOf(git).list('refs/lexform/ledger/')).toEqual([HISTORY]);
  });

  test('would begin anew where this repository has a history', async () => {
    const git = gitThatSays({ ...ORIGIN, 'for-each-ref': listed({ [HISTORY]: A }) });
    await expect(refsOf(git).see(HISTORY)).rejects.toMatchObject(
      error(
        `${HISTORY} would start a new ledger, but one exists in this repository`,
        `Bring it over with: git push origin ${HISTORY}; or, to start a new ledger, remove that one with: git update-ref -d ${HISTORY}`,
        'ledger-rewritten',
      ),
    );
  });

  test.each([
    [{}, 'it does not exist there'],
    [{ [HISTORY]: B }, `${B.slice(0, 10)} is there, which does not follow it`],
  ])('were rewritten: %j', async (there, now) => {
    const git = gitThatSays({
      ...ORIGIN,
      'ls-remote': listedThere(there),
      'for-each-ref': listed({ [MIRROR]: A }),
      fetch: { code: 1, err: 'rejected' },
      'merge-base': { code: 1 },
    });
    await expect(refsOf(git).see(HISTORY)).rejects.toMatchObject(
      error(
        `${HISTORY} was rewritten on origin: ${A.slice(0, 10)} was its last entry, and ${now}`,
        `Bring it back with: git push --force origin ${MIRROR}:${HISTORY}; or, if you intend this, accept what is there with: git update-ref -d ${MIRROR}`,
        'ledger-rewritten',
      ),
    );
  });

  test.each([
    ['fatal: no space', LOOK],
    ['fatal: Unable to create x.lock', STUCK],
  ])('cannot be fetched: %s', async (err, wayOut) => {
    const git = gitThatSays({
      ...ORIGIN,
      'ls-remote': listedThere({ [LOCK]: A }),
      fetch: { code: 128, err: `${err}\n` },
    });
    await expect(refsOf(git).see(LOCK)).rejects.toMatchObject(error(`${LOCK} cannot be fetched: ${err}`, wayOut));
    expect(git.asked.find((args) => args.startsWith('fetch'))).toBe(
      `fetch --quiet --no-tags --no-prune --no-recurse-submodules --no-filter --no-write-fetch-head origin +${LOCK}:refs/lexform/remote/lock/prod`,
    );
  });

  test('do not stand still', async () => {
    const git = gitThatSays({
      ...ORIGIN,
      'ls-remote': listedThere({ [LOCK]: A }),
      fetch: { code: 1, err: 'stale info' },
    });
    await expect(refsOf(git).see(LOCK)).rejects.toMatchObject(
      error(`${LOCK} keeps changing on origin`, AGAIN, 'ledger-contended'),
    );
    expect(git.asked.filter((args) => args.startsWith('fetch'))).toHaveLength(10);
  });

  test('cannot be pushed: what git and the host said of it is one line', async () => {
    const pushed = {
      code: 1,
      out: `To x\n!\t${HISTORY}\t[remote rejected]\nDone\n`,
      err: 'remote: only on Mondays \nhint: fatal: none\nerror: failed\nfatal: end\n',
    };
    const git = gitThatSays({ ...ORIGIN, push: pushed });
    const moves = [
      { ref: HISTORY, from: undefined, to: A },
      { ref: LOCK, from: undefined, to: undefined },
    ];
    await expect(refsOf(git).move(moves)).rejects.toMatchObject(
      error(
        `the ledger cannot be pushed: ! ${HISTORY} [remote rejected]; remote: only on Mondays; error: failed; fatal: end`,
        LOOK,
      ),
    );
    expect(git.asked.find((args) => args.startsWith('push'))).toBe(
      'push --quiet --atomic --porcelain --no-verify --no-signed --no-follow-tags --recurse-submodules=no' +
        ` --force-with-lease=${HISTORY}: --force-with-lease=${LOCK}: origin ${A}:${HISTORY} :${LOCK}`,
    );
  });

  test.each([
    ['has arrived, and only the answer was lost', { [LOCK]: B }, true],
    ['was made by somebody else', { [LOCK]: 'c'.repeat(40) as CommitId }, false],
    ['is gone', {}, false],
  ])('a push that failed %s', async (_, there, moved) => {
    const git = gitThatSays({ ...ORIGIN, push: { code: 1 }, 'ls-remote': listedThere(there) });
    expect(await refsOf(git).move([{ ref: LOCK, from: A, to: B }])).toBe(moved);
  });

  test('a push that others hold up is tried ten times', async () => {
    const git = gitThatSays({ ...ORIGIN, push: { code: 1, err: 'fatal: cannot lock ref' } });
    await expect(refsOf(git).move([{ ref: LOCK, from: undefined, to: B }])).rejects.toMatchObject(
      error('the ledger cannot be pushed: fatal: cannot lock ref', LOOK),
    );
    expect(git.asked.filter((args) => args.startsWith('push'))).toHaveLength(10);
  });
});

describe('the address of a remote', () => {
  const OWN =
    'Name a remote of its own for the ledger, with one address: git remote add ledger URL, and in lexform.yaml: ledger: { remote: ledger }';
  const FROM = 'https://from.test/x';
  const TO = 'https://to.test/x';
  const address = (answers: Answers) => remoteAddress(gitThatSays(answers), 'origin');
  const two = (more: Answers = {}): Answers => ({
    'remote get-url': { out: `${FROM}\n` },
    'remote get-url --push': { out: `${TO}\n` },
    'ls-remote --get-url': { out: `${TO}\n` },
    config: { code: 1 },
    ...more,
  });
  const noOnePlace = (to: string, from = FROM) =>
    error(
      `the remote "origin" fetches from ${from} and pushes to ${to}, and git rewrites the second one again, so the ledger has no one place`,
      OWN,
      'ledger-unusable',
    );

  test('is its name where both are one, else that of the pushes', async () => {
    expect(await address(ORIGIN)).toBe('origin');
    expect(await address(two())).toBe(TO);
    expect(await address(two({ config: { out: 'url.x.pushinsteadof https://other.test/\n' } }))).toBe(TO);
  });

  test.each(['remote get-url', 'remote get-url --push'])('is none where %s fails', async (question) => {
    await expect(address({ ...two(), [question]: { code: 2 } })).rejects.toMatchObject(
      error(
        'this repository has no remote "origin"',
        'See the remotes with git remote --verbose, and name one of them in lexform.yaml: ledger: { remote: NAME }',
        'ledger-unusable',
      ),
    );
  });

  test.each([
    ['', 0],
    [`${TO}\n${FROM}\n`, 2],
  ])('is not one: %j', async (out, count) => {
    await expect(address(two({ 'remote get-url --push': { out } }))).rejects.toMatchObject(
      error(`the remote "origin" pushes to ${count} addresses, but a ledger needs one`, OWN, 'ledger-unusable'),
    );
  });

  test('is none that git rewrites again', async () => {
    await expect(address(two({ 'ls-remote --get-url': { out: `${FROM}\n` } }))).rejects.toMatchObject(noOnePlace(TO));
    await expect(address(two({ 'ls-remote --get-url': { code: 1 } }))).rejects.toMatchObject(noOnePlace(TO));
    const rewritten = { config: { out: 'url.a.pushinsteadof b\nurl.x.pushinsteadof https://to.test/\n' } };
    await expect(address(two(rewritten))).rejects.toMatchObject(noOnePlace(TO));
    const option = { 'remote get-url --push': { out: '--x\n' }, 'ls-remote --get-url': { out: '--x\n' } };
    await expect(address(two(option))).rejects.toMatchObject(noOnePlace('--x'));
  });
});
