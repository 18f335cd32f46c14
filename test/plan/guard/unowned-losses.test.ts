import { describe, expect, test } from 'vitest';
import { styleId } from '../../../src/model/ids.ts';
import type { Change } from '../../../src/model/plan/plan.ts';
import { type Ownership, partLosses, unownedLosses } from '../../../src/plan/guard/losses.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { desiredGlossary, desiredStyleList, planInput } from '../../support/build.ts';
import { desiredSide, driftInput, liveSide, type SideLike } from '../drift-input.ts';

const A = { label: 'A', prompt: 'a' };
const B = { label: 'B', prompt: 'b' };
const FILES: SideLike = {
  glossaries: { g: { dictionaries: { 'en->de': { a: '1', c: '2' }, 'en->fr': { a: '1' } } } },
  lists: { l: { rules: { x: { new: '1', kept: '1' } }, instructions: [B] } },
  keys: { k: { limits: { characters: 1 } } },
};
const LIVE: SideLike = {
  glossaries: { g: { dictionaries: { 'en->de': { a: '1', b: '1', d: '1' }, 'en->fr': { b: '1' } } } },
  lists: {
    l: {
      rules: { x: { gone: '1', kept: '1' } },
      instructions: [A, { ...A, label: 'C' }, { ...A, label: 'D', prompt: 'd' }],
    },
  },
  keys: { k: { limits: { characters: 2 } } },
};
const desired = desiredSide(FILES);
const { changes } = makePlan(planInput(desired, liveSide(LIVE))).plan;

const loss = (address: string, part: string, removed: number, before: number, after: number) => ({
  address,
  owner: address.replace(/\/.*/, ''),
  part,
  removed,
  before,
  after,
});
const GERMAN = loss('glossary.g/en->de', 'entries', 2, 3, 2);
const FRENCH = loss('glossary.g/en->fr', 'entries', 1, 1, 1);
const RULES = loss('style_rules.l', 'rules', 1, 2, 2);
const INSTRUCTIONS = loss('style_rules.l', 'instructions', 2, 3, 1);

describe('what the parts of a change lose', () => {
  test('is counted for parts that stay', () => {
    expect(changes.map(({ address }) => address)).toEqual(['developer_key.k', 'glossary.g', 'style_rules.l']);
    expect(changes.flatMap(partLosses)).toEqual([GERMAN, FRENCH, RULES, INSTRUCTIONS]);
  });

  test('is nothing for what comes or goes as a whole', () => {
    const of = (action: string) => changes.map((change) => ({ ...change, action }) as Change).flatMap(partLosses);
    for (const action of ['create', 'delete', 'replace', 'deactivate']) expect(of(action)).toEqual([]);
    const parts = (action: 'create' | 'delete') =>
      changes
        .map((change) => ({ ...change, children: change.children.map((each) => ({ ...each, action })) }))
        .flatMap(partLosses);
    expect(parts('create')).toEqual([RULES, INSTRUCTIONS]);
    expect(parts('delete')).toEqual([RULES, INSTRUCTIONS]);
  });
});

describe('what goes and nothing owns', () => {
  const unowned = (ownership: Partial<Ownership>, of: readonly Change[] = changes) =>
    unownedLosses(of, { desired, ...ownership });
  const ledger = (base: SideLike) => driftInput({ base, ours: {}, theirs: {} }).ledger;
  const all = [GERMAN, FRENCH, RULES, INSTRUCTIONS];

  test('is all of a resource that the ledger does not know by its id', () => {
    expect(unowned({ ledger: ledger({}) })).toEqual(all);
    const others = {
      glossaries: { g: { id: 'other', dictionaries: { 'en->de': { x: '1' } } } },
      lists: { l: { id: 'other' } },
    };
    expect(unowned({ ledger: ledger(others) })).toEqual(all);
  });

  test('is a dictionary that the ledger does not know of a glossary that it does', () => {
    expect(
      unowned({
        ledger: ledger({ glossaries: { x: { id: 'other' }, g: { dictionaries: { 'en->de': { a: '1' } } } } }),
      }),
    ).toEqual([FRENCH, RULES, INSTRUCTIONS]);
    expect(unowned({ ledger: ledger(LIVE) })).toEqual([]);
  });

  test('is no list that a run made which died while it replaced it', () => {
    const unfinished = (...names: readonly string[]) => ({
      ...ledger(FILES),
      styleLists: new Map(),
      unfinished: names.map((name) => ({ kind: 'left', address: `style_rules.${name}`, old: styleId('x') }) as const),
    });
    expect(unowned({ ledger: unfinished('l') })).toEqual([]);
    expect(unowned({ ledger: unfinished('other', 'l') })).toEqual([]);
    expect(unowned({ ledger: unfinished('other') })).toEqual([RULES, INSTRUCTIONS]);
  });

  test('is what no `id:` in the files names, where no ledger is kept', () => {
    expect(unowned({})).toEqual(all);
    const [glossary, list] = [
      desiredGlossary('g', {}, { pinnedId: 'id-g' as never }),
      desiredStyleList('l', {}, { pinnedId: styleId('id-l') }),
    ];
    const others = { glossaries: [desiredGlossary('h', {}, { pinnedId: 'x' as never })], styleLists: [] };
    expect(unowned({ desired: {} })).toEqual(all);
    expect(unowned({ desired: others })).toEqual(all);
    expect(unowned({ desired: { glossaries: [glossary] } })).toEqual([RULES, INSTRUCTIONS]);
    expect(unowned({ desired: { styleLists: [list] } })).toEqual([GERMAN, FRENCH]);
  });

  test('is nothing of what is still to be made, and nothing where nothing goes', () => {
    const unmade = changes.map(({ id: _, ...change }) => change as Change);
    expect(unowned({}, unmade)).toEqual([]);
    const { plan } = makePlan(
      planInput(desiredSide({ lists: { l: { rules: { x: { a: '1' } } } } }), liveSide({ lists: { l: {} } })),
    );
    expect(plan.changes).toHaveLength(1);
    expect(unowned({}, plan.changes)).toEqual([]);
  });

  test('stands in a plan', () => {
    const of = (...more: Parameters<typeof planInput>[2][]) =>
      makePlan(planInput(desired, liveSide(LIVE), ...more)).plan.removesUnowned;
    const shown = all.map(({ address, part, removed }) => ({ address, part, removed }));
    expect(of()).toStrictEqual(shown);
    expect(of({ mayAdopt: true })).toStrictEqual(shown);
    expect(of({ mayAdopt: true, ledger: ledger(LIVE) })).toBeUndefined();
    expect(of({ ledger: ledger(LIVE) })).toStrictEqual(shown);
  });
});
