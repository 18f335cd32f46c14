import { describe, expect, test } from 'vitest';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { type PlanCheck, parsePlan, planJson } from '../../../src/review/plan/plan-json.ts';
import { desiredGlossary, planInput } from '../../support/build.ts';

const accepts: PlanCheck = () => true;
const reasonOf = (text: string, check = accepts): string | undefined => {
  const parsed = parsePlan(text, check);
  return parsed.kind === 'refused' ? parsed.reason : undefined;
};

describe('a saved plan', () => {
  const { plan } = makePlan(
    planInput({ glossaries: [desiredGlossary('a', { 'en->de': [['__proto__', '10']] })] }, { glossaries: [] }),
  );

  test('reads back as the same plan, and is written again as the same bytes', () => {
    const parsed = parsePlan(planJson(plan), accepts);
    expect(parsed).toEqual({ kind: 'plan', plan });
    expect(parsed.kind === 'plan' && planJson(parsed.plan)).toBe(planJson(plan));
  });

  test.each([
    ['', 'it is not JSON'],
    ['{', 'it is not JSON'],
    ['null', 'it has no format version, and this version of lexform reads format version 1'],
    ['[]', 'it has no format version, and this version of lexform reads format version 1'],
    ['{"formatVersion":"1"}', 'it has no format version, and this version of lexform reads format version 1'],
    ['{"formatVersion":2}', 'it has format version 2, and this version of lexform reads format version 1'],
  ])('%j is refused with the reason', (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  test('what the schema refuses is refused with the first place that it names', () => {
    const check: PlanCheck = Object.assign(() => false, {
      errors: [{ instancePath: '/changes/0/action', message: 'must be string' }],
    });
    expect(reasonOf(planJson(plan), check)).toBe('/changes/0/action must be string');
    expect(reasonOf(planJson(plan), () => false)).toBe('the document does not fit the schema');
  });
});
