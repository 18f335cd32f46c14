import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folderPorts } from '../../src/app/session/open-ledger.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import { folderLedger } from '../../src/ledger/folder-ledger.ts';
import { type LedgerVersion, ledgerVersion } from '../../src/ledger/ledger.ts';
import { PLAN_FILE } from '../../src/ledger/ledger-json.ts';
import type { FileBytes } from '../../src/ledger/ports.ts';
import { type Entries, entriesOf } from '../../src/model/entries/entries.ts';
import { pairKey } from '../../src/model/entries/language-pair.ts';
import { planTextOf } from '../../src/steps/ledger/apply-under-ledger.ts';
import { tempFolder } from '../support/git-repository.ts';
import { ledgerState, plain } from '../support/ledger-states.ts';
import { manualClock } from '../support/manual-clock.ts';
import { runs } from '../support/runs.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const TIME = new Date('2026-01-02T03:04:05Z');
const entry = (summary: string) => ({ state: EMPTY_LEDGER, note: { summary, facts: [] }, time: TIME });

/** Several processes on one folder are several of these. */
function open(folder: string, clock = manualClock('2026-01-02T03:00:00Z')) {
  return folderLedger(folder, folderPorts(nodeFiles()), TARGET, clock.now);
}

/** All files of all entries. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8', withFileTypes: true }).flatMap((each) =>
    each.isFile() ? [join(each.parentPath, each.name)] : [],
  );

test('an entry gives back the state that was written', async () => {
  const folder = tempFolder();
  let after = (await open(folder).read())?.version;
  await fc.assert(
    fc.asyncProperty(ledgerState, async (state) => {
      const written = await open(folder).write({ ...entry('x'), after, state });
      if (written.kind !== 'written') throw new Error('lost');
      after = written.version;
      const read = await open(folder).read();
      expect(plain(read?.state ?? EMPTY_LEDGER)).toEqual(plain(state));
    }),
    { numRuns: runs(25) },
  );
  const same = await open(folder).write({
    ...entry('again'),
    after,
    state: (await open(folder).read())?.state ?? EMPTY_LEDGER,
  });
  expect(same.kind).toBe('written');
  expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))).toEqual(
    [],
  );
});

test('a file that did not change is not written again, and each version of a file has its own name', async () => {
  await fc.assert(
    fc.asyncProperty(ledgerState, ledgerState, async (state, other) => {
      const put: string[] = [];
      const ports = folderPorts(nodeFiles());
      const counted = {
        ...ports,
        async putFile(path: string, bytes: FileBytes) {
          put.push(path);
          await ports.putFile(path, bytes);
        },
      };
      const folder = tempFolder();
      const ledger = folderLedger(folder, counted, TARGET, () => TIME);
      let after: LedgerVersion | undefined;
      for (const each of [state, other, state]) {
        const written = await ledger.write({ ...entry('x'), after, state: each });
        if (written.kind !== 'written') throw new Error('lost');
        after = written.version;
        expect(plain((await open(folder).read())?.state ?? EMPTY_LEDGER)).toEqual(plain(each));
      }
      expect(new Set(put).size).toBe(put.length);
      const first = await open(folder).readAt(ledgerVersion('000001'));
      expect(plain(first.state)).toEqual(plain(state));
    }),
    { numRuns: runs(20) },
  );
});

test('the files of an entry are made when they are written, not all before', async () => {
  let [made, written, most] = [0, 0, 0];
  const counted = (name: string): Entries => {
    const entries = entriesOf([[name, 'b']]);
    return {
      ...entries,
      digest: entries.digest,
      *[Symbol.iterator]() {
        made += 1;
        yield* entries;
      },
    };
  };
  const dictionaries = new Map(
    Array.from({ length: 50 }, (_, at) => {
      const pair = { source: 'en', target: `x${at}` };
      return [pairKey(pair), { pair, entries: counted(`term ${at}`) }] as const;
    }),
  );
  const state = {
    ...EMPTY_LEDGER,
    glossaries: new Map([['glossary.a', { id: 'g', protect: false, content: { name: 'a', dictionaries } }]]),
  } as unknown as LedgerState;
  const real = folderPorts(nodeFiles());
  const putFile: typeof real.putFile = async (path, bytes) => {
    // A dictionary is gone through for its form and for its rows.
    most = Math.max(most, made / 2 - written);
    await real.putFile(path, bytes);
    written += 1;
  };
  const ledger = folderLedger(tempFolder(), { ...real, putFile }, TARGET, () => TIME);
  expect((await ledger.write({ ...entry('x'), after: undefined, state })).kind).toBe('written');
  expect(written).toBeGreaterThan(50);
  expect(most).toBeLessThan(10);
});

test('of ten that write at once one wins, and the others are told who', async () => {
  const folder = tempFolder();
  const first = await open(folder).write({ ...entry('first'), after: undefined });
  const after = first.kind === 'written' ? first.version : undefined;
  const races = await Promise.all(
    Array.from({ length: 10 }, (_, index) => open(folder).write({ ...entry(`race ${index}`), after })),
  );
  const won = races.findIndex(({ kind }) => kind === 'written');
  expect(races.filter(({ kind }) => kind === 'written')).toHaveLength(1);
  for (const race of races) if (race.kind === 'lost') expect(race.winner?.summary).toBe(`race ${won}`);
  expect((await open(folder).entries()).map(({ summary }) => summary)).toEqual([`race ${won}`, 'first']);
});

test('an entry that follows none is refused when there is one, and one that follows a number that is not there too', async () => {
  const folder = tempFolder();
  const ledger = open(folder);
  const first = await ledger.write({ ...entry('first'), after: undefined });
  expect((await ledger.write({ ...entry('x'), after: undefined })).kind).toBe('lost');
  rmSync(join(folder, 'entries', '000001.json'));
  expect(
    (await ledger.write({ ...entry('x'), after: first.kind === 'written' ? first.version : undefined })).kind,
  ).toBe('lost');
});

test('the text of the plan is stored with the state', async () => {
  const folder = tempFolder();
  const bytes = new TextEncoder().encode('{}');
  const written = await open(folder).write({ ...entry('x'), after: undefined, planText: planTextOf(bytes) });
  if (written.kind !== 'written') throw new Error('lost');
  const wanted = ['plan.json', 'nothing.json'].map((path) => ({ version: written.version, path }));
  expect(await open(folder).readMany(wanted)).toEqual([Buffer.from(bytes), undefined]);
});

describe('damage is named, with the way out', () => {
  test.each([
    [
      'an entry that is no JSON',
      (folder: string) => writeFileSync(join(folder, 'entries', '000001.json'), '{'),
      /000001\.json, it is not JSON/,
    ],
    [
      'a content that is missing',
      (folder: string) => rmSync(join(folder, 'files'), { recursive: true }),
      /content of ledger\.json is missing/,
    ],
    [
      'a content that was edited',
      (folder: string) => {
        for (const path of filesIn(folder)) writeFileSync(path, '{}');
      },
      /has been edited/,
    ],
  ])('%s', async (_, damage, message) => {
    const folder = tempFolder();
    await open(folder).write({ ...entry('x'), after: undefined });
    damage(folder);
    await expect(open(folder).read()).rejects.toMatchObject({
      message: expect.stringMatching(message),
      wayOut: expect.any(String),
    });
  });
});

test('a content that was damaged is made anew by the next entry that holds it', async () => {
  const folder = tempFolder();
  const first = await open(folder).write({ ...entry('x'), after: undefined });
  for (const path of filesIn(folder)) writeFileSync(path, '');
  const after = first.kind === 'written' ? first.version : undefined;
  expect((await open(folder).write({ ...entry('y'), after })).kind).toBe('written');
  expect(plain((await open(folder).read())?.state ?? { ...EMPTY_LEDGER, glossaries: new Map() })).toEqual(
    plain(EMPTY_LEDGER),
  );
});

test('what killed processes have begun goes with the next entry under the lock', async () => {
  const folder = tempFolder();
  for (const part of ['files', 'entries', 'locks']) {
    mkdirSync(join(folder, part));
    writeFileSync(join(folder, part, '000001.json.run-0-1.tmp'), 'half');
  }
  const ledger = open(folder);
  const held = await ledger.lock.acquire({ id: 'a', who: 'ana' });
  if (held.kind !== 'held') throw new Error('not held');
  expect((await ledger.write({ ...entry('x'), after: undefined, unlock: held.lock })).kind).toBe('written');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a file is made, though others take what is unfinished for a dead process’s', async () => {
  const folder = tempFolder();
  let swept = 0;
  const sweeping = (async () => {
    while (swept < 5) {
      for (const name of readdirSync(folder))
        if (name.endsWith('.tmp')) {
          swept += 1;
          rmSync(join(folder, name), { force: true });
        }
      await new Promise((next) => setImmediate(next));
    }
  })();
  const ports = folderPorts(nodeFiles());
  const names: string[] = [];
  for (let index = 0; swept < 5; index += 1) {
    names.push(`file-${index}`, `content-${index}`);
    expect(await ports.createFile(join(folder, `file-${index}`), new Uint8Array([1]))).toBe(true);
    await ports.putFile(join(folder, `content-${index}`), new Uint8Array([1]));
  }
  await sweeping;
  expect(readdirSync(folder).sort()).toEqual(names.sort());
});

describe('the lock', () => {
  test('is held by one of many, ends by itself, and goes with the entry of its holder', async () => {
    const folder = tempFolder();
    const clock = manualClock('2026-01-02T03:00:00Z');
    const runners = Array.from({ length: 6 }, () => open(folder, clock));
    const tried = await Promise.all(
      runners.map((runner, index) => runner.lock.acquire({ id: `r${index}`, who: `runner ${index}` })),
    );
    const winner = tried.findIndex(({ kind }) => kind === 'held');
    expect(tried.filter(({ kind }) => kind === 'held')).toHaveLength(1);
    const held = tried[winner];
    if (held?.kind !== 'held') return;
    const other = runners[(winner + 1) % 6];
    expect(await other?.lock.acquire({ id: 'x', who: 'x' })).toMatchObject({
      kind: 'taken',
      by: { who: `runner ${winner}` },
    });
    clock.advance(10 * 60_000 + 1);
    const stolen = await other?.lock.acquire({ id: 'x', who: 'x' });
    expect(stolen?.kind).toBe('held');
    // Whoever has lost the lock writes no entry under it.
    expect((await runners[winner]?.write({ ...entry('late'), after: undefined, unlock: held.lock }))?.kind).toBe(
      'lost',
    );
    if (stolen?.kind !== 'held') return;
    expect((await other?.write({ ...entry('mine'), after: undefined, unlock: stolen.lock }))?.kind).toBe('written');
    expect(await other?.lock.read()).toBeUndefined();
    // The last of the lock's files says that nobody holds it.
    expect(readdirSync(join(folder, 'locks'))).toHaveLength(1);
  });
});

test('files of several entries are read at once, and one that an entry lacks is none', async () => {
  const folder = tempFolder();
  const [one, two] = [Buffer.from('one'), Buffer.from('two')];
  const first = await open(folder).write({ ...entry('x'), after: undefined, planText: planTextOf(one) });
  if (first.kind !== 'written') throw new Error('nobody else is there');
  const second = await open(folder).write({ ...entry('y'), after: first.version, planText: planTextOf(two) });
  if (second.kind !== 'written') throw new Error('nobody else is there');
  const wanted = [
    { version: second.version, path: PLAN_FILE },
    { version: first.version, path: 'b' },
    { version: first.version, path: PLAN_FILE },
  ];
  expect(await open(folder).readMany(wanted)).toEqual([two, undefined, one]);
});

test('a write that holds a lock is lost when nobody holds one any more', async () => {
  const folder = tempFolder();
  const locked = await open(folder).lock.acquire({ id: 'a', who: 'ana' });
  if (locked.kind !== 'held') throw new Error('nobody else is there');
  await open(folder).lock.release(locked.lock);
  expect(await open(folder).write({ ...entry('x'), after: undefined, unlock: locked.lock })).toEqual({
    kind: 'lost',
    winner: undefined,
  });
});
