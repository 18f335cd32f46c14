import { expect, test } from 'vitest';
import type { Violation } from '../../../src/plan/approval/violation.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { operationsOf } from '../../../src/plan/plan.ts';
import { notApprovedText } from '../../../src/review/plan/not-approved-text.ts';
import { changedConfigText, tooOldText } from '../../../src/review/plan/saved-plan-text.ts';
import { desiredGlossary, planInput } from '../../support/build.ts';

const TONE = { label: 'Tone', prompt: 'Be friendly.' };
const [CALL] = operationsOf(
  makePlan(planInput({ glossaries: [desiredGlossary('a', { 'en->de': { a: '1' } })] }, { glossaries: [] })).plan,
);

test('every difference is a line: what would be done, and what was approved', () => {
  const differences: readonly Violation[] = [
    { kind: 'change', address: 'glossary.new', planned: 'create' },
    { kind: 'resource', address: 'glossary.a', planned: 'g2', approved: 'g1' },
    { kind: 'resource', address: 'glossary.b', approved: 'g1' },
    { kind: 'resource', address: 'glossary.c', planned: 'g1' },
    {
      kind: 'name',
      address: 'glossary.a',
      planned: { from: 'Old', to: 'New' },
      approved: { from: 'Old', to: 'Other' },
    },
    { kind: 'name', address: 'glossary.b', planned: { to: 'New' } },
    { kind: 'entry', address: 'glossary.a/en->de', planned: { kind: 'removed', source: 'a', from: '1' } },
    {
      kind: 'entry',
      address: 'glossary.a/en->de',
      planned: { kind: 'changed', source: 'b', from: '1', to: '2' },
      approved: { kind: 'added', source: 'b', to: '2' },
    },
    { kind: 'rule', address: 'style_rules.l', planned: { kind: 'added', category: 'n', rule: 'r', to: 'x' } },
    { kind: 'instruction', address: 'style_rules.l', planned: { kind: 'added', to: TONE } },
    {
      kind: 'instruction',
      address: 'style_rules.l',
      planned: { kind: 'changed', id: 'i' as never, from: TONE, to: { ...TONE, prompt: 'Be formal.' } },
    },
    { kind: 'instruction', address: 'style_rules.l', planned: { kind: 'removed', id: 'i' as never, from: TONE } },
    { kind: 'limit', address: 'developer_key.ci', planned: { limit: 'characters', from: null, to: 5 } },
    { kind: 'operation', address: 'glossary.a', planned: CALL as never },
    { kind: 'result', address: 'glossary.a', planned: CALL as never },
  ];
  expect(notApprovedText(differences)).toMatchInlineSnapshot(`
    "the plan differs from the approved plan in 15 places; nothing was changed, have the new plan approved [not-approved]:
      glossary.new: create (not in the approved plan)
      glossary.a: is "g2" (approved: "g1")
      glossary.b: would be created (approved: "g1")
      glossary.c: is "g1" (approved: to create it)
      glossary.a: name "Old" → "New" (approved: name "Old" → "Other")
      glossary.b: name none → "New" (not approved)
      glossary.a/en->de: remove "a": "1" (not approved)
      glossary.a/en->de: change "b": "1" → "2" (approved: add "b": "2")
      style_rules.l: add rule n.r: "x" (not approved)
      style_rules.l: add instruction "Tone": "Be friendly." (not approved)
      style_rules.l: change instruction "Tone": "Be friendly." → "Be formal." (not approved)
      style_rules.l: remove instruction "Tone": "Be friendly." (not approved)
      developer_key.ci: limit characters: no limit → 5 (not approved)
      glossary.a: create-glossary (not approved)
      glossary.a: create-glossary (approved with a different end state)
    "
  `);
});

test('a long list is cut, and the rest counted', () => {
  const differences = Array.from(
    { length: 1042 },
    (_, index): Violation => ({ kind: 'change', address: `glossary.g${index}`, planned: 'delete' }),
  );
  const lines = notApprovedText(differences).split('\n');
  expect([lines.length, lines[0], lines[40], lines[41]]).toEqual([
    43,
    'the plan differs from the approved plan in 1,042 places; nothing was changed, have the new plan approved [not-approved]:',
    '  glossary.g39: delete (not in the approved plan)',
    '  … and 1,002 more',
  ]);
  expect(notApprovedText([])).toBe('');
});

test('files that are others by now are named, the first twenty of them', () => {
  expect(
    changedConfigText('p.json', [
      { kind: 'added', address: 'glossary.a' },
      { kind: 'changed', address: 'glossary.b' },
      { kind: 'removed', address: 'style_rules.c' },
    ]),
  ).toContain(': glossary.a (new), glossary.b (changed) and style_rules.c (removed); nothing was changed');
  const many = Array.from({ length: 25 }, (_, index) => ({
    kind: 'added' as const,
    address: `glossary.${index}` as const,
  }));
  expect(changedConfigText('p.json', many)).toContain('glossary.19 (new) and 5 more; nothing');
});

test.each([
  [60_000, '1 minute'],
  [7_199_999, '119 minutes'],
  [7_200_000, '2 hours'],
  [172_799_999, '47 hours'],
  [172_800_000, '2 days'],
])('an age of %d ms is %s', (age, text) => {
  expect(tooOldText('p.json', age, 30_000)).toContain(`p.json is ${text} old, at most 0 minutes are allowed`);
});
