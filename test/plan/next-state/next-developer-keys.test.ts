import { expect, test } from 'vitest';
import type { DesiredDeveloperKey } from '../../../src/kinds/developer-key/developer-key.ts';
import { type DeveloperKey, type KnownKey, keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState, LiveState } from '../../../src/kinds/states.ts';
import { operationsOf } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { nextState } from '../../../src/plan/next-state/next-state.ts';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import { desiredDeveloperKey, liveDeveloperKey, planInput } from '../../support/build.ts';

const AT = 'developer_key.ci';

const owning = (content: KnownKey): LedgerState => ({
  ...EMPTY_LEDGER,
  developerKeys: new Map([[AT, { id: keyId('k1'), content, protect: false }]]),
});

/** What the ledger knows of the key after a run in which some kinds of calls failed. */
function after(
  base: KnownKey | undefined,
  desired: DesiredDeveloperKey,
  live: DeveloperKey | undefined,
  failing: readonly string[] = [],
): KnownKey | undefined {
  const before = base === undefined ? EMPTY_LEDGER : owning(base);
  const developerKeys = live === undefined ? [] : [live];
  const input = planInput({ developerKeys: [desired] }, { developerKeys }, { ledger: before });
  const { plan } = makePlan(input);
  const outcomes = operationsOf(plan).map(
    (operation): Outcome =>
      failing.includes(operation.kind)
        ? { kind: 'failed', operation, address: AT, error: new Error('no') }
        : { kind: 'applied', operation, address: AT },
  );
  const made = outcomes.some(({ kind, operation }) => kind === 'applied' && operation.kind === 'create-developer-key');
  const report: ApplyReport = { outcomes, ids: made ? [{ address: AT, id: 'k9' }] : [], secrets: [] };
  const state = nextState({ before, desired: input.desired, live: input.live, plan, report, deletable: [] });
  return state.developerKeys.get(AT)?.content;
}

const BASE = { label: 'ci', limits: { characters: 1 }, deactivated: false };
const limited = (characters: number | null, more: Partial<DesiredDeveloperKey> = {}) =>
  desiredDeveloperKey('ci', { limits: { characters }, ...more });
const live = (characters: number, more: object = {}) =>
  liveDeveloperKey('k1', 'ci', { limits: { characters, speechToTextMilliseconds: 9 }, ...more });

test('a part that its call changed is as the call left it, and one whose call failed as it was before', () => {
  const wanted = limited(5, { label: 'CI' });
  expect(after(BASE, wanted, live(1))).toEqual({ ...BASE, label: 'CI', limits: { characters: 5 } });
  expect(after(BASE, wanted, live(1), ['limit-developer-key'])).toEqual({ ...BASE, label: 'CI' });
  expect(after(BASE, wanted, live(1), ['rename-developer-key'])).toEqual({ ...BASE, limits: { characters: 5 } });
  // Drift is not taken in by a run that failed.
  expect(after(BASE, limited(5), live(7), ['limit-developer-key'])).toEqual(BASE);
});

test('a part on which files and service agree is known from then on, also where only the id was', () => {
  expect(after({ limits: {} }, limited(1), live(1))).toEqual(BASE);
  expect(after(undefined, limited(1), live(1))).toEqual(BASE);
  expect(after({ limits: {} }, limited(5), live(1), ['limit-developer-key'])).toEqual({ ...BASE, limits: {} });
});

test('a limit that no file names is in no ledger', () => {
  expect(after(BASE, desiredDeveloperKey('ci'), live(1))).toEqual({ ...BASE, limits: {} });
});

test('a new key has what its calls gave it', () => {
  expect(after(undefined, limited(5), undefined)).toEqual({ ...BASE, limits: { characters: 5 } });
  expect(after(undefined, limited(null), undefined)).toEqual({ ...BASE, limits: { characters: null } });
  expect(after(undefined, limited(5), undefined, ['limit-developer-key'])).toEqual({ ...BASE, limits: {} });
  expect(after(undefined, limited(5), undefined, ['create-developer-key'])).toBeUndefined();
});

test('a key that was deactivated is known as that, unless its call failed', () => {
  const dead = limited(1, { deactivated: true });
  expect(after(BASE, dead, live(1))).toEqual({ ...BASE, deactivated: true });
  expect(after(BASE, dead, live(1), ['deactivate-developer-key'])).toEqual(BASE);
  expect(after(BASE, dead, live(1, { deactivated: true }))).toEqual({ ...BASE, deactivated: true });
});

/**
 * The ledger of a saved plan that the files have left behind: what the service has after it is both, unless the key is
 * gone by then.
 */
function saved(
  files: readonly DesiredDeveloperKey[],
  {
    failing = false,
    liveAfter = true,
    now = live(5),
    isGone = false,
    wanted = limited(5),
    base = BASE as KnownKey,
  } = {},
) {
  const before = owning(base);
  const { plan } = makePlan(planInput({ developerKeys: [wanted] }, { developerKeys: [live(1)] }, { ledger: before }));
  const outcomes = operationsOf(plan).map(
    (operation): Outcome => ({ kind: failing ? 'failed' : 'applied', operation, address: AT, error: new Error('no') }),
  );
  const desired = { developerKeys: files };
  const left = { developerKeys: [now] };
  return nextState({
    before,
    desired,
    live: left,
    ...(liveAfter && { liveAfter: isGone ? { developerKeys: [] } : left }),
    plan,
    report: { outcomes, ids: [], secrets: [] },
    deletable: [],
  }).developerKeys.get(AT)?.content;
}

test('a saved plan changes a key that the files name no more: what its call left is known', () => {
  expect(saved([])).toEqual({ ...BASE, limits: { characters: 5 } });
  expect(saved([], { failing: true, now: live(7) })).toEqual(BASE);
  // Without a look at the service the key is as it was known.
  expect(saved([], { liveAfter: false })).toEqual(BASE);
});

test('what a saved plan asks of a key that nobody can look at is known where its calls went well', () => {
  const gone = { isGone: true };
  expect(saved([], gone)).toEqual({ ...BASE, limits: { characters: 5 } });
  const renamed = limited(1, { label: 'CI' });
  expect(saved([], { ...gone, wanted: renamed })).toEqual({ ...BASE, label: 'CI' });
  const off = limited(1, { deactivated: true });
  expect(saved([], { ...gone, wanted: off })).toEqual({ ...BASE, deactivated: true });
  expect(saved([], { ...gone, wanted: off, failing: true })).toEqual(BASE);
});

test('a saved plan that leaves a part of a key alone says what the service has of it, if that is as it was', () => {
  const { deactivated: _, ...unknown } = BASE;
  expect(saved([], { base: unknown })).toEqual({ ...BASE, limits: { characters: 5 } });
  expect(saved([], { base: unknown, now: live(5, { deactivated: true }) })).toEqual({
    ...unknown,
    limits: { characters: 5 },
  });
});

test('a key that was known as deactivated stays so, when a saved plan changes something else', () => {
  const off = { ...BASE, deactivated: true };
  expect(saved([], { base: off })).toEqual({ ...off, limits: { characters: 5 } });
});

test('a saved plan touches no key that another address owns by now', () => {
  const other = desiredDeveloperKey('other', { label: 'ci', limits: { characters: 5 }, pinnedId: keyId('k1') });
  expect(saved([other])).toBeUndefined();
});

test('a key that the files name is as they and the service have it', () => {
  expect(saved([limited(8)], { now: live(8) })).toEqual({ ...BASE, limits: { characters: 8 } });
  // A limit that they leave out stays out, although the plan has changed it.
  expect(saved([desiredDeveloperKey('ci')])).toEqual({ ...BASE, limits: {} });
});

test('of several limits, one that no call was to change is known where files and service agree on it', () => {
  const wanted = desiredDeveloperKey('ci', { limits: { characters: 5, speechToTextMilliseconds: 9 } });
  expect(after(BASE, wanted, live(1), ['limit-developer-key'])).toEqual({
    ...BASE,
    limits: { characters: 1, speechToTextMilliseconds: 9 },
  });
});

test('a label that is not known is left out', () => {
  const wanted = desiredDeveloperKey('ci', { label: 'CI' });
  expect(after({ limits: {} }, wanted, live(1), ['rename-developer-key'])).toStrictEqual({
    limits: {},
    deactivated: false,
  });
});

test('a key that a plan without files for it deactivates is dropped, when its call went well', () => {
  const run = (kind: 'applied' | 'failed') => {
    const before = owning(BASE);
    const input = planInput({ developerKeys: [] }, { developerKeys: [live(1)] }, { ledger: before });
    const { plan } = makePlan(input);
    expect(plan.changes.map(({ action }) => action)).toEqual(['deactivate']);
    const outcomes = operationsOf(plan).map(
      (operation): Outcome => ({ kind, operation, address: AT, error: new Error('no') }),
    );
    const report: ApplyReport = { outcomes, ids: [], secrets: [] };
    const { desired, live: found } = input;
    return nextState({ before, desired, live: found, plan, report, deletable: [] }).developerKeys.get(AT)?.content;
  };
  expect([run('applied'), run('failed')]).toEqual([undefined, BASE]);
});

test('of two limits of one call, both are known when it went well', () => {
  const wanted = desiredDeveloperKey('ci', { limits: { characters: 5, speechToTextMilliseconds: 7 } });
  const base = { ...BASE, limits: { characters: 1, speechToTextMilliseconds: 9 } };
  expect(after(base, wanted, live(1))).toEqual({ ...BASE, limits: { characters: 5, speechToTextMilliseconds: 7 } });
  expect(after(base, wanted, live(1), ['limit-developer-key'])).toEqual(base);
});

test('nothing stands in the ledger for what is not known', () => {
  const fails = (now: object) => after({ limits: {} }, limited(5), live(1, now), ['limit-developer-key']);
  expect(fails({ deactivated: true })).toStrictEqual({ label: 'ci', limits: {} });
  expect(fails({})).toStrictEqual({ ...BASE, limits: {} });
});

test('nothing is owned of a stranger to whom nothing was done', () => {
  const pinned = limited(5, { pinnedId: keyId('k1') });
  expect(after(undefined, pinned, live(1), ['limit-developer-key'])).toBeUndefined();
  expect(after(undefined, pinned, live(1))).toEqual({ ...BASE, limits: { characters: 5 } });
});

test('what a saved plan leaves alone is as it was known, whatever somebody has made of it since', () => {
  expect(saved([], { now: liveDeveloperKey('k1', 'Theirs', { limits: { characters: 5 } }) })).toEqual({
    ...BASE,
    limits: { characters: 5 },
  });
  // The files ask for another label by now, and no call has given it.
  expect(saved([limited(5, { label: 'CI', pinnedId: keyId('k1') })])).toEqual({ ...BASE, limits: { characters: 5 } });
});

test('a key that was deleted on the service is forgotten, and one of several is told from the others', () => {
  const other = { id: keyId('k2'), content: { ...BASE, label: 'other' }, protect: false };
  const before = {
    ...EMPTY_LEDGER,
    developerKeys: new Map([
      [AT, { id: keyId('k1'), content: BASE, protect: false }],
      ['developer_key.other', other],
    ] as const),
  };
  const desired = {
    developerKeys: [
      desiredDeveloperKey('other'),
      desiredDeveloperKey('new'),
      desiredDeveloperKey('newer', { label: 'N' }),
    ],
  };
  const input = planInput(desired, { developerKeys: [liveDeveloperKey('k2', 'other')] }, { ledger: before });
  const { plan } = makePlan(input);
  const outcomes = plan.changes.flatMap(({ address, operations }) =>
    operations.map((operation): Outcome => ({ kind: 'applied', operation, address })),
  );
  const ids = plan.changes.map(({ address }) => ({ address, id: `made ${address}` }));
  const report: ApplyReport = { outcomes, ids, secrets: [] };
  const run = (liveAfter?: LiveState) => [
    ...nextState({
      before,
      desired,
      live: input.live,
      plan,
      report,
      deletable: [],
      ...(liveAfter !== undefined && { liveAfter }),
    }).developerKeys,
  ];
  expect(run().map(([address, { id, content }]) => [address, id, content.label])).toEqual([
    ['developer_key.other', 'k2', 'other'],
    ['developer_key.new', 'made developer_key.new', 'new'],
    ['developer_key.newer', 'made developer_key.newer', 'N'],
  ]);
  expect(run({ glossaries: [] })).toEqual(run());
});

test('a key that a saved plan could not make is not owned', () => {
  const { plan } = makePlan(planInput({ developerKeys: [limited(5)] }, { developerKeys: [] }));
  const outcomes = operationsOf(plan).map(
    (operation): Outcome => ({ kind: 'failed', operation, address: AT, error: new Error('no') }),
  );
  const nothing = { developerKeys: [] };
  const state = nextState({
    before: EMPTY_LEDGER,
    desired: nothing,
    live: nothing,
    liveAfter: nothing,
    plan,
    report: { outcomes, ids: [], secrets: [] },
    deletable: [],
  });
  expect(state.developerKeys.size).toBe(0);
});
