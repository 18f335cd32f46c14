import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DesiredDeveloperKey } from '../../src/kinds/developer-key/developer-key.ts';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import { type MakePlanInput, makePlan } from '../../src/plan/make-plan.ts';
import { planJson } from '../../src/review/plan/plan-json.ts';
import { desiredDeveloperKey, liveDeveloperKey, planInput } from '../support/build.ts';
import { least, runs } from '../support/runs.ts';
import { simulate } from './simulate.ts';

const IDS = ['k1', 'k2', 'k3', 'k4'];
const label = fc.constantFrom('L', 'M', '__proto__');
const limit = fc.constantFrom(null, 0, 5);
const someLimits = fc.record({ characters: limit, speechToTextMilliseconds: limit }, { requiredKeys: [] });

const desired = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'constructor'),
      label,
      limits: someLimits,
      deactivated: fc.boolean(),
      pinnedId: fc.option(fc.constantFrom(...IDS, 'gone'), { nil: undefined, freq: 3 }),
    }),
    { selector: ({ name }) => name, maxLength: 4 },
  )
  .map((made) =>
    made.map(({ name, pinnedId, ...more }) =>
      desiredDeveloperKey(name, { ...more, ...(pinnedId !== undefined && { pinnedId: keyId(pinnedId) }) }),
    ),
  );

const live = fc
  .uniqueArray(fc.record({ id: fc.constantFrom(...IDS), label, limits: someLimits, deactivated: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 4,
  })
  .map((made) => made.map(({ id, label: is, ...more }) => liveDeveloperKey(id, is, more)));

const ledger: fc.Arbitrary<LedgerState> = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'd'), fc.constantFrom(...IDS, 'gone')), {
    selector: ([, id]) => id,
    maxLength: 3,
  })
  .map((owned) => ({
    ...EMPTY_LEDGER,
    developerKeys: new Map(
      owned.map(([name, id]) => [`developer_key.${name}`, { id: keyId(id), content: { limits: {} }, protect: false }]),
    ),
  }));

const input: fc.Arbitrary<MakePlanInput> = fc
  .record({ desired, live, ledger, deletable: fc.subarray(['developer_key.*', '*']) })
  .map(({ desired: developerKeys, live: found, ...more }) =>
    planInput({ developerKeys }, { developerKeys: found }, more),
  );

const NOTHING_WANTED = { styleLists: new Map() };
const RUNS = { numRuns: runs(1200) };

test('the order in which the file and the service list keys decides no byte of the plan', () => {
  fc.assert(
    fc.property(input, (given) => {
      const [one, other] = [
        makePlan(given),
        makePlan({
          ...given,
          desired: { developerKeys: [...(given.desired.developerKeys ?? [])].reverse() },
          live: { developerKeys: [...(given.live.developerKeys ?? [])].reverse() },
          ledger: { ...given.ledger, developerKeys: new Map([...given.ledger.developerKeys].reverse()) },
        }),
      ];
      expect(planJson(other.plan)).toBe(planJson(one.plan));
      expect(other.findings).toEqual(one.findings);
    }),
    RUNS,
  );
});

test('every call finds its part as `pre` says and leaves it as `post` says; a second plan is empty', () => {
  let changes = 0;
  fc.assert(
    fc.property(input, (given) => {
      const { plan, findings } = makePlan(given);
      if (findings.length > 0) return;
      changes += plan.changes.length;
      const { live: after, mismatches } = simulate(given.live, plan, NOTHING_WANTED);
      expect(mismatches).toEqual([]);
      // What the plan has changed is known by its id from now on.
      const idOf = new Map(
        plan.changes.map((change) => [change.address as string, change.id ?? `new ${change.address}`]),
      );
      const pinned = (key: DesiredDeveloperKey): DesiredDeveloperKey => {
        const id = idOf.get(key.address);
        return id === undefined ? key : { ...key, pinnedId: keyId(id) };
      };
      const again = makePlan({
        ...given,
        desired: { developerKeys: (given.desired.developerKeys ?? []).map(pinned) },
        live: after,
      });
      expect(again.findings).toEqual([]);
      expect(again.plan.changes).toEqual([]);
      for (const key of given.desired.developerKeys ?? []) {
        const id = idOf.get(key.address);
        const found = after.developerKeys?.find((each) => each.id === id);
        if (found === undefined) continue;
        expect([found.label, found.deactivated]).toEqual([key.label, key.deactivated]);
        if (!key.deactivated) expect(found.limits).toMatchObject(key.limits);
      }
    }),
    RUNS,
  );
  expect(changes).toBeGreaterThan(least(400));
});

test('what is unmanaged is active and the same afterwards; what is deactivated never works again; a bare * takes nothing', () => {
  fc.assert(
    fc.property(input, (given) => {
      const { plan } = makePlan(given);
      const { live: after } = simulate(given.live, plan, NOTHING_WANTED);
      const find = (keys: MakePlanInput['live']['developerKeys'], id: string) => keys?.find((key) => key.id === id);
      for (const { id } of plan.unmanaged) {
        expect(find(given.live.developerKeys, id)).toMatchObject({ deactivated: false });
        expect(find(after.developerKeys, id)).toBe(find(given.live.developerKeys, id));
      }
      for (const key of given.live.developerKeys ?? [])
        if (key.deactivated) expect(find(after.developerKeys, key.id)?.deactivated).toBe(true);
      expect(makePlan({ ...given, deletable: ['*', 'dev*'] }).plan).toEqual(makePlan({ ...given, deletable: [] }).plan);
    }),
    RUNS,
  );
});

test('no two changes are about one address or one key, and a key that was not named by the file loses its activity alone', () => {
  fc.assert(
    fc.property(input, (given) => {
      const { plan, findings } = makePlan(given);
      if (findings.length > 0) return;
      const ids = plan.changes.flatMap(({ id }) => (id === undefined ? [] : [id as string]));
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(plan.changes.map(({ address }) => address)).size).toBe(plan.changes.length);
      for (const change of plan.changes)
        if (change.origin === undefined)
          expect(change.operations.map(({ kind }) => kind)).toEqual(['deactivate-developer-key']);
    }),
    RUNS,
  );
});
