import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';

import { gitLedger, ledgerRef, lockRef } from '../../src/ledger/git-ledger.ts';
import type { CommitId } from '../../src/ledger/git-log.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import type { GitPort, GitResult } from '../../src/ledger/ports.ts';
import { localRefs, remoteRefs } from '../../src/ledger/ref-updates.ts';
import { GIT_ENV, git, tempFolder, tempRepository } from '../support/git-repository.ts';
import { idsInOrder } from '../support/in-process.ts';

const TIME = new Date('2026-01-02T03:04:05Z');
const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const REF = ledgerRef('prod');
const LOCK = lockRef('prod');
const LOST: GitResult = { code: 128, out: new Uint8Array(), err: 'fatal: the remote end hung up unexpectedly' };

interface Interference {
  readonly before?: () => void;
  readonly after?: () => void;
  /** Instead of what git says. */
  readonly says?: GitResult;
}

/** A git that others interfere with, once, at the first call of a command. */
function interfered(port: GitPort, command: string, how: Interference): GitPort {
  let isOver = false;
  return {
    async run(args, input) {
      if (isOver || args[0] !== command) return port.run(args, input);
      isOver = true;
      how.before?.();
      const result = await port.run(args, input);
      how.after?.();
      return how.says ?? result;
    },
  };
}

/** A remote, and a clone of it as seen by git. */
function remote() {
  const bare = tempRepository('--bare').folder;
  const folder = tempFolder();
  git(folder, 'clone', '--quiet', `file://${bare}`, '.');
  const port = gitProgram(folder, GIT_ENV);
  const repository = gitRepository(port, idsInOrder());
  const commit = (text: string, parent?: CommitId): Promise<CommitId> =>
    repository.commit({ parent, files: new Map([['x', new TextEncoder().encode(text)]]), message: text, time: TIME });
  const refsWith = (wrapped: GitPort) => remoteRefs(gitRepository(wrapped, idsInOrder()), wrapped, 'origin');
  return { bare, folder, port, repository, commit, refsWith, refs: refsWith(port) };
}

describe('refs of this repository', () => {
  test('one that was taken when it was moved and is free when it is looked at is moved after all', async () => {
    const { folder, port } = tempRepository();
    const repository = gitRepository(port, idsInOrder());
    const files = new Map([['x', new Uint8Array()]]);
    const commit = await repository.commit({ parent: undefined, files, message: 'm', time: TIME });
    const others = interfered(port, 'update-ref', {
      before: () => git(folder, 'update-ref', LOCK, commit),
      after: () => git(folder, 'update-ref', '-d', LOCK),
    });
    expect(await localRefs(repository, others).move([{ ref: LOCK, from: undefined, to: commit }])).toBe(true);
  });
});

describe('refs of a remote', () => {
  test('one that goes between the look and the fetch is gone', async () => {
    const { bare, port, commit, refs, refsWith } = remote();
    await refs.move([{ ref: LOCK, from: undefined, to: await commit('a') }]);
    const others = interfered(port, 'fetch', { before: () => git(bare, 'update-ref', '-d', LOCK) });
    expect(await refsWith(others).see(LOCK)).toBeUndefined();
  });

  test('a push whose answer is lost has come through, though others have gone on since', async () => {
    const { bare, port, commit, refsWith } = remote();
    const [a, lock, next] = [await commit('a'), await commit('lock'), await commit('b')];
    const moves = [
      { ref: REF, from: undefined, to: a },
      { ref: LOCK, from: lock, to: undefined },
    ];
    await refsWith(port).move([{ ref: LOCK, from: undefined, to: lock }]);
    await refsWith(port).move([{ ref: 'refs/lexform/x', from: undefined, to: next }]);
    const others = interfered(port, 'push', { after: () => git(bare, 'update-ref', LOCK, next), says: LOST });
    expect(await refsWith(others).move(moves)).toBe(true);
  });

  test('an entry whose answer is lost is written, though the next one stands on it already', async () => {
    const { bare, port, refsWith } = remote();
    const follow = (): string => {
      const tree = git(bare, 'rev-parse', `${REF}^{tree}`).trim();
      return git(bare, 'update-ref', REF, git(bare, 'commit-tree', '-p', REF, '-m', 'next', tree).trim());
    };
    const others = interfered(port, 'push', { after: follow, says: LOST });
    const settings = { now: () => TIME, isWorkspace: async () => false };
    const ledger = gitLedger(gitRepository(others, idsInOrder()), refsWith(others), TARGET, settings);
    const note = { summary: 'mine', facts: [] };
    expect(await ledger.write({ after: undefined, state: EMPTY_LEDGER, note, time: TIME })).toMatchObject({
      kind: 'written',
      version: (await ledger.entries())[1]?.version,
    });
  });

  test('a push that the host declines is no race: its reason is told', async () => {
    const { bare, commit, refs } = remote();
    mkdirSync(join(bare, 'hooks'));
    writeFileSync(join(bare, 'hooks/pre-receive'), '#!/bin/sh\necho "only on Mondays" >&2\nexit 1\n', { mode: 0o755 });
    await expect(refs.move([{ ref: REF, from: undefined, to: await commit('a') }])).rejects.toMatchObject({
      name: 'LedgerError',
      message: expect.stringMatching(/cannot be pushed: .*hook declined.*only on Mondays/),
    });
  });

  test('what is no remote of the repository is refused, and never taken for a path', async () => {
    const { folder, port, repository } = remote();
    git(folder, 'clone', '--quiet', '--bare', '.', 'evil');
    const refs = remoteRefs(repository, port, 'evil');
    await expect(refs.see(REF)).rejects.toMatchObject({
      message: 'this repository has no remote "evil"',
      wayOut: expect.stringContaining('git remote --verbose'),
    });
  });

  test('a history is brought over from this repository to a remote and back, and does not begin anew by itself', async () => {
    const { folder, port, repository, commit, refs } = remote();
    const local = localRefs(repository, port);
    const first = await commit('a');
    await local.move([{ ref: REF, from: undefined, to: first }]);
    await expect(refs.see(REF)).rejects.toMatchObject({ wayOut: expect.stringContaining(`git push origin ${REF};`) });
    git(folder, 'push', '--quiet', 'origin', REF);
    expect(await refs.see(REF)).toBe(first);
    git(folder, 'update-ref', '-d', REF);
    const back = `git update-ref ${REF} ${REF.replace('lexform/', 'lexform/remote/')}`;
    await expect(local.see(REF)).rejects.toMatchObject({ wayOut: expect.stringContaining(`${back};`) });
    git(folder, ...back.split(' ').slice(1));
    expect(await local.see(REF)).toBe(first);
    // A lock is no history: it is free wherever there is none.
    expect([await local.see(LOCK), await refs.see(LOCK)]).toEqual([undefined, undefined]);
  });

  test('a clone without file contents, or with little history, reads the ledger', async () => {
    const { bare, commit, refs } = remote();
    git(bare, 'config', 'uploadpack.allowFilter', 'true');
    const last = await commit('b', await commit('a'));
    await refs.move([{ ref: REF, from: undefined, to: last }]);
    await refs.move([{ ref: 'refs/heads/main', from: undefined, to: await commit('main', await commit('old')) }]);
    for (const option of ['--filter=blob:none', '--filter=tree:0', '--depth=1']) {
      const folder = tempFolder();
      git(folder, 'clone', '--quiet', '--no-checkout', option, `file://${bare}`, '.');
      const port = gitProgram(folder, GIT_ENV);
      const repository = gitRepository(port, idsInOrder());
      expect(await remoteRefs(repository, port, 'origin').see(REF)).toBe(last);
      const offline = gitRepository(gitProgram(folder, { ...GIT_ENV, GIT_NO_LAZY_FETCH: '1' }), idsInOrder());
      expect((await offline.readFiles(last, ['x'])).map((bytes) => new TextDecoder().decode(bytes))).toEqual(['b']);
      expect(await offline.history(last)).toHaveLength(2);
    }
  });

  test('a file that a killed fetch has left in the way is named, with the way out', async () => {
    const { folder, port, commit, refs, refsWith } = remote();
    await refs.move([{ ref: REF, from: undefined, to: await commit('a') }]);
    const left = join(folder, '.git', `${REF.replace('lexform/', 'lexform/remote/')}.lock`);
    mkdirSync(dirname(left), { recursive: true });
    writeFileSync(left, '');
    const impatient: GitPort = {
      run: (args, input) => port.run(['-c', 'core.filesRefLockTimeout=1', ...args], input),
    };
    await expect(refsWith(impatient).see(REF)).rejects.toMatchObject({
      message: expect.stringContaining(`${left}': File exists`),
      wayOut: expect.stringContaining('remove that file'),
    });
  });

  test.each([
    ['gone', (bare: string) => git(bare, 'update-ref', '-d', REF)],
    ['older', (bare: string) => git(bare, 'update-ref', REF, `${REF}~1`)],
    ['another', (bare: string) => git(bare, 'update-ref', REF, 'refs/lexform/x')],
  ])(
    'a history that was rewritten, and is %s now, is refused until somebody says which is meant',
    async (_, rewrite) => {
      const { bare, folder, commit, refs } = remote();
      const first = await commit('a');
      const last = await commit('b', first);
      await refs.move([{ ref: REF, from: undefined, to: last }]);
      await refs.move([{ ref: 'refs/lexform/x', from: undefined, to: await commit('c') }]);
      expect(await refs.see(REF)).toBe(last);
      rewrite(bare);
      for (const _again of [1, 2])
        await expect(refs.see(REF)).rejects.toMatchObject({
          message: expect.stringContaining(`${REF} was rewritten on origin: ${last.slice(0, 10)} was its last entry`),
        });
      // Either way out does what it says.
      const { wayOut } = await refs.see(REF).then(
        () => expect.unreachable(),
        (error: { readonly wayOut: string }) => error,
      );
      const [back = '', accept = ''] = [...wayOut.matchAll(/git (?:push|update-ref) [^;]*/g)].map(([words]) => words);
      const now = git(bare, 'for-each-ref', '--format=%(objectname)', REF).trim();
      git(folder, ...accept.split(' ').slice(1));
      expect((await refs.see(REF)) ?? '').toBe(now);
      git(folder, 'update-ref', REF.replace('lexform/', 'lexform/remote/'), last);
      git(folder, ...back.split(' ').slice(1));
      expect(await refs.see(REF)).toBe(last);
    },
  );
});
