import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import type { Probe, Subject } from '../../../src/steps/preview/probes.ts';
import { withinBudget } from '../../../src/steps/preview/within-budget.ts';
import { lineValue } from '../../support/changes.ts';

const change = (source: string) => lineValue(['entry', 'en->de'], ['+', source, 'x']);
const probe = (text: string, ...sources: readonly string[]): Probe => ({
  sample: { text, language: 'en', at: { file: 'f', line: 1, column: 1 } },
  terms: sources.map((source) => ({ change: change(source), count: 1 })),
});
const dictionary = (name: string, ...probes: readonly Probe[]): Subject => ({
  kind: 'dictionary',
  address: `glossary.${name}/en->de`,
  glossary: `glossary.${name}`,
  from: 'en',
  to: 'de',
  probes,
  after: { pair: { source: 'en', target: 'de' }, entries: entriesOf([['a', 'b']]) },
});

const texts = (subjects: readonly Subject[]) => subjects.map(({ probes }) => probes.map(({ sample }) => sample.text));

test('each sample costs its characters twice, counted as code points, in two calls for each dictionary', () => {
  const { cost } = withinBudget(
    [dictionary('a', probe('ab', 'x'), probe('😀😀😀', 'y')), dictionary('b', probe('abc', 'x'))],
    100,
  );
  expect(cost).toEqual({ budget: 100, characters: 16, calls: 4, samples: 3, leftOut: 0 });
});

test('every changed term has a sample before any has a second one', () => {
  const first = dictionary('a', probe('one', 'x'), probe('two', 'x'), probe('six', 'y'));
  const second = dictionary('b', probe('ten', 'z'), probe('red', 'z'));
  expect(texts(withinBudget([first, second], 18).subjects)).toEqual([['one', 'six'], ['ten']]);
  expect(texts(withinBudget([first, second], 24).subjects)).toEqual([['one', 'two', 'six'], ['ten']]);
  expect(withinBudget([first, second], 18).cost.leftOut).toBe(2);
});

test('a style list has a sample before a dictionary has one for its second term', () => {
  const list: Subject = {
    kind: 'style-list',
    address: 'style_rules.tone',
    from: 'en',
    to: 'de',
    probes: [probe('ten')],
  };
  const terms = dictionary('a', probe('one', 'x'), probe('two', 'y'));
  expect(texts(withinBudget([terms, list], 12).subjects)).toEqual([['one'], ['ten']]);
});

test('a subject without an affordable sample is left out', () => {
  expect(withinBudget([dictionary('a', probe('one', 'x'))], 5)).toEqual({
    subjects: [],
    cost: { budget: 5, characters: 0, calls: 0, samples: 0, leftOut: 1 },
  });
});

test('one sample may do for several terms', () => {
  const all = dictionary('a', probe('both', 'x', 'y'), probe('just', 'y'));
  expect(texts(withinBudget([all], 8).subjects)).toEqual([['both']]);
});

test('a sample that does not fit makes room for a shorter one', () => {
  const all = dictionary('a', probe('much too long', 'x'), probe('ok', 'x'));
  expect(texts(withinBudget([all], 8).subjects)).toEqual([['ok']]);
});

test('a budget is never exceeded, and what is left out would exceed it', () => {
  const anyProbe = fc
    .tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1 }),
    )
    .map(([text, sources]) => probe(text, ...new Set(sources)));
  const anySubjects = fc
    .array(fc.array(anyProbe, { minLength: 1, maxLength: 6 }), { maxLength: 4 })
    .map((lists) => lists.map((probes, index) => dictionary(String(index), ...probes)));
  const size = ({ sample }: Probe): number => 2 * [...sample.text].length;
  fc.assert(
    fc.property(anySubjects, fc.nat(200), (subjects, budget) => {
      const { subjects: kept, cost } = withinBudget(subjects, budget);
      const chosen = kept.flatMap(({ probes }) => probes);
      expect(cost.characters).toBe(chosen.reduce((sum, each) => sum + size(each), 0));
      expect(cost.characters).toBeLessThanOrEqual(budget);
      const left = subjects.flatMap(({ probes }) => probes).filter((each) => !chosen.includes(each));
      expect(left).toHaveLength(cost.leftOut);
      for (const each of left) expect(cost.characters + size(each)).toBeGreaterThan(budget);
    }),
  );
});
