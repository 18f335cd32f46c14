import { expect, test } from 'vitest';
import { collectMentions, hitsIn } from '../../../src/steps/search/explain-term.ts';
import type { TermMention } from '../../../src/steps/search/explanation.ts';
import { entries } from '../../support/build.ts';

const mention = (name: string) => name as unknown as TermMention;

test('mentions come by their rank, in the order in which they were added', () => {
  const mentions = collectMentions();
  for (const [rank, name] of [
    ['part', 'p1'],
    ['words', 'w1'],
    ['translation', 't1'],
    ['part', 'p2'],
    ['words', 'w2'],
    ['translation', 't2'],
  ] as const)
    mentions.add(rank, () => mention(name));
  expect([mentions.first(), mentions.count()]).toEqual([['t1', 't2', 'w1', 'w2', 'p1', 'p2'], 6]);
  expect([collectMentions().first(), collectMentions().count()]).toEqual([[], 0]);
});

test('twenty are kept, and a mention that is not kept is not made', () => {
  const mentions = collectMentions();
  let made = 0;
  for (let number = 1; number <= 25; number += 1)
    mentions.add('part', () => {
      made += 1;
      return mention(`p${number}`);
    });
  expect([made, mentions.count(), mentions.first()]).toEqual([
    20,
    25,
    Array.from({ length: 20 }, (_, at) => `p${at + 1}`),
  ]);
  mentions.add('translation', () => mention('t1'));
  expect([mentions.first().length, mentions.first()[0], mentions.first()[19], mentions.count()]).toEqual([
    20,
    't1',
    'p19',
    26,
  ]);
});

const ENTRIES = entries({ cart: 'Wagen', Wagen: 'cart', 'cart wheel': 'Rad', none: 'keins' });
const PAIR = { source: 'en', target: 'de' };

test.each<[string | undefined, readonly string[]]>([
  [undefined, ['cart', 'Wagen', 'cart wheel']],
  ['en', ['cart', 'cart wheel']],
  ['de', ['Wagen']],
  ['fr', []],
])('a term of the language %s is looked for on that side', (language, sources) => {
  const hits = [...hitsIn(ENTRIES, PAIR, { term: 'cart', ...(language !== undefined && { language }) })];
  expect(hits.map(({ source }) => source)).toEqual(sources);
  for (const { source, target } of hits) expect(ENTRIES.get(source)).toBe(target);
});
