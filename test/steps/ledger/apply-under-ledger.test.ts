import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { folderPorts } from '../../../src/app/session/open-ledger.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState } from '../../../src/kinds/states.ts';

import { folderLedger } from '../../../src/ledger/folder-ledger.ts';
import { type Ledger, type LedgerWritten, ledgerVersion, type NewEntry } from '../../../src/ledger/ledger.ts';
import { PLAN_FILE } from '../../../src/ledger/ledger-json.ts';
import type { HeldLock, LockHolder } from '../../../src/ledger/lock.ts';
import { operationsOf } from '../../../src/model/plan/plan.ts';
import type { Service } from '../../../src/service/create-service.ts';
import { applyPlan } from '../../../src/steps/apply/apply-plan.ts';
import {
  applyUnderLedger,
  planFact,
  planTextOf,
  type UnderLedgerInput,
} from '../../../src/steps/ledger/apply-under-ledger.ts';
import { logQuestion, readEntry, readLog } from '../../../src/steps/ledger/ledger-log.ts';
import { type DictionariesLike, desiredGlossary, desiredStyleList, type StyleListLike } from '../../support/build.ts';
import { tempFolder } from '../../support/git-repository.ts';
import { TEST_URL, testService } from '../../support/in-process.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { planTarget } from '../../support/plan-target.ts';
import { allowAll, clientOf } from '../../support/target.ts';

const MINUTE = 60_000;
const TARGET = { name: 'test', baseUrl: TEST_URL, workspace: '' };
const FIRST = {
  glossaries: [desiredGlossary('a', { 'en->de': { a: 'b', c: 'd' } })],
  styleLists: [desiredStyleList('l', {})],
};
const SECOND = {
  glossaries: [desiredGlossary('a', { 'en->de': { a: 'x' } })],
  styleLists: [desiredStyleList('l', {})],
};

interface Bench {
  readonly service: Service;
  readonly clock: ManualClock;
  readonly folder: string;
}
const bench = (): Bench => ({
  service: testService(),
  clock: manualClock('2026-01-02T03:00:00Z'),
  folder: tempFolder(),
});

/** A process of its own on the shared folder. */
function openLedger({ folder, clock }: Bench): Ledger {
  return folderLedger(folder, folderPorts(nodeFiles()), TARGET, clock.now);
}

/** One run as the command makes it: read the ledger, plan, apply. `between`: what happens after the plan. */
async function run(
  { service, clock, ...rest }: Bench,
  desired: DesiredState,
  {
    who = 'ana',
    between = async () => {},
    more = {},
    only = [],
    deletable = [],
    ledgerOf = (ledger) => ledger,
  }: {
    who?: string;
    between?: () => Promise<void>;
    more?: Partial<UnderLedgerInput>;
    only?: readonly string[];
    deletable?: readonly string[];
    /** What stands for the ledger. */
    ledgerOf?: (ledger: Ledger) => Ledger;
  } = {},
) {
  const ledger = ledgerOf(openLedger({ service, clock, ...rest }));
  const client = clientOf(service);
  const snapshot = await ledger.read();
  const { plan, live } = await planTarget(client, pLimit(4), {
    target: TARGET,
    desired,
    ledger: snapshot?.state ?? EMPTY_LEDGER,
    only,
    deletable,
  });
  await between();
  const input: UnderLedgerInput = {
    ledger,
    snapshot,
    plan,
    planBytes: new TextEncoder().encode(JSON.stringify(plan)),
    desired,
    states: async () => ({ live }),
    deletable,
    holder: { id: `run of ${who}`, who },
    facts: [['Actor', who]],
    summary: ({ outcomes }) => `${who}: ${outcomes.length} calls`,
    now: clock.now,
    every: clock.every,
    apply: (signal, onEvent) =>
      applyPlan({
        plan,
        verdict: allowAll(plan),
        client,
        limit: pLimit(4),
        onEvent,
        ports: { sleep: clock.sleep, signal },
      }),
    ...more,
  };
  return { result: await applyUnderLedger(input), plan, input, ledger };
}

describe('a run under the ledger', () => {
  test('writes one entry with what was done and by whom, and leaves no lock', async () => {
    const here = bench();
    const { result, ledger } = await run(here, FIRST);
    expect(result).toMatchObject({ kind: 'ran', written: { kind: 'written' } });
    expect(await ledger.entries()).toMatchObject([
      {
        summary: 'ana: 2 calls',
        facts: [
          ['Plan', expect.stringMatching(/^sha256:/)],
          ['Actor', 'ana'],
          ['Outcome', 'complete'],
        ],
      },
    ]);
    expect(await ledger.lock.read()).toBeUndefined();
    expect((await run(here, FIRST)).result).toEqual({
      kind: 'ran',
      report: { outcomes: [], ids: [], secrets: [] },
      written: undefined,
      records: [],
    });
  });

  test('says when all that was asked for is done, and nothing of it where that is only about to be', async () => {
    const here = bench();
    const outcomes = async () =>
      (await openLedger(here).entries()).map(({ facts }) => facts.find(([name]) => name === 'Outcome')?.[1]);
    await run(here, FIRST);
    await run(here, SECOND, {
      more: { apply: async () => ({ outcomes: [], ids: [], secrets: [] }) },
    });
    expect(await outcomes()).toEqual([undefined, 'complete']);
    const { result } = await run(here, SECOND);
    expect(result).toMatchObject({ kind: 'ran', written: { kind: 'written' } });
    expect((await outcomes())[0]).toBe('complete');
  });

  test('adopts what is the same already without a call, and says so once', async () => {
    const here = bench();
    await run({ ...here, folder: tempFolder() }, FIRST);
    const { result, ledger } = await run(here, FIRST);
    expect(result).toMatchObject({
      report: { outcomes: [] },
      written: { kind: 'written' },
      records: [
        { kind: 'adopted', address: 'glossary.a' },
        { kind: 'adopted', address: 'style_rules.l' },
      ],
    });
    expect([...((await ledger.read())?.state.glossaries.keys() ?? [])]).toEqual(['glossary.a']);
    expect((await run(here, FIRST)).result).toMatchObject({ written: undefined });
  });

  test('drops the lock once: with its entry', async () => {
    const released: string[] = [];
    const ledgerOf = (ledger: Ledger): Ledger => ({
      ...ledger,
      lock: {
        ...ledger.lock,
        release: (lock) => {
          released.push(lock.holder.who);
          return ledger.lock.release(lock);
        },
      },
    });
    const here = bench();
    await run(here, FIRST, { ledgerOf });
    await run({ ...here, folder: tempFolder() }, FIRST, { ledgerOf });
    expect(released).toEqual([]);
  });

  test('keeps what a destructive call removes before the call is made', async () => {
    const here = bench();
    await run(here, FIRST);
    let seen: unknown;
    const { ledger } = await run(here, SECOND, {
      more: {
        apply: async () => {
          const [intent] = await openLedger(here).entries(1);
          const wanted = intent === undefined ? [] : [{ version: intent.version, path: PLAN_FILE }];
          const [plan] = await openLedger(here).readMany(wanted);
          seen = [intent?.summary, JSON.parse(new TextDecoder().decode(plan)).changes[0].children[0].values];
          throw new Error('the power went out');
        },
      },
    }).catch(() => ({ ledger: openLedger(here) }));
    expect(seen).toEqual([
      'about to apply to test',
      [
        { key: ['entry', 'en->de', 'c'], from: 'd' },
        expect.objectContaining({ key: ['entry', 'en->de', 'a'], from: 'b', to: 'x' }),
      ],
    ]);
    expect(await ledger.lock.read()).toBeUndefined();
    // The same plan goes on where it stopped.
    expect((await run(here, SECOND)).result).toMatchObject({ kind: 'ran', written: { kind: 'written' } });
    expect((await ledger.entries()).map(({ summary }) => summary)).toEqual([
      'ana: 1 calls',
      'about to apply to test',
      'ana: 2 calls',
    ]);
    // The log says which of them tells of no change, and its terms are told once.
    const { entries: all } = await readLog(ledger, { kind: 'all' }, 10);
    expect(all.map(({ intent }) => intent)).toEqual([undefined, { followedBy: all[0]?.version }, undefined]);
    expect((await readLog(ledger, { kind: 'all' }, 1)).entries).toHaveLength(1);
    expect((await readEntry(ledger, '2')).entry.intent).toEqual({ followedBy: all[0]?.version });
    expect((await readLog(ledger, logQuestion('c'), 10)).entries.map(({ summary }) => summary)).toEqual([
      'ana: 1 calls',
      'ana: 2 calls',
    ]);
  });

  test('is refused while somebody else applies, and does nothing', async () => {
    const here = bench();
    await openLedger(here).lock.acquire({ id: 'other', who: 'ben', run: 'https://ci/7' });
    const calls = here.service.calls.length;
    const { result } = await run(here, FIRST);
    expect(result).toMatchObject({ kind: 'locked', by: { who: 'ben', run: 'https://ci/7' } });
    expect(here.service.calls.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('is refused while somebody else applies, also when it has only something to record', async () => {
    const here = bench();
    await run({ ...here, folder: tempFolder() }, FIRST);
    await openLedger(here).lock.acquire({ id: 'other', who: 'ben' });
    expect((await run(here, FIRST)).result).toMatchObject({ kind: 'locked', by: { who: 'ben' } });
    expect(await openLedger(here).read()).toBeUndefined();
    here.clock.advance(11 * MINUTE);
    expect((await run(here, FIRST)).result).toMatchObject({ kind: 'ran', written: { kind: 'written' } });
    expect(await openLedger(here).lock.read()).toBeUndefined();
  });

  test('is refused when somebody has applied since the plan was made, and the winner is named', async () => {
    const here = bench();
    const { result } = await run(here, SECOND, { between: async () => void (await run(here, FIRST, { who: 'ben' })) });
    expect(result).toMatchObject({ kind: 'moved', winner: { summary: 'ben: 2 calls' } });
    expect(await openLedger(here).lock.read()).toBeUndefined();
  });

  test('of ten at once each ends in one order: one after the other or refused, no twin, and the ledger is true', async () => {
    const here = bench();
    const states = Array.from({ length: 10 }, (_, index) => ({
      glossaries: [desiredGlossary('a', { 'en->de': { a: `from ${index}` } })],
    }));
    const runs = await Promise.all(states.map((state, index) => run(here, state, { who: `runner ${index}` })));
    const won = runs.filter(({ result }) => result.kind === 'ran');
    expect(won.length).toBeGreaterThan(0);
    const entries = (await openLedger(here).entries()).filter(({ summary }) => summary.startsWith('runner'));
    expect(entries).toHaveLength(won.length);
    const glossaries = await glossaryCalls(clientOf(here.service)).list();
    expect(glossaries).toHaveLength(1);
    const last = (await openLedger(here).read())?.state.glossaries.get('glossary.a');
    const [id, pair] = [glossaries[0]?.id, { source: 'en', target: 'de' }];
    const live = id === undefined ? undefined : await glossaryCalls(clientOf(here.service)).readEntries(id, pair);
    expect(last?.content.dictionaries.get('en->de')?.entries.digest).toBe(live?.digest);
  });

  test('puts the end of its lock off by a timer while one call takes long, and stops when the lock is lost', async () => {
    const here = bench();
    const ledger = openLedger(here);
    let renewed = 0;
    const lock = {
      ...ledger.lock,
      renew: async (held: HeldLock) => {
        const next = await ledger.lock.renew(held);
        renewed += 1;
        return next;
      },
    };
    const { result } = await run(here, FIRST, {
      more: {
        ledger: { ...ledger, lock },
        apply: async (signal) => {
          for (let minutes = 0; minutes < 30; minutes += 2) {
            here.clock.advance(2 * MINUTE);
            while (renewed < minutes / 2 + 1) await new Promise(setImmediate);
            expect((await openLedger(here).lock.acquire({ id: 'x', who: 'x' })).kind).toBe('taken');
          }
          expect(signal.aborted).toBe(false);
          const there = await openLedger(here).lock.read();
          if (there !== undefined) await openLedger(here).lock.breakLock(there);
          expect((await openLedger(here).lock.acquire({ id: 'x', who: 'x' })).kind).toBe('held');
          here.clock.advance(2 * MINUTE);
          if (!signal.aborted) await new Promise((lost) => signal.addEventListener('abort', lost, { once: true }));
          return { outcomes: [], ids: [], secrets: [] };
        },
      },
    });
    expect(result).toMatchObject({ kind: 'ran', lost: { message: expect.stringContaining('another run took') } });
    expect((await openLedger(here).lock.read())?.holder.who).toBe('x');
    expect(here.clock.timers()).toBe(0);
  });

  test.each([
    ['well', async () => ({ outcomes: [], ids: [], secrets: [] })],
    ['with an error', () => Promise.reject(new Error('broken'))],
  ])('leaves no timer when it ends %s', async (_, apply) => {
    const here = bench();
    await run(here, FIRST, { more: { apply } }).catch(() => undefined);
    expect(here.clock.timers()).toBe(0);
    expect(await openLedger(here).lock.read()).toBeUndefined();
  });

  test('begins nothing new once the lock is lost, says so, and still writes what was done where it can', async () => {
    const here = bench();
    const ledger = openLedger(here);
    const { service, clock } = here;
    const client = clientOf(service, (fetch) => async (url, request) => {
      const answer = await fetch(url, request);
      // One call that takes longer than the lock, while nothing can be renewed.
      if (request.method === 'POST') clock.advance(10 * MINUTE);
      return answer;
    });
    const lock = { ...ledger.lock, renew: () => Promise.reject(new Error('no network')) };
    const { result } = await run(here, FIRST, {
      more: {
        ledger: { ...ledger, lock },
        apply: async (signal, onEvent) => {
          const { plan } = await planTarget(client, pLimit(1), {
            target: TARGET,
            desired: FIRST,
            only: [],
            deletable: [],
          });
          return applyPlan({
            plan,
            verdict: allowAll(plan),
            client,
            limit: pLimit(1),
            onEvent,
            ports: { sleep: clock.sleep, signal },
          });
        },
      },
    });
    expect(result).toMatchObject({
      kind: 'ran',
      lost: { message: 'the lock of the target could not be renewed in time' },
      written: { kind: 'written' },
      report: { outcomes: [{ kind: 'applied' }, { kind: 'not-tried', because: 'interrupted' }] },
    });
  });
});

const BROKEN = new Error('the disk is full');
/** A ledger of which one entry cannot be written: the n-th, counted from 1. */
const failing =
  (nth: number, fail: () => Promise<LedgerWritten>) =>
  (ledger: Ledger): Ledger => {
    let count = 0;
    return {
      ...ledger,
      write: (entry) => {
        count += 1;
        return count === nth ? fail() : ledger.write(entry);
      },
    };
  };
const WINNER = { version: 'w', time: '2026-01-02T03:00:00Z', summary: 'ben was faster', facts: [] };
const lost = async () => ({ kind: 'lost', winner: WINNER }) as unknown as LedgerWritten;
const free = async (here: Bench) => (await openLedger(here).lock.read()) === undefined;

describe('an entry that cannot be written', () => {
  /** Another ledger has made it already, so there is an adoption to record and no call to make. */
  async function adopting() {
    const here = bench();
    await run({ ...here, folder: tempFolder() }, FIRST);
    return here;
  }

  test('of what is adopted: the run ends with its error and leaves no lock', async () => {
    const here = await adopting();
    await expect(run(here, FIRST, { ledgerOf: failing(1, () => Promise.reject(BROKEN)) })).rejects.toBe(BROKEN);
    expect(await free(here)).toBe(true);
    expect((await run(here, FIRST, { who: 'ben' })).result).toMatchObject({ written: { kind: 'written' } });
  });

  test('of what is adopted, since somebody was faster: they are named, and no lock is left', async () => {
    const here = await adopting();
    const { result } = await run(here, FIRST, { ledgerOf: failing(1, lost) });
    expect(result).toEqual({ kind: 'moved', winner: WINNER });
    expect(await free(here)).toBe(true);
  });

  test('of what is adopted, and a lock that cannot be dropped: the error of the entry is what is told', async () => {
    const here = await adopting();
    const ledgerOf = (ledger: Ledger): Ledger => ({
      ...failing(1, () => Promise.reject(BROKEN))(ledger),
      lock: { ...ledger.lock, release: () => Promise.reject(new Error('no network')) },
    });
    await expect(run(here, FIRST, { ledgerOf })).rejects.toBe(BROKEN);
  });

  test('after the calls: the run says what was done and why it is not recorded, and leaves no lock', async () => {
    const here = bench();
    const { result } = await run(here, FIRST, { ledgerOf: failing(1, () => Promise.reject(BROKEN)) });
    expect(result).toMatchObject({
      kind: 'ran',
      report: { outcomes: [{ kind: 'applied' }, { kind: 'applied' }] },
      written: BROKEN,
      records: [],
    });
    expect(await free(here)).toBe(true);
    expect(here.clock.timers()).toBe(0);
  });

  test('after the calls, for a reason that is no error: it is told as one', async () => {
    const { result } = await run(bench(), FIRST, { ledgerOf: failing(1, () => Promise.reject('no space')) });
    expect(result).toMatchObject({ kind: 'ran', written: new Error('no space') });
  });

  test('after the calls, since somebody was faster: they are named, and no lock is left', async () => {
    const here = bench();
    const { result } = await run(here, FIRST, { ledgerOf: failing(1, lost) });
    expect(result).toMatchObject({ kind: 'ran', written: { kind: 'lost', winner: WINNER } });
    expect(await free(here)).toBe(true);
  });

  test('before a destructive call: nothing is called, and no lock is left', async () => {
    const here = bench();
    await run(here, FIRST);
    const calls = here.service.calls.length;
    const { result } = await run(here, SECOND, { ledgerOf: failing(1, lost) });
    expect(result).toEqual({ kind: 'moved', winner: WINNER });
    await expect(run(here, SECOND, { ledgerOf: failing(1, () => Promise.reject(BROKEN)) })).rejects.toBe(BROKEN);
    expect(here.service.calls.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await free(here)).toBe(true);
    expect(here.clock.timers()).toBe(0);
  });
});

describe('a lock that was taken from a process that is gone', () => {
  const DEAD = { id: 'run of ben', who: 'ben', since: '2026-01-02T02:59:00Z', until: '2026-01-02T03:09:00Z' };
  const taking = (ledger: Ledger): Ledger => ({
    ...ledger,
    lock: {
      ...ledger.lock,
      acquire: async (seeker) => {
        const locked = await ledger.lock.acquire(seeker);
        return locked.kind === 'held' ? { ...locked, staleHolder: DEAD } : locked;
      },
    },
  });

  test.each([
    ['of calls', true],
    ['that only records', false],
  ])('a run %s first waits for what that process had sent', async (_, calls) => {
    const here = bench();
    if (!calls) await run({ ...here, folder: tempFolder() }, FIRST);
    const made = here.service.calls.length;
    const seen: unknown[] = [];
    const afterStaleLock = async (dead: LockHolder) => {
      seen.push(
        dead,
        here.service.calls.slice(made).every(({ method }) => method === 'GET'),
        await free(here),
      );
    };
    const { result } = await run(here, FIRST, { ledgerOf: taking, more: { afterStaleLock } });
    expect(seen).toEqual([DEAD, true, false]);
    expect(result).toMatchObject({ kind: 'ran', written: { kind: 'written' } });
    expect(await free(here)).toBe(true);
  });

  test('is dropped when that cannot be waited for', async () => {
    const here = bench();
    const more = { afterStaleLock: () => Promise.reject(BROKEN) };
    await expect(run(here, FIRST, { ledgerOf: taking, more })).rejects.toBe(BROKEN);
    expect(await free(here)).toBe(true);
    expect(here.service.calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('is removed by a run that has nothing to do, which says whose it was', async () => {
    const here = bench();
    await run(here, FIRST);
    const made = here.service.calls.length;
    const left =
      (gone: boolean) =>
      (ledger: Ledger): Ledger => ({
        ...ledger,
        lock: { ...ledger.lock, removeStaleLock: async () => (gone ? DEAD : Promise.reject(BROKEN)) },
      });
    const told: LockHolder[] = [];
    const more = { onStaleLock: (dead: LockHolder) => void told.push(dead) };
    expect((await run(here, FIRST, { ledgerOf: left(true), more })).result).toMatchObject({ kind: 'ran' });
    expect(told).toEqual([DEAD]);
    // One that cannot be removed is in nobody's way.
    expect((await run(here, FIRST, { ledgerOf: left(false), more })).result).toMatchObject({ kind: 'ran' });
    expect(told).toEqual([DEAD]);
    expect(here.service.calls.slice(made).every(({ method }) => method === 'GET')).toBe(true);
  });

  test('nobody is waited for where the lock was free', async () => {
    const here = bench();
    const afterStaleLock = () => Promise.reject(BROKEN);
    expect((await run(here, FIRST, { more: { afterStaleLock } })).result).toMatchObject({ kind: 'ran' });
  });
});

describe('what is about to be done is said first', () => {
  const TONE = { label: 'Tone', prompt: 'Be friendly.' };
  const BASE: DesiredState = {
    glossaries: [desiredGlossary('a', { 'en->de': { a: 'b', c: 'd' }, 'en->fr': { a: 'b' } })],
    styleLists: [desiredStyleList('l', { rules: { numbers: { a: 'x' } }, instructions: [TONE] })],
  };
  const glossary = (dictionaries: DictionariesLike, name = 'a') => [desiredGlossary('a', dictionaries, { name })];
  const list = (like: StyleListLike) => [desiredStyleList('l', like)];
  const ALL = { 'en->de': { a: 'b', c: 'd' }, 'en->fr': { a: 'b' } };
  const RULES = { numbers: { a: 'x' } };
  const cases: readonly (readonly [kind: string, said: boolean, desired: DesiredState])[] = [
    ['delete-glossary', true, { ...BASE, glossaries: [] }],
    ['delete-dictionary', true, { ...BASE, glossaries: glossary({ 'en->de': { a: 'b', c: 'd' } }) }],
    ['put-dictionary', true, { ...BASE, glossaries: glossary({ ...ALL, 'en->de': { a: 'b' } }) }],
    ['delete-style-list', true, { ...BASE, styleLists: [] }],
    ['delete-instruction', true, { ...BASE, styleLists: list({ rules: RULES }) }],
    ['replace-rules', true, { ...BASE, styleLists: list({ rules: {}, instructions: [TONE] }) }],
    ['merge-entries', false, { ...BASE, glossaries: glossary({ ...ALL, 'en->de': { a: 'x', c: 'd' } }) }],
    ['rename-glossary', false, { ...BASE, glossaries: glossary(ALL, 'renamed') }],
    ['rename-style-list', false, { ...BASE, styleLists: list({ name: 'L', rules: RULES, instructions: [TONE] }) }],
    [
      'edit-instruction',
      false,
      { ...BASE, styleLists: list({ rules: RULES, instructions: [{ ...TONE, prompt: 'Be kind.' }] }) },
    ],
    ['add-instruction', false, { ...BASE, styleLists: list({ rules: RULES, instructions: [TONE, TONE] }) }],
  ];

  test.each(cases)('of the one call %s: %s', async (kind, said, desired) => {
    const here = bench();
    await run(here, BASE);
    const { plan } = await run(here, desired, { deletable: ['**'] });
    expect(operationsOf(plan).map((operation) => operation.kind)).toEqual([kind]);
    expect((await openLedger(here).entries()).map(({ summary }) => summary)).toEqual([
      'ana: 1 calls',
      ...(said ? ['about to apply to test'] : []),
      'ana: 2 calls',
    ]);
  });

  test('of several calls of which one removes something', async () => {
    const here = bench();
    await run(here, BASE);
    const desired = { ...BASE, glossaries: glossary({ 'en->de': { a: 'x', c: 'd' } }, 'renamed') };
    const { plan } = await run(here, desired, { deletable: ['**'] });
    expect(operationsOf(plan)).toHaveLength(2);
    const [, ahead] = await openLedger(here).entries();
    expect(ahead?.summary).toBe('about to apply to test');
  });
});

describe('the entry says', () => {
  const outcome = async (here: Bench) =>
    (await openLedger(here).entries(1))[0]?.facts.find(([name]) => name === 'Outcome')?.[1];

  test('that a run of a part of the files is partial', async () => {
    const here = bench();
    await run(here, FIRST, { only: ['glossary.a'] });
    expect(await outcome(here)).toBe('partial');
    await run(here, FIRST);
    expect(await outcome(here)).toBe('complete');
  });

  test('the order of the rows, where that is all that changed', async () => {
    const here = bench();
    const rows = async () => {
      const [last] = await openLedger(here).entries(1);
      const path = 'glossaries/a/en-de.csv';
      const [bytes] = await openLedger(here).readMany(last === undefined ? [] : [{ version: last.version, path }]);
      return new TextDecoder().decode(bytes);
    };
    await run(here, FIRST);
    expect(await rows()).toBe('a,b\nc,d\n');
    const reversed = { ...FIRST, glossaries: [desiredGlossary('a', { 'en->de': { c: 'd', a: 'b' } })] };
    expect((await run(here, reversed)).result).toMatchObject({
      report: { outcomes: [] },
      written: { kind: 'written' },
    });
    expect(await rows()).toBe('c,d\na,b\n');
    expect((await run(here, reversed)).result).toMatchObject({ written: undefined });
  });

  test.each(['undoes', 'decided'])(
    'of a plan that %s: that it overwrites drift, also in a new ledger',
    async (reason) => {
      const { plan } = await run(bench(), FIRST);
      const here = bench();
      const { result } = await run(here, FIRST, { more: { plan: { ...plan, [reason]: ['glossary.a'] } } });
      expect(result).toMatchObject({ written: { kind: 'written' } });
      const [, first] = await openLedger(here).entries();
      expect(first?.summary).toBe('record drift on test before an apply overwrites it');
      expect((await openLedger(here).readAt(ledgerVersion('000001'))).base).toBeUndefined();
    },
  );

  test('that a run of which a call failed is partial', async () => {
    const here = bench();
    here.service.faults.set([{ kind: 'status', status: 400, method: 'POST', path: '/v3/style_rules' }]);
    await run(here, FIRST);
    expect(await outcome(here)).toBe('partial');
  });

  test('what was adopted beside the calls, and not what the calls made', async () => {
    const here = bench();
    await run({ ...here, folder: tempFolder() }, { styleLists: FIRST.styleLists });
    const { result } = await run(here, FIRST);
    expect(result).toMatchObject({ records: [{ kind: 'adopted', address: 'style_rules.l' }] });
    expect(result).toHaveProperty('records.length', 1);
  });

  test('nothing, where nothing is owned and nobody asks for a beginning; an entry that owns nothing where somebody does', async () => {
    const here = bench();
    expect((await run(here, {})).result).toMatchObject({ kind: 'ran', written: undefined });
    expect(await openLedger(here).entries()).toEqual([]);
    expect((await run(here, {}, { more: { begins: true } })).result).toMatchObject({ written: { kind: 'written' } });
    expect((await run(here, {}, { more: { begins: true } })).result).toMatchObject({ written: undefined });
    expect(await openLedger(here).entries()).toHaveLength(1);
  });
});

describe('a plan that was announced before', () => {
  const BYTES = new TextEncoder().encode('the plan');
  const PLAN = ['Plan', planFact(planTextOf(BYTES).sha256)] as const;
  const ANNOUNCED = 'about to apply to test';

  test.each([
    ['goes on', ANNOUNCED, PLAN, 'ran'],
    ['is another one by its digest', ANNOUNCED, ['Plan', 'sha256:0'], 'moved'],
    ['is another one by its fact', ANNOUNCED, ['Other', PLAN[1]], 'moved'],
    ['was applied already', 'ana: 1 calls', PLAN, 'moved'],
  ] as const)('%s', async (_, summary, fact, kind) => {
    const here = bench();
    await run(here, FIRST);
    const ledger = openLedger(here);
    const snapshot = await ledger.read();
    if (snapshot === undefined) throw new Error('nothing was applied');
    const between = async () => {
      const note = { summary, facts: [fact] };
      await ledger.write({ after: snapshot.version, state: snapshot.state, note, time: here.clock.now() });
    };
    const { result } = await run(here, SECOND, { between, more: { planBytes: BYTES } });
    expect(result).toMatchObject({ kind, ...(kind === 'moved' && { winner: { summary } }) });
    expect((await ledger.entries()).map((each) => each.summary)).toEqual([
      ...(kind === 'ran' ? ['ana: 1 calls'] : []),
      summary,
      'ana: 2 calls',
    ]);
  });
});

describe('an entry after', () => {
  /** A ledger after a first run, and an entry written by hand. */
  async function begun(more: Partial<NewEntry> = {}) {
    const here = bench();
    await run(here, FIRST);
    const ledger = openLedger(here);
    const first = await ledger.read();
    if (first === undefined) throw new Error('nothing was applied');
    const note = { summary: 'by hand', facts: [] };
    await ledger.write({ after: first.version, state: first.state, note, time: here.clock.now(), ...more });
    return { here, ledger, first };
  }

  test('drift that no run has overwritten is written also where nothing is left to do', async () => {
    const { here, ledger } = await begun({ base: ledgerVersion('000001') });
    expect((await run(here, FIRST)).result).toMatchObject({ report: { outcomes: [] }, written: { kind: 'written' } });
    expect((await ledger.read())?.base).toBeUndefined();
    expect((await run(here, FIRST)).result).toMatchObject({ written: undefined });
  });

  test('drift has the same base for the next drift, and unfinished replacements stay', async () => {
    const unfinished = [{ kind: 'left', address: 'style_rules.old', old: 's0' }] as const;
    const desired = { glossaries: SECOND.glossaries };
    for (const [base, expected] of [
      ['000001', '000001'],
      [undefined, '000002'],
    ]) {
      const { first } = await begun();
      const state = { ...first.state, unfinished };
      const { here, ledger } = await begun({ state, ...(base !== undefined && { base: ledgerVersion(base) }) });
      const snapshot = await ledger.read();
      const { plan } = await run({ ...bench(), service: here.service }, desired);
      const moved = [...state.styleLists.values()].map((list) => ['style_rules.moved', list] as const);
      await run(here, desired, {
        more: {
          plan: { ...plan, decided: ['glossary.a'] },
          owned: { ...state, styleLists: new Map(moved) },
          ...(snapshot && { snapshot: { ...snapshot, state } }),
        },
      });
      const drift = await ledger.readAt(ledgerVersion('000003'));
      expect(drift.base).toBe(expected);
      expect(drift.state.unfinished).toEqual(unfinished);
      expect([...drift.state.styleLists.keys()]).toEqual(['style_rules.moved']);
    }
  });

  test('calls that only bring back what the ledger has is written all the same', async () => {
    const { here, first } = await begun();
    const drifted = { glossaries: [desiredGlossary('a', { 'en->de': { a: 'drift', c: 'd' } })] };
    await run({ ...here, folder: tempFolder() }, drifted);
    const input = { target: TARGET, desired: FIRST, ledger: first.state, only: [], deletable: [] };
    const { plan } = await planTarget(clientOf(here.service), pLimit(1), input);
    const outcomes = operationsOf(plan).map(
      (operation) => ({ kind: 'applied', operation, address: 'glossary.a' }) as const,
    );
    const { result } = await run(here, FIRST, { more: { apply: async () => ({ outcomes, ids: [], secrets: [] }) } });
    expect(result).toMatchObject({ report: { outcomes: [{ kind: 'applied' }] }, written: { kind: 'written' } });
  });

  test('a move has the owned resources under their current addresses, with calls and without', async () => {
    for (const desired of [{}, { styleLists: [desiredStyleList('l', { name: 'Other' })] }]) {
      const { here, ledger, first } = await begun();
      const [a] = first.state.glossaries.values();
      if (a === undefined) throw new Error('nothing is owned');
      const owned = { ...first.state, glossaries: new Map([['glossary.b', a] as const]) };
      expect((await run(here, desired, { more: { owned } })).result).toMatchObject({ written: { kind: 'written' } });
      expect([...((await ledger.read())?.state.glossaries.keys() ?? [])]).toEqual(['glossary.b']);
    }
  });

  test('a renewal of the lock ends the lock as it is now', async () => {
    const here = bench();
    const until = async () => (await openLedger(here).lock.read())?.holder.until;
    const ledgerOf = (ledger: Ledger): Ledger => ({
      ...ledger,
      async entries(limit) {
        const before = await until();
        here.clock.advance(2 * MINUTE);
        while ((await until()) === before) await new Promise(setImmediate);
        return ledger.entries(limit);
      },
    });
    expect((await run(here, FIRST, { ledgerOf })).result).toMatchObject({ written: { kind: 'written' } });
    expect(await free(here)).toBe(true);
  });
});
