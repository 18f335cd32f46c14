import { expect, test } from 'vitest';
import { operationsOf } from '../../../src/model/plan/plan.ts';
import type { Address } from '../../../src/model/resources/address.ts';
import type { ValueChange, ValueKey } from '../../../src/model/resources/resource.ts';
import type { Violation } from '../../../src/plan/approval/approval.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { notApprovedText } from '../../../src/review/plan/not-approved-text.ts';
import { changedConfigText, tooOldText } from '../../../src/review/plan/saved-plan-text.ts';
import { desiredGlossary, planInput } from '../../support/build.ts';

const TONE = { label: 'Tone', prompt: 'Be friendly.' };
const [CALL] = operationsOf(
  makePlan(planInput({ glossaries: [desiredGlossary('a', { 'en->de': { a: '1' } })] }, { glossaries: [] })).plan,
);

type Sides = Omit<ValueChange, 'key'>;

const value = (address: Address, key: ValueKey, planned: Sides, approved?: Sides): Violation => ({
  kind: 'value',
  address,
  planned: { key, ...planned },
  ...(approved !== undefined && { approved: { key, ...approved } }),
});

test('every difference is a line: what would be done, and what was approved', () => {
  const differences: readonly Violation[] = [
    { kind: 'change', address: 'glossary.new', planned: 'create' },
    { kind: 'resource', address: 'glossary.a', planned: 'g2', approved: 'g1' },
    { kind: 'resource', address: 'glossary.b', approved: 'g1' },
    { kind: 'resource', address: 'glossary.c', planned: 'g1' },
    value('glossary.a', ['name'], { from: 'Old', to: 'New' }, { from: 'Old', to: 'Other' }),
    value('glossary.b', ['name'], { to: 'New' }),
    value('glossary.a', ['entry', 'en->de', 'a'], { from: '1' }),
    value('glossary.a', ['entry', 'en->de', 'b'], { from: '1', to: '2' }, { to: '2' }),
    value('style_rules.l', ['language'], { from: 'de', to: 'fr' }),
    value('style_rules.l', ['rule', 'n', 'r'], { to: 'x' }),
    value('style_rules.l', ['instruction', 'new 0'], { to: TONE }),
    value('style_rules.l', ['instruction', 'i'], { from: TONE, to: { ...TONE, prompt: 'Be formal.' } }),
    value('style_rules.l', ['instruction', 'i'], { from: TONE, to: { ...TONE, label: 'Style', sourceLanguage: 'en' } }),
    value('style_rules.l', ['instruction', 'i'], { from: TONE }),
    value('developer_key.ci', ['label'], { from: 'ci', to: 'CI' }),
    value('developer_key.ci', ['limit', 'characters'], { from: null, to: 5 }),
    value('developer_key.ci', ['deactivated'], { from: false, to: true }),
    { kind: 'operation', address: 'glossary.a', planned: CALL as never },
    { kind: 'result', address: 'glossary.a', planned: CALL as never },
  ];
  expect(notApprovedText(differences)).toMatchInlineSnapshot(`
    "the plan differs from the approved plan in 19 places; nothing was changed, have the new plan approved [not-approved]:
      glossary.new: create (not in the approved plan)
      glossary.a: is "g2" (approved: "g1")
      glossary.b: would be created (approved: "g1")
      glossary.c: is "g1" (approved: to create it)
      glossary.a: change name: "Old" → "New" (approved: change name: "Old" → "Other")
      glossary.b: add name: "New" (not approved)
      glossary.a/en->de: remove "a": "1" (not approved)
      glossary.a/en->de: change "b": "1" → "2" (approved: add "b": "2")
      style_rules.l: change language: "de" → "fr" (not approved)
      style_rules.l: add rule n.r: "x" (not approved)
      style_rules.l: add instruction "Tone": "Be friendly." (not approved)
      style_rules.l: change instruction "Tone": "Be friendly." → "Be formal." (not approved)
      style_rules.l: change instruction "Tone": "Be friendly." → "Style": "Be friendly." (source language en) (not approved)
      style_rules.l: remove instruction "Tone": "Be friendly." (not approved)
      developer_key.ci: change label: "ci" → "CI" (not approved)
      developer_key.ci: change limit characters: no limit → 5 (not approved)
      developer_key.ci: change the key: active → deactivated (not approved)
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
  expect(tooOldText('p.json', age, 30_000)).toContain(`p.json is ${text} old, and --max-age allows 0 minutes`);
});
