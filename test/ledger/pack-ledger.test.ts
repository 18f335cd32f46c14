import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { gitLedger, ledgerRef } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import type { LedgerVersion } from '../../src/ledger/ledger.ts';
import { packLedger } from '../../src/ledger/pack-ledger.ts';
import type { GitPort, GitResult } from '../../src/ledger/ports.ts';
import { localRefs } from '../../src/ledger/ref-updates.ts';
import { liveGlossary } from '../support/build.ts';
import { GIT_ENV, git, tempRepository } from '../support/git-repository.ts';
import { idsInOrder } from '../support/in-process.ts';
import { owning } from '../support/owning.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const REF = ledgerRef('prod');
/** An entry and its lock have about ten objects. */
const LOOSE_MAX = 25;

const failed = (err: string, code = 128): GitResult => ({ code, out: new Uint8Array(), err });

/** A repository, its ledger, and runs that each take the lock, write one entry and pack. */
function packingBench(inside = '.') {
  const { folder } = tempRepository();
  mkdirSync(join(folder, inside), { recursive: true });
  const port = gitProgram(join(folder, inside), GIT_ENV);
  // The settings of the machine are not those of a user.
  git(folder, 'config', 'gc.auto', '6700');
  git(folder, 'config', 'maintenance.auto', 'true');
  const repository = gitRepository(port, idsInOrder());
  const errors: unknown[] = [];
  /** Answers that replace those of git, by command. */
  const answers = new Map<string, () => Promise<GitResult>>();
  const calls: string[] = [];
  const packingGit: GitPort = {
    run: (args, input) => {
      calls.push(args.join(' '));
      return answers.get(args[0] ?? '')?.() ?? port.run(args, input);
    },
  };
  const pack = (): Promise<void> =>
    packLedger(packingGit, LOOSE_MAX).catch((error: unknown) => void errors.push(error));
  const now = (): Date => new Date('2026-03-01T12:00:00Z');
  const ledger = gitLedger(repository, localRefs(repository, port), TARGET, {
    now,
    isWorkspace: async () => true,
    pack,
  });
  let after: LedgerVersion | undefined;
  let number = 0;
  const write = async (count: number): Promise<void> => {
    for (let written = 0; written < count; written += 1) {
      number += 1;
      const locked = await ledger.lock.acquire({ id: `run ${number}`, who: 'ana' });
      if (locked.kind === 'taken') throw new Error('another run has the lock');
      const made = await ledger.write({
        after,
        state: owning({ glossaries: [liveGlossary('g', `name ${number}`, { 'en->de': { cat: `Katze ${number}` } })] }),
        note: { summary: `entry ${number}`, facts: [] },
        time: now(),
        unlock: locked.lock,
      });
      if (made.kind !== 'written') throw new Error('another run has written');
      after = made.version;
    }
  };
  const objects = join(folder, '.git/objects');
  const packs = (): readonly string[] => readdirSync(join(objects, 'pack')).filter((name) => name.endsWith('.pack'));
  const loose = (): number => Number.parseInt(git(folder, 'count-objects'), 10);
  /** Git finds no fault, and every entry can be read. */
  const expectSound = async (): Promise<void> => {
    git(folder, 'fsck', '--full', '--no-dangling');
    expect((await ledger.entries()).map(({ summary }) => summary)).toEqual(
      Array.from({ length: number }, (_, at) => `entry ${number - at}`),
    );
    expect((await ledger.read())?.version).toBe(git(folder, 'rev-parse', REF).trim());
  };
  return { folder, objects, errors, answers, calls, ledger, write, pack, packs, loose, expectSound };
}

test.each([
  ['at the root of the repository', '.'],
  ['in a folder of it', 'teams/legal'],
])('git packs the ledger when there are many loose objects: a workspace %s', async (_, inside) => {
  const { write, packs, loose, calls, errors, expectSound } = packingBench(inside);
  await write(1);
  expect(packs()).toEqual([]);
  expect(calls).toEqual(['count-objects']);
  await write(4);
  expect(packs().length).toBeGreaterThan(0);
  expect(loose()).toBeLessThanOrEqual(LOOSE_MAX);
  expect(calls.filter((call) => /^gc\b|--auto/.test(call))).toEqual([]);
  await expectSound();
  expect(errors).toEqual([]);
});

test('objects that no ref names stay', async () => {
  const { folder, write, packs } = packingBench();
  writeFileSync(join(folder, 'mine'), 'not committed anywhere');
  const blob = git(folder, 'hash-object', '-w', 'mine').trim();
  const tree = git(folder, 'mktree').trim();
  const dropped = git(folder, 'commit-tree', tree, '-m', 'dropped').trim();
  await write(6);
  expect(packs().length).toBeGreaterThan(0);
  for (const object of [blob, tree, dropped]) git(folder, 'cat-file', '-e', object);
});

test('two runs can pack while a third one writes', async () => {
  const { write, pack, packs, errors, expectSound } = packingBench();
  await write(2);
  await Promise.all([pack(), pack(), write(4), pack()]);
  expect(packs().length).toBeGreaterThan(0);
  await expectSound();
  expect(errors).toEqual([]);
});

test('a killed packing loses nothing, and its lock turns off packing only', async () => {
  const { folder, objects, answers, write, packs, expectSound } = packingBench();
  answers.set('maintenance', () => {
    const child = spawn('git', ['maintenance', 'run', '--quiet', '--task=loose-objects'], {
      cwd: folder,
      env: GIT_ENV,
    });
    child.once('spawn', () => child.kill('SIGKILL'));
    return new Promise((done) => child.on('close', () => done(failed('killed', 137))));
  });
  await write(4);
  await expectSound();
  answers.clear();
  writeFileSync(join(objects, 'maintenance.lock'), '');
  await write(2);
  await expectSound();
  rmSync(join(objects, 'maintenance.lock'));
  await write(1);
  expect(packs().length).toBeGreaterThan(0);
  await expectSound();
});

test.each([
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['maintenance.auto', 'No'],
  ['maintenance.auto', 'off'],
  ['maintenance.auto', '0'],
])('nothing is packed if %s is %s', async (setting, value) => {
  const { folder, write, packs } = packingBench();
  git(folder, 'config', setting, value);
  await write(5);
  expect(packs()).toEqual([]);
});

test.each(['10', '05', 'on'])('the repository is packed if maintenance.auto is %s', async (value) => {
  const { folder, write, packs } = packingBench();
  git(folder, 'config', 'maintenance.auto', value);
  await write(5);
  expect(packs().length).toBeGreaterThan(0);
});

test.each([
  ['2.29.2', "error: 'loose-objects' is not a valid task", 129],
  ['2.28.0', "git: 'maintenance' is not a git command. See 'git --help'.", 1],
])('git %s, which cannot pack loose objects alone, is no error', async (version, message, code) => {
  const { answers, errors, write, packs, expectSound } = packingBench();
  answers.set('maintenance', async () => failed(message, code));
  answers.set('version', async () => ({ code: 0, out: Buffer.from(`git version ${version}\n`), err: '' }));
  await write(5);
  expect(packs()).toEqual([]);
  expect(errors).toEqual([]);
  await expectSound();
});

test.each(['maintenance', 'prune-packed'])('an entry is written although git %s fails', async (command) => {
  const { answers, errors, write, expectSound } = packingBench();
  answers.set(command, async () => failed('fatal: No space left on device'));
  await write(3);
  expect(errors).toEqual([
    expect.objectContaining({
      name: 'LedgerError',
      message: expect.stringContaining('No space left on device'),
      code: 'ledger-unreachable',
    }),
  ]);
  await expectSound();
});
