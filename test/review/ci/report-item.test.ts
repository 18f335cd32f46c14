import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import type { GuardVerdict } from '../../../src/plan/guard/refusal.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { reportItems } from '../../../src/review/ci/report-item.ts';
import { driftInput, type SideLike } from '../../plan/drift-input.ts';
import { desiredGlossary, liveGlossary, planInput } from '../../support/build.ts';

const side = (entries: Readonly<Record<string, string>>): SideLike => ({
  glossaries: { product: { name: 'product', dictionaries: { 'en->de': entries } } },
});

const base = side({ house: 'Haus', dog: 'Hund' });
const drift = driftOf(driftInput({ base, ours: base, theirs: side({ house: 'Heim', dog: 'Hund' }) }));
const { plan } = makePlan(
  planInput(
    { glossaries: [desiredGlossary('product', { 'en->de': { house: 'Haus' } })] },
    { glossaries: [liveGlossary('g', 'product', { 'en->de': { house: 'Heim', dog: 'Hund' } })] },
  ),
);

test('what was changed outside git is a warning; what the plan would undo is an error, and said once', () => {
  const guardOf = (undoes: readonly 'glossary.product'[]): GuardVerdict => ({
    kind: 'refused',
    refusals: undoes.map((address) => ({ code: 'drift-undone', address })),
  });
  const rules = (undoes: readonly 'glossary.product'[]) =>
    reportItems({ kind: 'planned', plan, guard: guardOf(undoes), findings: [], drift }).map(
      ({ level, rule }) => `${level} ${rule}`,
    );
  expect(rules([])).toEqual(['warning terms-removed', 'warning drift']);
  expect(rules(['glossary.product'])).toEqual(['error drift-undone', 'warning terms-removed']);
});

test('of drift alone, every resource is a warning, and nothing of the plan is told', () => {
  const undoes = ['glossary.product'] as const;
  const problems = reportItems({ kind: 'drifted', plan: { ...plan, undoes }, drift, findings: [] });
  expect(problems).toEqual([
    {
      rule: 'drift',
      level: 'warning',
      at: expect.objectContaining({ file: 'glossaries/product/glossary.yaml' }),
      message: 'glossary.product: Drift on test: 1 term changed outside git.',
      about: 'glossary.product',
    },
  ]);
});

test('a problem of a plan stands where the files speak of it', () => {
  const problems = reportItems({ kind: 'planned', plan, guard: { kind: 'allowed' }, findings: [], drift });
  expect(problems.map(({ at, message }) => [at?.file, message])).toEqual([
    ['glossaries/product/en-de.csv', 'glossary.product/en->de loses 1 term'],
    ['glossaries/product/glossary.yaml', 'glossary.product: Drift on test: 1 term changed outside git.'],
  ]);
});

test('a reason that no single resource gives has no place', () => {
  const guard = {
    kind: 'refused',
    refusals: [{ code: 'too-many-in-all', of: 'entries', parts: 2, removed: 30, before: 40, allowed: 10, inAll: 30 }],
  } as const;
  const [first] = reportItems({ kind: 'planned', plan, guard, findings: [] });
  expect(first).toMatchObject({ rule: 'too-many-in-all', level: 'error', about: 'too-many-in-all' });
  expect(first?.message).toMatch(/^2 parts would lose 30 of all 40 entries.*--max-deletes-per-run 30/);
  expect(first?.at).toBe(undefined);
});
