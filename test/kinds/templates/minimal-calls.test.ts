import { expect, test } from 'vitest';
import { operationsOf } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { planInput } from '../../support/build.ts';
import { allMaps, distancesBy } from '../../support/least-calls.ts';
import { desiredState, desiredTemplate, liveState, liveTemplate } from './as-states.ts';
import type { Tag } from './template.ts';
import { withTemplates } from './with-templates.ts';

withTemplates();

interface State {
  readonly name: string;
  readonly strings: Readonly<Record<string, string>>;
  /** Indexes into TAGS, sorted: their order means nothing. */
  readonly tags: readonly number[];
  readonly snippets: Readonly<Record<string, string>>;
}

const TAGS: readonly Tag[] = [
  { word: 'formal', tone: 'high' },
  { word: 'formal', tone: 'low' },
];
const MAPS = allMaps(['a', 'b'], ['1', '2']);
const SNIPPETS = allMaps(['k'], ['1', '2']);
const NAMES = ['x', 'y'];
const MOST_TAGS = 2;

const keyOf = ({ name, strings, tags, snippets }: State): string =>
  JSON.stringify([name, Object.entries(strings).sort(), tags, Object.entries(snippets)]);
const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort();

/** PATCH of name and strings; POST, PUT and DELETE of a tag; PUT and DELETE of the snippets. */
function movesOf(state: State): readonly State[] {
  const { tags } = state;
  const without = (at: number): readonly number[] => tags.filter((_, index) => index !== at);
  return [
    ...NAMES.flatMap((name) => MAPS.map((strings) => ({ ...state, name, strings }))),
    ...(tags.length < MOST_TAGS ? TAGS.map((_, added) => ({ ...state, tags: sorted([...tags, added]) })) : []),
    ...tags.flatMap((_, at) => [
      { ...state, tags: without(at) },
      ...TAGS.map((__, to) => ({ ...state, tags: sorted([...without(at), to]) })),
    ]),
    ...SNIPPETS.map((snippets) => ({ ...state, snippets })),
  ];
}

const STATES: readonly State[] = NAMES.flatMap((name) =>
  MAPS.flatMap((strings) =>
    [[], [0], [1], [0, 0], [0, 1], [1, 1]].flatMap((tags) =>
      SNIPPETS.map((snippets) => ({ name, strings, tags, snippets })),
    ),
  ),
);

const likeOf = ({ tags, ...state }: State) => ({ ...state, tags: tags.map((index) => TAGS[index] as Tag) });

test('from some of 324 states to each, the plan of a template has no call too many', () => {
  const distances = distancesBy(keyOf, movesOf);
  const desired = STATES.map((state) =>
    desiredState(desiredTemplate(likeOf(state), 'template.mail', { pinnedId: 't1' })),
  );
  const wrong: string[] = [];
  let cases = 0;
  for (const [from, start] of STATES.entries()) {
    if (from % 17 !== 3) continue;
    const least = distances(start);
    const live = liveState(liveTemplate(likeOf(start)));
    for (const [to, goal] of STATES.entries()) {
      cases += 1;
      const { plan } = makePlan(planInput(desired[to] ?? {}, live, { deletable: ['*/*'] }));
      const calls = operationsOf(plan).length;
      if (calls !== least.get(keyOf(goal))) wrong.push(`${keyOf(start)} → ${keyOf(goal)}: ${calls}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(cases).toBe(19 * STATES.length);
});
