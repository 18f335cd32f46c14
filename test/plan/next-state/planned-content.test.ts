import { expect, test } from 'vitest';
import type { NamedValue } from '../../../src/change/stale-detail.ts';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER, kindNamed } from '../../../src/kinds/registry.ts';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import { type LedgerState, ownedOf } from '../../../src/kinds/states.ts';
import type { GlossaryContent } from '../../../src/model/entries/dictionary.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import type { Address } from '../../../src/model/resources/address.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { itemsAfter, plannedResources } from '../../../src/plan/next-state/planned-content.ts';
import {
  type DictionariesLike,
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
  type StyleListLike,
} from '../../support/build.ts';
import { owning } from '../../support/owning.ts';

const one = { label: 'one', prompt: '1' };
const two = { label: 'two', prompt: '2' };
const TWO = { label: 'two', prompt: 'II' };
const three = { label: 'three', prompt: '3' };
/** The call that edits an instruction sends the language of the list. */
const EDITED = { ...TWO, sourceLanguage: 'de' };

/** A plan of what the files say, for a service and a ledger that have the same, under the addresses of `held`. */
function planned(
  desired: DesiredState,
  live: LiveState,
  held: DesiredState = desired,
): { plan: Plan; before: LedgerState } {
  const before = owning(live, held);
  return { plan: makePlan(planInput(desired, live, { ledger: before })).plan, before };
}

/** What the plan makes of one kind and no file of `named` asks for. */
function plannedOf(plan: Plan, before: LedgerState, name: string, named: readonly Address[] = []) {
  const kind = kindNamed(name);
  const changes = plan.changes.filter((change) => change.kind === kind.kind);
  return plannedResources(kind, changes, ownedOf(before, kind.plural), new Set(named));
}

const plannedBeyond = (plan: Plan, before: LedgerState, named: readonly { readonly address: Address }[]) => {
  const addresses = named.map(({ address }) => address);
  return {
    glossaries: plannedOf(plan, before, 'glossary', addresses),
    styleLists: plannedOf(plan, before, 'style-list', addresses),
  };
};

/** Contents as plain values. */
const plain = ({ glossaries, styleLists }: ReturnType<typeof plannedBeyond>) => ({
  glossaries: glossaries.map(({ content, owned, ...more }) => {
    const { dictionaries, ...rest } = content as GlossaryContent;
    return {
      ...rest,
      ...more,
      owned: owned?.id,
      dictionaries: [...dictionaries].map(([key, { pair, entries }]) => [key, pair, [...entries]]),
    };
  }),
  styleLists: styleLists.map(({ owned, ...more }) => ({ ...more, owned: owned?.id })),
});

const glossary = (
  name: string,
  dictionaries: readonly (readonly [string, Readonly<Record<string, string>>])[],
  more: object = {},
) => ({
  address: 'glossary.a',
  name,
  protect: false,
  owned: undefined,
  dictionaries: dictionaries.map(([key, entries]) => {
    const [source, target] = key.split('->');
    return [key, { source, target }, Object.entries(entries)];
  }),
  ...more,
});

test('a glossary that the plan makes is as the plan says', () => {
  const { plan } = planned({ glossaries: [desiredGlossary('a', { 'en->de': { x: 'y' } })] }, { glossaries: [] });
  expect(plain(plannedBeyond(plan, EMPTY_LEDGER, []))).toEqual({
    glossaries: [glossary('a', [['en->de', { x: 'y' }]])],
    styleLists: [],
  });
});

const changed = (from: DictionariesLike, to: DictionariesLike, name = 'a') =>
  planned(
    { glossaries: [{ ...desiredGlossary('a', to), name }] },
    { glossaries: [liveGlossary('g1', 'a', from)] },
    { glossaries: [desiredGlossary('a', {})] },
  );

test('a glossary that is owned is what the ledger had with the changes of the plan', () => {
  const { plan, before } = changed(
    { 'en->de': { same: 's', gone: 'g', old: 'o' }, 'en->fr': { kept: 'k' }, 'en->it': { away: 'w' } },
    { 'en->de': { same: 's', old: 'n', added: 'a' }, 'en->fr': { kept: 'k' }, 'en->es': { fresh: 'f' } },
    'New',
  );
  expect(plain(plannedBeyond(plan, before, []))).toEqual({
    glossaries: [
      glossary(
        'New',
        [
          ['en->de', { same: 's', old: 'n', added: 'a' }],
          ['en->fr', { kept: 'k' }],
          ['en->it', {}],
          ['en->es', { fresh: 'f' }],
        ],
        { owned: 'g1' },
      ),
    ],
    styleLists: [],
  });
});

test('a protected glossary stays protected', () => {
  const { plan, before } = changed({ 'en->de': { x: 'y' } }, { 'en->de': { x: 'z' } });
  const owned = before.glossaries.get('glossary.a');
  if (owned === undefined) throw new Error('nothing is owned');
  const state: LedgerState = { ...before, glossaries: new Map([['glossary.a', { ...owned, protect: true }]]) };
  expect(plain(plannedBeyond(plan, state, []))).toMatchObject({ glossaries: [{ name: 'a', protect: true }] });
});

test('what a file names, what is deleted, and a stranger that is changed are left out', () => {
  const { plan, before } = changed({ 'en->de': { x: 'y' } }, { 'en->de': { x: 'z' } });
  const nothing = { glossaries: [], styleLists: [] };
  expect(plannedBeyond(plan, before, [{ address: 'glossary.a' }])).toEqual(nothing);
  expect(plannedBeyond(plan, EMPTY_LEDGER, [])).toEqual(nothing);
  const list = changedList({ language: 'de' }, { rules: { numbers: { a: 'x' } } });
  expect(plannedBeyond(list.plan, list.before, [{ address: 'style_rules.l' }])).toEqual(nothing);
  expect(plannedBeyond(list.plan, EMPTY_LEDGER, [])).toEqual(nothing);
  const deletion = planned(
    { glossaries: [], styleLists: [] },
    { glossaries: [liveGlossary('g1', 'a', {})], styleLists: [liveStyleList('s1', 'l')] },
  );
  expect(deletion.plan.changes.map(({ action }) => action)).toEqual(['delete', 'delete']);
  expect(plannedBeyond(deletion.plan, deletion.before, [])).toEqual(nothing);
});

test('a developer key is what the ledger had with the changes of the plan', () => {
  const made = planned({ developerKeys: [desiredDeveloperKey('ci', { label: 'CI' })] }, { developerKeys: [] }).plan;
  const keys = (plan: Plan, owned: LedgerState['developerKeys']) =>
    plannedOf(plan, { ...EMPTY_LEDGER, developerKeys: owned }, 'developer-key');
  expect(keys(made, new Map())).toEqual([
    { address: 'developer_key.ci', content: { label: 'CI', limits: {} }, protect: false },
  ]);
  const content = { label: 'CI', limits: { characters: 5 } };
  const owned = new Map([['developer_key.ci' as const, { id: keyId('k1'), content, protect: true }]]);
  const live = [liveDeveloperKey('k1', 'CI', { limits: { characters: 5, speechToTextMilliseconds: null } })];
  const before: LedgerState = { ...EMPTY_LEDGER, developerKeys: owned };
  const wanted = (more: Parameters<typeof desiredDeveloperKey>[1]) =>
    makePlan(
      planInput(
        { developerKeys: [desiredDeveloperKey('ci', { label: 'CI', ...more })] },
        { developerKeys: live },
        { ledger: before },
      ),
    ).plan;
  const dropped = planInput({ developerKeys: [] }, { developerKeys: live }, { ledger: before, deletable: ['*'] });
  expect(keys(makePlan(dropped).plan, owned)).toMatchObject([
    { content: { label: 'CI', limits: { characters: 5 }, deactivated: true } },
  ]);
  // The ledger lacks the label of a key whose renaming failed.
  const unlabelled = new Map([
    ['developer_key.ci' as const, { id: keyId('k1'), content: { limits: {} }, protect: true }],
  ]);
  expect(keys(makePlan(dropped).plan, unlabelled)).toMatchObject([{ content: { label: 'CI', deactivated: true } }]);
  const limited = wanted({ limits: { characters: 5, speechToTextMilliseconds: 7 } });
  expect(keys(limited, owned)).toMatchObject([
    {
      owned: { id: 'k1' },
      protect: true,
      content: { label: 'CI', limits: { characters: 5, speechToTextMilliseconds: 7 } },
    },
  ]);
  expect(keys(wanted({ deactivated: true }), owned)).toMatchObject([
    { content: { label: 'CI', limits: { characters: 5 }, deactivated: true } },
  ]);
});

const changedList = (from: StyleListLike, to: StyleListLike) =>
  planned(
    { styleLists: [desiredStyleList('l', to)] },
    { styleLists: [liveStyleList('s1', 'l', from)] },
    { styleLists: [desiredStyleList('l')] },
  );

const list = (content: StyleListLike, more: object = {}) => {
  const { content: made } = liveStyleList('s1', 'l', content);
  return { address: 'style_rules.l', content: made, protect: false, owned: undefined, ...more };
};

test('a list that the plan makes is as the plan says', () => {
  const wanted: StyleListLike = {
    language: 'fr',
    rules: { numbers: { a: 'x', b: 'y' }, dates: { c: 'z' } },
    instructions: [one, two],
  };
  const { plan } = planned({ styleLists: [desiredStyleList('l', wanted)] }, { styleLists: [] });
  expect(plain(plannedBeyond(plan, EMPTY_LEDGER, []))).toEqual({ glossaries: [], styleLists: [list(wanted)] });
});

test('a list that is owned is what the ledger had with the changes of the plan', () => {
  const { plan, before } = changedList(
    { rules: { numbers: { a: 'x', b: 'y' } }, instructions: [one, two] },
    { rules: { numbers: { b: 'z', c: 'w' } }, instructions: [one, TWO, three] },
  );
  expect(plain(plannedBeyond(plan, before, []))).toEqual({
    glossaries: [],
    styleLists: [list({ rules: { numbers: { b: 'z', c: 'w' } }, instructions: [one, EDITED, three] }, { owned: 's1' })],
  });
});

test('an instruction that the ledger does not know comes at the end when it is changed, and goes nowhere when it is removed', () => {
  const edited = changedList({ instructions: [one, two] }, { instructions: [one, TWO] });
  const forget = (state: LedgerState, instructions: StyleListLike['instructions']): LedgerState => {
    const owned = state.styleLists.get('style_rules.l');
    if (owned === undefined) throw new Error('nothing is owned');
    const content = { ...owned.content, instructions: instructions ?? [] };
    return { ...state, styleLists: new Map([['style_rules.l', { ...owned, content, protect: true }]]) };
  };
  expect(plain(plannedBeyond(edited.plan, forget(edited.before, [three]), []))).toEqual({
    glossaries: [],
    styleLists: [list({ instructions: [three, EDITED] }, { owned: 's1', protect: true })],
  });
  const removed = changedList({ instructions: [one, two] }, { instructions: [one] });
  expect(plain(plannedBeyond(removed.plan, removed.before, [])).styleLists).toMatchObject([
    { content: { instructions: [one] } },
  ]);
  expect(plain(plannedBeyond(removed.plan, forget(removed.before, [three]), [])).styleLists).toMatchObject([
    { content: { instructions: [three] } },
  ]);
});

test('what nothing owned has no owner, not even an unknown one', () => {
  const { plan } = planned(
    { glossaries: [desiredGlossary('a', { 'en->de': { x: 'y' } })], styleLists: [desiredStyleList('l')] },
    { glossaries: [], styleLists: [] },
  );
  const { glossaries, styleLists } = plannedBeyond(plan, EMPTY_LEDGER, []);
  for (const each of [...glossaries, ...styleLists])
    expect(Object.keys(each)).toEqual(['address', 'content', 'protect']);
  expect([glossaries.length, styleLists.length]).toEqual([1, 1]);
});

test('the first instruction keeps its place when it is changed, and rules that the plan leaves alone stay', () => {
  const ONE = { ...one, prompt: 'I' };
  const rules = { numbers: { a: 'x' }, dates: { b: 'y' } };
  const { plan, before } = changedList(
    { rules, instructions: [one, two, three] },
    { rules: { ...rules, dates: { b: 'z' } }, instructions: [ONE, two, three] },
  );
  expect(plain(plannedBeyond(plan, before, [])).styleLists).toEqual([
    list(
      { rules: { ...rules, dates: { b: 'z' } }, instructions: [{ ...ONE, sourceLanguage: 'de' }, two, three] },
      { owned: 's1' },
    ),
  ]);
});

test('a list gets the name and the language that the plan gives it', () => {
  const renamed = changedList({}, { name: 'New', language: 'fr' });
  expect(plain(plannedBeyond(renamed.plan, renamed.before, [])).styleLists).toMatchObject([
    { content: { name: 'New', language: 'fr', rules: new Map(), instructions: [] } },
  ]);
  const ruled = changedList({ name: 'l', language: 'it' }, { language: 'it', rules: { numbers: { a: 'x' } } });
  expect(plain(plannedBeyond(ruled.plan, ruled.before, [])).styleLists).toMatchObject([
    { content: { name: 'l', language: 'it' } },
  ]);
});

test('the ledger itself stays as it is', () => {
  const { plan, before } = changedList({ rules: { numbers: { a: 'x' } } }, { rules: { numbers: { a: 'y' } } });
  plannedBeyond(plan, before, []);
  expect(before.styleLists.get('style_rules.l')?.content.rules).toEqual(new Map([['numbers', new Map([['a', 'x']])]]));
});

test('an item that is removed leaves no place behind', () => {
  const { plan } = changedList({ instructions: [one, two] }, { instructions: [two] });
  const change = plan.changes.find((each) => each.kind === 'style-list');
  if (change === undefined) throw new Error('the plan has no change of the list');
  const kind = kindNamed('style-list');
  const content = liveStyleList('s1', 'l').content;
  const before = [one, two].map((value, place): NamedValue => [['instruction', String(place)], value]);
  const after = (isDone: boolean) => itemsAfter(kind, before, { change, isDone: () => isDone, content });
  expect(after(true)).toEqual([[['instruction', '0'], two]]);
  expect(after(false)).toEqual(before);
});
