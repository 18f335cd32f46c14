import { describe, expect, test } from 'vitest';
import { staleStyleList } from '../../../src/kinds/style-list/service/style-list-service.ts';
import type { CustomInstruction } from '../../../src/kinds/style-list/style-list.ts';
import type { Change, OperationKind } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { desiredStyleList, liveStyleList, planInput, type StyleListLike } from '../../support/build.ts';

interface Stale {
  readonly from?: StyleListLike;
  readonly to?: StyleListLike;
  readonly now?: StyleListLike;
  /** What the history has; default: nothing. */
  readonly base?: StyleListLike;
}

/**
 * What is told of the one operation of a kind that leads from one list to another. Live instructions are `s1-i0`,
 * `s1-i1` and so on.
 */
function told(kind: OperationKind, { from, to, now, base }: Stale) {
  const live = from === undefined ? [] : [liveStyleList('s1', 'l', from)];
  const pinned = live[0] !== undefined && { pinnedId: live[0].id };
  const desired = to === undefined ? [] : [desiredStyleList('l', to, { ...pinned })];
  const { plan } = makePlan(planInput({ styleLists: desired }, { styleLists: live }, { deletable: ['**'] }));
  const change = plan.changes[0] as Change;
  const [operation, ...others] = change.operations.filter((each) => each.kind === kind);
  if (operation === undefined || others.length > 0) throw new Error(`not one ${kind}`);
  return staleStyleList(change, operation, {
    now: now && liveStyleList('s1', 'l', now),
    base: base && desiredStyleList('l', base).content,
  });
}

const TONE: CustomInstruction = { label: 'Tone', prompt: 'one' };
const MORE: CustomInstruction = { label: 'More', prompt: 'm' };
const rule = (category: string, name: string) => ({ key: ['rule', category, name] });
const instruction = (id: string) => ({ key: ['instruction', id] });
const planned = { planned: true };
const foreign = { planned: false };

describe('a name that was to change', () => {
  const sides = { from: { name: 'Old' }, to: { name: 'New' } };
  const value = { key: ['name'], ...planned, from: 'Old', to: 'New' };

  test('is told alone, and without a size', () => {
    const now = { name: 'By hand', rules: { n: { x: '1' } } };
    expect(told('rename-style-list', { ...sides, now, base: { name: 'Old' } })).toStrictEqual({
      values: [{ ...value, now: 'By hand' }],
      count: 1,
      complete: true,
    });
  });

  test('of a list that is gone has no value now', () => {
    expect(told('rename-style-list', sides)).toStrictEqual({ values: [value], count: 1, complete: true });
  });
});

describe('rules that were to be replaced', () => {
  const from = { rules: { n: { x: '1', y: '1', z: '1' }, p: { x: '1' } } };
  const to = { rules: { n: { x: '2', z: '1' }, p: { x: '1', w: '1' } } };

  test('are told one by one: changed, removed, added, and of another category; then what nobody planned', () => {
    const now = { rules: { n: { x: '3', y: '3', z: '3' }, p: { x: '1', w: '3' } } };
    expect(told('replace-rules', { from, to, now, base: from })).toStrictEqual({
      values: [
        { ...rule('n', 'y'), ...planned, from: '1', now: '3' },
        { ...rule('n', 'x'), ...planned, from: '1', to: '2', now: '3' },
        { ...rule('p', 'w'), ...planned, to: '1', now: '3' },
        { ...rule('n', 'z'), ...foreign, from: '1', now: '3' },
      ],
      count: 4,
      complete: true,
      size: { from: 4, now: 5 },
    });
  });

  test('are told as far as the plan goes where there is no history', () => {
    const now = { rules: { ...from.rules, p: { x: '9' } } };
    expect(told('replace-rules', { from, to, now })).toStrictEqual({
      values: [],
      count: 0,
      complete: false,
      size: { from: 4, now: 4 },
    });
  });

  test('of a list that is gone: what is removed is as planned, the others are not', () => {
    expect(told('replace-rules', { from, to, base: from })).toStrictEqual({
      values: [
        { ...rule('n', 'x'), ...planned, from: '1', to: '2' },
        { ...rule('n', 'y'), ...planned, from: '1' },
        { ...rule('n', 'z'), ...foreign, from: '1' },
        { ...rule('p', 'x'), ...foreign, from: '1' },
      ],
      count: 4,
      complete: true,
      size: { from: 4, now: 0 },
    });
  });
});

describe('an instruction', () => {
  const from = { instructions: [TONE, MORE] };
  const edited = { instructions: [{ ...TONE, prompt: 'two' }, MORE] };
  const detail = (...values: readonly unknown[]) => ({ values, count: values.length, complete: true });

  test('that was to be edited is found by its id, whatever became of the others', () => {
    const now = { instructions: [{ ...TONE, prompt: 'three' }] };
    // An edit always sends a source language.
    const to = { ...TONE, prompt: 'two', sourceLanguage: 'de' };
    const value = { ...instruction('s1-i0'), ...planned, from: TONE, to };
    expect(told('edit-instruction', { from, to: edited, now })).toStrictEqual(
      detail({ ...value, now: { ...TONE, prompt: 'three' } }),
    );
    expect(told('edit-instruction', { from, to: edited, now: { instructions: [] } })).toStrictEqual(detail(value));
    expect(told('edit-instruction', { from, to: edited })).toStrictEqual(detail(value));
  });

  test('that was to be removed has no planned value', () => {
    const to = { instructions: [TONE] };
    const now = { instructions: [TONE, { ...MORE, prompt: 'edited' }] };
    expect(told('delete-instruction', { from, to, now })).toStrictEqual(
      detail({ ...instruction('s1-i1'), ...planned, from: MORE, now: { ...MORE, prompt: 'edited' } }),
    );
  });

  test('that was to be added is not looked for among those that are there', () => {
    const to = { instructions: [TONE, MORE, { label: 'New', prompt: 'n' }] };
    expect(told('add-instruction', { from, to, now: from })).toStrictEqual(detail());
  });

  test('of which the service says the language of the list as its source language has not changed', () => {
    const german = { ...TONE, sourceLanguage: 'de' };
    expect(told('edit-instruction', { from, to: edited, now: { instructions: [german, MORE] } })).toStrictEqual(
      detail(),
    );
    const spelled = { instructions: [{ ...german, prompt: 'two' }, MORE] };
    expect(told('edit-instruction', { from, to: spelled, now: { instructions: [TONE, MORE] } })).toStrictEqual(
      detail(),
    );
    const english = { ...TONE, sourceLanguage: 'en' };
    expect(told('edit-instruction', { from, to: edited, now: { instructions: [english, MORE] } })).toStrictEqual(
      detail({ ...instruction('s1-i0'), ...planned, from: TONE, to: { ...german, prompt: 'two' }, now: english }),
    );
  });
});

describe('a list that was to be deleted', () => {
  const from = { name: 'Old', rules: { n: { x: '1', y: '1' } }, instructions: [TONE, MORE] };

  test('and has changed in its name, a rule and an instruction, and got one of each', () => {
    const now = {
      name: 'By hand',
      rules: { n: { x: '2', y: '1' }, p: { z: '1' } },
      instructions: [{ ...TONE, prompt: 'two' }, MORE, { label: 'New', prompt: 'n' }],
    };
    expect(told('delete-style-list', { from, now, base: from })).toStrictEqual({
      values: [
        { key: ['name'], ...planned, from: 'Old', now: 'By hand' },
        { ...rule('n', 'x'), ...planned, from: '1', now: '2' },
        { ...instruction('s1-i0'), ...planned, from: TONE, now: { ...TONE, prompt: 'two' } },
        { ...instruction('s1-i2'), ...foreign, now: { label: 'New', prompt: 'n' } },
        { ...rule('p', 'z'), ...foreign, now: '1' },
      ],
      count: 5,
      complete: true,
      size: { from: 4, now: 6 },
    });
  });

  test('and is gone: all of it, in the language that it had', () => {
    const one = { ...from, rules: { n: { x: '1' } }, instructions: [TONE] };
    const spelled = { ...one, instructions: [{ ...TONE, sourceLanguage: 'de' }] };
    expect(told('delete-style-list', { from: one, base: spelled })).toStrictEqual({
      values: [
        { key: ['name'], ...planned, from: 'Old' },
        { ...rule('n', 'x'), ...planned, from: '1' },
        { ...instruction('s1-i0'), ...planned, from: TONE },
      ],
      count: 3,
      complete: true,
      size: { from: 2, now: 0 },
    });
  });

  test('and has lost an instruction, of two that were alike', () => {
    const twice = { name: 'Old', instructions: [TONE, TONE] };
    expect(
      told('delete-style-list', { from: twice, now: { name: 'Old', instructions: [TONE] }, base: twice }),
    ).toStrictEqual({
      values: [{ ...instruction('s1-i1'), ...planned, from: TONE }],
      count: 1,
      complete: true,
      size: { from: 2, now: 1 },
    });
  });

  test('and has got a second instruction that the history has twice: the history does not tell which is new', () => {
    const once = { name: 'Old', instructions: [TONE] };
    const twice = { name: 'Old', instructions: [TONE, TONE] };
    expect(told('delete-style-list', { from: once, now: twice, base: twice })).toStrictEqual({
      values: [],
      count: 0,
      complete: false,
      size: { from: 1, now: 2 },
    });
  });

  test('and has got a rule, of which no history tells', () => {
    const now = { ...from, rules: { n: { x: '1', y: '1', z: '1' } } };
    expect(told('delete-style-list', { from, now })).toStrictEqual({
      values: [],
      count: 0,
      complete: false,
      size: { from: 4, now: 5 },
    });
  });
});

describe('a list that was to be made', () => {
  const to = { name: 'New', rules: { n: { x: '1', y: '1' } }, instructions: [TONE, MORE] };

  test('and of which there is one already: what is missing in it, and what it has beside', () => {
    const now = {
      name: 'New',
      rules: { n: { x: '2', z: '1' } },
      instructions: [MORE, { label: 'New', prompt: 'n' }],
    };
    expect(told('create-style-list', { to, now })).toStrictEqual({
      values: [
        { ...rule('n', 'x'), ...planned, to: '1', now: '2' },
        { ...rule('n', 'y'), ...planned, to: '1' },
        { ...instruction('new 1'), ...planned, to: TONE },
        { ...instruction('s1-i1'), ...foreign, now: { label: 'New', prompt: 'n' } },
        { ...rule('n', 'z'), ...foreign, now: '1' },
      ],
      count: 5,
      complete: true,
      size: { from: 0, now: 4 },
    });
  });

  test('of two instructions that are alike each is one', () => {
    const twice = { name: 'New', instructions: [TONE, TONE] };
    const once = { name: 'New', instructions: [TONE] };
    expect(told('create-style-list', { to: twice, now: once })).toStrictEqual({
      values: [{ ...instruction('new 2'), ...planned, to: TONE }],
      count: 1,
      complete: true,
      size: { from: 0, now: 1 },
    });
  });

  test('in place of one in another language holds parts that the plan does not: nothing can be told of it', () => {
    const sides = { from: to, to: { ...to, language: 'fr' }, now: { ...to, language: 'fr', name: 'By hand' } };
    expect(told('create-style-list', sides)).toStrictEqual({ values: [], count: 0, complete: false });
    expect(told('delete-style-list', { ...sides, now: { ...to, name: 'By hand' }, base: to })).toStrictEqual({
      values: [{ key: ['name'], ...planned, from: 'New', now: 'By hand' }],
      count: 1,
      complete: true,
      size: { from: 4, now: 4 },
    });
  });

  test('what goes for one in another language is to have no value afterwards, whatever the other one has', () => {
    const list = (option: string, language = 'de') => ({ ...to, language, rules: { n: { x: option, y: '1' } } });
    const sides = { from: list('1'), to: list('2', 'fr'), now: list('3'), base: list('1') };
    expect(told('delete-style-list', sides)).toStrictEqual({
      values: [{ ...rule('n', 'x'), ...planned, from: '1', now: '3' }],
      count: 1,
      complete: true,
      size: { from: 4, now: 4 },
    });
  });
});

test('instructions that only the ledger had are told one by one', () => {
  const now = { instructions: [TONE, { label: 'Other', prompt: 'o' }] };
  const stale = told('delete-style-list', {
    from: { instructions: [TONE] },
    now,
    base: { instructions: [TONE, MORE, { ...MORE, prompt: 'n' }] },
  });
  expect(
    stale.values.flatMap(({ planned: isPlanned, from }) => (isPlanned || from === undefined ? [] : [from])),
  ).toEqual([MORE, { ...MORE, prompt: 'n' }]);
});
