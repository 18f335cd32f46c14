import { describe, expect, test } from 'vitest';
import type { DesiredState } from '../../src/kinds/states.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { changedConfig, configOf, withProvenance } from '../../src/plan/provenance.ts';
import { desiredDeveloperKey, desiredGlossary, desiredStyleList, planInput } from '../support/build.ts';

const DICTIONARIES = { 'en->de': { a: '1' }, 'en->fr': { a: '1' } };
const ALL: DesiredState = {
  glossaries: [desiredGlossary('z', DICTIONARIES), desiredGlossary('a', {})],
  styleLists: [desiredStyleList('l')],
  developerKeys: [desiredDeveloperKey('k')],
};
const addressesOf = (only: readonly string[]) => configOf(ALL, only).map(({ address }) => address);

test.each([
  [[], ['developer_key.k', 'glossary.a', 'glossary.z', 'style_rules.l']],
  [['glossary.*'], ['glossary.a', 'glossary.z']],
  [['glossary.z'], ['glossary.z']],
  // One dictionary is enough.
  [['*/en->fr'], ['glossary.z']],
  [['glossary.a/en->fr'], []],
  [['style_rules.l'], ['style_rules.l']],
  [['developer_key.k'], ['developer_key.k']],
])('the digests of a plan with --only %j are those of %j', (only, addresses) => {
  expect(addressesOf(only)).toEqual(addresses);
});

test('a kind that is not managed has no digests', () => {
  expect(configOf({}, [])).toEqual([]);
});

describe('the digest of a resource', () => {
  const digest = (state: DesiredState) => configOf(state, [])[0]?.digest;
  const glossary = (
    more: Parameters<typeof desiredGlossary>[2] = {},
    entries: Parameters<typeof desiredGlossary>[1] = DICTIONARIES,
  ) => digest({ glossaries: [desiredGlossary('g', entries, more)] });
  const list = (
    more: Parameters<typeof desiredStyleList>[2] = {},
    content: Parameters<typeof desiredStyleList>[1] = {},
  ) => digest({ styleLists: [desiredStyleList('l', content, more)] });
  const key = (more: Parameters<typeof desiredDeveloperKey>[1] = {}) =>
    digest({ developerKeys: [desiredDeveloperKey('k', more)] });

  test.each([
    [
      'a glossary',
      glossary,
      [
        { name: 'x' },
        { mode: 'additive' as const },
        { protect: true },
        { pinnedId: 'x' as never },
        { pinnedId: 'y' as never },
      ],
    ],
    ['a style list', list, [{ protect: true }, { pinnedId: 'x' as never }, { pinnedId: 'y' as never }]],
    [
      'a developer key',
      key,
      [
        { label: 'x' },
        { limits: { characters: 1 } },
        { deactivated: true },
        { protect: true },
        { pinnedId: 'x' as never },
        { pinnedId: 'y' as never },
      ],
    ],
  ])('%s: is another one for each part that is', (_, of: (more?: object) => string | undefined, parts) => {
    const digests = [of(), ...parts.map((part) => of(part))];
    expect(digests).not.toContain(undefined);
    expect(new Set(digests).size).toBe(digests.length);
    expect(of({})).toBe(of());
    // Where it stands means nothing.
    expect(of({ origin: { file: 'elsewhere', line: 9, column: 9 } })).toBe(of());
  });

  test('is another one for each content', () => {
    expect(glossary({}, { 'en->de': { a: '2' } })).not.toBe(glossary());
    expect(list({}, { rules: { x: { a: '1' } } })).not.toBe(list());
  });
});

test('a plan says what it was made from, in the order of its type', () => {
  const { plan } = makePlan(planInput({}, {}, { only: ['glossary.*'] }));
  const from = { kind: 'plan', created: '2026-01-02T03:04:05Z', tool: '1.2.3', config: configOf(ALL, []) } as const;
  const { formatVersion, target, only, ...rest } = plan;
  const stamped = withProvenance(plan, { ...from, ledger: 'entry' });
  expect(stamped).toStrictEqual({ formatVersion, ...from, target, only, ledger: 'entry', ...rest });
  expect(Object.keys(stamped).slice(0, 8)).toEqual([
    'formatVersion',
    'kind',
    'created',
    'tool',
    'target',
    'only',
    'config',
    'ledger',
  ]);
  expect(withProvenance(plan, { ...from, ledger: null })).toStrictEqual({ ...plan, ...from, ledger: null });
  const { config: _, ...ofLedger } = { ...from, kind: 'rollback', ledger: false } as const;
  expect(withProvenance(plan, ofLedger)).toStrictEqual({ ...plan, ...ofLedger });
});

describe('what the files ask for since a plan was made', () => {
  const { plan } = makePlan(planInput({}, {}));
  const saved = withProvenance(plan, { kind: 'plan', created: '', tool: '', config: configOf(ALL, []), ledger: null });
  const now: DesiredState = {
    glossaries: [desiredGlossary('z', DICTIONARIES), desiredGlossary('new', {})],
    styleLists: [desiredStyleList('l', { language: 'fr' })],
    developerKeys: [desiredDeveloperKey('k')],
  };

  test('is nothing when it is the same', () => {
    expect(changedConfig(saved, ALL)).toEqual([]);
  });

  test('is told by address', () => {
    expect(changedConfig(saved, now)).toEqual([
      { kind: 'removed', address: 'glossary.a' },
      { kind: 'added', address: 'glossary.new' },
      { kind: 'changed', address: 'style_rules.l' },
    ]);
  });

  test('is narrowed as the plan is', () => {
    const only = ['style_rules.*'];
    const narrow = { ...saved, only, config: configOf(ALL, only) };
    expect(changedConfig(narrow, now)).toEqual([{ kind: 'changed', address: 'style_rules.l' }]);
  });

  test('is not known for a plan that does not say what it was made from', () => {
    expect(changedConfig(plan, now)).toEqual([]);
  });
});
