import { describe, expect, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';

import { gitLedger, ledgerRef, lockRef } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import { remoteAddress, remoteRefs } from '../../src/ledger/ref-updates.ts';
import { GIT_ENV, git, tempRepository } from '../support/git-repository.ts';
import { idsInOrder } from '../support/in-process.ts';

const TIME = new Date('2026-01-02T03:04:05Z');
const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };

/** A repository whose remote fetches from one place; the settings say where it pushes to. */
function repositoryWith(...settings: readonly (readonly [name: string, value: string])[]) {
  const mirror = tempRepository('--bare').folder;
  const main = tempRepository('--bare').folder;
  const { folder } = tempRepository();
  git(folder, 'remote', 'add', 'origin', mirror);
  for (const [name, value] of settings)
    git(
      folder,
      'config',
      '--add',
      ...[name, value].map((text) => text.replace('MAIN', main).replace('MIRROR', mirror)),
    );
  const port = gitProgram(folder, GIT_ENV);
  const ledger = () =>
    gitLedger(
      gitRepository(port, idsInOrder()),
      remoteRefs(gitRepository(port, idsInOrder()), port, 'origin'),
      TARGET,
      {
        now: () => TIME,
        isWorkspace: async () => true,
      },
    );
  const refsOf = (bare: string): readonly string[] =>
    git(bare, 'for-each-ref', '--format=%(refname)')
      .split('\n')
      .filter((line) => line !== '');
  return { mirror, main, port, ledger, refsOf };
}

describe('a remote that fetches from one address and pushes to another', () => {
  test.each([
    ['pushurl', ['remote.origin.pushurl', 'MAIN']],
    ['pushInsteadOf', ['url.MAIN.pushInsteadOf', 'MIRROR']],
  ] as const)('by %s keeps lock and ledger where it pushes', async (_, setting) => {
    const { mirror, main, ledger, refsOf } = repositoryWith(setting);
    const locked = await ledger().lock.acquire({ id: 'a', who: 'ana' });
    if (locked.kind !== 'held') throw new Error('nobody else is there');
    expect([refsOf(mirror), refsOf(main)]).toEqual([[], [lockRef('prod')]]);
    // Another run of the same settings sees it.
    expect(await ledger().lock.acquire({ id: 'b', who: 'ben' })).toMatchObject({ kind: 'taken', by: { who: 'ana' } });
    const note = { summary: 's', facts: [] };
    const entry = { after: undefined, state: EMPTY_LEDGER, note, time: TIME, unlock: locked.lock };
    expect((await ledger().write(entry)).kind).toBe('written');
    expect([refsOf(mirror), refsOf(main)]).toEqual([[], [ledgerRef('prod')]]);
    expect((await ledger().read())?.state).toEqual(EMPTY_LEDGER);
  });

  test('is called by its name when both are the same', async () => {
    const { port } = repositoryWith();
    expect(await remoteAddress(port, 'origin')).toBe('origin');
  });

  test.each([
    [
      'two push addresses',
      [
        ['remote.origin.pushurl', 'MAIN'],
        ['remote.origin.pushurl', 'MIRROR'],
      ],
      'pushes to 2 addresses',
    ],
    ['two addresses of which fetches take the first', [['remote.origin.url', 'MAIN']], 'pushes to 2 addresses'],
    [
      'an address that fetches would be sent elsewhere from',
      [
        ['remote.origin.pushurl', 'https://u:secret@host.test/x'],
        ['url.MIRROR.insteadOf', 'https://h2.test/x'],
        ['url.https://h2.test/.pushInsteadOf', 'https://u:secret@host.test/'],
      ],
      'git rewrites the second one again',
    ],
  ] as const)('is refused with the way out before anything is written: %s', async (_, settings, says) => {
    const { mirror, main, ledger, refsOf } = repositoryWith(...settings);
    const refused = ledger().lock.acquire({ id: 'a', who: 'ana' });
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining(says),
      wayOut: expect.stringContaining('git remote add ledger URL'),
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
    expect([refsOf(mirror), refsOf(main)]).toEqual([[], []]);
  });
});
