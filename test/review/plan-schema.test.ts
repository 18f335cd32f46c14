import { expect, test } from 'vitest';
import { validatePlan } from '../../src/files/document-validators.generated.js';
import { keyId } from '../../src/model/resources/developer-key.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../support/build.ts';

const TONE = { label: 'Tone', prompt: 'Be friendly.' };

/** Every kind of change and most kinds of operation in one plan. */
const plan = () =>
  makePlan(
    planInput(
      {
        glossaries: [
          desiredGlossary('a', { 'en->de': { x: '2' }, 'en->fr': { y: '1' }, 'en->it': {} }),
          desiredGlossary('new', { 'en->de': { x: '1' } }),
        ],
        styleLists: [
          desiredStyleList('l', {
            rules: { numbers: { a: 'y', c: 'd' } },
            instructions: [
              { ...TONE, prompt: 'Be formal.' },
              { label: 'New', prompt: 'New.' },
            ],
          }),
          desiredStyleList('m', { language: 'fr' }),
        ],
        developerKeys: [
          desiredDeveloperKey('bot', { limits: { characters: 5 } }),
          desiredDeveloperKey('ci', { label: 'CI', pinnedId: keyId('k1'), limits: { characters: 5 } }),
          desiredDeveloperKey('old', { label: 'renamed', pinnedId: keyId('k2'), deactivated: true }),
        ],
      },
      {
        glossaries: [
          liveGlossary('g1', 'a', { 'en->de': { x: '1' }, 'en->fr': { y: '1', z: '1' }, 'en->it': { q: 'r' } }),
          liveGlossary('g2', 'old', { 'en->de': { x: '1' } }),
        ],
        styleLists: [
          liveStyleList('s1', 'l', { rules: { numbers: { a: 'x', b: 'x' } }, instructions: [TONE] }),
          liveStyleList('s2', 'm', { language: 'de' }),
        ],
        developerKeys: [
          liveDeveloperKey('k1', 'ci'),
          liveDeveloperKey('k2', 'old'),
          liveDeveloperKey('k3', 'stranger'),
        ],
      },
      { deletable: ['glossary.old'] },
    ),
  ).plan;

type Loose = Record<string, unknown>;

/** Every object in a value that has this field. */
function* having(value: unknown, field: string): Generator<Loose> {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, field)) yield value as Loose;
  for (const inner of Object.values(value)) yield* having(inner, field);
}

test('the schema takes what the planner makes', () => {
  expect(validatePlan(plan())).toBe(true);
});

test.each([
  'pair',
  'rename',
  'instruction',
  'instructionId',
  'occurrence',
  'notIds',
  'method',
  'path',
  'pre',
  'post',
  'from',
  'to',
  'rule',
  'address',
  'limit',
  'limits',
  'adopted',
  'operations',
  'id',
  'kind',
])('a plan that lacks any one %s is refused', (field) => {
  const whole = JSON.parse(JSON.stringify(plan()));
  const places = [...having(whole, field)];
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) {
    const value = place[field];
    delete place[field];
    expect(validatePlan(whole)).toBe(false);
    place[field] = value;
  }
  expect(validatePlan(whole)).toBe(true);
});

test('a call of another method than its kind has is refused', () => {
  const whole = JSON.parse(JSON.stringify(plan()));
  for (const operation of having(whole, 'method')) {
    const { method } = operation;
    operation.method = method === 'DELETE' ? 'PUT' : 'DELETE';
    expect(validatePlan(whole)).toBe(false);
    operation.method = method;
  }
});

test('a call on a key names the key, but for the limits of one that is created', () => {
  const whole = JSON.parse(JSON.stringify(plan()));
  const calls = [...having(whole, 'keyId')];
  expect(calls.map(({ kind }) => kind).sort()).toEqual([
    'deactivate-developer-key',
    'limit-developer-key',
    'rename-developer-key',
    'rename-developer-key',
  ]);
  for (const call of calls.filter(({ kind }) => kind !== 'limit-developer-key')) {
    const { keyId: id } = call;
    delete call.keyId;
    expect(validatePlan(whole)).toBe(false);
    call.keyId = id;
  }
});

test('a plan from before there were developer keys still reads', () => {
  const { changes, ...rest } = plan();
  expect(validatePlan({ ...rest, changes: changes.filter(({ kind }) => kind !== 'developer-key') })).toBe(true);
});
