import { expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import { configDiff } from '../../../src/plan/diff/diff-ledgers.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../../support/build.ts';

/** What a plan that was saved when the files asked for `then` does otherwise than they ask by now. */
const told = (live: LiveState, then: DesiredState, now: DesiredState) =>
  configDiff(makePlan(planInput(then, live, { deletable: ['glossary.*', 'style_rules.*'] })).plan, now);

test('a glossary: its name and each entry of which the plan speaks', () => {
  const pinnedId = liveGlossary('g1', 'Old', {}).id;
  const g = (name: string, de: Readonly<Record<string, string>>) => ({
    glossaries: [desiredGlossary('g', { 'en->de': de }, { name, pinnedId })],
  });
  const live = { glossaries: [liveGlossary('g1', 'Old', { 'en->de': { a: '1', b: '1', c: '1' } })] };
  const then = g('New', { b: '2', c: '1', d: '2' });
  expect(told(live, then, then)).toEqual([]);
  // Of what the plan does not speak of it says nothing.
  expect(told(live, then, g('New', { b: '2', c: '9', d: '2', e: '9' }))).toEqual([]);
  const entry = (source: string) => ({ key: ['entry', 'en->de', source], planned: true });
  expect(told(live, then, g('Newer', { a: '3', b: '3' }))).toStrictEqual([
    {
      address: 'glossary.g',
      values: [
        { key: ['name'], planned: true, from: 'Old', to: 'New', now: 'Newer' },
        { ...entry('a'), from: '1', now: '3' },
        { ...entry('b'), from: '1', to: '2', now: '3' },
        { ...entry('d'), to: '2' },
      ],
      count: 4,
    },
  ]);
  expect(told(live, then, {})).toMatchObject([{ count: 3, values: [{ key: ['name'] }, entry('b'), entry('d')] }]);
});

test('a style list: its name, rules and instructions', () => {
  const [tone, more, fresh] = ['Tone', 'More', 'New'].map((label) => ({ label, prompt: 'one' }));
  if (tone === undefined || more === undefined || fresh === undefined) throw new Error('unreachable');
  const live = {
    styleLists: [
      liveStyleList('s1', 'l', { name: 'Old', rules: { n: { x: '1', y: '1' } }, instructions: [tone, more] }),
    ],
  };
  const pinnedId = live.styleLists[0]?.id;
  if (pinnedId === undefined) throw new Error('unreachable');
  const two = { ...tone, prompt: 'two' };
  const l = (like: Parameters<typeof desiredStyleList>[1]) => ({
    styleLists: [desiredStyleList('l', like, { pinnedId })],
  });
  const then = l({ name: 'New', rules: { n: { x: '2', z: '2' } }, instructions: [two, fresh] });
  // Two more than are kept: 'More' goes, 'New' comes.
  expect(told(live, then, then)).toEqual([]);
  const three = { ...tone, prompt: 'three' };
  const now = l({ name: 'Newer', rules: { n: { x: '3', y: '3' } }, instructions: [three, more] });
  const rule = (name: string) => ({ key: ['rule', 'n', name], planned: true });
  const [found] = told(live, then, now);
  expect(found?.address).toBe('style_rules.l');
  expect(found?.values.slice(0, 4)).toStrictEqual([
    { key: ['name'], planned: true, from: 'Old', to: 'New', now: 'Newer' },
    { ...rule('y'), from: '1', now: '3' },
    { ...rule('x'), from: '1', to: '2', now: '3' },
    { ...rule('z'), to: '2' },
  ]);
  const instruction = (id: string) => ({ key: ['instruction', id], planned: true });
  expect(found?.values.slice(4)).toStrictEqual([
    // Another one of its label stands in its place.
    { ...instruction('s1-i0'), from: tone, to: { ...two, sourceLanguage: 'de' }, now: three },
    { ...instruction('s1-i1'), from: more, to: { ...fresh, sourceLanguage: 'de' } },
  ]);
  expect(found?.count).toBe(6);
});

test('an instruction that the plan removes or adds, and the files have or lack by now; its source language may be left out', () => {
  const tone = { label: 'Tone', prompt: 'one' };
  const spelled = { ...tone, sourceLanguage: 'de' };
  const l = (...instructions: readonly (typeof tone)[]) => ({ styleLists: [desiredStyleList('l', { instructions })] });
  const without = { styleLists: [liveStyleList('s1', 'l', {})] };
  const withIt = { styleLists: [liveStyleList('s1', 'l', { instructions: [tone] })] };
  const value = (id: string) => ({ key: ['instruction', id], planned: true });
  const detail = (one: object) => [{ address: 'style_rules.l', values: [one], count: 1 }];
  expect(told(without, l(tone), l(spelled))).toEqual([]);
  expect(told(without, l(tone), l())).toStrictEqual(detail({ ...value('new 1'), to: tone }));
  expect(told(withIt, l(), l())).toEqual([]);
  expect(told(withIt, l(), l(spelled))).toStrictEqual(detail({ ...value('s1-i0'), from: tone, now: tone }));
});

test('a developer key: its label and the limits of which the plan speaks', () => {
  const live = { developerKeys: [liveDeveloperKey('k1', 'ci', { limits: { characters: 1 } })] };
  const pinnedId = live.developerKeys[0]?.id;
  if (pinnedId === undefined) throw new Error('unreachable');
  const k = (label: string, characters?: number | null) => ({
    developerKeys: [
      desiredDeveloperKey('ci', { label, pinnedId, limits: characters === undefined ? {} : { characters } }),
    ],
  });
  const then = k('CI', 2);
  expect(told(live, then, then)).toEqual([]);
  const limit = { key: ['limit', 'characters'], planned: true, from: 1, to: 2 };
  expect(told(live, then, k('Deploy', null))).toStrictEqual([
    {
      address: 'developer_key.ci',
      values: [
        { key: ['label'], planned: true, from: 'ci', to: 'CI', now: 'Deploy' },
        { ...limit, now: null },
      ],
      count: 2,
    },
  ]);
  expect(told(live, then, k('CI'))).toStrictEqual([{ address: 'developer_key.ci', values: [limit], count: 1 }]);
});

test('the language of a list that is replaced; and a name that stays as it is, of a list that the files no longer have', () => {
  const live = { styleLists: [liveStyleList('s1', 'l', {})] };
  const l = (language: string) => ({ styleLists: [desiredStyleList('l', { language })] });
  expect(told(live, l('fr'), l('fr'))).toEqual([]);
  const language = { key: ['language'], planned: true, from: 'de', to: 'fr' };
  const detail = (...values: readonly object[]) => [{ address: 'style_rules.l', values, count: values.length }];
  expect(told(live, l('fr'), l('it'))).toStrictEqual(detail({ ...language, now: 'it' }));
  const name = { key: ['name'], planned: true, from: 'l', to: 'l' };
  expect(told(live, l('fr'), {})).toStrictEqual(detail(name, language));
});

test('a key that is to be deactivated: the files ask for that as long as they do not have it as active', () => {
  const live = { developerKeys: [liveDeveloperKey('k1', 'ci')] };
  const k = (deactivated: boolean) => ({
    developerKeys: [desiredDeveloperKey('ci', { pinnedId: keyId('k1'), deactivated })],
  });
  const value = { key: ['deactivated'], planned: true, from: false, to: true, now: false };
  const told = (now: DesiredState) => configDiff(makePlan(planInput(k(true), live)).plan, now);
  expect(told(k(true))).toEqual([]);
  expect(told(k(false))).toStrictEqual([{ address: 'developer_key.ci', values: [value], count: 1 }]);
  expect(told({}).flatMap(({ values }) => values.map(({ key }) => key))).toEqual([['label']]);
});

test('of many values the first twenty are kept, and all are counted', () => {
  const many = (value: string) => Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`s${index}`, value]));
  const g = (value: string) => ({ glossaries: [desiredGlossary('g', { 'en->de': many(value) })] });
  const live = { glossaries: [liveGlossary('g1', 'g', { 'en->de': many('1') })] };
  const [found] = told(live, g('2'), g('3'));
  expect([found?.values.length, found?.count]).toEqual([20, 30]);
});
