import { expect, test } from 'vitest';
import { DEFAULT_SAFETY } from '../../../src/model/workspace/workspace.ts';
import type { GuardInput } from '../../../src/plan/guard/guard-input.ts';
import { usedConsents } from '../../../src/plan/guard/used-consents.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { desiredGlossary, liveGlossary, planInput } from '../../support/build.ts';
import { owning } from '../../support/owning.ts';

const terms = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, 'x'] as const));

/** A plan that removes 20 of 40 terms and a dictionary, and undoes drift. */
function used(input: Partial<GuardInput>, ...labels: Parameters<typeof usedConsents>[2] & object) {
  const desired = { glossaries: [desiredGlossary('a', { 'en->de': terms(20) })] };
  const live = { glossaries: [liveGlossary('g1', 'a', { 'en->de': terms(40), 'en->fr': terms(2) })] };
  const { plan } = makePlan(planInput(desired, live, { deletable: ['*', '*/*'] }));
  return usedConsents(
    { ...plan, undoes: ['glossary.a'] },
    { safety: DEFAULT_SAFETY, allowDelete: [], prune: [], desired, ledger: owning(live, desired), ...input },
    labels,
  );
}

const ALL = { allowDelete: ['glossary.a/en->fr'], maxDeletesPerRun: 20, overwriteDrift: true };
const LABEL = { label: 'may-go', login: 'ana', time: '' };

test('the options are used without which the plan would be refused', () => {
  expect(used(ALL)?.options).toEqual(['--allow-delete', '--max-deletes-per-run', '--overwrite-drift']);
  const everything = { ...ALL, allowDelete: ['*', '*/*'] };
  expect(used(everything)?.options).toEqual(['--allow-delete', '--overwrite-drift']);
  expect(used({ ...ALL, maxDeletesPerRun: 10 })).toBeUndefined();
  expect(used({})).toBeUndefined();
});

test('deletions that labels allowed are not those of the options', () => {
  expect(used(ALL, LABEL)).toEqual({ labels: [LABEL], options: ['--overwrite-drift'] });
  expect(used({}, LABEL)).toEqual({ labels: [LABEL], options: [] });
});
