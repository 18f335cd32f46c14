import { expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState, UnfinishedReplacement } from '../../../src/kinds/states.ts';
import { styleId } from '../../../src/model/ids.ts';
import { operationsOf } from '../../../src/model/plan/plan.ts';
import { recordReplacements } from '../../../src/plan/compile/replacement-intent.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { nextUnfinished } from '../../../src/plan/next-state/next-state.ts';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import { desiredStyleList, liveStyleList, planInput } from '../../support/build.ts';

const AT = 'style_rules.l';
const OTHER = 'style_rules.m';
const owned = (id: string) => ({ id: styleId(id), content: liveStyleList(id, 'l').content, protect: false });
const LISTS = new Map([
  [AT, owned('s1')],
  [OTHER, owned('s2')],
] as const);
const LEDGER: LedgerState = { ...EMPTY_LEDGER, styleLists: LISTS };

/** A plan that replaces two lists. */
const { plan } = makePlan(
  planInput(
    { styleLists: [desiredStyleList('l', { language: 'fr' }), desiredStyleList('m', { language: 'fr' })] },
    { styleLists: [liveStyleList('s1', 'l'), liveStyleList('s2', 'm')] },
    { ledger: LEDGER },
  ),
);
const BEGUN = recordReplacements(EMPTY_LEDGER, plan).unfinished ?? [];

/** What is unfinished after a run; outcomes by the kind of operation, for the first list alone. */
function after({
  earlier = [],
  unknown = [],
  ids = [],
  gone = [],
  at = AT,
  styleLists = LISTS,
}: {
  readonly earlier?: readonly UnfinishedReplacement[];
  readonly unknown?: readonly string[];
  readonly ids?: ApplyReport['ids'];
  readonly gone?: readonly string[];
  readonly at?: string;
  readonly styleLists?: LedgerState['styleLists'];
}) {
  const outcomes = operationsOf(plan).map((operation): Outcome => {
    const address = operation.id.startsWith(AT) ? AT : OTHER;
    const kind = address === at && unknown.includes(operation.kind) ? 'unknown' : 'failed';
    return { kind, operation, address, error: new Error('no') };
  });
  return nextUnfinished({
    before: { ...LEDGER, unfinished: earlier },
    plan,
    report: { outcomes, ids, secrets: [] },
    state: { ...EMPTY_LEDGER, styleLists },
    gone: new Set(gone),
  });
}

const left = (old: string, address: typeof AT | typeof OTHER = AT): UnfinishedReplacement => ({
  kind: 'left',
  address,
  old: styleId(old),
});

test('the plan begins two replacements', () => {
  expect(BEGUN.map(({ kind, address, old }) => [kind, address, old])).toEqual([
    ['pending', AT, 's1'],
    ['pending', OTHER, 's2'],
  ]);
});

test('a replacement of which nothing came leaves nothing', () => {
  expect(after({})).toEqual([]);
});

test('an old list is left over when the new one is there, unless it went', () => {
  expect(after({ ids: [{ address: AT, id: 's9', replaces: 's1' }] })).toEqual([left('s1')]);
  expect(after({ ids: [{ address: AT, id: 's9', replaces: 's1' }], gone: ['s1'] })).toEqual([]);
  expect(after({ ids: [{ address: OTHER, id: 's9', replaces: 's2' }] })).toEqual([left('s2', OTHER)]);
});

test('a new list of which no answer came may be there', () => {
  expect(after({ unknown: ['create-style-list'] })).toEqual(BEGUN.slice(0, 1));
  expect(after({ unknown: ['create-style-list'], at: OTHER })).toEqual(BEGUN.slice(1));
  expect(after({ unknown: ['delete-style-list'] })).toEqual([]);
});

test('what an earlier run left stays first, until it is gone or owned', () => {
  const earlier = [left('s7'), left('s8'), left('s1')];
  const ids = [{ address: AT, id: 's9', replaces: 's1' }] as const;
  expect(after({ earlier, ids, gone: ['s8'], styleLists: new Map([[AT, owned('s9')]]) })).toEqual([
    left('s7'),
    left('s1'),
    left('s1'),
  ]);
  expect(after({ earlier })).toEqual([left('s7'), left('s8')]);
});
