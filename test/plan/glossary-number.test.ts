import { expect, test } from 'vitest';
import { makePlan } from '../../src/plan/make-plan.ts';
import { desiredGlossary, liveGlossary, planInput } from '../support/build.ts';

const live = { glossaries: ['a', 'b'].map((name) => liveGlossary(`id-${name}`, name, { 'en->de': { x: 'y' } })) };
const wanted = (...names: readonly string[]) => ({
  glossaries: names.map((name) => desiredGlossary(name, { 'en->de': { x: 'y' } })),
});
const findingsOf = (max: number | undefined, ...names: readonly string[]) =>
  makePlan({
    ...planInput(wanted(...names), live),
    deletable: ['*'],
    ...(max !== undefined && { atMost: { glossaries: max } }),
  }).findings.map(({ code, details }) => ({ code, ...details }));

test('a plan is refused when the account would have more glossaries than it may', () => {
  expect(findingsOf(2, 'a', 'b', 'c')).toEqual([
    { code: 'too-many-glossaries', there: 2, created: 1, deleted: 0, after: 3, max: 2 },
  ]);
  expect(findingsOf(3, 'a', 'b', 'c')).toEqual([]);
  expect(findingsOf(undefined, 'a', 'b', 'c')).toEqual([]);
});

test('what goes makes room, and an account that has too many already may be changed', () => {
  expect(findingsOf(2, 'a', 'c')).toEqual([]);
  expect(findingsOf(1, 'a', 'b')).toEqual([]);
});
