import { describe, expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import { instructionId } from '../../../src/model/ids.ts';
import { violationsOf } from '../../../src/plan/approval/approval.ts';
import { type MakePlanInput, makePlan } from '../../../src/plan/make-plan.ts';
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

const planned = (desired: DesiredState, live: LiveState, more: Partial<MakePlanInput> = {}) =>
  makePlan(planInput(desired, live, more)).plan;

/** What the second live state brings that the plan for the first one did not say. */
const differences = (desired: DesiredState, then: LiveState, now: LiveState, more: Partial<MakePlanInput> = {}) =>
  violationsOf(planned(desired, now, more), planned(desired, then, more));

describe('a glossary', () => {
  const wanted = (dictionaries: DictionariesLike, more = {}) => ({
    glossaries: [desiredGlossary('a', dictionaries, more)],
  });
  const live = (dictionaries: DictionariesLike, { name = 'a', id = 'g1' } = {}) => ({
    glossaries: [liveGlossary(id, name, dictionaries)],
  });

  test('entries that somebody has made so already are no reason to refuse', () => {
    const desired = wanted({ 'en->de': { a: '1', b: '2', c: '3' }, 'en->fr': { a: '1' } });
    const then = live({ 'en->de': { a: '0', x: '9' } });
    expect(differences(desired, then, live({ 'en->de': { a: '1', x: '9' } }))).toEqual([]);
    // What was a PUT is a PATCH by now.
    expect(differences(desired, then, live({ 'en->de': { a: '0' }, 'en->fr': { a: '1' } }))).toEqual([]);
    expect(differences(desired, then, live({ 'en->de': { a: '1', b: '2', c: '3' }, 'en->fr': { a: '1' } }))).toEqual(
      [],
    );
  });

  test('what somebody else has added, changed or removed since is told with what would become of it', () => {
    const desired = wanted({ 'en->de': { a: '1', b: '2', c: '3' } });
    const then = live({ 'en->de': { a: '0', b: '2', c: '3' } });
    const address = 'glossary.a';
    const key = (source: string) => ['entry', 'en->de', source];
    expect(differences(desired, then, live({ 'en->de': { a: '0', b: '2', c: '3', x: '9' } }))).toStrictEqual([
      { kind: 'value', address, planned: { key: key('x'), from: '9' } },
    ]);
    expect(differences(desired, then, live({ 'en->de': { a: 'theirs', b: '2', c: '3' } }))).toStrictEqual([
      {
        kind: 'value',
        address,
        planned: { key: key('a'), from: 'theirs', to: '1', at: expect.anything() },
        approved: { key: key('a'), from: '0', to: '1', at: expect.anything() },
      },
    ]);
    expect(differences(desired, then, live({ 'en->de': { a: '0', c: '3' } }))).toMatchObject([
      { kind: 'value', address, planned: { key: key('b'), to: '2' } },
    ]);
  });

  test('entries that are all approved, but would not come to the approved whole, are told', () => {
    const then = live({ 'en->de': { a: '0' } });
    const approved = planned(wanted({ 'en->de': { a: '1', b: '2' } }), then);
    expect(violationsOf(planned(wanted({ 'en->de': { a: '1' } }), then), approved)).toMatchObject([
      { kind: 'result', address: 'glossary.a', planned: { kind: 'merge-entries' } },
    ]);
  });

  test('a new name is the same whether it rides on a PATCH or not', () => {
    const named = { name: 'New' };
    const desired = wanted({ 'en->de': { a: '1', b: '2' } }, { ...named, pinnedId: 'g1' as never });
    const then = live({ 'en->de': { a: '0' } }, { name: 'Old' });
    // The name is done; the entries are left.
    expect(differences(desired, then, live({ 'en->de': { a: '0' } }, { name: 'New' }))).toEqual([]);
    // The entries are done; the name is left.
    expect(differences(desired, then, live({ 'en->de': { a: '1', b: '2' } }, { name: 'Old' }))).toEqual([]);
    // A removal is done, so that the name rides on what is left.
    const withRemoval = live({ 'en->de': { a: '0', x: '9' } }, { name: 'Old' });
    expect(differences(desired, withRemoval, then)).toEqual([]);
    const other = live({ 'en->de': { a: '0' } }, { name: 'Theirs' });
    expect(differences(desired, then, other)).toEqual([
      {
        kind: 'value',
        address: 'glossary.a',
        planned: { key: ['name'], from: 'Theirs', to: 'New' },
        approved: { key: ['name'], from: 'Old', to: 'New' },
      },
    ]);
    // A name that nobody meant to change is put back: that was not approved.
    const same = wanted({ 'en->de': { a: '1' } }, { name: 'Old', pinnedId: 'g1' as never });
    expect(differences(same, then, other)).toMatchObject([
      { kind: 'value', planned: { key: ['name'], from: 'Theirs', to: 'Old' } },
    ]);
  });

  test('a result that rides on a PATCH is compared with the entries alone', () => {
    const pinned = { name: 'New', pinnedId: 'g1' as never };
    const then = live({ 'en->de': { a: '0' } }, { name: 'Old' });
    const approved = planned(wanted({ 'en->de': { a: '1', b: '2' } }, pinned), then);
    const renamed = live({ 'en->de': { a: '0' } }, { name: 'New' });
    expect(violationsOf(planned(wanted({ 'en->de': { a: '1' } }, pinned), renamed), approved)).toMatchObject([
      { kind: 'result' },
    ]);
  });

  test('another live glossary is another thing, and so is one that was to be created', () => {
    const desired = wanted({ 'en->de': { a: '1' } });
    const then = live({ 'en->de': { a: '0' } });
    expect(differences(desired, then, live({ 'en->de': { a: '0' } }, { id: 'g2' }))).toEqual([
      { kind: 'resource', address: 'glossary.a', planned: 'g2', approved: 'g1' },
    ]);
    expect(differences(desired, then, { glossaries: [] })).toEqual([
      { kind: 'resource', address: 'glossary.a', approved: 'g1' },
    ]);
    expect(differences(desired, { glossaries: [] }, then)).toEqual([
      { kind: 'resource', address: 'glossary.a', planned: 'g1' },
    ]);
  });

  test('what goes must be what was approved to go', () => {
    const old = (entries: Readonly<Record<string, string>>) => ({
      glossaries: [liveGlossary('g2', 'old', { 'en->de': entries }), liveGlossary('g1', 'a', { 'en->de': { a: '1' } })],
    });
    const desired = wanted({ 'en->de': { a: '1' } });
    const more = { deletable: ['glossary.old'] };
    expect(differences(desired, old({ x: '1' }), old({ x: '1' }), more)).toEqual([]);
    expect(differences(desired, old({ x: '1' }), old({ x: '1', y: '2' }), more)).toEqual([
      { kind: 'value', address: 'glossary.old', planned: { key: ['entry', 'en->de', 'y'], from: '2' } },
    ]);
    expect(differences(desired, old({ x: '1', y: '2' }), old({ x: '1' }), more)).toMatchObject([
      { kind: 'result', address: 'glossary.old', planned: { kind: 'delete-glossary' } },
    ]);
    const without = wanted({ 'en->fr': { a: '1' }, 'en->de': {} });
    const two = (entries: Readonly<Record<string, string>>) => live({ 'en->de': entries, 'en->fr': { a: '1' } });
    expect(differences(without, two({ a: '1' }), two({ a: '1' }))).toEqual([]);
    expect(differences(without, two({ a: '1', b: '2' }), two({ a: '1' }))).toMatchObject([
      { kind: 'result', planned: { kind: 'delete-dictionary' } },
    ]);
  });

  test('a dictionary of another pair was not approved', () => {
    const then = live({ 'en->de': { a: '0' } });
    const approved = planned(wanted({ 'en->de': { a: '1' } }), then);
    expect(violationsOf(planned(wanted({ 'en->de': { a: '0' }, 'en->fr': { a: '1' } }), then), approved)).toMatchObject(
      [{ kind: 'value', address: 'glossary.a', planned: { key: ['entry', 'en->fr', 'a'] } }],
    );
  });
});

describe('a style list', () => {
  const wanted = (like: StyleListLike) => ({ styleLists: [desiredStyleList('l', like)] });
  const live = (like: StyleListLike) => ({ styleLists: [liveStyleList('s1', 'l', like)] });
  const TONE = { label: 'Tone', prompt: 'Be friendly.' };
  const TERMS = { label: 'Terms', prompt: 'Keep names.' };

  test('rules that are so already are fine, those of others are not', () => {
    const desired = wanted({ rules: { n: { a: '1', b: '2' } } });
    const then = live({ rules: { n: { a: '0', c: '3' } } });
    expect(differences(desired, then, live({ rules: { n: { a: '1', c: '3' } } }))).toEqual([]);
    expect(differences(desired, then, live({ rules: { n: { a: 'x', c: '3' } } }))).toMatchObject([
      {
        kind: 'value',
        address: 'style_rules.l',
        planned: { key: ['rule', 'n', 'a'], from: 'x' },
        approved: { key: ['rule', 'n', 'a'], from: '0' },
      },
    ]);
    expect(differences(desired, then, live({ rules: { n: { a: '0', c: '3', d: '4' } } }))).toEqual([
      { kind: 'value', address: 'style_rules.l', planned: { key: ['rule', 'n', 'd'], from: '4' } },
    ]);
  });

  test('an instruction is approved as often as it was there, and no more', () => {
    const desired = wanted({ instructions: [TONE, TONE] });
    const then = live({ instructions: [TONE] });
    expect(differences(desired, then, then)).toEqual([]);
    expect(differences(desired, then, live({ instructions: [] }))).toMatchObject([
      { kind: 'value', address: 'style_rules.l', planned: { key: ['instruction', 'new 2'], to: TONE } },
    ]);
  });

  test('an instruction that somebody else has changed is told', () => {
    const desired = wanted({ instructions: [TONE, TERMS] });
    const then = live({ instructions: [{ ...TONE, prompt: 'Old.' }, TERMS] });
    expect(differences(desired, then, live({ instructions: [TONE, TERMS] }))).toEqual([]);
    expect(differences(desired, then, live({ instructions: [{ ...TONE, prompt: 'Theirs.' }, TERMS] }))).toMatchObject([
      { kind: 'value', planned: { key: ['instruction', 's1-i0'], from: { prompt: 'Theirs.' }, to: TONE } },
    ]);
    expect(differences(desired, then, live({ instructions: [{ ...TONE, prompt: 'Old.' }] }))).toMatchObject([
      { kind: 'value', planned: { key: ['instruction', 'new 1'], to: TERMS } },
    ]);
  });

  test('another instruction of the same content is another one', () => {
    const there = liveStyleList('s1', 'l', { instructions: [TERMS] });
    const moved = { styleLists: [there] };
    const remade = { styleLists: [{ ...there, instructions: [{ id: instructionId('new'), content: TERMS }] }] };
    const desired = wanted({ instructions: [{ ...TERMS, prompt: 'Keep all names.' }] });
    expect(differences(desired, moved, moved)).toEqual([]);
    expect(differences(desired, moved, remade)).toMatchObject([
      {
        kind: 'operation',
        address: 'style_rules.l',
        planned: { kind: 'edit-instruction', touches: [['instruction', 'new']] },
      },
    ]);
  });

  test('the language that an instruction is for counts', () => {
    const desired = wanted({ instructions: [TONE, { ...TERMS, sourceLanguage: 'en' }] });
    const approved = planned(wanted({ instructions: [TONE, { ...TERMS, sourceLanguage: 'fr' }] }), live({}));
    expect(violationsOf(planned(desired, live({})), approved)).toMatchObject([
      { kind: 'value', planned: { key: ['instruction', 'new 2'] } },
    ]);
  });
});

describe('a developer key', () => {
  const wanted = (limits: object, more = {}) => ({ developerKeys: [desiredDeveloperKey('ci', { limits, ...more })] });
  const live = (limits: object, more = {}) => ({ developerKeys: [liveDeveloperKey('k1', 'ci', { limits, ...more })] });

  test('limits that are set already are fine, others are told', () => {
    const desired = wanted({ characters: 5, speechToTextMilliseconds: 7 });
    expect(differences(desired, live({}), live({ characters: 5 }))).toEqual([]);
    expect(differences(desired, live({}), live({ characters: 9 }))).toMatchObject([
      {
        kind: 'value',
        address: 'developer_key.ci',
        planned: { key: ['limit', 'characters'], from: 9, to: 5 },
        approved: { from: null },
      },
    ]);
  });

  test('a limit and a label of which the approved plan says nothing are told without what was approved', () => {
    const approved = planned(wanted({ characters: 5 }), live({}));
    const more = planned(wanted({ characters: 5, speechToTextMilliseconds: 7 }), live({}));
    expect(violationsOf(more, approved)).toStrictEqual([
      {
        kind: 'value',
        address: 'developer_key.ci',
        planned: expect.objectContaining({ key: ['limit', 'speechToTextMilliseconds'], to: 7 }),
      },
    ]);
    const named = planned(wanted({ characters: 5 }, { label: 'CI', pinnedId: keyId('k1') }), live({}));
    expect(violationsOf(named, approved)).toStrictEqual([
      { kind: 'value', address: 'developer_key.ci', planned: { key: ['label'], from: 'ci', to: 'CI' } },
    ]);
  });

  test('another limit, another label and another key than were approved are told', () => {
    const approved = planned(wanted({ characters: 5 }, { label: 'CI', pinnedId: keyId('k1') }), live({}));
    const now = (limits: object, more: object) => violationsOf(planned(wanted(limits, more), live({})), approved);
    expect(now({ characters: 5 }, { label: 'CI', pinnedId: keyId('k1') })).toEqual([]);
    expect(now({ characters: 6 }, { label: 'CI', pinnedId: keyId('k1') })).toMatchObject([
      { kind: 'value', planned: { key: ['limit', 'characters'], from: null, to: 6 }, approved: { to: 5 } },
    ]);
    expect(now({ characters: 5 }, { label: 'Other', pinnedId: keyId('k1') })).toMatchObject([
      { kind: 'value', planned: { key: ['label'], from: 'ci', to: 'Other' }, approved: { from: 'ci', to: 'CI' } },
    ]);
    const two = { developerKeys: [...live({}).developerKeys, liveDeveloperKey('k2', 'ci')] };
    const other = planned(wanted({ characters: 5 }, { label: 'CI', pinnedId: keyId('k2') }), two);
    expect(violationsOf(other, approved)).toEqual([
      { kind: 'resource', address: 'developer_key.ci', planned: 'k2', approved: 'k1' },
    ]);
  });

  test('a key that was made by the approved plan gets the limits that were approved with it, one that only bears its name does not', () => {
    const approved = planned(wanted({ characters: 5 }), { developerKeys: [] });
    const pinned = wanted({ characters: 5 }, { pinnedId: keyId('k1') });
    expect(violationsOf(planned(pinned, live({})), approved)).toEqual([]);
    expect(violationsOf(planned(wanted({ characters: 5 }), live({})), approved)).toEqual([
      { kind: 'resource', address: 'developer_key.ci', planned: 'k1' },
    ]);
    const gone = wanted({}, { pinnedId: keyId('k1'), deactivated: true });
    expect(violationsOf(planned(gone, live({})), approved)).toMatchObject([
      { kind: 'value', planned: { key: ['deactivated'], from: false, to: true } },
    ]);
  });
});

test('a plan for another target approves nothing, and an empty plan needs no approval', () => {
  const desired = { glossaries: [desiredGlossary('a', { 'en->de': { a: '1' } })] };
  const plan = planned(desired, { glossaries: [] });
  for (const target of [
    { name: 'other', baseUrl: plan.target.baseUrl },
    { name: plan.target.name, baseUrl: 'http://other.test' },
  ])
    expect(violationsOf(plan, { ...plan, target })).toEqual([
      { kind: 'target', planned: plan.target, approved: target },
    ]);
  expect(violationsOf({ ...plan, changes: [] }, { ...plan, changes: [] })).toEqual([]);
});

test('two unowned glossaries of one name: when the first is gone, the second is still the one that was approved to go', () => {
  const live = (...ids: readonly string[]) => ({ glossaries: ids.map((id) => liveGlossary(id, 'x', {})) });
  const more = { deletable: ['glossary.*'] };
  expect(differences({ glossaries: [] }, live('g1', 'g2'), live('g2'), more)).toEqual([]);
  expect(differences({ glossaries: [] }, live('g1', 'g2'), live('g3'), more)).toEqual([
    { kind: 'resource', address: 'glossary.x', planned: 'g3', approved: 'g1' },
  ]);
});

describe('several approved plans', () => {
  const live = { glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: '0', b: '0', c: '0' } })] };
  const entries = (more: Readonly<Record<string, string>>) => ({
    glossaries: [desiredGlossary('a', { 'en->de': { a: '0', b: '0', c: '0', ...more } })],
  });
  const one = planned(entries({ a: '1' }), live);
  const other = planned(entries({ b: '1', d: '1' }), live);

  test('what has come together of one dictionary is in all of them, and in none alone', () => {
    const both = planned(entries({ a: '1', b: '1', d: '1' }), live);
    expect(violationsOf(both, one, other)).toEqual([]);
    expect(violationsOf(both, other, one)).toEqual([]);
    expect(violationsOf(both, one).map(({ kind }) => kind)).toEqual(['value', 'value']);
    // A part of them is done already, or was taken back before it was done.
    expect(violationsOf(planned(entries({ a: '1', b: '1' }), live), one, other)).toEqual([]);
    expect(violationsOf(one, one, other)).toEqual([]);
  });

  test('a term that none of them has is told, and of two values the later one counts', () => {
    const more = planned(entries({ a: '1', b: '1', d: '1', x: '1' }), live);
    expect(violationsOf(more, one, other)).toMatchObject([
      { kind: 'value', planned: { key: ['entry', 'en->de', 'x'] } },
    ]);
    const again = planned(entries({ a: '2' }), live);
    expect(violationsOf(planned(entries({ a: '2' }), live), one, again)).toEqual([]);
    expect(violationsOf(planned(entries({ a: '1' }), live), one, again)).toMatchObject([
      { kind: 'value', planned: { key: ['entry', 'en->de', 'a'], to: '1' }, approved: { to: '2' } },
    ]);
  });

  test('what somebody has changed beside them since asks for a new approval', () => {
    const since = { glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: '0', b: '0', c: '9' } })] };
    const additive = (more: Readonly<Record<string, string>>) => ({
      glossaries: [desiredGlossary('a', { 'en->de': { a: '0', b: '0', ...more } }, { mode: 'additive' })],
    });
    const parts: readonly Readonly<Record<string, string>>[] = [{ a: '1' }, { b: '1' }];
    const plans = parts.map((more) => planned(additive(more), live));
    const both = additive({ a: '1', b: '1' });
    expect(violationsOf(planned(both, live), ...plans)).toEqual([]);
    expect(violationsOf(planned(both, since), ...plans)).toMatchObject([{ kind: 'result' }]);
  });

  test('removals of one and additions of another make one PUT', () => {
    const fewer = planned({ glossaries: [desiredGlossary('a', { 'en->de': { a: '0', b: '0' } })] }, live);
    const both = planned({ glossaries: [desiredGlossary('a', { 'en->de': { a: '1', b: '0' } })] }, live);
    expect(both.changes[0]?.operations.map(({ kind }) => kind)).toEqual(['put-dictionary']);
    expect(violationsOf(both, fewer, one)).toEqual([]);
    expect(violationsOf(both, fewer)).toMatchObject([{ kind: 'value', planned: { key: ['entry', 'en->de', 'a'] } }]);
  });

  test('a new glossary that two of them make, with the terms of both', () => {
    const none = { glossaries: [] };
    const of = (pairs: DictionariesLike) => planned({ glossaries: [desiredGlossary('n', pairs)] }, none);
    const [de, fr] = [of({ 'en->de': { a: '1' } }), of({ 'en->de': { a: '1', b: '2' }, 'en->fr': { a: '1' } })];
    const both = of({ 'en->de': { a: '1', b: '2', c: '3' }, 'en->fr': { a: '1' } });
    expect(violationsOf(fr, de, fr)).toEqual([]);
    expect(violationsOf(both, de, fr)).toMatchObject([{ kind: 'value', planned: { key: ['entry', 'en->de', 'c'] } }]);
  });

  test('an instruction that both have is approved once', () => {
    const lists = { styleLists: [liveStyleList('s1', 'x', { instructions: [] })] };
    const of = (...labels: readonly string[]) =>
      planned(
        {
          styleLists: [
            desiredStyleList('x', { instructions: labels.map((label) => ({ label, prompt: `${label}.` })) }),
          ],
        },
        lists,
      );
    expect(violationsOf(of('A', 'B', 'C'), of('A', 'B'), of('A', 'C'))).toEqual([]);
    expect(violationsOf(of('A', 'A'), of('A', 'B'), of('A', 'C'))).toMatchObject([
      { kind: 'value', planned: { key: ['instruction', 'new 2'] } },
    ]);
  });
});

test('a plan that was made without asking the service knows no ids of instructions', () => {
  const wanted = { styleLists: [desiredStyleList('x', { instructions: [{ label: 'Tone', prompt: 'New.' }] })] };
  const of = (id: string) => {
    const list = liveStyleList('s1', 'x', { instructions: [{ label: 'Tone', prompt: 'Old.' }] });
    const instructions = list.instructions.map((each) => ({ ...each, id: instructionId(id) }));
    return planned(wanted, { styleLists: [{ ...list, instructions }] });
  };
  const against = { kind: 'ledger', time: '2026-01-02T03:04:05Z' } as const;
  expect(violationsOf(of('i-7'), of('unknown-1'))).toMatchObject([{ kind: 'operation' }]);
  expect(violationsOf(of('i-7'), { ...of('unknown-1'), against })).toEqual([]);
});
