import { describe, expect, test } from 'vitest';
import { areValuesSound } from '../../src/kinds/check-values.ts';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import { developerKeyOperations } from '../../src/kinds/developer-key/developer-key-change.ts';
import { isDictionarySound } from '../../src/kinds/glossary/glossary-kind.ts';
import { kindNamed } from '../../src/kinds/registry.ts';
import { isStyleListSound, styleListOperationsOf } from '../../src/kinds/style-list/style-list-kind.ts';
import { type Change, type ChildChange, type Plan, valueChange } from '../../src/model/plan/plan.ts';
import type { Value, ValueChange } from '../../src/model/resources/resource.ts';
import { planContradictions } from '../../src/plan/check-plan.ts';
import { allows } from '../../src/plan/guard/allowance.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
  type StyleListLike,
} from '../support/build.ts';
import {
  at,
  dictionaryChange,
  glossaryChange,
  keyChange,
  type Line,
  lineValue,
  styleListChange,
} from '../support/changes.ts';

describe('the numbers and entries of a dictionary', () => {
  const entry = (line: Line<Value>): ValueChange => lineValue(['entry', 'en->de'], line);
  const added = (source: string): ValueChange => entry(['+', source, '1']);
  const changed = (source: string): ValueChange => entry(['~', source, '1', '2']);
  const removed = (source: string): ValueChange => entry(['-', source, '1']);
  type Like = Partial<Omit<ChildChange, 'values'>> & { readonly of?: Change['action'] };
  const isSound = ({ of = 'update', ...like }: Like, ...values: readonly ValueChange[]): boolean =>
    isDictionarySound(
      dictionaryChange('en->de', [], { address: 'glossary.g/en->de', before: 5, after: 5, ...like, values }),
      glossaryChange({ address: 'glossary.g', action: of }),
    );
  const [create, update, remove] = [{ action: 'create' }, { action: 'update' }, { action: 'delete' }] as const;

  type DictionaryRow = readonly [string, boolean, Like, ...ValueChange[]];
  test.each<DictionaryRow>([
    ['a new one', true, { ...create, before: 0, after: 1 }, added('a')],
    ['a new one of a new glossary', true, { ...create, of: 'create', before: 0, after: 1 }, added('a')],
    ['a new one that had entries', false, { ...create, before: 1, after: 2 }, added('a')],
    ['a new one with a changed entry', false, { ...create, before: 0, after: 1 }, added('a'), changed('b')],
    ['a new one of a glossary that goes', false, { ...create, of: 'delete', before: 0, after: 1 }, added('a')],
    ['one that goes', true, { ...remove, before: 2, after: 0 }, removed('a'), removed('b')],
    ['one that goes with its glossary', true, { ...remove, of: 'delete', before: 1, after: 0 }, removed('a')],
    ['one that goes with entries left', false, { ...remove, before: 2, after: 1 }, removed('a')],
    ['one that goes with more than is shown', false, { ...remove, before: 2, after: 0 }, removed('a')],
    ['one that goes with an added entry', false, { ...remove, before: 1, after: 1 }, removed('a'), added('b')],
    ['one that goes with a changed entry', false, { ...remove, before: 1, after: 0 }, removed('a'), changed('b')],
    ['one that changes', true, { ...update, after: 6 }, added('a'), added('b'), changed('c'), removed('d')],
    ['one of which all changes', true, { ...update, before: 2, after: 1 }, changed('a'), removed('b')],
    ['one of which more changes than it has', false, { ...update, before: 1, after: 0 }, changed('a'), removed('b')],
    [
      'one of which more changes than it has, with a new entry',
      false,
      { before: 1, after: 1 },
      changed('a'),
      removed('b'),
      added('c'),
    ],
    ['one that is empty afterwards', false, { ...update, before: 1, after: 0 }, removed('a')],
    ['one that changes in a new glossary', false, { ...update, of: 'create' }, changed('a')],
    ['one without a change', false, update],
    ['one with an entry twice', false, { ...update, after: 7 }, added('a'), added('a')],
    ['one with a wrong number before', false, { ...update, before: 6 }, changed('a')],
    ['one with a wrong number after', false, { ...update, after: 6 }, removed('a')],
    ['one with the address of another pair', false, { address: 'glossary.g/en->fr' }, changed('a')],
    ['one with a place of an entry', true, update, entry(['~', 'a', '1', '2', at('a.csv', 1)])],
    ['one with a place of an emptied cell', true, { after: 4 }, { ...removed('a'), at: at('a.csv', 1) }],
    ['one with an entry that stays', false, update, entry(['~', 'a', '1', '1'])],
    ['one with an entry without a side', false, update, { key: ['entry', 'en->de', 'a'] }],
    ['one with a number', false, update, entry(['~', 'a', 1, '2'])],
    ['one with an instruction', false, update, entry(['~', 'a', '1', { label: 'A', prompt: 'a' }])],
    ['one with an entry of another pair', false, update, lineValue(['entry', 'en->fr'], ['~', 'a', '1', '2'])],
    ['one with a value of another part', false, update, lineValue(['rule', 'en->de'], ['~', 'a', '1', '2'])],
    ['one with an entry without a name', false, update, { key: ['entry', 'en->de'], from: '1', to: '2' }],
    ['one with an entry of too many names', false, update, entry(['~', ['a', 'b'], '1', '2'])],
    ['one with the address of another glossary', false, { address: 'glossary.h/en->de' }, changed('a')],
  ])('%s: %s', (...row) => {
    const [, expected, like, ...entries] = row as unknown as DictionaryRow;
    expect(isSound(like, ...entries)).toBe(expected);
  });
});

describe('the numbers, rules and instructions of a style list', () => {
  const A = { label: 'A', prompt: 'a' };
  const B = { label: 'A', prompt: 'b' };
  type Kind = 'added' | 'changed' | 'removed';
  const line = <Of extends Value>(kind: Kind, name: string | readonly string[], from: Of, to: Of): Line<Of> =>
    kind === 'changed' ? ['~', name, from, to] : kind === 'added' ? ['+', name, to] : ['-', name, from];
  const rule = (kind: Kind, name = 'r', category = 'x'): Line => line(kind, [category, name], '1', '2');
  const instruction = (kind: Kind, id = 'i'): Line<Value> => line<Value>(kind, id, A, B);
  const sizes = (ruleCount: number, instructionCount = 0): Change['before'] => ({
    rule: ruleCount,
    instruction: instructionCount,
  });

  test.each<readonly [string, boolean, Parameters<typeof styleListChange>[0]]>([
    ['a new one', true, { action: 'create', rules: [rule('added')], instructions: [instruction('added')] }],
    ['a new one with a changed rule', false, { action: 'create', rules: [rule('added'), rule('changed', 's')] }],
    ['a new one with a removed instruction', false, { action: 'create', instructions: [instruction('removed')] }],
    ['a new one that had rules', false, { action: 'create', before: sizes(1) }],
    ['a new one that had instructions', false, { action: 'create', before: sizes(0, 1) }],
    [
      'one that goes',
      true,
      {
        action: 'delete',
        rules: [rule('removed')],
        before: sizes(1, 1),
        instructions: [instruction('removed')],
      },
    ],
    ['one that goes with an added rule', false, { action: 'delete', rules: [rule('added')], before: sizes(1) }],
    ['one that goes with more rules', false, { action: 'delete', rules: [rule('removed')], before: sizes(2) }],
    ['one that goes with more instructions', false, { action: 'delete', before: sizes(0, 1) }],
    ['one that keeps its language and everything else', true, {}],
    ['one that changes its language', false, { language: ['de', 'fr'] }],
    ['one with a new rule', true, { rules: [rule('added')] }],
    ['one of which all rules change', true, { rules: [rule('changed'), rule('removed', 's')], before: sizes(2) }],
    [
      'one of which more rules change than it has',
      false,
      { rules: [rule('changed'), rule('removed', 's')], before: sizes(1) },
    ],
    ['one with a rule twice', false, { rules: [rule('added'), rule('added')] }],
    ['one with rules of one name in two categories', true, { rules: [rule('added'), rule('added', 'r', 'y')] }],
    ['one with a new instruction', true, { instructions: [instruction('added'), instruction('added', 'j')] }],
    [
      'one of which all instructions change',
      true,
      { instructions: [instruction('changed'), instruction('removed', 'j')], before: sizes(0, 2) },
    ],
    [
      'one of which more instructions change than it has',
      false,
      { instructions: [instruction('changed'), instruction('removed', 'j')], before: sizes(0, 1) },
    ],
    [
      'one with an instruction twice',
      false,
      { instructions: [instruction('changed'), instruction('removed')], before: sizes(0, 2) },
    ],
    ['a replacement', true, { action: 'replace', language: ['de', 'fr'] }],
    ['a replacement of one in the same language', false, { action: 'replace' }],
  ])('%s: %s', (_, expected, like) => {
    const change = styleListChange(like);
    expect(areValuesSound(change, kindNamed(change.kind).parts) && isStyleListSound(change)).toBe(expected);
  });
});

/** What of a plan with these changes contradicts the rest, as `kind address`. */
const contradictions = (changes: readonly Change[], adopts: Plan['adopts'] = []): readonly string[] =>
  planContradictions({ ...makePlan(planInput({}, {})).plan, changes, adopts }).map(
    ({ kind, address }) => `${kind} ${address}`,
  );

describe('a key that changes', () => {
  type Like = Parameters<typeof keyChange>[0];
  const NEW: Like = { action: 'create', id: undefined as never, label: 'l' };
  function key(like: Like, notIds: readonly string[] = []): Change {
    const change = keyChange({ address: 'developer_key.k', id: 'k1', label: ['k', 'l'], ...like });
    const { id, ...unnamed } = change;
    const named = id === undefined ? unnamed : change;
    return { ...named, operations: developerKeyOperations(named, notIds) };
  }
  const SPEECH = 'speechToTextMilliseconds';

  test.each<readonly [string, readonly string[], Change]>([
    ['another label', [], key({})],
    [
      'other limits',
      [],
      key({
        limits: [
          ['~', 'characters', 1, 2],
          ['~', SPEECH, null, 0],
        ],
      }),
    ],
    [
      'a limit twice',
      ['values'],
      key({
        limits: [
          ['~', 'characters', 1, 2],
          ['~', 'characters', 1, 3],
        ],
      }),
    ],
    [
      'a limit that stays',
      ['values'],
      key({
        limits: [
          ['~', 'characters', 1, 2],
          ['~', SPEECH, 3, 3],
        ],
      }),
    ],
    ['no label', ['values'], key({ label: ['k', undefined], limits: [['~', 'characters', 1, 2]] })],
    ['a deactivation without a label', [], key({ action: 'deactivate', label: ['k', undefined] })],
    ['a deactivation with another label', [], key({ action: 'deactivate' })],
    ['a new key beside others of its label', [], key(NEW, ['k2', 'k3'])],
    ['a new key that was adopted', ['identity'], key({ ...NEW, adopted: true })],
    ['a key without a call', ['operations'], key({ label: 'k' })],
    ['a key with the address of another kind', ['identity'], { ...key({}), address: 'glossary.k' }],
    ['a key without an id', ['identity'], key({ id: undefined as never })],
    ['a key that takes the place of another one', ['identity'], key({ leftOf: 'style_rules.l' })],
    ['a key that is deleted', ['values'], key({ action: 'delete', label: ['k', undefined] })],
    ['a key that is replaced', ['values'], key({ action: 'replace' })],
  ])('%s: %j', (_, expected, change) => {
    expect(contradictions([change])).toEqual(expected.map((each) => `${each} ${change.address}`));
  });

  test('speaks of nothing that another change speaks of', () => {
    const [one, other] = [key({}), key({ address: 'developer_key.j', id: 'k2' })];
    expect(contradictions([one, other])).toEqual([]);
    expect(contradictions([one, key({ address: 'developer_key.j' })])).toEqual(['id-twice developer_key.j']);
    expect(contradictions([one, key({ id: 'k2' })])).toEqual(['address-twice developer_key.k']);
    // Two new ones have no id yet.
    const [first, second] = (['a', 'b'] as const).map((name) => key({ ...NEW, address: `developer_key.${name}` }));
    expect(contradictions([first, second].filter((each) => each !== undefined))).toEqual([]);
    const adopted = { address: one.address, id: 'k1', name: 'k' };
    const another = { address: 'developer_key.x', id: 'x', name: 'x' } as const;
    expect(contradictions([one], [another])).toEqual([]);
    expect(contradictions([one], [another, adopted])).toEqual(['address-twice developer_key.k']);
    expect(contradictions([one], [another, another])).toEqual(['address-twice developer_key.x']);
  });
});

describe('the values of a change', () => {
  const A = { label: 'A', prompt: 'a' };
  const [glossary, list, key] = [
    glossaryChange({ id: 'g1' }),
    styleListChange({ id: 'l1', before: { rule: 5, instruction: 5 } }),
    keyChange({ id: 'k1' }),
  ];
  const [name, language, label] = [glossary.values[0], list.values[1], key.values[0]] as readonly ValueChange[];
  const off: ValueChange = { key: ['deactivated'], from: false, to: true };
  const limit = (from?: Value, to?: Value): ValueChange => valueChange(['limit', 'characters'], from, to);
  const rule = (...names: readonly string[]): ValueChange => ({ key: ['rule', ...names], from: 'x', to: 'y' });
  const instruction = (from?: Value, to?: Value): ValueChange => valueChange(['instruction', 'i1'], from, to);
  const place = at('a.yaml', 1);

  type ValuesRow = readonly [string, boolean, Change, ...unknown[]];
  test.each<ValuesRow>([
    ['a name that stays', true, glossary],
    ['a new name', true, glossary, { ...name, to: 'New' }],
    ['no name', false, glossary, undefined],
    ['a name twice', false, glossary, name, name],
    ['a name of more members', false, glossary, { ...name, key: ['name', 'x'] }],
    ['a name that is a number', false, glossary, { ...name, to: 1 }],
    ['a name that is null', false, glossary, { ...name, to: null }],
    ['a name that is an instruction', false, glossary, { ...name, to: A }],
    ['a name with a place in a file', false, glossary, { ...name, to: 'New', at: place }],
    ['a name without a side', false, glossary, { key: ['name'] }],
    ['a name that comes, of what stays', false, glossary, { key: ['name'], to: 'New' }],
    ['a name that goes, of what stays', false, glossary, { key: ['name'], from: 'Old' }],
    ['a label', false, glossary, label],
    ['a name and a language', false, glossary, name, language],
    ['a name and a rule', false, glossary, name, rule('a', 'b')],
    ['an entry beside its dictionary', false, glossary, name, { key: ['entry', 'en->de', 'a'], from: '1', to: '2' }],
    ['a part with the name of a method', false, glossary, name, { key: ['toString'], from: '1', to: '2' }],
    ['a glossary that says how many rules there were', false, { ...glossary, before: { rule: 1 } }],
    ['a new glossary', true, { ...glossary, action: 'create' }, { key: ['name'], to: 'g' }],
    ['a new glossary that had a name', false, { ...glossary, action: 'create' }],
    ['a glossary that goes', true, { ...glossary, action: 'delete' }, { key: ['name'], from: 'g' }],
    ['a glossary that goes and keeps its name', false, { ...glossary, action: 'delete' }],

    ['a list of a name and a language', true, list],
    ['a list without a language', false, list, name],
    ['a list with its language first', false, list, language, name],
    ['a list with a language that goes', false, list, name, { key: ['language'], from: 'de' }],
    ['a list with a language of two members', false, list, name, { ...language, key: ['language', 'x'] }],
    ['a rule', true, list, name, language, rule('a', 'b')],
    ['a rule with a place', true, list, name, language, { ...rule('a', 'b'), at: place }],
    ['a rule that goes, with a place', false, list, name, language, { key: ['rule', 'a', 'b'], from: 'x', at: place }],
    ['a rule before the name', false, list, rule('a', 'b'), name, language],
    ['a rule without a category', false, list, name, language, rule('b')],
    ['a rule of too many members', false, list, name, language, rule('a', 'b', 'c')],
    ['a rule twice', false, list, name, language, rule('a', 'b'), rule('a', 'b')],
    ['rules whose members are one text', true, list, name, language, rule('a b', 'c'), rule('a', 'b c')],
    ['a rule that stays', false, list, name, language, { ...rule('a', 'b'), to: 'x' }],
    ['a rule that is null', false, list, name, language, { ...rule('a', 'b'), to: null }],
    ['a rule that is a boolean', false, list, name, language, { ...rule('a', 'b'), to: true }],
    ['a rule without a side', false, list, name, language, { key: ['rule', 'a', 'b'] }],
    ['an instruction', true, list, name, language, instruction(A, { ...A, prompt: 'b' })],
    ['an instruction that is text', false, list, name, language, instruction(A, 'b')],
    ['an instruction that is null', false, list, name, language, instruction(A, null)],
    ['an instruction without an id', false, list, name, language, { key: ['instruction'], from: A }],
    ['an instruction without a side', false, list, name, language, instruction()],
    ['an instruction twice', false, list, name, language, instruction(A), instruction(undefined, A)],
    ['a limit of a list', false, list, name, language, limit(1, 2)],
    ['a list without the number of its rules', false, { ...list, before: { instruction: 5 } }],
    ['a list without the number of its instructions', false, { ...list, before: { rule: 5 } }],
    ['a list with the number of something else', false, { ...list, before: { ...list.before, entry: 5 } }],
    ['a list with the number of something else instead', false, { ...list, before: { rule: 5, entry: 5 } }],

    ['a key with a label', true, key],
    ['a key with a name', false, key, name],
    ['a limit', true, key, label, limit(1, 2)],
    ['a limit that is taken away', true, key, label, limit(1, null)],
    ['a limit that is set', true, key, label, { ...limit(null, 0), at: place }],
    ['a limit that was not there', false, key, label, limit(undefined, 2)],
    ['a limit that is not there any more', false, key, label, limit(1)],
    ['a limit below 0', false, key, label, limit(1, -1)],
    ['a limit that is text', false, key, label, limit(1, '2')],
    ['a limit that nobody knows', false, key, label, { ...limit(1, 2), key: ['limit', 'requests'] }],
    ['a limit without a name', false, key, label, { ...limit(1, 2), key: ['limit'] }],
    ['a limit of two names', false, key, label, { ...limit(1, 2), key: ['limit', 'characters', 'x'] }],
    ['a limit twice', false, key, label, limit(1, 2), limit(1, 2)],
    ['a key that goes on working', false, key, label, off],
    ['a deactivation', true, { ...key, action: 'deactivate' }, label, off],
    ['a deactivation that is not shown', false, { ...key, action: 'deactivate' }, label],
    ['a deactivation turned round', false, { ...key, action: 'deactivate' }, label, { ...off, from: true, to: false }],
    ['a deactivation of what no side has', false, { ...key, action: 'deactivate' }, label, { ...off, from: 'no' }],
    ['a deactivation from nothing', false, { ...key, action: 'deactivate' }, label, { key: ['deactivated'], to: true }],
    ['a new key', true, { ...key, action: 'create' }, { key: ['label'], to: 'CI' }, limit(null, 5)],
    ['a key that says how many there were', false, { ...key, before: { limit: 1 } }],
  ])('%s: %s', (...row) => {
    const [, expected, change, ...values] = row as unknown as ValuesRow;
    const given = values.length === 0 ? change.values : values.filter((value) => value !== undefined);
    const whole = { ...change, values: given as readonly ValueChange[] };
    const { parts, operationsOf } = kindNamed(change.kind);
    const isSound = (): boolean => change.kind !== 'developer-key' || operationsOf(whole as Change) !== undefined;
    expect(areValuesSound(whole, parts) && isSound()).toBe(expected);
  });

  test('of dictionaries are those of a glossary alone', () => {
    const dictionary = dictionaryChange('en->de', [['~', 'a', '1', '2']], { before: 1, after: 1 });
    const children = [{ ...dictionary, address: 'style_rules.website/en->de' as never }];
    const limited = keyChange({ id: 'k1', limits: [['~', 'characters', 1, 2]] });
    expect(contradictions([{ ...limited, children }])).toEqual(['values developer_key.ci']);
    expect(contradictions([{ ...list, children }])).toEqual(['values style_rules.website']);
  });

  test('and the place of another resource are for a list that goes', () => {
    const leftOf = 'style_rules.other';
    expect(contradictions([{ ...list, leftOf }])).toEqual(['identity style_rules.website']);
    expect(contradictions([{ ...glossary, leftOf }])).toEqual(['identity glossary.product']);
    const gone = styleListChange({ id: 'l1', action: 'delete', leftOf });
    expect(contradictions([{ ...gone, operations: styleListOperationsOf(gone) }])).toEqual([]);
  });

  test.each<Change>([
    { ...glossary, action: 'replace' },
    { ...glossary, action: 'deactivate' },
    { ...list, action: 'deactivate' },
    { ...key, action: 'delete' },
  ])('are of no action that the kind does not have: $kind $action', (change) => {
    expect(contradictions([change])).toEqual([`values ${change.address}`]);
  });
});

describe('the calls of a change, made once more from it', () => {
  const A = { label: 'A', prompt: 'a' };
  const B = { label: 'B', prompt: 'b' };
  const C = { label: 'C', prompt: 'c' };
  const rules = (value: string): StyleListLike['rules'] => ({
    numbers: { one: value, [`only${value}`]: '1' },
    [`all${value}`]: { x: '1' },
  });
  const desired = {
    glossaries: [
      desiredGlossary('new', { 'en->de': { a: '1' }, 'en->fr': { a: '2' } }),
      // The name rides on a PATCH.
      desiredGlossary('renamed', { 'en->de': { a: '1', b: '2' } }, { pinnedId: 'g2' as never }),
      desiredGlossary('changed', { 'en->de': { a: '1' }, 'en->fr': { b: '1' }, 'en->it': { a: '1', b: '2' } }),
    ],
    styleLists: [
      desiredStyleList('new', { rules: rules('1'), instructions: [A, B] }),
      desiredStyleList('replaced', { language: 'fr', rules: rules('1'), instructions: [A] }),
      desiredStyleList(
        'changed',
        { name: 'Renamed', rules: rules('2'), instructions: [A, A, B, C, { ...C, label: 'D' }] },
        { pinnedId: 'l2' as never },
      ),
    ],
    developerKeys: [
      desiredDeveloperKey('new', { limits: { characters: 1 } }),
      desiredDeveloperKey('off', { deactivated: true }),
      desiredDeveloperKey('k', { label: 'renamed', limits: { characters: 5 }, pinnedId: keyId('k2') }),
    ],
  };
  const live = {
    glossaries: [
      liveGlossary('g1', 'gone', { 'en->de': { a: '1' }, 'en->fr': { a: '2' } }),
      liveGlossary('g2', 'before', { 'en->de': { a: '1' } }),
      liveGlossary('g3', 'changed', { 'en->de': { a: '1', gone: '1' }, 'de->en': { a: '1' }, 'en->it': { a: '2' } }),
      liveGlossary('g4', 'new ', {}),
    ],
    styleLists: [
      liveStyleList('l1', 'gone', { rules: rules('1'), instructions: [A, B] }),
      liveStyleList('l2', 'changed', { rules: rules('1'), instructions: [A, { ...B, prompt: 'old' }, C] }),
      liveStyleList('l3', 'replaced', { rules: rules('1'), instructions: [A] }),
    ],
    developerKeys: [
      liveDeveloperKey('k1', 'off'),
      liveDeveloperKey('k2', 'k', { limits: { characters: 1 } }),
      liveDeveloperKey('k3', 'other'),
    ],
  };
  const { plan, findings } = makePlan(
    planInput(desired, live, {
      deletable: ['glossary.gone', 'style_rules.gone', 'glossary.changed/de->en', 'developer_key.other'],
    }),
  );

  test('are those that it has', () => {
    expect(findings).toEqual([]);
    expect(plan.changes.flatMap(({ operations }) => operations.map(({ kind }) => kind))).toContain('add-instruction');
    expect(plan.changes.map(({ kind, action }) => `${kind} ${action}`)).toEqual(
      expect.arrayContaining([
        'glossary create',
        'glossary update',
        'glossary delete',
        'style-list create',
        'style-list replace',
        'style-list update',
        'style-list delete',
        'developer-key create',
        'developer-key update',
        'developer-key deactivate',
      ]),
    );
    expect(planContradictions(plan)).toEqual([]);
  });

  test('with any other digest contradict the change, but for what it does not say itself', () => {
    const unheld = plan.changes.flatMap((change) =>
      change.operations.flatMap(({ kind }, index) =>
        (['pre', 'post'] as const)
          .filter((side) => {
            const edited = JSON.parse(JSON.stringify(change));
            edited.operations[index][side] = 'sha256:other';
            return contradictions([edited]).length === 0;
          })
          .map((side) => `${change.address} ${kind} ${side}`),
      ),
    );
    expect(unheld).toEqual([
      // The entries that stay, with the name.
      'glossary.renamed merge-entries pre',
      'glossary.renamed merge-entries post',
      // Rules that stay.
      'style_rules.changed replace-rules pre',
      'style_rules.changed replace-rules post',
      // What stays of a list that is made anew.
      'style_rules.replaced create-style-list post',
      'style_rules.replaced delete-style-list pre',
    ]);
  });
});

test('only a verdict that was given for a plan allows it', () => {
  const { plan } = makePlan(planInput({}, {}));
  for (const verdict of [undefined, null, 'allowed', 1, {}, { kind: 'allowed' }])
    expect(allows(verdict, plan)).toBe(false);
});
