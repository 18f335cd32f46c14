import { describe, expect, test } from 'vitest';
import { parsePairKey } from '../../src/model/entries/language-pair.ts';
import { keyId } from '../../src/model/resources/developer-key.ts';
import { planContradictions } from '../../src/plan/check-plan.ts';
import { isDictionarySound } from '../../src/plan/compile/check-glossary-change.ts';
import { isStyleListSound } from '../../src/plan/compile/check-style-list-change.ts';
import { developerKeyOperations } from '../../src/plan/compile/developer-key-operations.ts';
import { allows } from '../../src/plan/guard/allowance.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import type {
  Change,
  DeveloperKeyChange,
  DictionaryChange,
  EntryChange,
  GlossaryChange,
  InstructionChange,
  Plan,
  RuleChange,
  StyleListChange,
} from '../../src/plan/plan.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../support/build.ts';

describe('the numbers and entries of a dictionary', () => {
  const added = (source: string): EntryChange => ({ kind: 'added', source, to: '1' });
  const changed = (source: string): EntryChange => ({ kind: 'changed', source, from: '1', to: '2' });
  const removed = (source: string): EntryChange => ({ kind: 'removed', source, from: '1' });
  type Like = Partial<Omit<DictionaryChange, 'entries'>> & { readonly of?: GlossaryChange['action'] };
  const isSound = ({ of = 'update', ...like }: Like, ...entries: readonly EntryChange[]): boolean =>
    isDictionarySound(
      {
        address: 'glossary.g/en->de',
        pair: parsePairKey('en->de'),
        action: 'update',
        before: 5,
        after: 5,
        ...like,
        entries,
      },
      { address: 'glossary.g', action: of } as unknown as GlossaryChange,
    );
  const [create, update, remove] = [{ action: 'create' }, { action: 'update' }, { action: 'delete' }] as const;

  type DictionaryRow = readonly [string, boolean, Like, ...EntryChange[]];
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
    ['one with the address of another glossary', false, { address: 'glossary.h/en->de' }, changed('a')],
  ])('%s: %s', (...row) => {
    const [, expected, like, ...entries] = row as unknown as DictionaryRow;
    expect(isSound(like, ...entries)).toBe(expected);
  });
});

describe('the numbers, rules and instructions of a style list', () => {
  const A = { label: 'A', prompt: 'a' };
  const rule = (kind: 'added' | 'changed' | 'removed', name = 'r', category = 'x'): RuleChange =>
    ({ kind, category, rule: name, from: '1', to: '2' }) as unknown as RuleChange;
  const instruction = (kind: 'added' | 'changed' | 'removed', id = 'i'): InstructionChange =>
    ({ kind, from: A, to: A, ...(kind !== 'added' && { id }) }) as unknown as InstructionChange;
  const LANGUAGES = { languageBefore: 'de', languageAfter: 'de' };

  test.each<readonly [string, boolean, Partial<StyleListChange>]>([
    ['a new one', true, { action: 'create', rules: [rule('added')], instructions: [instruction('added')] }],
    ['a new one with a changed rule', false, { action: 'create', rules: [rule('added'), rule('changed', 's')] }],
    ['a new one with a removed instruction', false, { action: 'create', instructions: [instruction('removed')] }],
    ['a new one that had rules', false, { action: 'create', rulesBefore: 1 }],
    ['a new one that had instructions', false, { action: 'create', instructionsBefore: 1 }],
    [
      'one that goes',
      true,
      {
        action: 'delete',
        rules: [rule('removed')],
        rulesBefore: 1,
        instructions: [instruction('removed')],
        instructionsBefore: 1,
      },
    ],
    ['one that goes with an added rule', false, { action: 'delete', rules: [rule('added')], rulesBefore: 1 }],
    ['one that goes with more rules', false, { action: 'delete', rules: [rule('removed')], rulesBefore: 2 }],
    ['one that goes with more instructions', false, { action: 'delete', instructionsBefore: 1 }],
    ['one that keeps its language and everything else', true, LANGUAGES],
    ['one that changes its language', false, { languageBefore: 'de', languageAfter: 'fr' }],
    ['one with a new rule', true, { rules: [rule('added')] }],
    ['one of which all rules change', true, { rules: [rule('changed'), rule('removed', 's')], rulesBefore: 2 }],
    [
      'one of which more rules change than it has',
      false,
      { rules: [rule('changed'), rule('removed', 's')], rulesBefore: 1 },
    ],
    ['one with a rule twice', false, { rules: [rule('added'), rule('added')] }],
    ['one with rules of one name in two categories', true, { rules: [rule('added'), rule('added', 'r', 'y')] }],
    ['one with a new instruction', true, { instructions: [instruction('added'), instruction('added')] }],
    [
      'one of which all instructions change',
      true,
      { instructions: [instruction('changed'), instruction('removed', 'j')], instructionsBefore: 2 },
    ],
    [
      'one of which more instructions change than it has',
      false,
      { instructions: [instruction('changed'), instruction('removed', 'j')], instructionsBefore: 1 },
    ],
    [
      'one with an instruction twice',
      false,
      { instructions: [instruction('changed'), instruction('removed')], instructionsBefore: 2 },
    ],
    ['a replacement', true, { action: 'replace', languageBefore: 'de', languageAfter: 'fr' }],
    ['a replacement of one in the same language', false, { action: 'replace', ...LANGUAGES }],
  ])('%s: %s', (_, expected, like) => {
    const change = { action: 'update', rules: [], rulesBefore: 0, instructions: [], instructionsBefore: 0, ...like };
    expect(isStyleListSound(change as StyleListChange)).toBe(expected);
  });
});

/** What of a plan with these changes contradicts the rest, as `kind address`. */
const contradictions = (changes: readonly Change[], adopts: Plan['adopts'] = []): readonly string[] =>
  planContradictions({ ...makePlan(planInput({}, {})).plan, changes, adopts }).map(
    ({ kind, address }) => `${kind} ${address}`,
  );

describe('a key that changes', () => {
  const limit = (
    from: number | null,
    to: number | null,
    name: 'characters' | 'speechToTextMilliseconds' = 'characters',
  ) => ({ limit: name, from, to }) as const;
  function key(like: Partial<DeveloperKeyChange>, notIds: readonly string[] = []): DeveloperKeyChange {
    const body = {
      kind: 'developer-key',
      action: 'update',
      address: 'developer_key.k',
      adopted: false,
      nameBefore: 'k',
      nameAfter: 'l',
      limits: [],
      ...(like.action !== 'create' && { id: keyId('k1') }),
      ...like,
    } as const;
    return { ...body, operations: developerKeyOperations(body, notIds.map(keyId)) };
  }

  test.each<readonly [string, readonly string[], DeveloperKeyChange]>([
    ['another label', [], key({})],
    ['other limits', [], key({ limits: [limit(1, 2), limit(null, 0, 'speechToTextMilliseconds')] })],
    ['a limit twice', ['values'], key({ limits: [limit(1, 2), limit(1, 3)] })],
    ['a limit that stays', ['values'], key({ limits: [limit(1, 2), limit(3, 3, 'speechToTextMilliseconds')] })],
    ['no label', ['values'], key({ nameAfter: undefined as never, limits: [limit(1, 2)] })],
    ['a deactivation without a label', [], key({ action: 'deactivate', nameAfter: undefined as never })],
    ['a new key beside others of its label', [], key({ action: 'create' }, ['k2', 'k3'])],
    ['a new key that was adopted', ['identity'], key({ action: 'create', adopted: true })],
    ['a key without a call', ['operations'], key({ nameAfter: 'k' })],
    ['a key with the address of another kind', ['identity'], { ...key({}), address: 'glossary.k' as never }],
    ['a key without an id', ['identity'], key({ id: undefined as never })],
  ])('%s: %j', (_, expected, change) => {
    expect(contradictions([change])).toEqual(expected.map((each) => `${each} ${change.address}`));
  });

  test('speaks of nothing that another change speaks of', () => {
    const [one, other] = [key({}), key({ address: 'developer_key.j', id: keyId('k2') })];
    expect(contradictions([one, other])).toEqual([]);
    expect(contradictions([one, key({ address: 'developer_key.j' })])).toEqual(['id-twice developer_key.j']);
    expect(contradictions([one, key({ id: keyId('k2') })])).toEqual(['address-twice developer_key.k']);
    // Two new ones have no id yet.
    const [first, second] = (['a', 'b'] as const).map((name) =>
      key({ action: 'create', address: `developer_key.${name}` }),
    );
    expect(contradictions([first, second].filter((each) => each !== undefined))).toEqual([]);
    const adopted = { address: one.address, id: 'k1', name: 'k' };
    const another = { address: 'developer_key.x', id: 'x', name: 'x' } as const;
    expect(contradictions([one], [another])).toEqual([]);
    expect(contradictions([one], [another, adopted])).toEqual(['address-twice developer_key.k']);
    expect(contradictions([one], [another, another])).toEqual(['address-twice developer_key.x']);
  });
});

describe('the calls of a change, made once more from it', () => {
  const A = { label: 'A', prompt: 'a' };
  const B = { label: 'B', prompt: 'b' };
  const C = { label: 'C', prompt: 'c' };
  const rules = (value: string) => ({ numbers: { one: value, [`only${value}`]: '1' }, [`all${value}`]: { x: '1' } });
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
