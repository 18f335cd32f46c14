import { expect, test } from 'vitest';
import type { CustomInstruction } from '../../src/kinds/style-list/style-list.ts';
import { planCounts } from '../../src/plan/counts.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
  type StyleListLike,
} from '../support/build.ts';
import { allMaps, distancesBy } from '../support/least-calls.ts';

interface Glossary {
  readonly name: string;
  readonly de: Readonly<Record<string, string>>;
  readonly fr: Readonly<Record<string, string>>;
}

const isEmpty = (map: object): boolean => Object.keys(map).length === 0;
const mapKey = (map: Readonly<Record<string, string>>): string =>
  Object.keys(map)
    .sort()
    .map((source) => `${source}${map[source]}`)
    .join();
const glossaryKey = ({ name, de, fr }: Glossary): string => `${name}|${mapKey(de)}|${mapKey(fr)}`;

/** PATCH of a name, of any entries into an existing dictionary, or of both; PUT of any dictionary; DELETE of one. */
function glossaryMoves(
  { name, de, fr }: Glossary,
  maps: readonly Readonly<Record<string, string>>[],
): readonly Glossary[] {
  const names = ['a', 'b'];
  const dictionaries = { de, fr };
  const state: Glossary = { name, de, fr };
  return [
    ...names.map((to) => ({ ...state, name: to })),
    ...(['de', 'fr'] as const).flatMap((language) => {
      const old = dictionaries[language];
      return [
        ...(isEmpty(old)
          ? []
          : maps.flatMap((merged) => names.map((to) => ({ ...state, name: to, [language]: { ...old, ...merged } })))),
        ...maps.filter((map) => !isEmpty(map)).map((map) => ({ ...state, [language]: map })),
        { ...state, [language]: {} },
      ];
    }),
  ];
}

const allGlossaries = (maps: readonly Readonly<Record<string, string>>[]): readonly Glossary[] =>
  ['a', 'b'].flatMap((name) => maps.flatMap((de) => maps.map((fr) => ({ name, de, fr }))));

/**
 * The number of calls of the plan from any of these states to any other, by their places. What files and service have
 * is made once for all plans.
 */
function callsBetween(states: readonly Glossary[]): (live: number, desired: number) => number {
  const lives = states.map(({ name, de, fr }) => ({
    glossaries: [liveGlossary('g1', name, { 'en->de': de, 'en->fr': fr })],
  }));
  const all = states.map(({ name, de, fr }) => ({
    glossaries: [desiredGlossary('x', { 'en->de': de, 'en->fr': fr }, { name, pinnedId: 'g1' as never })],
  }));
  return (live, desired) => planCounts(makePlan(planInput(all[desired] ?? {}, lives[live] ?? {})).plan).calls;
}

test('glossaries: from each of 162 states to each, the plan has no call too many', () => {
  const maps = allMaps(['x', 'y'], ['1', '2']);
  const states = allGlossaries(maps);
  const distances = distancesBy(glossaryKey, (state) => glossaryMoves(state, maps));
  const callsOfPlan = callsBetween(states);
  let cases = 0;
  const wrong: string[] = [];
  for (const [from, live] of states.entries()) {
    const least = distances(live);
    for (const [to, desired] of states.entries()) {
      cases += 1;
      const calls = callsOfPlan(from, to);
      if (calls !== least.get(glossaryKey(desired)))
        wrong.push(`${glossaryKey(live)} → ${glossaryKey(desired)}: ${calls}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(cases).toBe(162 * 162);
});

test('glossaries of three phrases: from eight states to each of 1458', () => {
  const maps = allMaps(['x', 'y', 'z'], ['1', '2']);
  const states = allGlossaries(maps);
  const distances = distancesBy(glossaryKey, (state) => glossaryMoves(state, maps));
  const callsOfPlan = callsBetween(states);
  const wrong: string[] = [];
  for (const [from, live] of states.entries()) {
    if (from % 183 !== 7) continue;
    const least = distances(live);
    for (const [to, desired] of states.entries()) {
      const calls = callsOfPlan(from, to);
      if (calls !== least.get(glossaryKey(desired)))
        wrong.push(`${glossaryKey(live)} → ${glossaryKey(desired)}: ${calls}`);
    }
  }
  expect(wrong).toEqual([]);
});

interface List {
  readonly name: string;
  readonly rules: 'none' | 'one' | 'other';
  /** Indexes into INSTRUCTIONS, sorted: their order means nothing. */
  readonly instructions: readonly number[];
}

/** Two of one label, two of one prompt: what pairing could be led astray by. */
const INSTRUCTIONS: readonly CustomInstruction[] = [
  { label: 'Tone', prompt: 'Be friendly.' },
  { label: 'Tone', prompt: 'Be formal.' },
  { label: 'Voice', prompt: 'Be friendly.' },
  { label: 'Voice', prompt: 'Use the active voice.', sourceLanguage: 'en' },
];
const RULES = {
  none: {},
  one: { numbers: { a: 'x' } },
  other: { numbers: { a: 'y' }, punctuation: { b: 'z' } },
} as const;
const MOST = 3;

const listKey = ({ name, rules, instructions }: List): string => `${name}|${rules}|${instructions.join()}`;
const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort();

function listMoves(list: List): readonly List[] {
  const { instructions } = list;
  const without = (at: number): readonly number[] => instructions.filter((_, index) => index !== at);
  return [
    ...['a', 'b'].map((name) => ({ ...list, name })),
    ...(['none', 'one', 'other'] as const).map((rules) => ({ ...list, rules })),
    ...(instructions.length < MOST
      ? INSTRUCTIONS.map((_, added) => ({ ...list, instructions: sorted([...instructions, added]) }))
      : []),
    ...instructions.flatMap((_, at) => [
      { ...list, instructions: without(at) },
      ...INSTRUCTIONS.map((__, to) => ({ ...list, instructions: sorted([...without(at), to]) })),
    ]),
  ];
}

function allLists(): readonly List[] {
  const choices: (readonly number[])[] = [[]];
  for (const chosen of choices) {
    if (chosen.length < MOST)
      for (let next = chosen.at(-1) ?? 0; next < INSTRUCTIONS.length; next += 1) choices.push([...chosen, next]);
  }
  return ['a', 'b'].flatMap((name) =>
    (['none', 'one', 'other'] as const).flatMap((rules) =>
      choices.map((instructions) => ({ name, rules, instructions })),
    ),
  );
}

const contentOf = ({ name, rules, instructions }: List): StyleListLike => ({
  name,
  rules: RULES[rules],
  instructions: instructions.map((index) => INSTRUCTIONS[index] as CustomInstruction),
});

test('style lists: from each of 210 states to each, the plan has no call too many', () => {
  const states = allLists();
  const all = states.map((state) => ({
    styleLists: [desiredStyleList('x', contentOf(state), { pinnedId: 's1' as never })],
  }));
  const lives = states.map((state) => ({ styleLists: [liveStyleList('s1', 'x', contentOf(state))] }));
  const distances = distancesBy(listKey, listMoves);
  const wrong: string[] = [];
  let cases = 0;
  for (const [from, live] of states.entries()) {
    const least = distances(live);
    for (const [to, desired] of states.entries()) {
      cases += 1;
      const { calls } = planCounts(makePlan(planInput(all[to] ?? {}, lives[from] ?? {})).plan);
      if (calls !== least.get(listKey(desired))) wrong.push(`${listKey(live)} → ${listKey(desired)}: ${calls}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(cases).toBe(210 * 210);
});

interface Key {
  readonly label: string;
  readonly characters: number | null;
  readonly speechToTextMilliseconds: number | null;
  readonly active: boolean;
}

const LIMITS = [null, 0, 5];
const keyKey = (key: Key): string =>
  JSON.stringify([key.label, key.characters, key.speechToTextMilliseconds, key.active]);

/** PUT of a label, of one limit or of both, and of the end; a key that is deactivated takes limits as well. */
const keyMoves = (key: Key): readonly Key[] => [
  ...['a', 'b'].map((label) => ({ ...key, label })),
  ...LIMITS.flatMap((characters) => [
    { ...key, characters },
    ...LIMITS.map((speechToTextMilliseconds) => ({ ...key, characters, speechToTextMilliseconds })),
  ]),
  ...LIMITS.map((speechToTextMilliseconds) => ({ ...key, speechToTextMilliseconds })),
  { ...key, active: false },
];

const keyDistances = distancesBy(keyKey, keyMoves);

const allKeys = (): readonly Key[] =>
  ['a', 'b'].flatMap((label) =>
    LIMITS.flatMap((characters) =>
      LIMITS.flatMap((speechToTextMilliseconds) =>
        [true, false].map((active) => ({ label, characters, speechToTextMilliseconds, active })),
      ),
    ),
  );

/** What an entry may say of the limits: one value of each, or nothing. A deactivated entry says nothing of them. */
const asked = allKeys().flatMap((key) =>
  key.active
    ? [[], ['characters'], ['speechToTextMilliseconds'], ['characters', 'speechToTextMilliseconds']].map((named) => ({
        key,
        named: named as readonly ('characters' | 'speechToTextMilliseconds')[],
      }))
    : [{ key, named: [] }],
);

/**
 * The least calls to any state that has all that is asked for; the limits that are not are free, but none is changed
 * without need.
 */
const least = (found: ReadonlyMap<string, number>, { key, named }: (typeof asked)[number]): number | undefined => {
  const fitting = allKeys().filter(
    (each) => each.label === key.label && each.active === key.active && named.every((name) => each[name] === key[name]),
  );
  const counts = fitting.flatMap((each) => found.get(keyKey(each)) ?? []);
  return counts.length === 0 ? undefined : Math.min(...counts);
};

const desiredKey = ({ key, named }: (typeof asked)[number], pinned: boolean) =>
  desiredDeveloperKey('x', {
    label: key.label,
    deactivated: !key.active,
    limits: Object.fromEntries(named.map((name) => [name, key[name]])),
    ...(pinned && { pinnedId: 'k1' as never }),
  });

test('developer keys: from each of 36 states to each wish, the plan has no call too many, and none that cannot be', () => {
  const wrong: string[] = [];
  let cases = 0;
  for (const live of allKeys()) {
    const found = keyDistances(live);
    for (const wish of asked) {
      cases += 1;
      const { characters, speechToTextMilliseconds } = live;
      const input = planInput(
        { developerKeys: [desiredKey(wish, true)] },
        {
          developerKeys: [
            liveDeveloperKey('k1', live.label, {
              limits: { characters, speechToTextMilliseconds },
              deactivated: !live.active,
            }),
          ],
        },
      );
      const { plan, findings } = makePlan(input);
      const calls = findings.length > 0 ? undefined : planCounts(plan).calls;
      if (calls !== least(found, wish)) wrong.push(`${keyKey(live)} → ${JSON.stringify(wish)}: ${calls}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(cases).toBe(36 * (18 * 4 + 18));
});

test('developer keys: a new one is a POST, and one call more only for limits that it does not have yet', () => {
  const made: Key = { label: 'a', characters: null, speechToTextMilliseconds: null, active: true };
  // The label goes with the POST, so the search starts from a key that has it.
  for (const wish of asked.filter(({ key }) => key.active && key.label === 'a')) {
    const calls = planCounts(
      makePlan(planInput({ developerKeys: [desiredKey(wish, false)] }, { developerKeys: [] })).plan,
    ).calls;
    expect(calls).toBe(1 + (least(keyDistances(made), wish) ?? 0));
  }
});
