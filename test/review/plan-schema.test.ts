import { expect, test } from 'vitest';
import { validatePlan } from '../../src/files/document-validators.generated.js';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { ValueChange } from '../../src/model/resources/resource.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { parsePlan, planJson } from '../../src/review/plan/plan-json.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
  savedPlan,
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

const DIGEST = `sha256:${'0'.repeat(64)}`;

/** By the schema, or because the plan contradicts itself. Its digest is that of the edited plan. */
const isRefused = (value: Plan): boolean =>
  !validatePlan({ ...value, digest: DIGEST }) || parsePlan(planJson(value), validatePlan).kind === 'refused';

test('the schema takes what the planner makes', () => {
  expect(validatePlan(JSON.parse(planJson(savedPlan(plan()))))).toBe(true);
});

test.each([
  'pair',
  'touches',
  'key',
  'values',
  'children',
  'before',
  'occurrence',
  'notIds',
  'method',
  'path',
  'pre',
  'post',
  'address',
  'adopted',
  'operations',
  'id',
  'kind',
])('a plan that lacks any one %s is refused', (field) => {
  const whole = JSON.parse(JSON.stringify(savedPlan(plan())));
  const places = [...having(whole, field)];
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) {
    const value = place[field];
    delete place[field];
    expect(isRefused(whole)).toBe(true);
    place[field] = value;
  }
  expect(isRefused(whole)).toBe(false);
});

test('a call of another method than its kind has is refused', () => {
  const whole = JSON.parse(JSON.stringify(savedPlan(plan())));
  for (const operation of having(whole, 'method')) {
    const { method } = operation;
    operation.method = method === 'DELETE' ? 'PUT' : 'DELETE';
    expect(isRefused(whole)).toBe(true);
    operation.method = method;
  }
});

test.each(['from', 'to'])('a value that lacks its %s is refused where that makes it no other value', (side) => {
  const whole = JSON.parse(JSON.stringify(savedPlan(plan())));
  // A rule that is changed is one that is added or removed without the other side; its call has both digests.
  const isOther = ({ key: [part] }: ValueChange): boolean => part === 'rule' || part === 'deactivated';
  const values = [...having(whole, 'key')].filter((value) => side in value && !isOther(value as never));
  expect(values.length).toBeGreaterThan(0);
  for (const value of values) {
    const { [side]: kept } = value;
    delete value[side];
    expect(isRefused(whole)).toBe(true);
    value[side] = kept;
  }
  expect(isRefused(whole)).toBe(false);
});

test('a change of a key that is there names the key', () => {
  const whole = JSON.parse(JSON.stringify(savedPlan(plan())));
  const changes = [...having(whole, 'operations')].filter(
    ({ kind, id }) => kind === 'developer-key' && id !== undefined,
  );
  expect(changes.map(({ action }) => action)).toEqual(['deactivate', 'update']);
  for (const change of changes) {
    const { id } = change;
    delete change.id;
    expect(isRefused(whole)).toBe(true);
    change.id = id;
  }
});

test('a plan from before there were developer keys still reads', () => {
  const { changes, ...rest } = savedPlan(plan());
  expect(isRefused({ ...rest, changes: changes.filter(({ kind }) => kind !== 'developer-key') })).toBe(false);
});
