import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentOn, isItemPart, itemChanges, itemsIn, itemsOf, sameItem, wantedItem } from '../../src/kinds/items.ts';
import type { AnyKind } from '../../src/kinds/kind.ts';
import { kindNamed } from '../../src/kinds/registry.ts';
import { INSTRUCTIONS } from '../../src/kinds/style-list/instructions.ts';
import { type CustomInstruction, isInstruction, type StyleListContent } from '../../src/kinds/style-list/style-list.ts';
import type { RecordValue, Value, ValueChange } from '../../src/model/resources/resource.ts';
import { runs } from '../support/runs.ts';

const [LIST, GLOSSARY] = [kindNamed('style-list'), kindNamed('glossary')];
const item = (label: string, prompt: string, sourceLanguage?: string): CustomInstruction => ({
  label,
  prompt,
  ...(sourceLanguage !== undefined && { sourceLanguage }),
});
const list = (...instructions: readonly CustomInstruction[]): StyleListContent => ({
  name: 'l',
  language: 'de',
  rules: new Map(),
  instructions,
});

describe('the values without a key', () => {
  test('have their place, their id if there is one, and their names', () => {
    const content = list(item('A', 'a'), item('B', 'b', 'fr'));
    const [first, second] = [
      { key: '["A","a",null]', names: ['A', 'a', ''], label: 'A', text: 'a', content: item('A', 'a'), index: 0 },
      {
        key: '["B","b","fr"]',
        names: ['B', 'b', 'fr'],
        label: 'B',
        text: 'b',
        content: item('B', 'b', 'fr'),
        index: 1,
      },
    ];
    expect(itemsOf(LIST, content)).toStrictEqual([first, second]);
    expect(itemsOf(LIST, content, ['1'])).toStrictEqual([{ ...first, id: '1' }, second]);
    expect(itemsOf(GLOSSARY, { name: 'g', dictionaries: new Map() })).toStrictEqual([]);
  });

  test('have the meaning that another content gives them', () => {
    const names = (within?: StyleListContent) =>
      itemsIn(INSTRUCTIONS, list(item('A', 'a', 'fr')), { within })[0]?.names;
    expect(names()).toEqual(['A', 'a', 'fr']);
    expect(names({ ...list(), language: 'fr' })).toEqual(['A', 'a', '']);
  });

  test('are of one part of their kind', () => {
    expect(['instruction', 'rule', 'name'].map((part) => isItemPart(LIST, part))).toEqual([true, false, false]);
    expect(isItemPart(GLOSSARY, 'instruction')).toBe(false);
  });

  test('are the same if the service treats both alike', () => {
    const same = (left: Parameters<typeof sameItem>[1], right: Parameters<typeof sameItem>[2]) =>
      sameItem(LIST, left, right, list());
    expect(same(item('A', 'a'), item('A', 'a', 'de'))).toBe(true);
    expect(same(item('A', 'a'), item('A', 'a', 'fr'))).toBe(false);
    expect(same(item('A', 'a'), item('A', 'b'))).toBe(false);
    expect([same(item('A', 'a'), undefined), same(undefined, item('A', 'a')), same(undefined, undefined)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(same('a', 'a')).toBe(false);
    expect(sameItem(GLOSSARY, item('A', 'a'), item('A', 'a'), { name: 'g' })).toBe(false);
  });
});

test('a side of a change has the values that exist on it', () => {
  const values: readonly ValueChange[] = [
    { key: ['name'], from: 'a', to: 'b' },
    { key: ['rule', 'dates', 'order'], from: 'dmy' },
    { key: ['instruction', 'new 1'], to: item('A', 'a') },
  ];
  const kind = { fromValues: (...content: Parameters<AnyKind['fromValues']>) => content };
  expect(contentOn(kind, 'from', { values })).toEqual([
    [
      [['name'], 'a'],
      [['rule', 'dates', 'order'], 'dmy'],
    ],
    new Map(),
  ]);
  expect(contentOn(kind, 'to', { values })).toEqual([
    [
      [['name'], 'b'],
      [['instruction', 'new 1'], item('A', 'a')],
    ],
    new Map(),
  ]);
});

describe('the value in the files for a planned one', () => {
  const wanted = (content: unknown, change: { from?: RecordValue; to?: RecordValue }) =>
    wantedItem(LIST, content, { key: ['instruction', '1'], ...change });
  const [old, next] = [item('A', 'a'), item('A', 'b')];

  test('is the planned one if the files have it', () => {
    expect(wanted(list(item('B', 'b'), next), { from: old, to: next })).toBe(next);
    expect(wanted(list(item('A', 'b', 'de')), { from: old, to: next })).toBe(next);
    expect(wanted(list(old), { from: old })).toBe(old);
  });

  test('is another one with its label, which no removal has', () => {
    expect(wanted(list(item('B', 'b'), item('A', 'c')), { from: old, to: next })).toEqual(item('A', 'c'));
    expect(wanted(list(item('B', 'b')), { to: next })).toBeUndefined();
    expect(wanted(list(item('A', 'c')), { from: old })).toBeUndefined();
  });

  test('is none if no file has the resource, or the value has a key', () => {
    expect(wanted(undefined, { to: next })).toBeUndefined();
    expect(wanted(list(next), {})).toBeUndefined();
    expect(wantedItem(LIST, list(next), { key: ['rule', 'a', 'b'], to: 'c' })).toBeUndefined();
    expect(wantedItem(GLOSSARY, { name: 'g', dictionaries: new Map() }, { key: ['x'], to: next })).toBeUndefined();
  });
});

describe('the changes of values without a key', () => {
  test('are removed, changed and added ones, by their places', () => {
    const before = list(item('Keep', 'k'), item('Same', 'old words'), item('Gone', 'zzz'));
    const after = list(item('Same', 'new words'), item('Keep', 'k', 'de'));
    expect(itemChanges(LIST, before, after)).toStrictEqual([
      { key: ['instruction', '2'], from: item('Gone', 'zzz') },
      { key: ['instruction', '1'], from: item('Same', 'old words'), to: item('Same', 'new words') },
    ]);
    expect(itemChanges(LIST, list(item('A', 'a')), list(item('A', 'a'), item('B', 'b'), item('C', 'c')))).toStrictEqual(
      [
        { key: ['instruction', '1'], to: item('B', 'b') },
        { key: ['instruction', '2'], to: item('C', 'c') },
      ],
    );
  });

  test('are all values if one side is missing, and none without values', () => {
    const one = list(item('A', 'a'));
    expect(itemChanges(LIST, undefined, one)).toStrictEqual([{ key: ['instruction', '0'], to: item('A', 'a') }]);
    expect(itemChanges(LIST, one, undefined)).toStrictEqual([{ key: ['instruction', '0'], from: item('A', 'a') }]);
    expect(itemChanges(LIST, undefined, undefined)).toStrictEqual([]);
    expect(itemChanges(GLOSSARY, { name: 'a' }, { name: 'b' })).toStrictEqual([]);
  });

  test('compare both sides by the content after the change', () => {
    const before = list(item('A', 'a'));
    const after = { ...list(item('A', 'a')), language: 'fr' };
    expect(itemChanges(LIST, before, after)).toStrictEqual([]);
    expect(itemChanges(LIST, list(item('A', 'a', 'fr')), after)).toStrictEqual([]);
    expect(itemChanges(LIST, list(item('A', 'a', 'de')), after)).toHaveLength(1);
  });

  test('lead from one side to the other', () => {
    const any = fc
      .tuple(fc.constantFrom('A', 'B'), fc.constantFrom('a', 'b', 'c d'), fc.constantFrom(undefined, 'de', 'fr'))
      .map(([label, prompt, source]) => item(label, prompt, source));
    const some = fc.array(any, { maxLength: 5 });
    const keys = (content: StyleListContent) =>
      itemsIn(INSTRUCTIONS, content)
        .map(({ key }) => key)
        .sort();
    fc.assert(
      fc.property(some, some, (was, is) => {
        const changes = itemChanges(LIST, list(...was), list(...is));
        const byPlace = new Map<string, Value | undefined>(was.map((each, place) => [String(place), each]));
        for (const { key, to } of changes) byPlace.set(key[1] ?? '', to);
        expect(keys(list(...[...byPlace.values()].filter(isInstruction)))).toEqual(keys(list(...is)));
        for (const { key, from } of changes) expect(from).toBe(was[Number(key[1])]);
      }),
      { numRuns: runs(100) },
    );
  });
});
