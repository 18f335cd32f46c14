import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MakePlanInput, makePlan } from '../../src/plan/make-plan.ts';
import { planJson } from '../../src/review/plan/plan-json.ts';
import { runs } from '../support/runs.ts';
import { anyPlanInput, type PAIRS } from './any-plan-input.ts';
import { simulate } from './simulate.ts';

const reversedMap = <Key, Value>(map: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> => new Map([...map].reverse());

/** The same states, as files and service might list them the other way round. */
const reversed = (given: MakePlanInput): MakePlanInput => ({
  ...given,
  desired: {
    ...(given.desired.glossaries !== undefined && {
      glossaries: given.desired.glossaries
        .map((each) => ({ ...each, dictionaries: reversedMap(each.dictionaries) }))
        .reverse(),
    }),
    ...(given.desired.styleLists !== undefined && { styleLists: [...given.desired.styleLists].reverse() }),
  },
  live: {
    glossaries: (given.live.glossaries ?? [])
      .map((each) => ({ ...each, dictionaries: reversedMap(each.dictionaries) }))
      .reverse(),
    styleLists: (given.live.styleLists ?? [])
      .map((each) => ({
        ...each,
        content: {
          ...each.content,
          rules: reversedMap(each.content.rules),
          instructions: [...each.content.instructions].reverse(),
        },
        instructions: [...each.instructions].reverse(),
      }))
      .reverse(),
  },
  ledger: {
    glossaries: reversedMap(given.ledger.glossaries),
    styleLists: reversedMap(given.ledger.styleLists),
    developerKeys: reversedMap(given.ledger.developerKeys),
  },
});

const allWanted = ({ desired }: MakePlanInput) => ({
  styleLists: new Map((desired.styleLists ?? []).map(({ address, content }) => [address as string, content])),
});

test('the order in which files and service list things decides no byte of the plan', () => {
  fc.assert(
    fc.property(anyPlanInput, (given) => {
      const [one, other] = [makePlan(given), makePlan(reversed(given))];
      expect(planJson(other.plan)).toBe(planJson(one.plan));
      expect(other.findings).toEqual(one.findings);
    }),
    { numRuns: runs(700) },
  );
});

test('every call finds its part as `pre` says and leaves it as `post` says; a second plan is empty', () => {
  fc.assert(
    fc.property(anyPlanInput, (given) => {
      const { plan, findings } = makePlan(given);
      if (findings.length > 0) return;
      const { live, mismatches } = simulate(given.live, plan, allWanted(given));
      expect(mismatches).toEqual([]);
      // What the plan made is known by its id from now on, as the ledger will know it.
      const idOf = new Map(plan.changes.map((change) => [change.address as string, change]));
      const pin = <Resource extends { readonly address: string }>(resource: Resource): Resource => {
        const change = idOf.get(resource.address);
        if (change === undefined) return resource;
        const id = change.action === 'update' ? change.id : `new ${change.address}`;
        return { ...resource, pinnedId: id };
      };
      const desired = {
        ...(given.desired.glossaries !== undefined && { glossaries: given.desired.glossaries.map(pin) }),
        ...(given.desired.styleLists !== undefined && { styleLists: given.desired.styleLists.map(pin) }),
      };
      const again = makePlan({ ...given, desired, live });
      expect(again.findings).toEqual([]);
      expect(again.plan.changes).toEqual([]);
    }),
    { numRuns: runs(700) },
  );
});

test('what is unmanaged is the same object afterwards, and no call names it', () => {
  fc.assert(
    fc.property(anyPlanInput, (given) => {
      const { plan } = makePlan(given);
      const { live } = simulate(given.live, plan, allWanted(given));
      const find = (all: readonly { readonly id: string }[] | undefined, id: string) =>
        all?.find((each) => each.id === id);
      for (const { address, id } of plan.unmanaged) {
        const [, pair] = address.split('/');
        const [before, after] = [given.live, live].map((state) =>
          pair === undefined
            ? (find(state.glossaries, id) ?? find(state.styleLists, id))
            : state.glossaries?.find((each) => each.id === id)?.dictionaries.get(pair as (typeof PAIRS)[number]),
        );
        expect(before).toBeDefined();
        expect(after).toBe(before);
      }
    }),
    { numRuns: runs(700) },
  );
});

test('no two changes are about one address or one live resource', () => {
  fc.assert(
    fc.property(anyPlanInput, (given) => {
      const { plan, findings } = makePlan(given);
      if (findings.length > 0) return;
      const ids = plan.changes.flatMap(({ id }) => (id === undefined ? [] : [id as string]));
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(plan.changes.map(({ address }) => address)).size).toBe(plan.changes.length);
    }),
    { numRuns: runs(700) },
  );
});
