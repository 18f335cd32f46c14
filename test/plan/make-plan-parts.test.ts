import { describe, expect, test } from 'vitest';
import { glossaryDigest } from '../../src/kinds/glossary/glossary.ts';
import { styleListDigest } from '../../src/kinds/style-list/style-list.ts';
import { digestOf } from '../../src/model/resources/digest.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { desiredDeveloperKey, desiredGlossary, desiredStyleList, planInput } from '../support/build.ts';
import { driftInput, liveSide, type SideLike } from './drift-input.ts';

const ONE = { 'en->de': { a: '1' } };
const SAME: SideLike = { glossaries: { g: { dictionaries: ONE } }, lists: { l: {} }, keys: { k: {} } };

describe('what is the same already', () => {
  const all = [
    { address: 'developer_key.k', id: 'id-k', name: 'k' },
    { address: 'glossary.g', id: 'id-g', name: 'g' },
    { address: 'style_rules.l', id: 'id-l', name: 'l' },
  ];
  const adopts = (base: SideLike, more: object = { mayAdopt: true }, theirs = SAME) =>
    makePlan(driftInput({ base, ours: SAME, theirs }, more)).plan.adopts;

  test('is adopted when a ledger is kept that does not own it', () => {
    expect(adopts({})).toStrictEqual(all);
    expect(adopts({}, {})).toBeUndefined();
    expect(adopts({}, { mayAdopt: false })).toBeUndefined();
    expect(adopts(SAME)).toBeUndefined();
    expect(adopts({ lists: { l: {} } })).toStrictEqual(all.slice(0, 2));
  });

  test('is adopted in the scope of the plan alone', () => {
    expect(adopts({}, { mayAdopt: true, only: ['style_rules.*'] })).toStrictEqual(all.slice(2));
    expect(adopts({}, { mayAdopt: true, only: ['glossary.g/en->de'] })).toBeUndefined();
  });

  test('is not adopted twice: what changes says so itself, and what is not there is made', () => {
    const changed: SideLike = { ...SAME, lists: { l: { rules: { x: { a: '1' } } } } };
    expect(adopts({}, { mayAdopt: true }, changed)).toStrictEqual(all.slice(0, 2));
    expect(adopts({}, { mayAdopt: true }, { ...SAME, glossaries: {} })).toStrictEqual([all[0], all[2]]);
  });
});

describe('what nothing owns and no file names', () => {
  const theirs: SideLike = {
    glossaries: { x: { dictionaries: ONE }, g: { dictionaries: { ...ONE, 'en->fr': { a: '1' } } } },
    lists: { x: {} },
    keys: { x: {} },
  };
  const unmanaged = (only: readonly string[]) =>
    makePlan(driftInput({ base: {}, ours: SAME, theirs }, { only })).plan.unmanaged;

  test('is listed by address, in the scope of the plan', () => {
    expect(unmanaged([])).toStrictEqual([
      { address: 'developer_key.x', id: 'id-x', name: 'x' },
      { address: 'glossary.g/en->fr', id: 'id-g', name: 'g' },
      { address: 'glossary.x', id: 'id-x', name: 'x' },
      { address: 'style_rules.x', id: 'id-x', name: 'x' },
    ]);
    expect(unmanaged(['style_rules.*']).map(({ address }) => address)).toEqual(['style_rules.x']);
    expect(unmanaged(['glossary.*']).map(({ address }) => address)).toEqual(['glossary.g/en->fr', 'glossary.x']);
    expect(unmanaged(['glossary.g/*']).map(({ address }) => address)).toEqual(['glossary.g/en->fr']);
  });

  test('goes where a pattern gives it away, in the scope of the plan', () => {
    const changes = (...only: readonly string[]) =>
      makePlan(
        driftInput({ base: {}, ours: {}, theirs }, { deletable: ['*', 'developer_key.*'], only }),
      ).plan.changes.map(({ action, address }) => `${action} ${address}`);
    expect(changes()).toEqual([
      'deactivate developer_key.x',
      'delete glossary.g',
      'delete glossary.x',
      'delete style_rules.x',
    ]);
    expect(changes('glossary.x')).toEqual(['delete glossary.x']);
    expect(changes('style_rules.*')).toEqual(['delete style_rules.x']);
  });
});

describe('a pattern of --only that names nothing', () => {
  const desired = {
    glossaries: [desiredGlossary('g', ONE)],
    styleLists: [desiredStyleList('l')],
    developerKeys: [desiredDeveloperKey('k')],
  };
  const live = liveSide({
    glossaries: { x: {}, g: { dictionaries: { 'en->fr': { a: '1' } } } },
    lists: { x: {} },
    keys: { x: {} },
  });
  const findings = (only: readonly string[], state = live) => makePlan(planInput(desired, state, { only })).findings;

  test.each([
    'glossary.g',
    'style_rules.l',
    'developer_key.k',
    'glossary.x',
    'style_rules.x',
    'developer_key.x',
    'glossary.g/en->de',
    'glossary.g/en->fr',
    '*',
    '*/en->fr',
  ])('is not %s', (pattern) => {
    expect(findings([pattern])).toEqual([]);
  });

  test('is an error, with the address that was probably meant', () => {
    const at = { file: 'lexform.yaml', line: 1, column: 1 };
    const finding = (details: object) => ({ code: 'only-matches-nothing', severity: 'error', at, details });
    expect(findings(['g', 'glossary.g', 'y', 'glossary.g/en->it'])).toStrictEqual([
      finding({ pattern: 'g', suggestion: 'glossary.g' }),
      finding({ pattern: 'y' }),
      finding({ pattern: 'glossary.g/en->it' }),
    ]);
    // Of a service that was not asked nobody knows the dictionaries.
    expect(
      makePlan(planInput({ glossaries: desired.glossaries }, {}, { only: ['glossary.g/en->de'] })).findings,
    ).toStrictEqual([finding({ pattern: 'glossary.g/en->de' })]);
    expect(makePlan(planInput({}, {}, { only: ['glossary.g'] })).findings).toStrictEqual([
      finding({ pattern: 'glossary.g' }),
    ]);
  });
});

test('a glossary without entries cannot be made', () => {
  const glossary = desiredGlossary('g', {});
  expect(makePlan(planInput({ glossaries: [glossary] }, { glossaries: [] }))).toMatchObject({
    plan: { changes: [] },
    findings: [
      {
        code: 'glossary-without-entries',
        severity: 'warning',
        at: glossary.origin,
        details: { address: 'glossary.g' },
      },
    ],
  });
});

test('what is made knows the ids of all that bear its name, in their order', () => {
  const theirs = liveSide({
    glossaries: {
      a: { id: '2', name: 'n', dictionaries: ONE },
      b: { id: '1', name: 'n', dictionaries: ONE },
      c: { name: 'x' },
    },
    lists: { a: { id: '2', name: 'n' }, b: { id: '1', name: 'n' }, c: { name: 'x' } },
  });
  const { ledger } = driftInput({
    base: {
      glossaries: { a: { id: '2', dictionaries: ONE }, b: { id: '1', dictionaries: ONE } },
      lists: { a: { id: '2' }, b: { id: '1' } },
    },
    ours: {},
    theirs: {},
  });
  const input = planInput(
    {
      glossaries: ['a', 'b', 'n'].map((name) => desiredGlossary(name, ONE, { name: 'n' })),
      styleLists: ['a', 'b', 'n'].map((name) => desiredStyleList(name, { name: 'n' })),
    },
    theirs,
    { ledger },
  );
  const { changes } = makePlan(input).plan;
  expect(changes).toMatchObject([
    { action: 'create', address: 'glossary.n', operations: [{ notIds: ['1', '2'] }] },
    { action: 'create', address: 'style_rules.n', operations: [{ notIds: ['1', '2'] }] },
  ]);
});

test('the fingerprint of a plan covers what it looked at, and nothing else', () => {
  const theirs: SideLike = { ...SAME, glossaries: { g: { dictionaries: ONE }, gone: { dictionaries: ONE }, x: {} } };
  const fingerprint = (more: object = {}, live = theirs) =>
    makePlan(driftInput({ base: { glossaries: { gone: {} } }, ours: SAME, theirs: live }, more)).plan.liveFingerprint;
  const { glossaries, styleLists } = liveSide(theirs);
  const seen = [...glossaries.slice(0, 2)].map(({ id, name, dictionaries }) => [
    id,
    glossaryDigest(
      name,
      new Map(
        [...dictionaries].map(([pair, { entries }]) => [pair, { entries: entries as NonNullable<typeof entries> }]),
      ),
    ),
  ]);
  const [list] = styleLists.map(({ id, content }) => [id, styleListDigest(content)]);
  expect(fingerprint({ only: ['glossary.*'] })).toBe(digestOf(seen as never));
  expect(fingerprint({ only: ['style_rules.*'] })).toBe(digestOf([list] as never));
  expect(fingerprint({ only: ['glossary.x'] })).toBe(digestOf([]));
  expect(fingerprint()).not.toBe(fingerprint({}, { ...theirs, keys: { k: { limits: { characters: 1 } } } }));
});
