import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownedOf } from '../../../src/kinds/states.ts';
import { operationsOf } from '../../../src/model/plan/plan.ts';
import { driftCounts } from '../../../src/plan/counts.ts';
import { decidedState, driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { planState } from '../../../src/plan/make-plan.ts';
import { nextState } from '../../../src/plan/next-state/next-state.ts';
import type { Outcome } from '../../../src/plan/outcome.ts';
import { least, runs } from '../../support/runs.ts';
import { driftInput } from '../drift-input.ts';

const FEW = ['a', 'b', 'c'] as const;
const terms = fc.dictionary(fc.constantFrom(...FEW), fc.constantFrom('x', 'y', 'z'));
/** Two dictionaries, so that one may be missing as a whole. */
const glossary = fc
  .record({ name: fc.constantFrom('One', 'Two'), 'en->de': terms, 'en->fr': terms })
  .map(({ name, ...dictionaries }) => ({ glossaries: { product: { name, dictionaries } } }));
const side = fc.oneof({ weight: 6, arbitrary: glossary }, { weight: 1, arbitrary: fc.constant({}) });

/** The conflicts of single values, as text. */
const conflictsOf = ({ resources }: ReturnType<typeof driftOf>): readonly string[] =>
  resources
    .flatMap((resource) => (resource.whole === undefined ? [resource, ...resource.children] : []))
    .flatMap(({ whole, values }) => (whole === undefined ? values : []))
    .filter(({ kind }) => kind === 'both')
    .map(({ key, ours, theirs }) => JSON.stringify([key, ours, theirs]));

test('law: a decision holds for its values of both sides, and with other files every other difference stays', () => {
  let [decidedFor, others] = [0, 0];
  fc.assert(
    fc.property(glossary, side, side, side, (base, ours, theirs, third) => {
      const chosen = driftInput({ base, ours, theirs });
      const ledger = decidedState(chosen.ledger, driftOf(chosen));
      const contents = (of: typeof ledger) => [...ownedOf(of, 'glossaries')].map(([, { content }]) => content);
      expect(contents(ledger)).toEqual(contents(chosen.ledger));
      expect(driftCounts(driftOf({ ...chosen, ledger })).both).toBe(0);
      decidedFor += driftCounts(driftOf(chosen)).both;
      const branch = driftInput({ base, ours: third, theirs });
      const [before, after] = [driftOf(branch), driftOf({ ...branch, ledger })];
      expect(driftCounts(after).theirs).toBe(driftCounts(before).theirs);
      const known = conflictsOf(driftOf(chosen));
      const left = conflictsOf(before).filter((each) => !known.includes(each));
      expect(conflictsOf(after)).toEqual(left);
      others += left.length;
    }),
    { numRuns: runs(300) },
  );
  expect(decidedFor).toBeGreaterThan(least(100));
  expect(others).toBeGreaterThan(least(100));
});

test('a plan names the resources whose changes on the service it overwrites by a decision', () => {
  const like = (a: string) => ({ glossaries: { product: { dictionaries: { 'en->de': { a, b: 'b' } } } } });
  const input = driftInput({ base: like('x'), ours: like('y'), theirs: like('z') });
  const ledger = decidedState(input.ledger, driftOf(input));
  const { plan, drift } = planState(input.live, { ...input, ledger });
  expect([plan.undoes, plan.conflicts, plan.decided]).toEqual([undefined, undefined, ['glossary.product']]);
  expect([drift.resources, drift.decided]).toMatchObject([
    [],
    [{ children: [{ values: [{ ours: 'y', theirs: 'z' }] }] }],
  ]);
});

test.each<[string, readonly string[], 'applied' | 'failed', readonly string[]]>([
  ['no decision stays after a whole run', [], 'applied', []],
  ['those of the other parts stay after a run of one dictionary', ['glossary.product/en->de'], 'applied', ['en->fr']],
  ['all stay after a run whose calls failed', [], 'failed', ['en->de', 'en->fr']],
])('%s', (_, only, kind, left) => {
  const like = (a: string) => ({
    glossaries: { product: { dictionaries: { 'en->de': { a, b: 'b' }, 'en->fr': { a, b: 'b' } } } },
  });
  const input = driftInput({ base: like('x'), ours: like('y'), theirs: like('z') });
  const before = decidedState(input.ledger, driftOf(input));
  const { plan } = planState(input.live, { ...input, ledger: before, only });
  const outcomes = operationsOf(plan).map(
    (operation): Outcome => ({ kind, operation, address: 'glossary.product', error: new Error('no') }),
  );
  const report = { outcomes, ids: [], secrets: [] };
  const { desired, live } = input;
  const after = nextState({ before, desired, live, plan, report, deletable: [] });
  const { decided = [] } = after.glossaries.get('glossary.product') ?? {};
  expect(decided.map(({ key }) => key[1])).toEqual(left);
});
