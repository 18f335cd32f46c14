import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CustomInstruction } from '../../../src/kinds/style-list/style-list.ts';
import { compareTargets, entriesToCompare, unmatchedOnly } from '../../../src/plan/compare/compare-targets.ts';
import {
  type Compared,
  type Comparison,
  comparisonCounts,
  differs,
  type ResourceComparison,
} from '../../../src/plan/compare/comparison.ts';
import { runs } from '../../support/runs.ts';
import { anyContent, type Content, type ListContent, targetOf } from '../comparison-contents.ts';

const between = (...contents: readonly Content[]): Comparison =>
  compareTargets({ targets: contents.map((content, index) => targetOf(`t${index}`, content)), only: [] });

const NOTHING = { lacking: 0, differing: 0, dictionaries: 0, entry: 0, language: 0, rule: 0, instruction: 0 };
type Counts = typeof NOTHING;

/** All counts of a comparison, side by side. */
function countsOf(comparison: Comparison): Counts {
  const { values, children, ...counts } = comparisonCounts(comparison);
  return { ...NOTHING, ...counts, dictionaries: children.glossary ?? 0, ...values };
}

/** An edit of a content, and what a comparison with the content before it counts. */
type Edit = readonly [after: Content, counts: Partial<Counts>];

const without = <Item>(items: readonly Item[], index: number): readonly Item[] => items.filter((_, at) => at !== index);
const replaced = <Item>(items: readonly Item[], index: number, by: Item): readonly Item[] =>
  items.map((item, at) => (at === index ? by : item));

function glossaryEdits(content: Content): readonly Edit[] {
  const { glossaries } = content;
  return glossaries.flatMap((glossary, at) => {
    const { dictionaries } = glossary;
    const as = (changed: typeof dictionaries): Content => ({
      ...content,
      glossaries: replaced(glossaries, at, { ...glossary, dictionaries: changed }),
    });
    return [
      [{ ...content, glossaries: without(glossaries, at) }, { lacking: 1 }] as const,
      ...dictionaries.flatMap((dictionary, place): readonly Edit[] => {
        const { terms } = dictionary;
        const with_ = (changed: typeof terms): Content =>
          as(replaced(dictionaries, place, { ...dictionary, terms: changed }));
        return [
          [as(without(dictionaries, place)), { differing: 1, dictionaries: 1 }],
          [with_([...terms, ['new', 'neu']]), { differing: 1, dictionaries: 1, entry: 1 }],
          ...terms.flatMap(([source, target], index): readonly Edit[] => [
            [with_(replaced(terms, index, [source, `${target}!`])), { differing: 1, dictionaries: 1, entry: 1 }],
            // A dictionary without terms is none.
            [with_(without(terms, index)), { differing: 1, dictionaries: 1, entry: terms.length === 1 ? 0 : 1 }],
          ]),
        ];
      }),
    ];
  });
}

function listEdits(content: Content): readonly Edit[] {
  const { lists } = content;
  return lists.flatMap((list, at) => {
    const as = (changed: Partial<ListContent>): Content => ({
      ...content,
      lists: replaced(lists, at, { ...list, ...changed }),
    });
    const { rules, instructions } = list;
    return [
      [{ ...content, lists: without(lists, at) }, { lacking: 1 }] as const,
      [
        as({ language: 'ja', instructions: [] }),
        { differing: 1, language: 1, instruction: instructions.length },
      ] as const,
      [as({ rules: [...rules, ['style', 'new', 'on']] }), { differing: 1, rule: 1 }] as const,
      ...rules.flatMap(([category, rule, option], index): readonly Edit[] => [
        [as({ rules: without(rules, index) }), { differing: 1, rule: 1 }],
        [as({ rules: replaced(rules, index, [category, rule, `${option}!`]) }), { differing: 1, rule: 1 }],
      ]),
      [
        as({ instructions: [...instructions, { label: 'New', prompt: 'Be new.' }] }),
        { differing: 1, instruction: 1 },
      ] as const,
      ...instructions.flatMap((instruction, index): readonly Edit[] => [
        [as({ instructions: without(instructions, index) }), { differing: 1, instruction: 1 }],
        [
          as({ instructions: replaced(instructions, index, { ...instruction, prompt: 'Be new.' }) }),
          { differing: 1, instruction: 1 },
        ],
        [
          as({ instructions: replaced(instructions, index, { ...instruction, sourceLanguage: 'ja' }) }),
          { differing: 1, instruction: 1 },
        ],
      ]),
    ];
  });
}

const edits = (content: Content): readonly Edit[] => [
  [{ ...content, glossaries: [...content.glossaries, { name: 'New', dictionaries: [] }] }, { lacking: 1 }],
  [
    { ...content, lists: [...content.lists, { name: 'New', language: 'de', rules: [], instructions: [] }] },
    { lacking: 1 },
  ],
  ...glossaryEdits(content),
  ...listEdits(content),
];

/** The comparison with its sides in another order. */
function turned(parity: Comparison): Comparison {
  const turn = <Value>(sides: readonly Value[]): readonly Value[] => [...sides].reverse();
  const inside = <Of extends Compared>(each: Of): Of => ({
    ...each,
    sizes: turn(each.sizes),
    values: each.values.map(({ key, values }) => ({ key, values: turn(values) })),
  });
  const resource = (each: ResourceComparison): ResourceComparison => ({
    ...inside(each),
    held: turn(each.held),
    children: each.children.map(inside),
  });
  return { ...parity, targets: turn(parity.targets), resources: parity.resources.map(resource) };
}

describe('for any content', () => {
  test('targets that have the same do not differ, whatever their ids and their order', () => {
    fc.assert(
      fc.property(anyContent, fc.integer({ min: 2, max: 4 }), (content, count) => {
        const targets = Array.from({ length: count }, (_, index) =>
          targetOf(`t${index}`, content, { reversed: index % 2 === 1 }),
        );
        const parity = compareTargets({ targets, only: [] });
        expect([parity.resources, parity.ambiguous, differs(parity)]).toEqual([[], [], false]);
        expect(parity.compared).toBe(content.glossaries.length + content.lists.length);
      }),
      { numRuns: runs(100) },
    );
  });

  test('the other way round the same is found, side for side', () => {
    fc.assert(
      fc.property(fc.array(anyContent, { minLength: 2, maxLength: 3 }), (contents) => {
        const targets = contents.map((content, index) => targetOf(`t${index}`, content));
        const parity = compareTargets({ targets, only: [] });
        expect(compareTargets({ targets: [...targets].reverse(), only: [] })).toEqual(turned(parity));
      }),
      { numRuns: runs(200) },
    );
  });

  test('any single edit is found, and nothing else', () => {
    fc.assert(
      fc.property(anyContent, fc.nat(), fc.boolean(), (content, pick, first) => {
        const all = edits(content);
        const [after, counts] = all[pick % all.length] as Edit;
        const parity = first ? between(after, content) : between(content, after);
        expect(countsOf(parity)).toEqual({ ...NOTHING, ...counts });
        expect([parity.resources.length, differs(parity)]).toEqual([1, true]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('the third of three targets does not hide what the other two differ in', () => {
    fc.assert(
      fc.property(anyContent, anyContent, anyContent, (one, two, three) => {
        const named = (parity: Comparison) => parity.resources.map(({ kind, name }) => JSON.stringify([kind, name]));
        expect(named(between(one, two, three))).toEqual(expect.arrayContaining([...named(between(one, two))]));
      }),
      { numRuns: runs(100) },
    );
  });

  test('no entries are asked for but those of dictionaries that two targets have', () => {
    fc.assert(
      fc.property(anyContent, anyContent, (one, two) => {
        const targets = [targetOf('eu', one), targetOf('us', two)];
        const [ofEu = [], ofUs = []] = entriesToCompare({ targets, only: [] });
        const shared = one.glossaries.flatMap(({ name, dictionaries }) =>
          dictionaries.filter(({ pair }) =>
            two.glossaries.some(
              (other) => other.name === name && other.dictionaries.some((each) => each.pair === pair),
            ),
          ),
        );
        expect([ofEu.length, ofUs.length]).toEqual([shared.length, shared.length]);
      }),
      { numRuns: runs(100) },
    );
  });
});

const glossary = (name: string, ...terms: readonly (readonly [string, string])[]) => ({
  name,
  dictionaries: [{ pair: 'en->de' as const, terms }],
});
const list = (name: string, more: Partial<ListContent> = {}): ListContent => ({
  name,
  language: 'de',
  rules: [],
  instructions: [],
  ...more,
});

test('terms stand side by side, null where a target has none', () => {
  const parity = between(
    { glossaries: [glossary('Product', ['house', 'Haus'], ['cat', 'Katze'])], lists: [] },
    { glossaries: [glossary('Product', ['house', 'Heim'])], lists: [] },
    { glossaries: [], lists: [] },
  );
  expect(parity.resources).toMatchObject([
    {
      kind: 'glossary',
      name: 'Product',
      held: [{ id: 't0-g0', address: 'glossary.product', standing: 'files' }, { id: 't1-g0' }, null],
      children: [
        {
          sizes: [{ entry: 2 }, { entry: 1 }, null],
          values: [
            { key: ['entry', 'en->de', 'cat'], values: ['Katze', null, null] },
            { key: ['entry', 'en->de', 'house'], values: ['Haus', 'Heim', null] },
          ],
        },
      ],
    },
  ]);
});

test('what a workspace does not know is held by its id, and what none knows is not compared', () => {
  const eu = targetOf('eu', { glossaries: [glossary('Product', ['a', 'b'])], lists: [list('Tone')] });
  const us = { ...targetOf('us', { glossaries: [glossary('Product', ['a', 'c'])], lists: [] }), known: new Map() };
  expect(compareTargets({ targets: [eu, us], only: [] })).toStrictEqual({
    formatVersion: 1,
    targets: ['eu', 'us'],
    only: [],
    compared: 2,
    resources: [
      {
        kind: 'glossary',
        name: 'Product',
        held: [
          { id: 'eu-g0', address: 'glossary.product', standing: 'files' },
          { id: 'us-g0', address: 'us-g0', standing: 'unmanaged' },
        ],
        sizes: [{}, {}],
        values: [],
        children: [
          {
            name: 'en->de',
            sizes: [{ entry: 1 }, { entry: 1 }],
            values: [{ key: ['entry', 'en->de', 'a'], values: ['b', 'c'] }],
          },
        ],
      },
      {
        kind: 'style-list',
        name: 'Tone',
        held: [{ id: 'eu-l0', address: 'style_rules.tone', standing: 'files' }, null],
        sizes: [{ rule: 0, instruction: 0 }, null],
        values: [],
        children: [],
      },
    ],
    ambiguous: [],
    unread: [],
  });
  expect(entriesToCompare({ targets: [eu, us], only: [] })).toStrictEqual([
    [{ kind: 'glossary', id: 'eu-g0', child: 'en->de' }],
    [{ kind: 'glossary', id: 'us-g0', child: 'en->de' }],
  ]);
  expect(compareTargets({ targets: [{ ...eu, known: new Map() }, us], only: [] })).toMatchObject({
    compared: 0,
    resources: [],
  });
});

test('entries that were not read are not compared as none', () => {
  const target = targetOf('eu', { glossaries: [glossary('Product', ['a', 'b'])], lists: [] });
  const glossaries = (target.live.glossaries ?? []).map((each) => ({
    ...each,
    dictionaries: new Map([...each.dictionaries].map(([key, { entries: _, ...rest }]) => [key, rest] as const)),
  }));
  const unread = { ...target, live: { ...target.live, glossaries } };
  expect(() => compareTargets({ targets: [unread, target], only: [] })).toThrow(
    new Error('the entries of en->de were not read before'),
  );
});

test('two of one name on a target are said and not compared', () => {
  const parity = between(
    { glossaries: [glossary('Product', ['a', 'b']), glossary('Product', ['c', 'd'])], lists: [] },
    { glossaries: [glossary('Product', ['a', 'b'])], lists: [] },
  );
  expect(parity).toMatchObject({
    resources: [],
    ambiguous: [{ kind: 'glossary', name: 'Product', ids: [['t0-g0', 't0-g1'], ['t1-g0']] }],
  });
  expect(differs(parity)).toBe(true);
});

test('of two of one name on a target, no entries are asked for', () => {
  const twice = { glossaries: [glossary('Product', ['a', 'b']), glossary('Product', ['c', 'd'])], lists: [] };
  const once = { glossaries: [glossary('Product', ['a', 'b']), glossary('Other', ['a', 'b'])], lists: [] };
  const asked = (...contents: readonly Content[]) =>
    entriesToCompare({ targets: contents.map((content, index) => targetOf(`t${index}`, content)), only: [] });
  expect(asked(twice, once)).toEqual([[], []]);
  expect(asked(once, once).map((needs) => needs.map((each) => each.id))).toEqual([
    ['t0-g1', 't0-g0'],
    ['t1-g1', 't1-g0'],
  ]);
});

test('a glossary and a style list of one name have nothing to do with each other', () => {
  const parity = between(
    { glossaries: [glossary('One', ['a', 'b'])], lists: [] },
    { glossaries: [], lists: [list('One')] },
  );
  expect(parity.resources.map(({ kind, held }) => [kind, held.map((each) => each?.id ?? null)])).toEqual([
    ['glossary', ['t0-g0', null]],
    ['style-list', [null, 't1-l0']],
  ]);
});

test('instructions of one label: what both have is taken away, the rest stands side by side where that is clear', () => {
  const said = (...prompts: readonly string[]) => ({
    glossaries: [],
    lists: [list('Tone', { instructions: prompts.map((prompt) => ({ label: 'Tone', prompt })) })],
  });
  const rows = (left: Content, right: Content) =>
    between(left, right).resources.flatMap((each) =>
      each.values.map(({ key, values }) => {
        expect(key.slice(0, 2)).toEqual(['instruction', 'Tone']);
        return values.map((side) => (side as CustomInstruction | null)?.prompt ?? null);
      }),
    );
  expect(rows(said('a', 'b'), said('b', 'c'))).toEqual([['a', 'c']]);
  expect(rows(said('a', 'a'), said('a'))).toEqual([['a', null]]);
  expect(rows(said('a', 'b', 'c'), said('c', 'd'))).toEqual([
    ['a', null],
    ['b', null],
    [null, 'd'],
  ]);
});

test('an omitted source language is that of the list, and of lists in two languages no difference', () => {
  const said = (language: string, sourceLanguage?: string) => ({
    glossaries: [],
    lists: [
      list('Tone', {
        language,
        instructions: [{ label: 'Tone', prompt: 'Be kind.', ...(sourceLanguage !== undefined && { sourceLanguage }) }],
      }),
    ],
  });
  expect(between(said('de'), said('de', 'de')).resources).toEqual([]);
  expect(between(said('de'), said('fr', 'fr')).resources).toMatchObject([
    { values: [{ key: ['language'], values: ['de', 'fr'] }] },
  ]);
  expect(between(said('de'), said('de', 'en')).resources).toHaveLength(1);
});

test('where the lists of one target cannot be read, none are compared, and it is said', () => {
  const { live, ...eu } = targetOf('eu', { glossaries: [], lists: [list('Tone')] });
  const { styleLists: _, ...others } = live;
  const us = targetOf('us', { glossaries: [], lists: [list('Other')] });
  expect(compareTargets({ targets: [{ ...eu, live: others }, us], only: [] })).toMatchObject({
    compared: 0,
    resources: [],
    unread: [{ kind: 'style-list', targets: ['eu'] }],
  });
});

describe('--only', () => {
  const eu = targetOf('eu', {
    glossaries: [glossary('Product', ['a', 'b']), glossary('Legal', ['a', 'b'])],
    lists: [list('Tone')],
  });
  const us = targetOf('us', {
    glossaries: [
      {
        name: 'Product',
        dictionaries: [
          { pair: 'en->de', terms: [['a', 'c']] },
          { pair: 'en->fr', terms: [['a', 'c']] },
        ],
      },
    ],
    lists: [],
  });
  const names = (...only: readonly string[]) =>
    compareTargets({ targets: [eu, us], only }).resources.map(({ name }) => name);

  test('narrows to resources whose address on any target matches', () => {
    expect(names()).toEqual(['Legal', 'Product', 'Tone']);
    expect(names('glossary.legal')).toEqual(['Legal']);
    expect(names('style_rules.*')).toEqual(['Tone']);
  });

  test('narrows to dictionaries', () => {
    const { resources } = compareTargets({ targets: [eu, us], only: ['glossary.product/en->fr'] });
    expect(resources).toMatchObject([{ name: 'Product', children: [{ name: 'en->fr', sizes: [null, { entry: 1 }] }] }]);
    expect(entriesToCompare({ targets: [eu, us], only: ['glossary.product/en->fr'] })).toEqual([[], []]);
  });

  test('a pattern that names nothing anywhere is known', () => {
    const only = ['glossary.legal', 'glossary.product/en->fr', 'glossary.prodcut', 'style_rules.t*'];
    expect(unmatchedOnly({ targets: [eu, us], only })).toEqual(['glossary.prodcut']);
  });
});
