import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';

import { gitLedger } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { remoteRefs } from '../../src/ledger/ref-updates.ts';
import { GIT_ENV, git, tempFolder } from '../support/git-repository.ts';
import { idsInOrder } from '../support/in-process.ts';
import { daemonHost, hasGitProgram, httpHost } from './git-hosts.ts';

const TIME = new Date('2026-01-02T03:04:05Z');
const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const PASSWORD = 's3cret-Pa55';

/** A folder with one bare repository, `terms.git`. */
function hosted(): string {
  const root = tempFolder();
  git(root, 'init', '--quiet', '--bare', 'terms.git');
  return root;
}

function cloneOf(url: string): { readonly folder: string; readonly ledger: Ledger } {
  const folder = tempFolder();
  git(folder, 'init', '--quiet');
  git(folder, 'remote', 'add', 'origin', url);
  const port = gitProgram(folder, GIT_ENV);
  const repository = gitRepository(port, idsInOrder());
  const refs = remoteRefs(repository, port, 'origin');
  return {
    folder,
    ledger: gitLedger(repository, refs, TARGET, { now: () => TIME, isWorkspace: async () => false }),
  };
}

const hosts: readonly (readonly [string, string, (root: string) => Promise<string>])[] = [
  [
    'HTTP',
    'git-http-backend',
    async (root) => `http://ana:${PASSWORD}@${await httpHost(root, `ana:${PASSWORD}`)}/terms.git`,
  ],
  ['git://', 'git-daemon', async (root) => `git://${await daemonHost(root)}/terms.git`],
];

describe.each(hosts)('over %s', (_, program, host) => {
  // Not every package of git has the program that serves.
  test.skipIf(!hasGitProgram(program))(`clones share one history and one lock (needs ${program})`, async () => {
    const root = hosted();
    const url = await host(root);
    const [{ ledger: one }, { ledger: two }] = [cloneOf(url), cloneOf(url)];
    const entry = (summary: string) => ({ state: EMPTY_LEDGER, note: { summary, facts: [] }, time: TIME });

    const lock = await one.lock.acquire({ id: 'a', who: 'ana' });
    if (lock.kind !== 'held') throw new Error('not held');
    expect(await two.lock.acquire({ id: 'b', who: 'ben' })).toMatchObject({ kind: 'taken', by: { who: 'ana' } });
    const renewed = await one.lock.renew(lock.lock);
    if (renewed === undefined) throw new Error('not renewed');
    const first = await one.write({ ...entry('one'), after: undefined, unlock: renewed });
    expect(first.kind).toBe('written');
    expect(await two.lock.read()).toBeUndefined();

    expect(await two.write({ ...entry('late'), after: undefined })).toMatchObject({
      kind: 'lost',
      winner: { summary: 'one' },
    });
    const read = await two.read();
    expect((await two.write({ ...entry('two'), after: read?.version })).kind).toBe('written');
    expect((await one.entries()).map(({ summary }) => summary)).toEqual(['two', 'one']);
    expect(git(join(root, 'terms.git'), 'for-each-ref', '--format=%(refname)')).toBe('refs/lexform/ledger/prod\n');
  });
});

describe.skipIf(!hasGitProgram('git-http-backend'))('an address with a password (needs git-http-backend)', () => {
  test.each<readonly [string, (host: string) => string]>([
    ['a wrong one', (host) => `http://ana:${PASSWORD}@${host}/terms.git`],
    ['no such repository', (host) => `http://ana:right@${host}/nothing.git`.replace('right', `right-${PASSWORD}`)],
    ['nobody listens', () => `http://ana:${PASSWORD}@127.0.0.1:9/terms.git`],
    ['no such scheme', () => `lexform://ana:${PASSWORD}@127.0.0.1/terms.git`],
  ])('is in no error: %s', async (_, address) => {
    const host = await httpHost(hosted(), `ana:right-${PASSWORD}`);
    const { folder, ledger } = cloneOf(address(host));
    const error = await ledger.read().then(
      () => expect.unreachable('it was read'),
      (reason: Error & { readonly wayOut: string }) => reason,
    );
    expect(error.name).toBe('LedgerError');
    expect(`${error.message}${error.wayOut}${error.stack}`).not.toContain(PASSWORD);
    // Nor in what git itself says, whoever asks.
    const { err } = await gitProgram(folder, { ...GIT_ENV, GIT_TRACE: '2' }).run(['push', 'origin', 'HEAD']);
    expect(err).not.toContain(PASSWORD);
  });
});
