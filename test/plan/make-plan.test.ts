import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DesiredGlossary, DesiredStyleList } from '../../src/model/desired.ts';
import type { Entry } from '../../src/model/entries.ts';
import { parsePairKey } from '../../src/model/language-pair.ts';
import type { LedgerState } from '../../src/model/ledger-state.ts';
import type { LiveGlossary, LiveStyleList } from '../../src/model/live.ts';
import { type MakePlanInput, makePlan } from '../../src/plan/make-plan.ts';
import { planJson } from '../../src/review/plan-json.ts';
import {
  desiredGlossary,
  desiredStyleList,
  entries,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../support/build.ts';
import { simulate } from '../support/simulate.ts';

const PAIRS = ['en->de', 'en->fr', 'de->en'] as const;
/** Phrases that are keys of every object, numbers or markup are phrases like any other. */
const phrase = fc.constantFrom('a', '10', '2', '__proto__', 'constructor', '"q"', 'مرحبا');
const rows: fc.Arbitrary<readonly Entry[]> = fc.uniqueArray(fc.tuple(phrase, fc.constantFrom('1', '2')), {
  selector: ([source]) => source,
  maxLength: 4,
});
const dictionaries = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PAIRS), rows), { selector: ([pair]) => pair, maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs));
const instruction = fc.record(
  {
    label: fc.constantFrom('T', 'V'),
    prompt: fc.constantFrom('x', 'xy', 'z'),
    sourceLanguage: fc.constantFrom('de', 'en'),
  },
  { requiredKeys: ['label', 'prompt'] },
);
const listLike = fc.record({
  name: fc.constantFrom('N1', 'N2', 'N3'),
  language: fc.constantFrom('de', 'fr'),
  rules: fc.constantFrom({}, { a: { x: '1' } }, { a: { x: '2', y: '1' }, b: { x: '1' } }),
  instructions: fc.array(instruction, { maxLength: 4 }),
});
const NAMES = ['a', 'b', 'c'] as const;
const someNames = <Value>(value: fc.Arbitrary<Value>) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), value), { selector: ([name]) => name, maxLength: 3 });

const desiredGlossaries = someNames(
  fc.record({
    dictionaries,
    name: fc.constantFrom('N1', 'N2', 'N3'),
    mode: fc.constantFrom('authoritative', 'additive'),
  }),
).map((made) =>
  made.map(
    ([name, { dictionaries: wanted, ...more }]): DesiredGlossary =>
      desiredGlossary(name, wanted, more as Partial<DesiredGlossary>),
  ),
);
const desiredLists = someNames(listLike).map((made) =>
  made.map(([name, like]): DesiredStyleList => desiredStyleList(name, like)),
);
const liveGlossaries = fc
  .uniqueArray(
    fc.record({ id: fc.constantFrom('1', '2', '3', '4'), name: fc.constantFrom('N1', 'N2', 'N4'), dictionaries }),
    {
      selector: ({ id }) => id,
      maxLength: 4,
    },
  )
  .map((made) => made.map((each): LiveGlossary => liveGlossary(`g${each.id}`, each.name, each.dictionaries)));
const liveLists = fc
  .uniqueArray(fc.tuple(fc.constantFrom('1', '2', '3', '4'), listLike), { selector: ([id]) => id, maxLength: 4 })
  .map((made) => made.map(([id, like]): LiveStyleList => liveStyleList(`s${id}`, 'x', like)));

/** What an earlier apply left: ids that may live still, under addresses that files may still name. */
const ledger: fc.Arbitrary<LedgerState> = fc
  .record({
    glossaries: someNames(fc.tuple(fc.constantFrom('g1', 'g2', 'gone'), dictionaries)),
    styleLists: someNames(fc.constantFrom('s1', 's2', 'gone')),
  })
  .map(({ glossaries, styleLists }) => {
    const once = new Set<string>();
    const first = (id: string): boolean => !once.has(id) && once.add(id) !== undefined;
    return {
      glossaries: new Map(
        glossaries
          .filter(([, [id]]) => first(id))
          .map(([name, [id, base]]) => [
            `glossary.${name}` as const,
            {
              id: liveGlossary(id, '', {}).id,
              protect: false,
              content: {
                name: 'N1',
                dictionaries: new Map(
                  PAIRS.filter((pair) => base[pair] !== undefined).map((pair) => [
                    pair,
                    { pair: parsePairKey(pair), entries: entries(base[pair] ?? []) },
                  ]),
                ),
              },
            },
          ]),
      ),
      styleLists: new Map(
        styleLists
          .filter(([, id]) => first(id))
          .map(([name, id]) => [
            `style_rules.${name}` as const,
            { id: liveStyleList(id, '').id, protect: false, content: liveStyleList(id, 'N1').content },
          ]),
      ),
      developerKeys: new Map(),
    };
  });

const input: fc.Arbitrary<MakePlanInput> = fc
  .record({
    desired: fc.record({ glossaries: desiredGlossaries, styleLists: desiredLists }, { requiredKeys: [] }),
    live: fc.record({ glossaries: liveGlossaries, styleLists: liveLists }),
    ledger,
    deletable: fc.subarray(['glossary.*', 'glossary.*/en->fr', 'style_rules.*']),
  })
  .map(({ desired, live, ...more }) => planInput(desired as MakePlanInput['desired'], live, more));

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
    fc.property(input, (given) => {
      const [one, other] = [makePlan(given), makePlan(reversed(given))];
      expect(planJson(other.plan)).toBe(planJson(one.plan));
      expect(other.findings).toEqual(one.findings);
    }),
    { numRuns: 1500 },
  );
});

test('every call finds its part as `pre` says and leaves it as `post` says; a second plan is empty', () => {
  fc.assert(
    fc.property(input, (given) => {
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
    { numRuns: 1500 },
  );
});

test('what is unmanaged is the same object afterwards, and no call names it', () => {
  fc.assert(
    fc.property(input, (given) => {
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
    { numRuns: 1500 },
  );
});

test('no two changes are about one address or one live resource', () => {
  fc.assert(
    fc.property(input, (given) => {
      const { plan, findings } = makePlan(given);
      if (findings.length > 0) return;
      const ids = plan.changes.flatMap(({ id }) => (id === undefined ? [] : [id as string]));
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(plan.changes.map(({ address }) => address)).size).toBe(plan.changes.length);
    }),
    { numRuns: 1500 },
  );
});
