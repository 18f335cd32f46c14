import { expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';

import { glossaryId, styleId } from '../../../src/model/ids.ts';
import { type Change, operationsOf, type Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import {
  changeOutcome,
  deletedIds,
  isCovered,
  type NextStateInput,
  pruned,
  removeById,
} from '../../../src/plan/next-state/run-outcomes.ts';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../../support/build.ts';

const error = new Error('no');

/** A report in which each operation, by its id, has the outcome that is named; any other one was applied. */
const reportOf = (
  plan: Plan,
  kinds: Readonly<Record<string, Outcome['kind']>> = {},
  ids: ApplyReport['ids'] = [],
): ApplyReport => ({
  outcomes: operationsOf(plan).map((operation) => {
    const kind = kinds[operation.id] ?? 'applied';
    return { kind, operation, address: operation.id.replace(/#.*$/, ''), error } as unknown as Outcome;
  }),
  ids,
  secrets: [],
});

const { plan: PLAN } = makePlan(
  planInput(
    {
      glossaries: [
        desiredGlossary('a', { 'en->de': { x: 'y' }, 'en->fr': { x: 'y' } }),
        desiredGlossary('new', { 'en->de': { x: 'y' } }),
      ],
      styleLists: [desiredStyleList('l', { language: 'fr' })],
      developerKeys: [desiredDeveloperKey('dead', { deactivated: true })],
    },
    {
      glossaries: [
        liveGlossary('g1', 'a', { 'en->de': { x: 'z' }, 'en->fr': { x: 'z' } }),
        liveGlossary('g2', 'old', { 'en->de': { x: 'y' } }),
      ],
      styleLists: [liveStyleList('s1', 'l', { language: 'de' })],
      developerKeys: [liveDeveloperKey('k1', 'dead')],
    },
    {
      deletable: ['glossary.*'],
      ledger: {
        ...EMPTY_LEDGER,
        styleLists: new Map([
          ['style_rules.l', { id: styleId('s1'), content: liveStyleList('s1', 'l').content, protect: false }],
        ]),
      },
    },
  ),
);
const changeOf = (address: string): Change => {
  const found = PLAN.changes.find((each) => each.address === address);
  if (found === undefined) throw new Error(`no change of ${address}`);
  return found;
};
const DELETION = PLAN.changes.find(({ action }) => action === 'delete');

test('the plan has a change of each kind', () => {
  expect(PLAN.changes.map(({ kind, action, id }) => [kind, action, id])).toEqual([
    ['developer-key', 'deactivate', 'k1'],
    ['glossary', 'delete', 'g2'],
    ['glossary', 'update', 'g1'],
    ['glossary', 'create', undefined],
    ['style-list', 'replace', 's1'],
  ]);
});

test.each<[Outcome['kind'], boolean]>([
  ['applied', true],
  ['already-done', true],
  ['failed', false],
  ['unknown', false],
  ['stale', false],
  ['not-tried', false],
])('an operation that is %s went well: %s', (kind, well) => {
  const change = changeOf('glossary.a');
  const [first = '', second = ''] = change.operations.map(({ id }) => id);
  const done = changeOutcome(change, reportOf(PLAN, { [second]: kind }));
  expect([done.operation(first), done.operation(second), done.isComplete]).toEqual([true, well, well]);
  expect(done.operation('of another plan')).toBe(false);
});

test('a value is set only if all calls that touch it went well', () => {
  const change = changeOf('style_rules.l');
  expect(change.action).toBe('replace');
  const done = (failed: string) => {
    const of = change.operations.find(({ kind }) => kind === failed)?.id ?? '';
    return changeOutcome(change, reportOf(PLAN, { [of]: 'failed' })).isDone(['name']);
  };
  expect([done(''), done('create-style-list'), done('delete-style-list')]).toEqual([true, false, false]);
});

test('the id of a resource is the one that it was created with, else that of the plan', () => {
  const ids = [
    { address: 'glossary.new', id: 'g9' },
    { address: 'style_rules.l', id: 's9', replaces: 's1' },
  ] as const;
  const report = reportOf(PLAN, {}, ids);
  expect(
    ['glossary.a', 'glossary.new', 'style_rules.l'].map((each) => changeOutcome(changeOf(each), report).id),
  ).toEqual(['g1', 'g9', 's9']);
  expect(changeOutcome(changeOf('glossary.new'), reportOf(PLAN)).id).toBeUndefined();
});

test('each report has its own outcomes', () => {
  const change = changeOf('glossary.a');
  const [first = ''] = change.operations.map(({ id }) => id);
  const [good, bad] = [reportOf(PLAN), reportOf(PLAN, { [first]: 'failed' })];
  expect([good, bad, good].map((report) => changeOutcome(change, report).isComplete)).toEqual([true, false, true]);
});

/** The plan, where no file names the key that it deactivates. */
const UNNAMED: Plan = {
  ...PLAN,
  changes: PLAN.changes.map(({ origin, ...change }) => ({
    ...change,
    ...(change.kind !== 'developer-key' && origin !== undefined && { origin }),
  })),
};

test('a key that a file deactivates is not gone', () => {
  expect(deletedIds(PLAN, reportOf(PLAN))).toEqual(new Set(['g2', 's1']));
});

test('what was deleted, replaced or deactivated is gone, when all of its calls went well', () => {
  expect(deletedIds(UNNAMED, reportOf(UNNAMED))).toEqual(new Set(['g2', 'k1', 's1']));
  for (const [address, left] of [
    [DELETION?.address, ['k1', 's1']],
    ['style_rules.l', ['k1', 'g2']],
    ['developer_key.dead', ['g2', 's1']],
  ] as const) {
    const failing = PLAN.changes.find((each) => each.address === address)?.operations.at(-1)?.id ?? '';
    expect([...deletedIds(UNNAMED, reportOf(UNNAMED, { [failing]: 'failed' }))]).toEqual(left);
  }
});

test('a deletion without an id takes nothing away', () => {
  const { id: _, ...nameless } = DELETION as Change;
  expect(deletedIds({ ...PLAN, changes: [nameless as Change] }, reportOf(PLAN))).toEqual(new Set());
});

const owned = (id: string) => ({ id: glossaryId(id) });
const OWNED = new Map([
  ['glossary.a', owned('g1')],
  ['glossary.b', owned('g2')],
  ['glossary.c', owned('g3')],
] as const);

test('what was deleted on the service, or was deleted, is dropped', () => {
  const ids = (there: ReadonlySet<string> | undefined, gone: readonly string[]) =>
    [...pruned(OWNED, there, new Set(gone))].map(([address, { id }]) => `${address} ${id}`);
  expect(ids(undefined, [])).toEqual(['glossary.a g1', 'glossary.b g2', 'glossary.c g3']);
  expect(ids(new Set(['g1', 'g3']), [])).toEqual(['glossary.a g1', 'glossary.c g3']);
  expect(ids(new Set(['g1', 'g3']), ['g3'])).toEqual(['glossary.a g1']);
  expect(ids(undefined, ['g1'])).toEqual(['glossary.b g2', 'glossary.c g3']);
  expect(ids(new Set(), [])).toEqual([]);
});

test('an id is taken out of a state under any address', () => {
  const state = new Map<string, { readonly id: string }>([...OWNED, ['glossary.d', owned('g2')]]);
  removeById(state, 'g2');
  expect([...state.keys()]).toEqual(['glossary.a', 'glossary.c']);
  expect(OWNED.size).toBe(3);
});

test('a run speaks of what its plan looks at, and of a stranger only when a call to it went well', () => {
  const input = (only: readonly string[], report = reportOf(PLAN)): NextStateInput => ({
    before: EMPTY_LEDGER,
    desired: {},
    live: {},
    plan: { ...PLAN, only },
    report,
    deletable: [],
  });
  expect(isCovered(input([]), 'glossary.same', false, undefined)).toBe(true);
  expect(isCovered(input(['glossary.same']), 'glossary.same', false, undefined)).toBe(true);
  expect(isCovered(input(['glossary.same/en->de']), 'glossary.same', true, undefined)).toBe(false);
  const change = changeOf('glossary.a');
  const [first = '', second = ''] = change.operations.map(({ id }) => id);
  const told = (isOwned: boolean, kinds: Readonly<Record<string, Outcome['kind']>>) =>
    isCovered(input([], reportOf(PLAN, kinds)), 'glossary.a', isOwned, change);
  expect(told(false, { [first]: 'failed', [second]: 'not-tried' })).toBe(false);
  expect(told(true, { [first]: 'failed', [second]: 'not-tried' })).toBe(true);
  expect(told(false, { [second]: 'failed' })).toBe(true);
});
