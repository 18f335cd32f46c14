import { describe, expect, test } from 'vitest';
import { styleId } from '../../../src/model/ids.ts';
import type { Change } from '../../../src/model/plan/plan.ts';
import { foreignIds } from '../../../src/plan/guard/check-ownership.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { planInput } from '../../support/build.ts';
import { desiredSide, driftInput, type SideLike } from '../drift-input.ts';

const { plan: EMPTY } = makePlan(planInput({}, {}));

/** What of one change belongs to somebody else. `owned` and `files`: what ledger and files have. */
function foreign(
  change: Pick<Change, 'kind' | 'address'> & Readonly<Record<string, unknown>>,
  { owned = {}, files = {}, unfinished = [] as readonly string[], pinnedId = undefined as string | undefined } = {},
) {
  const sides = { base: owned as SideLike, ours: {}, theirs: {} };
  const wanted = desiredSide(files as SideLike);
  const pin = <Each extends object>(each: Each) => ({ ...each, ...(pinnedId !== undefined && { pinnedId }) });
  const plan = { ...EMPTY, changes: [{ adopted: false, ...change } as unknown as Change] };
  const ledger = {
    ...driftInput(sides).ledger,
    unfinished: unfinished.map(
      (address) => ({ kind: 'left', address: address as never, old: styleId('old') }) as const,
    ),
  };
  return foreignIds(plan, ledger, {
    glossaries: wanted.glossaries.map(pin) as never,
    styleLists: wanted.styleLists.map(pin) as never,
    developerKeys: wanted.developerKeys.map(pin) as never,
  });
}

describe.each([
  ['glossary', 'glossary', 'glossaries'],
  ['style-list', 'style_rules', 'lists'],
  ['developer-key', 'developer_key', 'keys'],
] as const)('the id of a change: %s', (kind, prefix, side) => {
  const address = `${prefix}.a` as never;
  const change = { kind, address, id: 'id-a' };
  const [a, b] = [{ [side]: { a: {} } }, { [side]: { b: {} } }];

  test('is that of its address, or nobody knows either of them', () => {
    expect(foreign(change, { owned: a, files: a })).toEqual([]);
    expect(foreign(change, { owned: b, files: { [side]: { a: {}, b: {} } } })).toEqual([]);
    expect(foreign({ ...change, id: undefined }, { owned: { [side]: { a: { id: 'other' } } } })).toEqual([]);
  });

  test('is that of another address which the files still name', () => {
    const owned = { [side]: { b: { id: 'id-a' } } };
    expect(foreign(change, { owned, files: { [side]: { a: {}, b: {} } } })).toStrictEqual([
      { address, id: 'id-a', owner: `${prefix}.b` },
    ]);
    // What no file names has given its resource to one that bears its name.
    expect(foreign(change, { owned, files: a })).toEqual([]);
    expect(foreign({ ...change, adopted: true }, { owned, files: b })).toStrictEqual([
      { address, id: 'id-a', owner: `${prefix}.b` },
    ]);
  });

  test('is nobody’s, and the ledger has another one for the address', () => {
    const owned = { [side]: { a: { id: 'other' } } };
    expect(foreign(change, { owned, files: a })).toStrictEqual([{ address, id: 'id-a' }]);
    // The other one is gone, and the only one of the name has taken its place.
    expect(foreign({ ...change, adopted: true }, { owned, files: a })).toEqual([]);
  });

  test('is what the files pin, or what a replacement that was begun may have made', () => {
    const owned = { [side]: { a: { id: 'other' } } };
    expect(foreign(change, { owned, files: a, pinnedId: 'id-a' })).toEqual([]);
    expect(foreign(change, { owned, files: a, pinnedId: 'id-b' })).toStrictEqual([{ address, id: 'id-a' }]);
    expect(foreign(change, { owned, files: a, unfinished: [address] })).toEqual([]);
    expect(foreign(change, { owned, files: a, unfinished: ['style_rules.other'] })).toHaveLength(1);
  });

  test('is looked for among resources of its own kind alone', () => {
    const others = Object.fromEntries(
      ['glossaries', 'lists', 'keys'].filter((each) => each !== side).map((each) => [each, { b: { id: 'id-a' } }]),
    );
    expect(foreign(change, { owned: others, files: others })).toEqual([]);
  });
});

test('what a replacement left over has no address of its own', () => {
  const owned = { lists: { a: { id: 'other' } } };
  const left = { kind: 'style-list', address: 'style_rules.a', id: 'id-a' } as const;
  expect(foreign({ ...left, leftOf: 'style_rules.b' }, { owned, files: owned })).toEqual([]);
  expect(foreign(left, { owned, files: owned })).toHaveLength(1);
});

test('a ledger and files without anything of a kind are looked at as if they were empty', () => {
  const change = { kind: 'glossary', address: 'glossary.a', id: 'id-a', adopted: false } as unknown as Change;
  const { ledger } = driftInput({ base: { glossaries: { a: { id: 'other' } } }, ours: {}, theirs: {} });
  expect(foreignIds({ ...EMPTY, changes: [change] }, ledger, {})).toStrictEqual([
    { address: 'glossary.a', id: 'id-a' },
  ]);
});
