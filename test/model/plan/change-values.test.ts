import { expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import { allValues } from '../../../src/model/plan/plan.ts';
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

/** The values of the one change that a plan has, without their places in files. */
const values = (desired: DesiredState, live: LiveState) =>
  makePlan(planInput(desired, live, { deletable: ['**'] })).plan.changes.flatMap((change) =>
    allValues(change).map(({ at: _, ...value }) => value),
  );

test('a glossary: its name, changed or not, and each entry that changes', () => {
  const live = { glossaries: [liveGlossary('g1', 'g', { 'en->de': { a: '1', b: '1', c: '1' } })] };
  const desired = { glossaries: [desiredGlossary('g', { 'en->de': { b: '2', c: '1' }, 'en->fr': { d: '3' } })] };
  expect(values(desired, live)).toStrictEqual([
    { key: ['name'], from: 'g', to: 'g' },
    { key: ['entry', 'en->de', 'a'], from: '1' },
    { key: ['entry', 'en->de', 'b'], from: '1', to: '2' },
    { key: ['entry', 'en->fr', 'd'], to: '3' },
  ]);
});

test('a style list: its name, a new language, each rule and each instruction that changes', () => {
  const [tone, more, fresh] = [
    { label: 'Tone', prompt: 'one' },
    { label: 'Tone', prompt: 'two' },
    { label: 'New', prompt: 'n' },
  ] as const;
  const live = { styleLists: [liveStyleList('s1', 'l', { rules: { n: { x: '1' } }, instructions: [tone] })] };
  const list = { language: 'fr', rules: { n: { x: '2' } }, instructions: [more, fresh] };
  expect(values({ styleLists: [desiredStyleList('l', list)] }, live)).toStrictEqual([
    { key: ['name'], from: 'l', to: 'l' },
    { key: ['language'], from: 'de', to: 'fr' },
    { key: ['rule', 'n', 'x'], from: '1', to: '2' },
    { key: ['instruction', 's1-i0'], from: tone, to: more },
    { key: ['instruction', 'new 1'], to: fresh },
  ]);
  expect(values({ styleLists: [] }, live)).toStrictEqual([
    { key: ['name'], from: 'l' },
    { key: ['language'], from: 'de' },
    { key: ['rule', 'n', 'x'], from: '1' },
    { key: ['instruction', 's1-i0'], from: tone },
  ]);
});

test('a developer key: its label, its limits, and that it is deactivated', () => {
  const live = { developerKeys: [liveDeveloperKey('k1', 'ci', { limits: { characters: 1 } })] };
  const key = (more: object) => ({ developerKeys: [desiredDeveloperKey('ci', { pinnedId: keyId('k1'), ...more })] });
  expect(values(key({ label: 'CI', limits: { characters: null } }), live)).toStrictEqual([
    { key: ['label'], from: 'ci', to: 'CI' },
    { key: ['limit', 'characters'], from: 1, to: null },
  ]);
  expect(values(key({ deactivated: true }), live)).toStrictEqual([
    { key: ['label'], from: 'ci', to: 'ci' },
    { key: ['deactivated'], from: false, to: true },
  ]);
});
