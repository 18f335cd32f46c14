import { expect, test } from 'vitest';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { changesText } from '../../../src/review/plan/plan-text.ts';
import { changesFingerprint, sameChangesAs } from '../../../src/review/same-changes.ts';
import { desiredGlossary, liveGlossary, planInput } from '../../support/build.ts';

/** A plan that adds so many terms, the last one with this translation. */
function planned(target: string, last: string, count = 500): Plan {
  const terms = Array.from({ length: count }, (_, index) => [`term ${index + 1000}`, 'x'] as const);
  const input = planInput(
    { glossaries: [desiredGlossary('product', { 'en->de': [['old', 'x'], ...terms, ['zebra', last]] })] },
    { glossaries: [liveGlossary(`id-of-${target}`, 'product', { 'en->de': [['old', 'x']] })] },
  );
  return makePlan({ ...input, target: { name: target, baseUrl: `https://${target}.test` } }).plan;
}

const digestOf = (plan: Plan): string | undefined => changesFingerprint(plan, (each) => changesText(each, false));

const sameAs = (plan: Plan, ...earlier: readonly Plan[]): string | undefined =>
  sameChangesAs(
    digestOf(plan),
    earlier.map((each) => ({ target: each.target.name, digest: digestOf(each) ?? '' })),
  );

test('the first of several targets with the same changes is named, whatever their ids', () => {
  const [test, eu, us] = [planned('test', 'y'), planned('eu', 'x'), planned('us', 'x')];
  expect([sameAs(us, test, eu), sameAs(planned('jp', 'x'), eu, us), sameAs(eu)]).toEqual(['eu', 'eu', undefined]);
});

test('a difference in what the text leaves out is one', () => {
  const [eu, us] = [planned('eu', 'x'), planned('us', 'y')];
  expect(changesText(us, false)).toBe(changesText(eu, false));
  expect(sameAs(us, eu)).toBeUndefined();
});

test('plans without changes are the same as nothing', () => {
  const nothing = (target: string): Plan => ({ ...planned(target, 'x'), changes: [] });
  expect(digestOf(nothing('us'))).toBeUndefined();
  expect(sameAs(nothing('us'), nothing('eu'))).toBeUndefined();
});

test('plans that read differently are not the same', () => {
  const words = ({ target }: Plan): string => target.baseUrl;
  expect(changesFingerprint(planned('us', 'x'), words)).not.toBe(changesFingerprint(planned('eu', 'x'), words));
});
