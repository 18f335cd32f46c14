import { expect, test } from 'vitest';
import type { DesiredDeveloperKey, DeveloperKey, KeyLimits } from '../../../src/kinds/developer-key/developer-key.ts';
import { staleDeveloperKey } from '../../../src/kinds/developer-key/service/developer-key-service.ts';
import type { Change } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { desiredDeveloperKey, liveDeveloperKey, planInput } from '../../support/build.ts';

const key = (label: string, limits: Partial<KeyLimits> = {}, deactivated = false): DeveloperKey =>
  liveDeveloperKey('k1', label, { limits, deactivated });

interface Stale {
  /** When the plan was made; absent: no key was there. */
  readonly from?: DeveloperKey;
  readonly wanted: Partial<DesiredDeveloperKey>;
  readonly now?: DeveloperKey;
}

/** What is told of each operation of the one change, in its order. */
function told({ from, wanted, now }: Stale) {
  const pinned = from !== undefined && { pinnedId: from.id };
  const desired = { developerKeys: [desiredDeveloperKey('ci', { ...wanted, ...pinned })] };
  const live = { developerKeys: from === undefined ? [] : [from] };
  const { plan } = makePlan(planInput(desired, live, { deletable: ['developer_key.*'] }));
  const change = plan.changes[0] as Change;
  return change.operations.map((operation) => [operation.kind, staleDeveloperKey(change, operation, now)]);
}

test('one that was to be made: what should come, and what is there', () => {
  const wanted = { label: 'CI', limits: { characters: 5 } };
  expect(told({ wanted, now: key('Deploy', { characters: 7 }) })).toStrictEqual([
    [
      'create-developer-key',
      { values: [{ key: ['label'], planned: true, to: 'CI', now: 'Deploy' }], count: 1, complete: true },
    ],
    [
      'limit-developer-key',
      {
        values: [{ key: ['limit', 'characters'], planned: true, from: null, to: 5, now: 7 }],
        count: 1,
        complete: true,
      },
    ],
  ]);
  // The label that was planned is what is there: nothing about it is stale.
  expect(told({ wanted, now: key('CI', { characters: null }) })).toStrictEqual([
    ['create-developer-key', { values: [], count: 0, complete: true }],
    ['limit-developer-key', { values: [], count: 0, complete: true }],
  ]);
});

test('a label and limits: each on its three sides, of the operation that was to change it', () => {
  const from = key('ci', { characters: 1, speechToTextMilliseconds: 2 });
  const wanted = { label: 'CI', limits: { characters: 3, speechToTextMilliseconds: null } };
  expect(told({ from, wanted, now: key('other', { characters: null, speechToTextMilliseconds: null }) })).toStrictEqual(
    [
      [
        'rename-developer-key',
        { values: [{ key: ['label'], planned: true, from: 'ci', to: 'CI', now: 'other' }], count: 1, complete: true },
      ],
      [
        'limit-developer-key',
        {
          values: [
            { key: ['limit', 'characters'], planned: true, from: 1, to: 3, now: null },
            // As planned already, so it comes after what fits neither side.
            { key: ['limit', 'speechToTextMilliseconds'], planned: true, from: 2, to: null, now: null },
          ],
          count: 2,
          complete: true,
        },
      ],
    ],
  );
  // What the plan does not change is none of its business.
  expect(told({ from, wanted: { limits: { characters: 3 } }, now: { ...from, label: 'other' } })).toStrictEqual([
    ['limit-developer-key', { values: [], count: 0, complete: true }],
  ]);
});

test('a limit of 0 is a value like any other', () => {
  const limits = { characters: 0 };
  expect(told({ from: key('ci', { characters: 1 }), wanted: { limits }, now: key('ci', limits) })).toStrictEqual([
    [
      'limit-developer-key',
      {
        values: [{ key: ['limit', 'characters'], planned: true, from: 1, to: 0, now: 0 }],
        count: 1,
        complete: true,
      },
    ],
  ]);
});

test('one that was to be deactivated, and is by now', () => {
  const of = (now?: DeveloperKey) =>
    told({ from: key('ci'), wanted: { deactivated: true }, ...(now !== undefined && { now }) });
  const value = { key: ['deactivated'], planned: true, from: false, to: true };
  const detail = (values: readonly unknown[]) => [
    ['deactivate-developer-key', { values, count: values.length, complete: true }],
  ];
  expect(of(key('ci', {}, true))).toStrictEqual(detail([{ ...value, now: true }]));
  expect(of(key('ci', {}, false))).toStrictEqual(detail([]));
  expect(of()).toStrictEqual(detail([value]));
});

test('one that is gone has none of its values', () => {
  const from = key('ci', { characters: 1 });
  expect(told({ from, wanted: { label: 'CI', limits: { characters: 2 } } })).toStrictEqual([
    [
      'rename-developer-key',
      { values: [{ key: ['label'], planned: true, from: 'ci', to: 'CI' }], count: 1, complete: true },
    ],
    [
      'limit-developer-key',
      {
        values: [{ key: ['limit', 'characters'], planned: true, from: 1, to: 2 }],
        count: 1,
        complete: true,
      },
    ],
  ]);
});
