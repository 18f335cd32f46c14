import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressesOnly, scopeOf } from '../../src/model/plan/plan.ts';
import { planState } from '../../src/plan/make-plan.ts';
import { runs } from '../support/runs.ts';
import { anyPlanInput } from './any-plan-input.ts';

const SINCE = { ref: 'main', base: 'a'.repeat(40), leftOut: 1 };
const ADDRESSES = ['glossary', 'style_rules'].flatMap((kind) => ['a', 'b', 'c'].map((name) => `${kind}.${name}`));

test('the changes of a part are those of the whole plan, of these resources alone', () => {
  fc.assert(
    fc.property(anyPlanInput, fc.subarray(ADDRESSES), (input, addresses) => {
      const isPart = (address: string): boolean => addresses.includes(address);
      const whole = planState(input.live, input).plan;
      const part = planState(input.live, { ...input, only: addressesOnly(addresses), since: SINCE }).plan;
      expect(part.changes).toEqual(
        whole.changes.filter(({ address, leftOf = address }) => isPart(leftOf) || isPart(address)),
      );
      expect(part.adopts ?? []).toEqual((whole.adopts ?? []).filter(({ address }) => isPart(address)));
      expect(part.since).toEqual(SINCE);
    }),
    { numRuns: runs(300) },
  );
});

test('patterns for no address let nothing through', () => {
  const { whole, child } = scopeOf(addressesOnly([]));
  expect(ADDRESSES.filter((address) => whole(address) || child(address, 'en->de'))).toEqual([]);
});
