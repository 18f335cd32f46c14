import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LiveState } from '../../src/kinds/states.ts';
import type { PairKey } from '../../src/model/entries/language-pair.ts';
import type { Change, Plan } from '../../src/model/plan/plan.ts';
import type { ValueChange } from '../../src/model/resources/resource.ts';
import { violationsOf } from '../../src/plan/approval/approval.ts';
import { type MakePlanInput, makePlan } from '../../src/plan/make-plan.ts';
import { desiredGlossary, liveGlossary, planInput } from '../support/build.ts';
import { least, runs } from '../support/runs.ts';
import { anyPlanInput } from './any-plan-input.ts';
import { simulate } from './simulate.ts';

const allWanted = ({ desired }: MakePlanInput) => ({
  styleLists: new Map((desired.styleLists ?? []).map(({ address, content }) => [address as string, content])),
});

/** The plan with only some of its operations: of each change the first ones, as a run leaves it that was stopped. */
function begun(plan: Plan, stops: readonly number[]): Plan {
  return {
    ...plan,
    changes: plan.changes.map((change, index) => {
      const count = (stops[index % stops.length] ?? 0) % (change.operations.length + 1);
      // What replaces a list is known by the history alone until the old one is gone.
      const kept = change.action === 'replace' && count < change.operations.length ? 0 : count;
      return { ...change, operations: change.operations.slice(0, kept) } as Change;
    }),
  };
}

/** The desired state after a run: what it has made is known by its id, as the history will know it. */
function pinned(given: MakePlanInput, plan: Plan): MakePlanInput['desired'] {
  const idOf = new Map(
    plan.changes.flatMap((change) =>
      change.operations.some(({ kind }) => kind.startsWith('create-'))
        ? [[change.address as string, `new ${change.address}`] as const]
        : change.id === undefined
          ? []
          : [[change.address as string, change.id as string] as const],
    ),
  );
  const pin = <Resource extends { readonly address: string }>(resource: Resource): Resource => {
    const id = idOf.get(resource.address);
    return id === undefined ? resource : { ...resource, pinnedId: id };
  };
  const { glossaries, styleLists } = given.desired;
  return {
    ...(glossaries !== undefined && { glossaries: glossaries.map(pin) }),
    ...(styleLists !== undefined && { styleLists: styleLists.map(pin) }),
  };
}

test('a plan is contained in itself, and any part of it', () => {
  fc.assert(
    fc.property(anyPlanInput, fc.array(fc.boolean(), { minLength: 1 }), (given, keep) => {
      const { plan } = makePlan(given);
      expect(violationsOf(plan, plan)).toEqual([]);
      const kept = (_: unknown, index: number) => keep[index % keep.length] === true;
      const part: Plan = {
        ...plan,
        changes: plan.changes
          .filter(kept)
          .map((change) => ({ ...change, operations: [...change.operations].filter(kept) }) as Change),
      };
      expect(violationsOf(part, plan)).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

test('what is left of a plan after a part of it was done is contained in it', () => {
  let [left, done] = [0, 0];
  fc.assert(
    fc.property(anyPlanInput, fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }), (given, stops) => {
      const { plan: approved, findings } = makePlan(given);
      if (findings.length > 0) return;
      const part = begun(approved, stops);
      const { live } = simulate(given.live, part, allWanted(given));
      const now = makePlan({ ...given, desired: pinned(given, part), live });
      if (now.findings.length > 0) return;
      const operations = (plan: Plan) => plan.changes.reduce((sum, change) => sum + change.operations.length, 0);
      if (operations(part) > 0) left += operations(now.plan);
      done += operations(part);
      expect(violationsOf(now.plan, approved)).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
  expect(left).toBeGreaterThan(least(120));
  expect(done).toBeGreaterThan(least(200));
});

test('a change that was not approved is told by its address, whatever else was', () => {
  fc.assert(
    fc.property(anyPlanInput, fc.nat(), (given, which) => {
      const { plan } = makePlan(given);
      const more = plan.changes[which % Math.max(1, plan.changes.length)];
      if (more === undefined) return;
      const approved = { ...plan, changes: plan.changes.filter((change) => change !== more) };
      expect(violationsOf(plan, approved)).toEqual([{ kind: 'change', address: more.address, planned: more.action }]);
    }),
    { numRuns: runs(250) },
  );
});

test('one operation more than was approved is told', () => {
  let told = 0;
  fc.assert(
    fc.property(anyPlanInput, fc.nat(), fc.nat(), (given, which, call) => {
      const { plan } = makePlan(given);
      const index = which % Math.max(1, plan.changes.length);
      const change = plan.changes[index];
      if (change === undefined) return;
      const operation = change.operations[call % change.operations.length];
      // A new name is compared where it stands.
      if (operation === undefined || operation.kind === 'rename-glossary') return;
      const fewer = { ...change, operations: change.operations.filter((each) => each !== operation) } as Change;
      const approved = { ...plan, changes: plan.changes.with(index, fewer) };
      // A list may hold an instruction twice: then the last of the calls is the one too many.
      const { address } = change;
      expect(violationsOf(plan, approved)).toMatchObject([
        { kind: 'operation', address, planned: { kind: operation.kind, post: operation.post } },
      ]);
      told += 1;
    }),
    { numRuns: runs(300) },
  );
  expect(told).toBeGreaterThan(least(75));
});

const otherEntry = (entry: ValueChange): ValueChange =>
  entry.to === undefined ? { ...entry, from: `${entry.from}!` } : { ...entry, to: `${entry.to}!` };

test('an entry with another value than was approved is told with both', () => {
  let told = 0;
  fc.assert(
    fc.property(anyPlanInput, fc.nat(), fc.nat(), (given, which, row) => {
      const { plan } = makePlan(given);
      const withEntries = plan.changes.flatMap((change, index) =>
        change.children.map((dictionary) => ({ change, index, dictionary })),
      );
      const chosen = withEntries[which % Math.max(1, withEntries.length)];
      if (chosen === undefined) return;
      const { change, index, dictionary } = chosen;
      const at = row % dictionary.values.length;
      const entry = dictionary.values[at] as ValueChange;
      const other = { ...dictionary, values: dictionary.values.with(at, otherEntry(entry)) };
      const children = change.children.map((each) => (each === dictionary ? other : each));
      const approved = { ...plan, changes: plan.changes.with(index, { ...change, children }) };
      expect(violationsOf(plan, approved)).toEqual([
        { kind: 'value', address: change.address, planned: entry, approved: otherEntry(entry) },
      ]);
      told += 1;
    }),
    { numRuns: runs(300) },
  );
  expect(told).toBeGreaterThan(least(75));
});

/** The end state of every part that the calls of a plan touch, under the address of its resource. */
function results(plan: Plan, before: LiveState, given: MakePlanInput): ReadonlyMap<string, unknown> {
  const { live } = simulate(before, plan, allWanted(given));
  const idOf = (change: Change) =>
    change.action === 'create' || change.action === 'replace' ? `new ${change.address}` : change.id;
  return new Map(
    plan.changes.flatMap((change): (readonly [string, unknown])[] => {
      const glossary = live.glossaries?.find(({ id }) => id === idOf(change));
      const list = live.styleLists?.find(({ id }) => id === idOf(change));
      return change.operations.map((operation): readonly [string, unknown] => {
        const key = (part: string) => `${change.address} ${part}`;
        switch (operation.kind) {
          case 'merge-entries':
          case 'put-dictionary': {
            const pair = operation.touches[0]?.[1] as PairKey;
            return [key(pair), glossary?.dictionaries.get(pair)?.entries?.digest];
          }
          case 'replace-rules':
            return [key('rules'), list?.content.rules];
          case 'rename-glossary':
            return [key('name'), glossary?.name];
          case 'rename-style-list':
            return [key('name'), list?.content.name];
          default:
            return [key(operation.kind), operation.post];
        }
      });
    }),
  );
}

test('whatever was changed by others in between: a plan that is contained leaves what it touches as was approved', () => {
  let [contained, refused] = [0, 0];
  fc.assert(
    fc.property(anyPlanInput, anyPlanInput, fc.array(fc.boolean(), { minLength: 4 }), (given, other, takes) => {
      const { plan: approved, findings } = makePlan(given);
      if (findings.length > 0) return;
      // Some glossaries and lists of one id are as in another state by now.
      const mixed = <Resource extends { readonly id: string }>(
        all: readonly Resource[] = [],
        others: readonly Resource[] = [],
      ): readonly Resource[] =>
        all.map((each, index) =>
          takes[index % takes.length] === true ? (others.find(({ id }) => id === each.id) ?? each) : each,
        );
      const live = {
        glossaries: mixed(given.live.glossaries, other.live.glossaries),
        styleLists: mixed(given.live.styleLists, other.live.styleLists),
      };
      const now = makePlan({ ...given, live });
      if (now.findings.length > 0 || now.plan.changes.length === 0) return;
      if (violationsOf(now.plan, approved).length > 0) {
        refused += 1;
        return;
      }
      contained += 1;
      const [is, was] = [results(now.plan, live, given), results(approved, given.live, given)];
      for (const [part, result] of is) if (was.has(part)) expect(result, part).toEqual(was.get(part));
    }),
    { numRuns: runs(600) },
  );
  expect(contained).toBeGreaterThan(least(20));
  expect(refused).toBeGreaterThan(least(40));
});

test('two plans from one state: what comes of both is contained in both, whichever was approved first, and never in one alone when both add to it', () => {
  const anyText = fc.constantFrom('0', '1', '2');
  const anyEdits = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.option(anyText, { nil: null }));
  const edited = (base: Readonly<Record<string, string>>, edits: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(
      Object.entries({ ...base, ...edits }).filter((entry): entry is [string, string] => entry[1] !== null),
    );
  let together = 0;
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'z'), anyText),
      anyEdits,
      anyEdits,
      (rest, ours, theirs) => {
        const base = { ...rest, stays: '0' };
        const live: LiveState = { glossaries: [liveGlossary('g1', 'a', { 'en->de': base })] };
        const of = (entries: Readonly<Record<string, string>>) =>
          makePlan(planInput({ glossaries: [desiredGlossary('a', { 'en->de': entries })] }, live)).plan;
        const disjoint = Object.fromEntries(Object.entries(theirs).filter(([source]) => !(source in ours)));
        const [one, other] = [of(edited(base, ours)), of(edited(base, disjoint))];
        const both = of(edited(edited(base, ours), disjoint));
        expect(violationsOf(both, one, other)).toEqual([]);
        expect(violationsOf(both, other, one)).toEqual([]);
        if (one.changes.length === 0 || other.changes.length === 0) return;
        together += 1;
        expect(violationsOf(both, one)).not.toEqual([]);
        expect(violationsOf(both, other)).not.toEqual([]);
      },
    ),
    { numRuns: runs(250) },
  );
  expect(together).toBeGreaterThan(least(50));
});
