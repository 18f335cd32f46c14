import { describe, expect, test } from 'vitest';
import { instructionDigest, rulesDigest, styleListDigest } from '../../src/kinds/style-list/style-list.ts';
import { type Change, valuesIn } from '../../src/model/plan/plan.ts';
import { changeKind } from '../../src/model/resources/resource.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { desiredStyleList, liveStyleList, planInput, rules, type StyleListLike } from '../support/build.ts';

const TONE = { label: 'Tone', prompt: 'Be friendly.' };
const SHORT = { label: 'Length', prompt: 'Write short sentences.' };

function change(desired: StyleListLike, live: StyleListLike): Change | undefined {
  const { plan } = makePlan(
    planInput({ styleLists: [desiredStyleList('a', desired)] }, { styleLists: [liveStyleList('s1', 'a', live)] }),
  );
  const [made] = plan.changes;
  if (made !== undefined && made.kind !== 'style-list') throw new Error('not a style list');
  return made;
}
/** What becomes of the values of a part. */
const told = (made: Change | undefined, part: string) =>
  (made === undefined ? [] : valuesIn(made, part)).map((value) => [changeKind(value), value] as const);
const kinds = (made: Change | undefined) =>
  made?.operations.map(({ kind, method, path }) => `${kind} ${method} ${path}`);

describe('the calls for a style list', () => {
  test('the same content in another order is no change', () => {
    expect(
      change(
        { instructions: [TONE, SHORT], rules: { b: { c: 'd' }, a: { x: 'y' } } },
        { instructions: [SHORT, TONE], rules: { a: { x: 'y' }, b: { c: 'd' } } },
      ),
    ).toBeUndefined();
  });

  test('an omitted source language that comes back as the language of the list is no change', () => {
    expect(change({ instructions: [TONE] }, { instructions: [{ ...TONE, sourceLanguage: 'de' }] })).toBeUndefined();
    expect(kinds(change({ instructions: [TONE] }, { instructions: [{ ...TONE, sourceLanguage: 'en' }] }))).toEqual([
      'edit-instruction PUT /v3/style_rules/s1/custom_instructions/s1-i0',
    ]);
  });

  test('a new list: one POST with everything, bound to its content', () => {
    const desired = desiredStyleList('a', { instructions: [TONE], rules: { a: { b: 'c' } } });
    const { plan } = makePlan(planInput({ styleLists: [desired] }, { styleLists: [] }));
    expect(plan.changes).toMatchObject([
      {
        action: 'create',
        operations: [{ kind: 'create-style-list', pre: 'absent', post: styleListDigest(desired.content) }],
      },
    ]);
  });

  test('rules are replaced whole by one PUT, and the plan shows what the file does not say as removed', () => {
    const made = change({ rules: { a: { b: 'new' } } }, { rules: { a: { b: 'old', gone: 'x' } } });
    expect(kinds(made)).toEqual(['replace-rules PUT /v3/style_rules/s1/configured_rules']);
    expect(made?.operations[0]).toMatchObject({
      pre: rulesDigest(rules({ a: { b: 'old', gone: 'x' } })),
      post: rulesDigest(rules({ a: { b: 'new' } })),
    });
    expect(told(made, 'rule')).toMatchObject([
      ['removed', { key: ['rule', 'a', 'gone'], from: 'x' }],
      ['changed', { key: ['rule', 'a', 'b'], from: 'old', to: 'new', at: { line: 5 } }],
    ]);
  });

  test('a rule that stands in two categories is two rules', () => {
    const made = change(
      { rules: { punctuation: { abbreviations: 'x' } } },
      { rules: { vocabulary: { abbreviations: 'x' } } },
    );
    expect(told(made, 'rule').map(([kind, { key }]) => `${kind} ${key[1]}`)).toEqual([
      'removed vocabulary',
      'added punctuation',
    ]);
  });

  test('an instruction of the same label is edited; the nearest prompt comes next; the rest is added or deleted', () => {
    const made = change(
      {
        instructions: [
          { label: 'Tone', prompt: 'Be very friendly.' },
          { label: 'Sentences', prompt: 'Write very short sentences.' },
        ],
      },
      { instructions: [SHORT, { label: 'Numbers', prompt: 'Spell them out.' }, TONE] },
    );
    expect(told(made, 'instruction')).toMatchObject([
      ['removed', { from: { label: 'Numbers' } }],
      ['changed', { key: ['instruction', 's1-i2'], from: TONE }],
      ['changed', { key: ['instruction', 's1-i0'], from: SHORT, to: { label: 'Sentences' } }],
    ]);
    expect(kinds(made)).toEqual([
      'edit-instruction PUT /v3/style_rules/s1/custom_instructions/s1-i2',
      'edit-instruction PUT /v3/style_rules/s1/custom_instructions/s1-i0',
      'delete-instruction DELETE /v3/style_rules/s1/custom_instructions/s1-i1',
    ]);
  });

  test('of several with the same label, the one with the nearest prompt is edited', () => {
    const made = change(
      { instructions: [{ label: 'Tone', prompt: 'Be very formal.' }] },
      {
        instructions: [
          { label: 'Tone', prompt: 'Use the active voice.' },
          { label: 'Tone', prompt: 'Be formal.' },
        ],
      },
    );
    expect(told(made, 'instruction')).toMatchObject([
      ['removed', { key: ['instruction', 's1-i0'] }],
      ['changed', { key: ['instruction', 's1-i1'] }],
    ]);
  });

  test('equal instructions are told apart by their number', () => {
    const made = change({ instructions: [TONE, TONE, TONE] }, { instructions: [TONE] });
    expect(made?.operations).toMatchObject([
      { kind: 'add-instruction', occurrence: 2, post: instructionDigest(TONE, 'de') },
      { kind: 'add-instruction', occurrence: 3 },
    ]);
  });

  test('an added one is counted after those that were edited to the same', () => {
    const old = { ...TONE, prompt: 'Be kind.' };
    const twice = change({ instructions: [TONE, TONE] }, { instructions: [old] });
    expect(twice?.operations).toMatchObject([{ kind: 'edit-instruction' }, { kind: 'add-instruction', occurrence: 2 }]);
    const other = change({ instructions: [TONE, SHORT] }, { instructions: [old] });
    expect(other?.operations).toMatchObject([{ kind: 'edit-instruction' }, { kind: 'add-instruction', occurrence: 1 }]);
  });

  test('another language is a replacement: a new list first, then the old one goes', () => {
    const made = change({ language: 'fr', instructions: [TONE] }, { language: 'de', instructions: [TONE] });
    expect(made).toMatchObject({ action: 'replace', id: 's1' });
    expect(made?.values[1]).toStrictEqual({ key: ['language'], from: 'de', to: 'fr' });
    expect(made?.operations).toMatchObject([
      { kind: 'create-style-list', notIds: ['s1'] },
      { kind: 'delete-style-list', path: '/v3/style_rules/s1' },
    ]);
  });

  test('200 instructions replaced by 200 others are 200 edits: the cap is never crossed', () => {
    const many = (prefix: string) =>
      Array.from({ length: 200 }, (_, index) => ({ label: `${prefix}${index}`, prompt: `${prefix} ${index}` }));
    expect(
      new Set(change({ instructions: many('a') }, { instructions: many('b') })?.operations.map(({ kind }) => kind)),
    ).toEqual(new Set(['edit-instruction']));
  });
});

test('what changes has its place in the files, and what goes has none', () => {
  const old = { ...TONE, prompt: 'Be kind.' };
  const made = change({ instructions: [TONE, SHORT] }, { instructions: [old] });
  expect(told(made, 'instruction').map(([kind, { at }]) => [kind, at?.line])).toEqual([
    ['changed', 10],
    ['added', 11],
  ]);
  const gone = change({ instructions: [] }, { instructions: [old] });
  expect(told(gone, 'instruction')).toStrictEqual([['removed', { key: ['instruction', 's1-i0'], from: old }]]);
  const placeless = desiredStyleList('a', { instructions: [TONE] }, { instructionOrigins: [] });
  const { plan } = makePlan(planInput({ styleLists: [placeless] }, {}));
  expect(plan.changes).toMatchObject([{ action: 'create', operations: [{ notIds: [] }] }]);
  const [created] = plan.changes;
  expect(told(created, 'instruction')).toStrictEqual([['added', { key: ['instruction', 'new 1'], to: TONE }]]);
});
