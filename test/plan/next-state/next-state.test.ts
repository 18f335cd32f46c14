import fc from 'fast-check';
import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState, LedgerState, LiveState } from '../../../src/kinds/states.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { nextState } from '../../../src/plan/next-state/next-state.ts';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import type { Service } from '../../../src/service/create-service.ts';
import {
  type DictionariesLike,
  desiredGlossary,
  desiredStyleList,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../../support/build.ts';
import { TEST_URL, testService } from '../../support/in-process.ts';
import { plain } from '../../support/ledger-states.ts';
import { owning } from '../../support/owning.ts';
import { planTarget } from '../../support/plan-target.ts';
import { runs } from '../../support/runs.ts';
import { applyWith, bring, clientOf, desiredState } from '../../support/target.ts';

/** Plans with a ledger, applies, and gives the ledger after it. `killedAt`: every change from this call on breaks. */
async function run(
  service: Service,
  desired: DesiredState,
  ledger: LedgerState,
  { only = [] as readonly string[], killedAt = Number.POSITIVE_INFINITY } = {},
) {
  let changes = 0;
  const client = clientOf(service, (fetch) => async (url, request) => {
    if (request.method !== 'GET') changes += 1;
    if (changes > killedAt) throw Object.assign(new Error('killed'), { code: 'ECONNRESET' });
    return fetch(url, request);
  });
  const input = {
    target: { name: 'test', baseUrl: TEST_URL },
    desired,
    ledger,
    only,
    deletable: [],
  };
  const { plan, live } = await planTarget(client, pLimit(4), input);
  const report = await applyWith(client, plan, undefined, 1);
  return { plan, report, ledger: nextState({ before: ledger, desired, live, plan, report, deletable: [] }) };
}

/** What the files ask for, as a ledger would say it: addresses, names, phrases, rules; ids left out. */
const wanted = (desired: DesiredState): unknown => ({
  glossaries: (desired.glossaries ?? [])
    .map(({ address, name, dictionaries }) => [
      address,
      name,
      [...dictionaries].map(([key, { entries }]) => [key, [...entries]]).sort(),
    ])
    .sort(),
  lists: (desired.styleLists ?? []).map(({ address, content }) => [address, content]).sort(),
});
const told = ({ glossaries, styleLists }: LedgerState): unknown => ({
  glossaries: [...glossaries]
    .map(([address, { content }]) => [
      address,
      content.name,
      [...content.dictionaries].map(([key, { entries }]) => [key, [...entries]]).sort(),
    ])
    .sort(),
  lists: [...styleLists].map(([address, { content }]) => [address, content]).sort(),
});

const A = {
  glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' }, 'en->fr': { a: 'c' } })],
  styleLists: [desiredStyleList('l', {})],
};

describe('after a run that went well', () => {
  test('the ledger says what the files say, and a second run changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(desiredState, desiredState, async (first, second) => {
        const service = testService();
        const one = await run(service, first, EMPTY_LEDGER);
        expect(told(one.ledger)).toEqual(wanted(first));
        const two = await run(service, second, one.ledger);
        expect(told(two.ledger)).toEqual(wanted(second));
        const again = await run(service, second, two.ledger);
        expect(again.plan.changes).toEqual([]);
        expect(plain(again.ledger)).toEqual(plain(two.ledger));
      }),
      { numRuns: runs(30) },
    );
  });

  test('a resource that is the same already is owned from then on, and goes when the files drop it', async () => {
    const service = testService();
    await bring(service, A);
    const adopted = await run(service, A, EMPTY_LEDGER);
    expect(adopted.plan.changes).toEqual([]);
    expect(told(adopted.ledger)).toEqual(wanted(A));
    const { plan, ledger } = await run(service, { ...A, glossaries: [] }, adopted.ledger);
    expect(plan.changes.map(({ address, action }) => [address, action])).toEqual([['glossary.a', 'delete']]);
    expect([...ledger.glossaries.keys()]).toEqual([]);
  });

  test('a kind that is not managed any more stays in the ledger', async () => {
    const service = testService();
    const { ledger } = await run(service, A, EMPTY_LEDGER);
    const after = await run(service, { styleLists: A.styleLists }, ledger);
    expect(plain(after.ledger)).toEqual(plain(ledger));
  });

  test('what was deleted outside is dropped, and so is what another address has taken', async () => {
    const service = testService();
    const { ledger } = await run(service, A, EMPTY_LEDGER);
    const id = [...ledger.glossaries.values()][0]?.id ?? '';
    await glossaryCalls(clientOf(service)).delete(id as never);
    const gone = await run(service, { ...A, glossaries: [] }, ledger);
    expect(gone.ledger.glossaries.size).toBe(0);
    const lists = [
      { ...desiredStyleList('moved', {}), content: A.styleLists[0]?.content ?? desiredStyleList('l', {}).content },
    ];
    const moved = await run(service, { styleLists: lists }, ledger);
    expect(moved.plan.changes).toEqual([]);
    expect([...moved.ledger.styleLists.keys()]).toEqual(['style_rules.moved']);
  });

  test('--only tells nothing of what it leaves out', async () => {
    const service = testService();
    await bring(service, A);
    const { ledger } = await run(service, A, EMPTY_LEDGER, { only: ['style_rules.l'] });
    expect([[...ledger.glossaries.keys()], [...ledger.styleLists.keys()]]).toEqual([[], ['style_rules.l']]);
  });
});

describe('after a run that was broken at any change', () => {
  test('each part says what it said before or what the files say, and the next run ends where a whole one does', async () => {
    await fc.assert(
      fc.asyncProperty(desiredState, desiredState, fc.nat({ max: 6 }), async (first, second, killedAt) => {
        const service = testService();
        const { ledger: before } = await run(service, first, EMPTY_LEDGER);
        const { ledger: partly } = await run(service, second, before, { killedAt });
        const parts = (state: LedgerState): readonly string[] =>
          [...state.glossaries].flatMap(([address, { content }]) =>
            [...content.dictionaries].map(([pair, { entries }]) => JSON.stringify([address, pair, [...entries]])),
          );
        const known = new Set([...parts(before), ...parts((await run(testService(), second, EMPTY_LEDGER)).ledger)]);
        expect(parts(partly).filter((part) => !known.has(part))).toEqual([]);
        const { ledger: end } = await run(service, second, partly);
        expect(told(end)).toEqual(wanted(second));
        expect((await run(service, second, end)).plan.changes).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });

  test('nothing is owned of a stranger to whom nothing was done', async () => {
    const service = testService();
    await bring(service, A);
    const other = { glossaries: [desiredGlossary('a', { 'en->de': { a: 'other' } })] };
    const { ledger } = await run(service, other, EMPTY_LEDGER, { killedAt: 0 });
    expect(ledger.glossaries.size).toBe(0);
  });
});

interface Ran {
  readonly desired: DesiredState;
  /** What the service has when the plan is made, under ids that are the names of addresses. */
  readonly live: LiveState;
  /** What the last entry left; default: just what the service has. */
  readonly base?: LiveState;
  /** The ids of the operations that fail. */
  readonly failing?: readonly string[];
  /** The outcome of those. */
  readonly how?: 'failed' | 'unknown' | 'already-done';
  readonly only?: readonly string[];
  readonly deletable?: readonly string[];
  /**
   * What the service has after the run of a saved plan, and what the files ask for by then. `unread`: nobody looked at
   * what the calls left.
   */
  readonly saved?: { readonly liveAfter: LiveState; readonly desired: DesiredState; readonly unread?: boolean };
}

/** What the ledger says after a run of which some calls failed, and the calls. */
function ran({ desired, live, base = live, failing = [], how = 'failed', only = [], deletable = [], saved }: Ran) {
  const before = owning(base);
  const { plan } = makePlan(planInput(desired, live, { ledger: before, only, deletable }));
  const outcomes = plan.changes.flatMap(({ operations, address }) =>
    operations.map((operation): Outcome => {
      if (!failing.includes(operation.id)) return { kind: 'applied', operation, address };
      return how === 'already-done'
        ? { kind: how, operation, address }
        : { kind: how, operation, address, error: new Error('no') };
    }),
  );
  const ids = outcomes.flatMap(({ kind, operation, address }) =>
    kind === 'applied' && operation.kind.startsWith('create-') ? [{ address, id: 'made' }] : [],
  );
  const report: ApplyReport = { outcomes, ids, secrets: [] };
  const after = nextState({
    before,
    desired: saved?.desired ?? desired,
    live: saved?.liveAfter ?? live,
    ...(saved !== undefined && saved.unread !== true && { liveAfter: saved.liveAfter }),
    plan,
    report,
    deletable,
  });
  return { calls: outcomes.map(({ operation }) => `${operation.id} ${operation.kind}`), after };
}

/** A state in plain words. */
const words = ({ glossaries, styleLists, unfinished }: LedgerState) => ({
  ...(glossaries.size > 0 && {
    glossaries: [...glossaries].map(([address, { id, protect, content }]) => [
      address,
      id,
      protect,
      content.name,
      Object.fromEntries([...content.dictionaries].map(([pair, { entries }]) => [pair, Object.fromEntries(entries)])),
    ]),
  }),
  ...(styleLists.size > 0 && {
    lists: [...styleLists].map(([address, { id, protect, content }]) => [address, id, protect, content]),
  }),
  ...(unfinished !== undefined && { unfinished }),
});

describe('of each part of a glossary the ledger says what its own call left', () => {
  const g = (name: string, dictionaries: DictionariesLike, protect = false) =>
    ['glossary.g', 'g', protect, name, dictionaries] as const;
  const glossaries = (...made: readonly ReturnType<typeof g>[]) => ({ glossaries: made });
  const live = { glossaries: [liveGlossary('g', 'Old', { 'en->de': { a: '1' }, 'en->fr': { a: '1' } })] };
  const OLD = { 'en->de': { a: '1' }, 'en->fr': { a: '1' } };

  test('a name that rides on the entries of one dictionary counts by that call, and by no other', () => {
    const changed = { 'en->de': { a: '2' }, 'en->fr': { a: '2' } };
    const desired = { glossaries: [desiredGlossary('g', changed, { name: 'New', protect: true })] };
    const of = (...failing: readonly string[]) => ran({ desired, live, failing });
    expect(of().calls).toEqual(['glossary.g#1 merge-entries', 'glossary.g#2 merge-entries']);
    expect(words(of().after)).toEqual(glossaries(g('New', changed, true)));
    expect(words(of('glossary.g#2').after)).toEqual(glossaries(g('New', { ...OLD, 'en->de': { a: '2' } }, true)));
    expect(words(of('glossary.g#1').after)).toEqual(glossaries(g('Old', { ...OLD, 'en->fr': { a: '2' } }, true)));
    expect(words(of('glossary.g#1', 'glossary.g#2').after)).toEqual(glossaries(g('Old', OLD, true)));
  });

  test('a name of its own call counts by that call alone, and so do a new dictionary, one less and one that is put', () => {
    const there = { glossaries: [liveGlossary('g', 'Old', { ...OLD, 'en->it': { a: '1', b: '1' } })] };
    const wanted = { 'en->it': { a: '1' }, 'en->fr': { a: '1' }, 'en->es': { a: '1' } };
    const desired = { glossaries: [desiredGlossary('g', wanted, { name: 'New' })] };
    const of = (...failing: readonly string[]) => ran({ desired, live: there, failing, deletable: ['**'] });
    const calls = of().calls;
    const id = (kind: string, nth = 0) => calls.filter((call) => call.endsWith(kind))[nth]?.split(' ')[0] ?? '';
    expect(calls.map((call) => call.split(' ')[1]).sort()).toEqual([
      'delete-dictionary',
      'put-dictionary',
      'put-dictionary',
      'rename-glossary',
    ]);
    const all = { 'en->es': { a: '1' }, 'en->fr': { a: '1' }, 'en->it': { a: '1' } };
    const { 'en->es': _, ...noSpanish } = all;
    const puts = [id('put-dictionary'), id('put-dictionary', 1)];
    expect(words(of().after)).toEqual(glossaries(g('New', all)));
    expect(words(of(id('rename-glossary')).after)).toEqual(glossaries(g('Old', all)));
    expect(words(of(id('delete-dictionary')).after)).toEqual(glossaries(g('New', { ...all, 'en->de': { a: '1' } })));
    const putFailed = puts.map((each) => words(of(each).after));
    expect(putFailed).toContainEqual(glossaries(g('New', noSpanish)));
    expect(putFailed).toContainEqual(glossaries(g('New', { ...all, 'en->it': { a: '1', b: '1' } })));
  });

  test('what an earlier run has done already counts as done; what may have happened does not', () => {
    const desired = { glossaries: [desiredGlossary('g', { ...OLD, 'en->de': { a: '2' } }, { name: 'New' })] };
    const failing = ['glossary.g#1'];
    expect(words(ran({ desired, live, failing, how: 'already-done' }).after)).toEqual(
      glossaries(g('New', { ...OLD, 'en->de': { a: '2' } })),
    );
    expect(words(ran({ desired, live, failing, how: 'unknown' }).after)).toEqual(glossaries(g('Old', OLD)));
  });

  test('a new glossary is owned when its call went well, and not at all when it failed', () => {
    const desired = { glossaries: [desiredGlossary('g', { 'en->de': { a: '1' } })] };
    const none = { glossaries: [] };
    expect(words(ran({ desired, live: none }).after)).toEqual({
      glossaries: [['glossary.g', 'made', false, 'g', { 'en->de': { a: '1' } }]],
    });
    expect(words(ran({ desired, live: none, failing: ['glossary.g#1'] }).after)).toEqual({});
  });

  test('a new glossary of a saved plan that no file names is owned with what its call left', () => {
    const desired = { glossaries: [desiredGlossary('g', { 'en->de': { a: '1' } })] };
    const liveAfter = { glossaries: [liveGlossary('made', 'g', { 'en->de': { a: '2' } })] };
    const saved = { liveAfter, desired: { glossaries: [] } };
    expect(words(ran({ desired, live: { glossaries: [] }, saved }).after)).toEqual({
      glossaries: [['glossary.g', 'made', false, 'g', { 'en->de': { a: '2' } }]],
    });
  });

  test('one that is deleted is gone when its call went well, and stays when it failed', () => {
    const desired = { glossaries: [] };
    expect(words(ran({ desired, live, deletable: ['**'] }).after)).toEqual({});
    expect(words(ran({ desired, live, deletable: ['**'], failing: ['glossary.g#1'] }).after)).toEqual(
      glossaries(g('Old', OLD)),
    );
  });

  test('a dictionary that the plan left out stays as the last entry has it, whatever the service has by now', () => {
    const there = { glossaries: [liveGlossary('g', 'Old', { 'en->de': { a: '1' }, 'en->fr': { a: '9' } })] };
    const desired = { glossaries: [desiredGlossary('g', { 'en->de': { a: '2' }, 'en->fr': { a: '3' } })] };
    const { calls, after } = ran({ desired, live: there, base: live, only: ['glossary.g/en->de'] });
    expect(calls).toEqual(['glossary.g#1 merge-entries']);
    expect(words(after)).toMatchObject(glossaries(['glossary.g', 'g', false, expect.any(String), expect.anything()]));
    expect(words(after).glossaries?.[0]?.[4]).toEqual({ 'en->de': { a: '2' }, 'en->fr': { a: '1' } });
  });

  test('a dictionary on which files and service agree is as they have it, whatever the last entry said', () => {
    const there = { glossaries: [liveGlossary('g', 'Old', { 'en->de': { a: '1' }, 'en->fr': { a: '9' } })] };
    const desired = {
      glossaries: [desiredGlossary('g', { 'en->de': { a: '2' }, 'en->fr': { a: '9' } }, { name: 'Old' })],
    };
    const { after } = ran({ desired, live: there, base: live, failing: ['glossary.g#1'] });
    expect(words(after)).toEqual(glossaries(g('Old', { 'en->de': { a: '1' }, 'en->fr': { a: '9' } })));
  });

  test('a dictionary that the files have dropped stays owned while the plan leaves it out, so that a later one deletes it', () => {
    const desired = { glossaries: [desiredGlossary('g', { 'en->de': { a: '2' } }, { name: 'Old' })] };
    const { calls, after } = ran({ desired, live, only: ['glossary.g/en->de'] });
    expect(calls).toEqual(['glossary.g#1 merge-entries']);
    expect(words(after)).toEqual(glossaries(g('Old', { 'en->de': { a: '2' }, 'en->fr': { a: '1' } })));
  });

  test('a dictionary without entries is none, and one that the files dropped and the service lost is forgotten', () => {
    const there = { glossaries: [liveGlossary('g', 'Old', { 'en->de': { a: '1' } })] };
    const wanted = { 'en->de': { a: '1' }, 'en->it': {} };
    const desired = { glossaries: [desiredGlossary('g', wanted, { name: 'Old' })] };
    expect(words(ran({ desired, live: there, base: live }).after)).toEqual(
      glossaries(g('Old', { 'en->de': { a: '1' } })),
    );
  });

  test('after a saved plan a new dictionary is owned that the files do not name any more, and a name is as the call left it', () => {
    const desired = { glossaries: [desiredGlossary('g', { ...OLD, 'en->it': { a: '1' } }, { name: 'New' })] };
    const liveAfter = { glossaries: [liveGlossary('g', 'By hand', { ...OLD, 'en->it': { a: '1' } })] };
    const saved = { liveAfter, desired: { glossaries: [desiredGlossary('g', OLD, { name: 'Newer' })] } };
    expect(words(ran({ desired, live, saved }).after)).toEqual(glossaries(g('New', { ...OLD, 'en->it': { a: '1' } })));
    // No file names the glossary any more: it is still owned, as the calls left it.
    const none = { liveAfter, desired: { glossaries: [] } };
    expect(words(ran({ desired, live, saved: none }).after)).toEqual(
      glossaries(g('New', { ...OLD, 'en->it': { a: '1' } })),
    );
  });

  test('after a saved plan each part that went well is as the service has it then', () => {
    const wanted = { 'en->de': { a: '2' }, 'en->fr': { a: '2' } };
    const desired = { glossaries: [desiredGlossary('g', wanted, { name: 'New' })] };
    const newer = { glossaries: [desiredGlossary('g', { 'en->de': { a: '7' } }, { name: 'Newer' })] };
    const liveAfter = {
      glossaries: [liveGlossary('g', 'New', { 'en->de': { a: '2', by: 'x' }, 'en->fr': { a: '1' } })],
    };
    const saved = { liveAfter, desired: newer };
    expect(words(ran({ desired, live, failing: ['glossary.g#2'], saved }).after)).toEqual(
      glossaries(g('New', { 'en->de': { a: '2', by: 'x' }, 'en->fr': { a: '1' } })),
    );
    // What the plan has deleted is not owned, although the files name it by now.
    const gone = { liveAfter: { glossaries: [] }, desired: newer };
    expect(words(ran({ desired: { glossaries: [] }, live, deletable: ['**'], saved: gone }).after)).toEqual({});
  });

  test('of a stranger that was found by its name, only what a call or an agreement has settled is known', () => {
    const wanted = { 'en->de': { a: '2' }, 'en->fr': { a: '2' }, 'en->it': { a: '1' }, 'en->es': { a: '9' } };
    const there = { ...OLD, 'en->it': { a: '1' }, 'en->es': { a: '1' } };
    const desired = { glossaries: [desiredGlossary('g', wanted, { name: 'Old' })] };
    const strange = { desired, live: { glossaries: [liveGlossary('g', 'Old', there)] }, base: { glossaries: [] } };
    const only = ['glossary.g/en->de', 'glossary.g/en->fr'];
    const half = ran({ ...strange, only, failing: ['glossary.g#2'] });
    expect(half.calls).toHaveLength(2);
    expect(words(half.after)).toEqual(glossaries(g('Old', { 'en->de': { a: '2' }, 'en->it': { a: '1' } })));
    expect(words(ran({ ...strange, only, failing: ['glossary.g#1', 'glossary.g#2'] }).after)).toEqual({});
  });

  test('a name that could not be changed is what the last entry said, and of a stranger what the service has', () => {
    const desired = {
      glossaries: [
        desiredGlossary(
          'g',
          { ...OLD, 'en->de': {}, 'en->it': { a: '1' } },
          { name: 'New', pinnedId: glossaryId('g') },
        ),
      ],
    };
    const drifted = { glossaries: [liveGlossary('g', 'Ledger', OLD)] };
    const { calls } = ran({ desired, live, base: drifted });
    const renaming = calls.find((call) => call.endsWith(' rename-glossary'))?.split(' ')[0] ?? '';
    const name = (base: LiveState, ...failing: readonly string[]) =>
      words(ran({ desired, live, base, failing }).after).glossaries?.[0]?.[3];
    expect([name(drifted), name(drifted, renaming)]).toEqual(['New', 'Ledger']);
    expect([name({ glossaries: [] }), name({ glossaries: [] }, renaming)]).toEqual(['New', 'Old']);
  });

  test('a name on which files and service agree is known, although the last entry had another one', () => {
    const drifted = { glossaries: [liveGlossary('g', 'Ledger', OLD)] };
    const desired = { glossaries: [desiredGlossary('g', { ...OLD, 'en->de': { a: '2' } }, { name: 'Old' })] };
    expect(words(ran({ desired, live, base: drifted }).after)).toEqual(
      glossaries(g('Old', { ...OLD, 'en->de': { a: '2' } })),
    );
  });

  test('what is not on the service and was not made is not owned', () => {
    const none = { glossaries: [] };
    // A glossary without entries is made by nobody.
    expect(words(ran({ desired: { glossaries: [desiredGlossary('g', {})] }, live: none }).after)).toEqual({});
    const two = {
      glossaries: [desiredGlossary('g', { 'en->de': { a: '1' } }), desiredGlossary('h', { 'en->de': { a: '1' } })],
    };
    expect(words(ran({ desired: two, live: none, only: ['glossary.h'] }).after)).toEqual({
      glossaries: [['glossary.h', 'made', false, 'h', { 'en->de': { a: '1' } }]],
    });
    // It was there once, is gone, and could not be made again.
    const lost = { desired: { glossaries: two.glossaries.slice(0, 1) }, live: none, base: live };
    expect(words(ran({ ...lost, failing: ['glossary.g#1'] }).after)).toEqual({});
  });

  test('after a saved plan a dictionary is known as it was read, and as planned where it was not', () => {
    const wanted = { 'en->de': { a: '2' }, 'en->fr': { a: '2' }, 'en->it': { b: '1' } };
    const desired = { glossaries: [desiredGlossary('g', wanted, { name: 'Old' })] };
    const listed = (counts: Readonly<Record<string, number>>) => {
      const read = liveGlossary('g', 'Old', Object.fromEntries(Object.keys(counts).map((pair) => [pair, {}])));
      const dictionaries = [...read.dictionaries].map(
        ([key, { pair }]) => [key, { pair, entryCount: counts[key] ?? 0 }] as const,
      );
      return { glossaries: [{ ...read, dictionaries: new Map(dictionaries) }] };
    };
    const leaves = (counts: Readonly<Record<string, number>>) =>
      words(ran({ desired, live, saved: { liveAfter: listed(counts), desired: { glossaries: [] } } }).after);
    expect(leaves({ 'en->de': 1, 'en->fr': 1, 'en->it': 1 })).toEqual(glossaries(g('Old', wanted)));
    // The service lists one as empty, and one not at all.
    expect(leaves({ 'en->de': 1, 'en->fr': 0 })).toEqual(glossaries(g('Old', { 'en->de': { a: '2' } })));
  });

  test('a dictionary that a saved plan has deleted is not owned, although somebody has made it again', () => {
    const desired = { glossaries: [desiredGlossary('g', { 'en->fr': { a: '1' } }, { name: 'Old' })] };
    const saved = { liveAfter: live, desired: { glossaries: [] } };
    const { calls, after } = ran({ desired, live, deletable: ['**'], saved });
    expect(calls).toEqual(['glossary.g#1 delete-dictionary']);
    expect(words(after)).toEqual(glossaries(g('Old', { 'en->fr': { a: '1' } })));
  });

  test('without a look at what a saved plan left, all that no file names is as the last entry said', () => {
    const desired = { glossaries: [desiredGlossary('g', { ...OLD, 'en->de': { a: '2' } }, { name: 'Old' })] };
    const saved = { liveAfter: live, desired: { glossaries: [] }, unread: true };
    expect(words(ran({ desired, live, saved }).after)).toEqual(glossaries(g('Old', OLD)));
    const list = { styleLists: [liveStyleList('l', 'l')] };
    const ruled = { styleLists: [desiredStyleList('l', { rules: { n: { x: '1' } } })] };
    const unread = { liveAfter: list, desired: { styleLists: [] }, unread: true };
    const [known] = [...ran({ desired: ruled, live: list, saved: unread }).after.styleLists.values()];
    expect(known?.content.rules).toEqual(new Map());
  });
});

describe('of each part of a style list the ledger says what its own call left', () => {
  const TONE = { label: 'Tone', prompt: 'one' };
  const OLD = { name: 'Old', language: 'de', rules: { n: { x: '1' } }, instructions: [TONE] };
  const live = { styleLists: [liveStyleList('l', 'l', OLD)] };
  const NEW = {
    name: 'New',
    language: 'de',
    rules: { n: { x: '2' } },
    instructions: [
      { label: 'Tone', prompt: 'two' },
      { label: 'More', prompt: 'm' },
    ],
  };
  const l = (like: typeof OLD, id = 'l', protect = false) => ({
    lists: [['style_rules.l', id, protect, desiredStyleList('l', like).content]],
  });

  test('name, rules and each instruction by itself', () => {
    const desired = { styleLists: [desiredStyleList('l', NEW, { protect: true })] };
    const of = (...failing: readonly string[]) => words(ran({ desired, live, failing }).after);
    expect(ran({ desired, live }).calls).toEqual([
      'style_rules.l#1 rename-style-list',
      'style_rules.l#2 replace-rules',
      'style_rules.l#3 edit-instruction',
      'style_rules.l#4 add-instruction',
    ]);
    const [tone, added] = NEW.instructions as [typeof TONE, typeof TONE];
    // The call that edits an instruction sends the language of the list.
    const edited = { ...tone, sourceLanguage: 'de' };
    const sent = { ...NEW, instructions: [edited, added] };
    expect(of()).toEqual(l(NEW, 'l', true));
    expect(of('style_rules.l#1')).toEqual(l({ ...sent, name: 'Old' }, 'l', true));
    expect(of('style_rules.l#2')).toEqual(l({ ...sent, rules: OLD.rules }, 'l', true));
    expect(of('style_rules.l#3')).toEqual(l({ ...NEW, instructions: [TONE, added] }, 'l', true));
    expect(of('style_rules.l#4')).toEqual(l({ ...NEW, instructions: [edited] }, 'l', true));
    const all = ['style_rules.l#1', 'style_rules.l#2', 'style_rules.l#3', 'style_rules.l#4'];
    expect(of(...all)).toEqual(l(OLD, 'l', true));
  });

  test('an instruction that is removed is gone when its call went well, and the others keep their order', () => {
    const three = ['a', 'b', 'c'].map((label) => ({ label, prompt: label }));
    const there = { styleLists: [liveStyleList('l', 'l', { instructions: three })] };
    const desired = {
      styleLists: [desiredStyleList('l', { instructions: three.filter(({ label }) => label !== 'b') })],
    };
    const labels = (failing: readonly string[]) =>
      [...ran({ desired, live: there, failing }).after.styleLists.values()].map(({ content }) =>
        content.instructions.map(({ label }) => label).join(''),
      );
    expect(labels([])).toEqual(['ac']);
    expect(labels(['style_rules.l#1'])).toEqual(['abc']);
  });

  test('a replacement: the new list, the old one, or the new one beside the old one that is left', () => {
    const french = { ...OLD, language: 'fr' };
    const desired = { styleLists: [desiredStyleList('l', french)] };
    const of = (failing: readonly string[], how: 'failed' | 'unknown' = 'failed') =>
      ran({ desired, live, failing, how });
    expect(of([]).calls).toEqual(['style_rules.l#1 create-style-list', 'style_rules.l#2 delete-style-list']);
    expect(words(of([]).after)).toEqual(l(french, 'made'));
    expect(words(of(['style_rules.l#1', 'style_rules.l#2']).after)).toEqual(l(OLD));
    expect(words(of(['style_rules.l#2']).after)).toEqual({
      ...l(french, 'made'),
      unfinished: [{ kind: 'left', address: 'style_rules.l', old: 'l' }],
    });
    // Nobody knows whether the new list is there: what it will be is kept.
    expect(words(of(['style_rules.l#1', 'style_rules.l#2'], 'unknown').after)).toMatchObject({
      ...l(OLD),
      unfinished: [{ kind: 'pending', address: 'style_rules.l', old: 'l' }],
    });
  });

  test('one that is adopted as it is says what the files say, and one that the plan left out is as it was', () => {
    const desired = { styleLists: [desiredStyleList('l', OLD)] };
    expect(words(ran({ desired, live, base: {} }).after)).toEqual(l(OLD));
    expect(words(ran({ desired, live, base: {}, only: ['glossary.*'] }).after)).toEqual({});
  });

  test('after a saved plan each part that went well is as its call left it', () => {
    const desired = { styleLists: [desiredStyleList('l', NEW)] };
    const now = { ...NEW, name: 'By hand' };
    const saved = { liveAfter: { styleLists: [liveStyleList('l', 'l', now)] }, desired: { styleLists: [] } };
    expect(words(ran({ desired, live, saved }).after)).toEqual(l(NEW));
    const gone = { liveAfter: { styleLists: [] }, desired };
    expect(words(ran({ desired: { styleLists: [] }, live, deletable: ['**'], saved: gone }).after)).toEqual({});
  });

  test('a list that was deleted on the service is forgotten, also where it could not be made again', () => {
    const none = { styleLists: [] };
    expect(words(ran({ desired: none, live: none, base: live }).after)).toEqual({});
    const desired = { styleLists: [desiredStyleList('l', OLD)] };
    expect(words(ran({ desired, live: none, base: live, failing: ['style_rules.l#1'] }).after)).toEqual({});
    expect(words(ran({ desired, live: none, base: live }).after)).toEqual(l(OLD, 'made'));
    expect(words(ran({ desired, live: none, only: ['style_rules.other'] }).after)).toEqual({});
  });

  test('a list that is still there and that the plan left out stays owned', () => {
    const two = { styleLists: [...live.styleLists, liveStyleList('m', 'm')] };
    const desired = { styleLists: [desiredStyleList('l', { ...OLD, rules: {} })] };
    const { after } = ran({ desired, live: two, only: ['style_rules.l'] });
    expect([...after.styleLists.keys()].toSorted()).toEqual(['style_rules.l', 'style_rules.m']);
  });

  test('nothing is owned of a stranger to whom nothing was done', () => {
    const desired = { styleLists: [desiredStyleList('l', { ...OLD, rules: {} })] };
    expect(words(ran({ desired, live, base: {}, failing: ['style_rules.l#1'] }).after)).toEqual({});
    expect(words(ran({ desired, live, base: {} }).after)).toEqual(l({ ...OLD, rules: {} } as typeof OLD));
  });

  test('the first of several instructions keeps its place when it is changed', () => {
    const three = (prompt: string) =>
      ['a', 'b', 'c'].map((label) => ({ label, prompt: label === 'a' ? prompt : label }));
    const there = { styleLists: [liveStyleList('l', 'l', { instructions: three('old'), rules: { n: { x: '1' } } })] };
    const desired = { styleLists: [desiredStyleList('l', { instructions: three('new') })] };
    const { calls, after } = ran({ desired, live: there, failing: ['style_rules.l#1'] });
    expect(calls).toEqual(['style_rules.l#1 replace-rules', 'style_rules.l#2 edit-instruction']);
    const [first, ...others] = three('new');
    expect(after.styleLists.get('style_rules.l')?.content.instructions).toEqual([
      { ...first, sourceLanguage: 'de' },
      ...others,
    ]);
  });
});
