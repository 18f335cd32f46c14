import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitProgram } from '../../src/cli/ports/git-program.ts';
import { gitLedger, ledgerRef, lockRef } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import type { LedgerVersion } from '../../src/ledger/ledger.ts';
import { packLedger } from '../../src/ledger/pack-ledger.ts';
import type { GitPort } from '../../src/ledger/ports.ts';
import { localRefs } from '../../src/ledger/ref-updates.ts';
import { liveGlossary } from '../support/build.ts';
import { GIT_ENV, git, tempRepository } from '../support/git-repository.ts';
import { idsInOrder } from '../support/in-process.ts';
import { owning } from '../support/owning.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const REF = ledgerRef('prod');
const HOUR_MS = 3_600_000;
const LOOSE_ENTRIES = 3;
const PACKS_MAX = 2;
const LIMITS = { entries: LOOSE_ENTRIES, packs: PACKS_MAX };

/** A repository, its ledger, and runs that each take the lock, write one entry and pack. */
function packingBench(inside = '.') {
  const { folder } = tempRepository();
  mkdirSync(join(folder, inside), { recursive: true });
  const port = gitProgram(join(folder, inside), GIT_ENV);
  // What the machine of the tests says is not what a user says.
  git(folder, 'config', 'gc.auto', '6700');
  git(folder, 'config', 'maintenance.auto', 'true');
  const clock = { now: new Date() };
  const now = (): Date => clock.now;
  const repository = gitRepository(port, idsInOrder());
  const refused: unknown[] = [];
  const refusing = new Set<string>();
  const refusingGit: GitPort = {
    ...port,
    run: async (args, input) =>
      refusing.has(args[0] ?? '')
        ? { code: 128, out: new Uint8Array(), err: 'fatal: No space left on device' }
        : port.run(args, input),
  };
  const ledger = gitLedger(repository, localRefs(repository, port), TARGET, {
    now,
    isWorkspace: async () => true,
    pack: (last) =>
      packLedger(refusingGit, last, clock.now, LIMITS).catch((error: unknown) => void refused.push(error)),
  });
  let after: LedgerVersion | undefined;
  let number = 0;
  const write = async (count: number): Promise<void> => {
    for (let written = 0; written < count; written += 1) {
      number += 1;
      const locked = await ledger.lock.acquire({ id: `run ${number}`, who: 'ana' });
      if (locked.kind === 'taken') throw new Error('somebody has the lock');
      const made = await ledger.write({
        after,
        state: owning({ glossaries: [liveGlossary('g', `name ${number}`, { 'en->de': { cat: `Katze ${number}` } })] }),
        note: { summary: `entry ${number}`, facts: [] },
        time: now(),
        unlock: locked.lock,
      });
      if (made.kind !== 'written') throw new Error('somebody else has written');
      after = made.version;
    }
  };
  const packs = (): readonly string[] =>
    existsSync(join(folder, '.git/objects/pack'))
      ? readdirSync(join(folder, '.git/objects/pack')).filter((name) => name.endsWith('.pack'))
      : [];
  const loose = (): number => Number(/^\d+/.exec(git(folder, 'count-objects'))?.[0]);
  const check = (): string => git(folder, 'fsck', '--full', '--no-dangling');
  return { folder, clock, refused, refusing, ledger, write, packs, loose, check };
}

test.each([
  ['at the root of the repository', '.'],
  ['in a folder of it', 'teams/legal'],
])('entries are packed when many lie loose, and all of them can be read: a workspace %s', async (_, inside) => {
  const { folder, write, packs, loose, check, ledger, refused } = packingBench(inside);
  await write(LOOSE_ENTRIES);
  expect(packs()).toEqual([]);
  const before = loose();
  await write(1);
  expect(packs()).toEqual([expect.stringMatching(/^lexform-[0-9a-f]{40}\.pack$/)]);
  // Only the locks lie loose still.
  expect(loose()).toBeLessThanOrEqual((LOOSE_ENTRIES + 1) * 3);
  expect(loose()).toBeLessThan(before);
  expect((await ledger.entries()).length).toBe(LOOSE_ENTRIES + 1);
  expect((await ledger.read())?.version).toBe(git(folder, 'rev-parse', REF).trim());
  check();
  await write(LOOSE_ENTRIES);
  expect(packs()).toHaveLength(1);
  await write(1);
  expect(packs()).toHaveLength(2);
  expect(refused).toEqual([]);
});

test('many packs of the ledger become one, and those of others stay', async () => {
  const { folder, write, packs, check, ledger } = packingBench();
  writeFileSync(join(folder, 'kept'), 'kept');
  const blob = git(folder, 'hash-object', '-w', 'kept').trim();
  git(folder, 'tag', 'mine', blob);
  git(folder, 'repack', '-q', '-a', '-d');
  const mine = packs();
  await write((PACKS_MAX + 1) * (LOOSE_ENTRIES + 1));
  expect(packs().filter((name) => name.startsWith('lexform-'))).toHaveLength(1);
  expect(packs()).toEqual(expect.arrayContaining([...mine]));
  check();
  expect(await ledger.entries()).toHaveLength((PACKS_MAX + 1) * (LOOSE_ENTRIES + 1));
});

test('what nothing points to stays, but for locks that are old', async () => {
  const { folder, clock, write, loose } = packingBench();
  writeFileSync(join(folder, 'mine'), 'not committed anywhere');
  const blob = git(folder, 'hash-object', '-w', 'mine').trim();
  const tree = git(folder, 'mktree').trim();
  const dropped = git(folder, 'commit-tree', tree, '-m', 'lock of mine').trim();
  await write(LOOSE_ENTRIES + 1);
  const young = loose();
  clock.now = new Date(Date.now() + HOUR_MS);
  await write(LOOSE_ENTRIES + 1);
  expect(young).toBeGreaterThan(LOOSE_ENTRIES * 3);
  // The objects of the user, and nothing else.
  expect(loose()).toBe(3);
  for (const object of [blob, tree, dropped]) git(folder, 'cat-file', '-e', object);
});

test('a lock that is held stays, however old', async () => {
  const { folder, clock, write, ledger } = packingBench();
  await write(LOOSE_ENTRIES);
  const held = await ledger.lock.acquire({ id: 'held', who: 'ben' });
  git(folder, 'update-ref', 'refs/lexform/remote/lock/prod', lockRef('prod'));
  if (held.kind === 'held') await ledger.lock.release(held.lock);
  clock.now = new Date(Date.now() + HOUR_MS);
  await write(1);
  git(folder, 'cat-file', '-p', 'refs/lexform/remote/lock/prod:lock.json');
});

test('what killed processes have left goes when it is as old as git asks, and not before', async () => {
  const { folder, clock, write } = packingBench();
  await write(LOOSE_ENTRIES);
  const first = git(folder, 'rev-parse', REF).trim().slice(0, 2);
  const left = ['pack/tmp_pack_aB3', `${first}/tmp_obj_cD4`].map((name) => join(folder, '.git/objects', name));
  for (const path of left) writeFileSync(path, 'half');
  const young = join(folder, '.git/objects/pack/tmp_pack_young');
  writeFileSync(young, 'half');
  const old = new Date(clock.now.getTime() - 15 * 24 * HOUR_MS);
  for (const path of left) utimesSync(path, old, old);
  await write(1);
  expect(left.map((path) => existsSync(path))).toEqual([false, false]);
  expect(existsSync(young)).toBe(true);
  git(folder, 'config', 'gc.pruneExpire', 'never');
  for (const path of left.slice(0, 1)) {
    writeFileSync(path, 'half');
    utimesSync(path, old, old);
  }
  await write(LOOSE_ENTRIES + 1);
  expect(existsSync(left[0] ?? '')).toBe(true);
});

test.each([
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
])('nothing is packed where %s is %s', async (setting, value) => {
  const { folder, write, packs } = packingBench();
  git(folder, 'config', setting, value);
  await write(LOOSE_ENTRIES + 2);
  expect(packs()).toEqual([]);
});

test('a pack that cannot be written is no failure of the entry', async () => {
  const { write, refused, refusing, ledger } = packingBench();
  refusing.add('pack-objects');
  await write(LOOSE_ENTRIES + 1);
  expect(refused).toEqual([
    expect.objectContaining({ name: 'LedgerError', message: expect.stringContaining('No space left on device') }),
  ]);
  expect(await ledger.entries()).toHaveLength(LOOSE_ENTRIES + 1);
});
