import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import { gitLedger, gitLockStore, ledgerRef } from '../../src/ledger/git-ledger.ts';
import type { CommitId } from '../../src/ledger/git-log.ts';
import { type GitRepository, gitRepository } from '../../src/ledger/git-repository.ts';
import type { LedgerVersion } from '../../src/ledger/ledger.ts';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { makeLock } from '../../src/ledger/lock.ts';
import { localRefs, remoteRefs } from '../../src/ledger/ref-updates.ts';
import { liveGlossary } from '../support/build.ts';
import { GIT_ENV, git, tempFolder, tempRepository } from '../support/git-repository.ts';
import { idsInOrder } from '../support/in-process.ts';
import { ledgerState, plain } from '../support/ledger-states.ts';
import { manualClock } from '../support/manual-clock.ts';
import { owning } from '../support/owning.ts';
import { runs } from '../support/runs.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const TIME = new Date('2026-01-02T03:04:05Z');
const NOTE = { summary: 'apply', facts: [] };
const SETTINGS = { now: (): Date => TIME, isWorkspace: async () => true };

function local() {
  const { folder, port } = tempRepository();
  const repository = gitRepository(port, idsInOrder());
  return { folder, repository, refs: localRefs(repository, port) };
}

/** Clones of one bare remote, each with its own process and objects. */
function clones(count: number) {
  const bare = tempRepository('--bare').folder;
  return {
    bare,
    runners: Array.from({ length: count }, () => {
      const folder = tempFolder();
      git(folder, 'clone', '--quiet', bare, '.');
      const port = gitProgram(folder, GIT_ENV);
      const repository = gitRepository(port, idsInOrder());
      const refs = remoteRefs(repository, port, 'origin');
      return { folder, repository, refs, ledger: gitLedger(repository, refs, TARGET, SETTINGS) };
    }),
  };
}

describe('an entry', () => {
  test('gives back the state that was written, whatever the phrases are; the same state makes the same files', async () => {
    const { repository, refs } = local();
    const ledger = gitLedger(repository, refs, TARGET, SETTINGS);
    let last = (await ledger.read())?.version;
    expect(last).toBeUndefined();
    await fc.assert(
      fc.asyncProperty(ledgerState, async (state) => {
        const written = await ledger.write({ after: last, state: state, note: NOTE, time: TIME });
        if (written.kind !== 'written') throw new Error('lost');
        last = written.version;
        const read = await ledger.read();
        expect(read?.version).toBe(last);
        expect(plain(read?.state ?? EMPTY_LEDGER)).toEqual(plain(state));
        expect(ledgerFiles(read?.state ?? EMPTY_LEDGER, TARGET)).toEqual(ledgerFiles(state, TARGET));
      }),
      { numRuns: runs(20) },
    );
  });

  test('says what was done, with facts that cannot be forged by their values', async () => {
    const { repository, refs } = local();
    const ledger = gitLedger(repository, refs, TARGET, SETTINGS);
    const facts = [
      ['Plan', 'sha256:1'],
      ['Run', 'https://ci\nLexform-Actor: mallory'],
    ] as const;
    const first = await ledger.write({
      after: undefined,
      state: EMPTY_LEDGER,
      note: { summary: 'create\u001b[2J\nglossary.a', facts },
      time: TIME,
    });
    const [entry] = await ledger.entries();
    expect(entry).toEqual({
      version: first.kind === 'written' ? first.version : '',
      time: '2026-01-02T03:04:05+00:00',
      summary: 'create [2J glossary.a',
      facts: [
        ['Plan', 'sha256:1'],
        ['Run', 'https://ci Lexform-Actor: mallory'],
      ],
    });
  });

  test('is refused when another one stands where it follows, and the winner is named', async () => {
    const { repository, refs } = local();
    const ledger = gitLedger(repository, refs, TARGET, SETTINGS);
    await ledger.write({ after: undefined, state: EMPTY_LEDGER, note: { summary: 'first', facts: [] }, time: TIME });
    const late = await ledger.write({
      after: undefined,
      state: EMPTY_LEDGER,
      note: { summary: 'second', facts: [] },
      time: TIME,
    });
    expect(late).toMatchObject({ kind: 'lost', winner: { summary: 'first' } });
    expect(await ledger.entries()).toHaveLength(1);
  });

  test('that records drift is read with the state of the entry before it', async () => {
    const { repository, refs } = local();
    const ledger = gitLedger(repository, refs, TARGET, SETTINGS);
    const [applied, drifted] = ['1', '2'].map((text) =>
      owning({ glossaries: [liveGlossary('g', 'g', { 'en->de': { a: text } })] }),
    );
    const first = await ledger.write({ after: undefined, state: applied ?? EMPTY_LEDGER, note: NOTE, time: TIME });
    const base = first.kind === 'written' ? first.version : undefined;
    if (base === undefined) throw new Error('lost');
    await ledger.write({ after: base, base, state: drifted ?? EMPTY_LEDGER, note: NOTE, time: TIME });
    const read = await ledger.read();
    expect(read?.base).toBe(base);
    expect(read && plain(read.state)).toEqual(plain(applied ?? EMPTY_LEDGER));
  });

  test('is refused after one that does not exist any more', async () => {
    const { repository, refs } = local();
    const ledger = gitLedger(repository, refs, TARGET, SETTINGS);
    const write = (after: LedgerVersion | undefined) =>
      ledger.write({ after, state: EMPTY_LEDGER, note: { summary: 'one', facts: [] }, time: TIME });
    const first = await write(undefined);
    const version = first.kind === 'written' ? first.version : undefined;
    await refs.move([{ ref: ledgerRef(TARGET.name), from: version as CommitId | undefined, to: undefined }]);
    expect(await write(version)).toEqual({ kind: 'lost', winner: undefined });
  });

  test('about another address is refused, with the way out', async () => {
    const { repository, refs } = local();
    await gitLedger(repository, refs, TARGET, SETTINGS).write({
      after: undefined,
      state: EMPTY_LEDGER,
      note: NOTE,
      time: TIME,
    });
    const moved = gitLedger(repository, refs, { ...TARGET, baseUrl: 'https://other.example.com' }, SETTINGS);
    await expect(moved.read()).rejects.toMatchObject({
      name: 'LedgerError',
      wayOut: expect.stringContaining('another name'),
    });
  });
});

describe('damage', () => {
  async function damaged(change: (files: Map<string, Uint8Array>) => void, repository: GitRepository) {
    const state = owning({ glossaries: [liveGlossary('g', 'Product', { 'en->de': { house: 'Haus' } })] });
    const files = new Map(ledgerFiles(state, TARGET));
    change(files);
    const commit = await repository.commit({ parent: undefined, files, message: 'm', time: TIME });
    await repository.swapRef(ledgerRef('prod'), undefined, commit);
  }
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const csvOf = (files: Map<string, Uint8Array>): string =>
    [...files.keys()].find((path) => path.endsWith('.csv')) ?? '';

  test.each<[string, (files: Map<string, Uint8Array>) => void, RegExp]>([
    ['no ledger.json', (files) => void files.delete('ledger.json'), /lacks its file ledger\.json/],
    ['no JSON', (files) => void files.set('ledger.json', bytes('{')), /it is not JSON/],
    ['another format', (files) => void files.set('ledger.json', bytes('{"format_version":2}')), /format version 2/],
    [
      'a list that is none',
      (files) =>
        void files.set(
          'ledger.json',
          bytes('{"format_version":1,"target":"a","base_url":"b","workspace":"","glossaries":{}}'),
        ),
      /glossaries is not a list, but/,
    ],
    ['a missing dictionary', (files) => void files.delete(csvOf(files)), /lacks its file .*\.csv/],
    ['an edited dictionary', (files) => void files.set(csvOf(files), bytes('a,b\n')), /it has been edited/],
  ])('%s is named, with the way out', async (_, change, message) => {
    const { repository, refs } = local();
    await damaged(change, repository);
    const read = gitLedger(repository, refs, TARGET, SETTINGS).read();
    await expect(read).rejects.toMatchObject({
      name: 'LedgerError',
      message: expect.stringMatching(message),
      wayOut: expect.any(String),
    });
  });
});

describe('many runners on one remote', () => {
  test('see each other’s entries, and of three that write at once one wins', async () => {
    const { runners } = clones(3);
    const [first, second, third] = runners;
    const a = await first?.ledger.write({
      after: undefined,
      state: EMPTY_LEDGER,
      note: { summary: 'a', facts: [] },
      time: TIME,
    });
    const seen = await second?.ledger.read();
    await third?.ledger.read();
    expect(a).toEqual({ kind: 'written', version: seen?.version });
    const races = await Promise.all(
      [first, second, third].map((runner, index) =>
        runner?.ledger.write({
          after: seen?.version,
          state: EMPTY_LEDGER,
          note: { summary: `race ${index}`, facts: [] },
          time: TIME,
        }),
      ),
    );
    expect(races.filter((race) => race?.kind === 'written')).toHaveLength(1);
    const winner = `race ${races.findIndex((race) => race?.kind === 'written')}`;
    for (const race of races) if (race?.kind === 'lost') expect(race.winner?.summary).toBe(winner);
    expect((await third?.ledger.entries())?.map(({ summary }) => summary)).toEqual([winner, 'a']);
  });

  test('a shallow clone reads and writes the ledger', async () => {
    const { bare, runners } = clones(1);
    const [first] = runners;
    git(first?.folder ?? '', 'commit', '--quiet', '--allow-empty', '-m', 'one');
    git(first?.folder ?? '', 'commit', '--quiet', '--allow-empty', '-m', 'two');
    git(first?.folder ?? '', 'push', '--quiet', 'origin', 'HEAD:main');
    const a = await first?.ledger.write({
      after: undefined,
      state: EMPTY_LEDGER,
      note: { summary: 'a', facts: [] },
      time: TIME,
    });
    const folder = tempFolder();
    git(folder, 'clone', '--quiet', '--depth=1', `file://${bare}`, '.');
    const port = gitProgram(folder, GIT_ENV);
    const repository = gitRepository(port, idsInOrder());
    const ledger = gitLedger(repository, remoteRefs(repository, port, 'origin'), TARGET, SETTINGS);
    const read = await ledger.read();
    expect({ kind: 'written', version: read?.version }).toEqual(a);
    expect(
      await ledger.write({ after: read?.version, state: EMPTY_LEDGER, note: { summary: 'b', facts: [] }, time: TIME }),
    ).toMatchObject({
      kind: 'written',
    });
    expect((await first?.ledger.entries())?.map(({ summary }) => summary)).toEqual(['b', 'a']);
  });

  test('a remote that cannot be reached is told, with the way out', async () => {
    const { repository } = local();
    const { folder, port } = tempRepository();
    git(folder, 'remote', 'add', 'origin', `${folder}/nowhere`);
    const ledger = gitLedger(
      repository,
      remoteRefs(gitRepository(port, idsInOrder()), port, 'origin'),
      TARGET,
      SETTINGS,
    );
    await expect(ledger.read()).rejects.toMatchObject({
      name: 'LedgerError',
      wayOut: expect.stringContaining('ls-remote'),
    });
  });
});

describe('the lock', () => {
  const ana = { id: 'run-a', who: 'ana' };
  const ben = { id: 'run-b', who: 'ben', run: 'https://ci/1' };

  async function locks() {
    const clock = manualClock('2026-01-02T03:00:00Z');
    const { runners } = clones(2);
    const [first, second] = runners.map(({ repository, refs }) =>
      makeLock(gitLockStore(repository, refs, 'prod'), clock.now),
    );
    if (first === undefined || second === undefined) throw new Error('two are needed');
    return { clock, first, second, runners };
  }

  test('is held by one, who is named to the other; released, the other gets it', async () => {
    const { first, second } = await locks();
    const held = await first.acquire(ana);
    if (held.kind !== 'held') throw new Error('not held');
    expect(await second.acquire(ben)).toMatchObject({
      kind: 'taken',
      by: { who: 'ana', since: '2026-01-02T03:00:00.000Z' },
    });
    await first.release(held.lock);
    expect(await second.read()).toBeUndefined();
    expect(await second.acquire(ben)).toMatchObject({ kind: 'held', lock: { holder: { run: 'https://ci/1' } } });
  });

  test('of two that ask at once, one gets it', async () => {
    const { first, second } = await locks();
    const both = await Promise.all([first.acquire(ana), second.acquire(ben)]);
    expect(both.filter(({ kind }) => kind === 'held')).toHaveLength(1);
  });

  test('never blocks longer than its end, and a renewal puts that off', async () => {
    const { clock, first, second } = await locks();
    const held = await first.acquire(ana);
    if (held.kind !== 'held') throw new Error('not held');
    clock.advance(10 * 60_000 - 1000);
    expect((await second.acquire(ben)).kind).toBe('taken');
    const renewed = await first.renew(held.lock);
    if (renewed === undefined) throw new Error('not renewed');
    clock.advance(10 * 60_000);
    expect((await second.acquire(ben)).kind).toBe('taken');
    clock.advance(1);
    expect((await second.acquire(ben)).kind).toBe('held');
    // The one that slept too long neither renews nor releases what is another's now.
    expect(await first.renew(renewed)).toBeUndefined();
    await first.release(renewed);
    expect((await first.read())?.holder.who).toBe('ben');
  });

  test('can be broken from where it was seen', async () => {
    const { first, second } = await locks();
    await first.acquire(ana);
    const seen = await second.read();
    expect(seen?.holder.who).toBe('ana');
    if (seen === undefined) return;
    expect(await second.breakLock(seen)).toBe(true);
    expect(await second.breakLock(seen)).toBe(false);
    expect(await first.read()).toBeUndefined();
  });

  test('goes with the entry that its holder writes, in one move', async () => {
    const { first, second, runners } = await locks();
    const held = await first.acquire(ana);
    if (held.kind !== 'held') throw new Error('not held');
    const written = await runners[0]?.ledger.write({
      after: undefined,
      state: EMPTY_LEDGER,
      note: NOTE,
      time: TIME,
      unlock: held.lock,
    });
    expect(written?.kind).toBe('written');
    expect(await second.read()).toBeUndefined();
    // Without the lock, nothing is written.
    const version = written?.kind === 'written' ? written.version : undefined;
    const late = await runners[0]?.ledger.write({
      after: version,
      state: EMPTY_LEDGER,
      note: NOTE,
      time: TIME,
      unlock: held.lock,
    });
    expect(late?.kind).toBe('lost');
  });
});

test('the owners of an address are those of its other targets, and what cannot be read is passed over', async () => {
  const { folder, repository, refs } = local();
  const ledgerOf = (more: Partial<typeof TARGET>) => gitLedger(repository, refs, { ...TARGET, ...more }, SETTINGS);
  const written = (more: Partial<typeof TARGET>, id: string) =>
    ledgerOf(more).write({
      after: undefined,
      state: owning({ glossaries: [liveGlossary(id, id, {})] }),
      note: NOTE,
      time: TIME,
    });
  await written({}, 'own');
  await written({ name: 'twin' }, 'shared');
  await written({ name: 'far', baseUrl: 'https://far.example.com' }, 'far');
  const damaged = new Map([['ledger.json', new TextEncoder().encode('{')]]);
  for (const [name, files] of [['odd', new Map()] as const, ['damaged', damaged] as const]) {
    const commit = await repository.commit({ parent: undefined, files, message: 'm', time: TIME });
    git(folder, 'update-ref', ledgerRef(name), commit);
  }
  expect([...(await ledgerOf({}).owners()).values()]).toEqual([{ target: 'twin', address: 'glossary.shared' }]);
});
