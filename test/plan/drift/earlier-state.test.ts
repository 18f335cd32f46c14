import { describe, expect, test } from 'vitest';
import { type KnownKey, keyId, type OwnedDeveloperKey } from '../../../src/kinds/developer-key/developer-key.ts';
import { DEVELOPER_KEY } from '../../../src/kinds/developer-key/developer-key-kind.ts';
import { GLOSSARY } from '../../../src/kinds/glossary/glossary-kind.ts';
import type { AnyKind } from '../../../src/kinds/kind.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';

import type { CustomInstruction, OwnedStyleList, StyleListContent } from '../../../src/kinds/style-list/style-list.ts';
import { STYLE_LIST } from '../../../src/kinds/style-list/style-list-kind.ts';
import type { GlossaryContent } from '../../../src/model/entries/dictionary.ts';
import { glossaryId, styleId } from '../../../src/model/ids.ts';
import { earlierOf } from '../../../src/plan/drift/earlier-state.ts';
import { rolledBack } from '../../../src/plan/pull/pull-sides.ts';
import {
  type DictionariesLike,
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  type StyleListLike,
} from '../../support/build.ts';

describe('what earlier states have of a resource', () => {
  const of = (...appliedPatterns: readonly string[]) =>
    earlierOf([{ state: EMPTY_LEDGER, appliedPatterns }], 'glossary.product', () => 'had');

  test.each([
    [[], ['had']],
    [['glossary.product'], []],
    [['glossary.*'], []],
    [['glossary.other'], ['had']],
    // A dictionary that was applied by itself settles its glossary.
    [['glossary.product/en->de'], []],
    [['glossary.product/en->de/x'], []],
    [['glossary.other', 'glossary.product/*'], []],
    [['glossary.other/en->de'], ['had']],
  ])('settled by %j: %j', (settled, expected) => {
    expect(of(...settled)).toEqual(expected);
  });

  test('comes in the order of the states, also where one does not have it', () => {
    const states = [1, 2, 3].map((number) => ({ state: { ...EMPTY_LEDGER, number }, appliedPatterns: [] }));
    const pick = (state: object) => ('number' in state && state.number !== 2 ? state.number : undefined);
    expect(earlierOf(states, 'glossary.product', pick)).toEqual([1, undefined, 3]);
  });
});

describe('the base of a glossary', () => {
  interface Like {
    readonly name?: string;
    readonly dictionaries?: DictionariesLike;
  }
  const owned = ({ name = 'G', dictionaries = {} }: Like) => ({
    id: glossaryId('g1'),
    protect: true,
    content: { name, dictionaries: desiredGlossary('g', dictionaries).dictionaries },
  });
  const baseOf = (base: Like, ours: Like, ...earlier: readonly Like[]) => {
    const found = rolledBack(
      GLOSSARY as AnyKind,
      owned(base),
      desiredGlossary('g', ours.dictionaries ?? {}, { name: ours.name ?? 'G' }),
      earlier.map(owned),
    );
    const { id, protect } = found;
    const content = found.content as GlossaryContent;
    return {
      id,
      protect,
      name: content.name,
      dictionaries: Object.fromEntries(
        [...content.dictionaries].map(([key, { pair, entries }]) => [
          key,
          [`${pair.source}->${pair.target}`, [...entries]],
        ]),
      ),
    };
  };
  const is = (dictionaries: Readonly<Record<string, readonly (readonly [string, string])[]>>, name = 'G') => ({
    id: 'g1',
    protect: true,
    name,
    dictionaries: Object.fromEntries(Object.entries(dictionaries).map(([key, rows]) => [key, [key, rows]])),
  });
  const pair = (entries: Readonly<Record<string, string>>): Like => ({ dictionaries: { 'en->de': entries } });

  test('without an earlier state it is the last entry', () => {
    const base = owned({ dictionaries: { 'en->de': { a: '1' } } });
    expect(rolledBack(GLOSSARY as AnyKind, base, desiredGlossary('g', { 'en->de': { a: '2' } }), [])).toBe(base);
  });

  test.each([
    ['the files have a name of an earlier state', 'old', ['other', 'old'], 'old'],
    ['the files have a name of their own', 'mine', ['old'], 'G'],
  ])('the name: %s', (_, name, earlier, expected) => {
    expect(baseOf({}, { name }, ...earlier.map((each) => ({ name: each })))).toEqual(is({}, expected));
  });

  test('a dictionary is that of an earlier state where the files have it so', () => {
    const files = pair({ a: '1', b: '2' });
    expect(baseOf(pair({ a: '9' }), files, pair({ x: '1' }), files)).toEqual(
      is({
        'en->de': [
          ['a', '1'],
          ['b', '2'],
        ],
      }),
    );
  });

  test('an edit of the files stays one when no earlier state differs from the last entry', () => {
    expect(baseOf(pair({ a: '1' }), pair({ a: '2' }), pair({ a: '1' }))).toEqual(is({ 'en->de': [['a', '1']] }));
  });

  test('entry by entry: what the files have of an earlier state, and of nothing else', () => {
    const base = pair({ kept: '1', changed: '2', edited: '2', came: '1', removed: '1' });
    const earlier = pair({ kept: '1', changed: '1', edited: '1', gone: '1', lost: '1' });
    const ours = pair({ kept: '1', changed: '1', edited: '3', gone: '1', removed: '2', mine: '1' });
    expect(baseOf(base, ours, earlier)).toEqual(
      is({
        'en->de': [
          ['kept', '1'],
          // As the earlier state and the files have it.
          ['changed', '1'],
          ['edited', '2'],
          // `came` came since and is not in the files; the files edited `removed`; `lost` they lack themselves.
          ['removed', '1'],
          ['gone', '1'],
        ],
      }),
    );
  });

  test('each pair of any side is looked at, and an empty one is left out', () => {
    const base: Like = { dictionaries: { 'en->de': { a: '1' }, 'en->fr': { a: '1' } } };
    const earlier: Like = { dictionaries: { 'en->de': { a: '1' }, 'en->it': { b: '1' } } };
    const ours: Like = { dictionaries: { 'en->de': { a: '1' }, 'en->it': { b: '1' }, 'en->es': { c: '1' } } };
    expect(baseOf(base, ours, earlier)).toEqual(is({ 'en->de': [['a', '1']], 'en->it': [['b', '1']] }));
  });
});

describe('the base of a style list', () => {
  const owned = (like: StyleListLike): OwnedStyleList => ({
    id: styleId('l1'),
    protect: true,
    content: desiredStyleList('l', like).content,
  });
  const baseOf = (base: StyleListLike, ours: StyleListLike, ...earlier: readonly StyleListLike[]) => {
    const {
      id,
      protect,
      content: found,
    } = rolledBack(STYLE_LIST as AnyKind, owned(base), desiredStyleList('l', ours), earlier.map(owned));
    const { name, language, rules, instructions } = found as StyleListContent;
    return {
      id,
      protect,
      name,
      language,
      rules: Object.fromEntries([...rules].map(([category, selected]) => [category, Object.fromEntries(selected)])),
      instructions: instructions.map(({ label }) => label),
    };
  };
  const NOTHING = { id: 'l1', protect: true, name: 'l', language: 'de', rules: {}, instructions: [] };
  const [A, B, C, D] = (['A', 'B', 'C', 'D'] as const).map((label) => ({ label, prompt: label })) as [
    CustomInstruction,
    CustomInstruction,
    CustomInstruction,
    CustomInstruction,
  ];

  test('without an earlier state it is the last entry', () => {
    const base = { name: 'N', rules: { x: { a: '1' } }, instructions: [A] };
    expect(baseOf(base, { name: 'other' })).toEqual({
      ...NOTHING,
      name: 'N',
      rules: { x: { a: '1' } },
      instructions: ['A'],
    });
  });

  test('it is the earlier state that the files have as a whole', () => {
    const files = { name: 'old', language: 'fr', rules: { x: { a: '1' } }, instructions: [A, B] };
    expect(baseOf({ name: 'new', instructions: [C] }, files, { name: 'x' }, files)).toEqual({
      ...NOTHING,
      name: 'old',
      language: 'fr',
      rules: { x: { a: '1' } },
      instructions: ['A', 'B'],
    });
  });

  test('name and language are of an earlier state where the files have them so', () => {
    const earlier = { name: 'old', language: 'fr' };
    expect(baseOf({ name: 'new' }, { name: 'old' }, earlier)).toEqual({ ...NOTHING, name: 'old' });
    expect(baseOf({ name: 'new' }, { name: 'new', language: 'fr' }, earlier)).toEqual({
      ...NOTHING,
      name: 'new',
      language: 'fr',
    });
    expect(baseOf({ name: 'new' }, { name: 'mine', language: 'it' }, earlier)).toEqual({ ...NOTHING, name: 'new' });
  });

  test('rule by rule', () => {
    expect(
      baseOf(
        { name: 'new', rules: { x: { kept: '1', changed: '2', edited: '2', came: '1' }, y: { came: '1' } } },
        { name: 'mine', rules: { x: { kept: '1', changed: '1', edited: '3', mine: '1' }, z: { gone: '1' } } },
        { name: 'old', rules: { x: { kept: '1', changed: '1', edited: '1' }, z: { gone: '1', lost: '1' } } },
      ),
    ).toEqual({
      ...NOTHING,
      name: 'new',
      // `came` is not in the files, as it was not in the earlier state; `lost` is neither in the files nor in the last
      // entry.
      rules: { x: { kept: '1', changed: '1', edited: '2' }, z: { gone: '1' } },
    });
  });

  test('instructions: those of the last entry without those that files and an earlier state lack, then those that both of them have', () => {
    const changed = { name: 'mine' };
    // B came since and is not in the files: it was rolled back. C was dropped from the files by hand: the earlier state
    // has it.
    expect(
      baseOf({ instructions: [A, B, C] }, { ...changed, instructions: [A, D] }, { instructions: [A, C, D] }),
    ).toEqual({ ...NOTHING, instructions: ['A', 'C', 'D'] });
    // What is in one earlier state and not in another was rolled back as well.
    expect(baseOf({ instructions: [B] }, changed, { instructions: [B] }, {})).toEqual(NOTHING);
    // What is in every earlier state was deleted by hand.
    expect(baseOf({ instructions: [B] }, changed, { instructions: [B] }, { instructions: [B] })).toEqual({
      ...NOTHING,
      instructions: ['B'],
    });
    // One that the files alone have is new.
    expect(baseOf({}, { ...changed, instructions: [D] }, {})).toEqual(NOTHING);
    expect(baseOf({}, { ...changed, instructions: [D] }, {}, { instructions: [D] })).toEqual({
      ...NOTHING,
      instructions: ['D'],
    });
  });
});

describe('the base of a developer key', () => {
  const owned = (content: KnownKey): OwnedDeveloperKey => ({ id: keyId('k1'), protect: true, content });
  const baseOf = (base: KnownKey, ours: Partial<KnownKey>, ...earlier: readonly KnownKey[]) =>
    rolledBack(DEVELOPER_KEY as AnyKind, owned(base), desiredDeveloperKey('k', ours), earlier.map(owned));

  test.each([
    ['of an earlier state', 'new', 'old', ['x', 'old'], 'old'],
    ['of the files alone', 'new', 'mine', ['old'], 'new'],
  ])('the label: %s', (_, label, ours, earlier, expected) => {
    const had = earlier.map((each) => ({ label: each, limits: {} }));
    expect(baseOf({ label, limits: {}, deactivated: false }, { label: ours }, ...had)).toStrictEqual(
      owned({ label: expected, limits: {}, deactivated: false }),
    );
  });

  test('a label that is not known stays unknown', () => {
    expect(baseOf({ limits: {} }, { label: 'old' }, { label: 'old', limits: {} })).toStrictEqual(owned({ limits: {} }));
  });

  test('each limit by itself', () => {
    const base = { limits: { characters: 2, speechToTextMilliseconds: 2 } };
    const earlier = { limits: { characters: 1, speechToTextMilliseconds: null } };
    expect(baseOf(base, { limits: { characters: 1, speechToTextMilliseconds: 3 } }, earlier)).toStrictEqual(
      owned({ limits: { characters: 1, speechToTextMilliseconds: 2 } }),
    );
    expect(baseOf(base, { limits: { characters: 3, speechToTextMilliseconds: null } }, earlier)).toStrictEqual(
      owned({ limits: { characters: 2, speechToTextMilliseconds: null } }),
    );
    // A limit that the last entry does not know is not managed; one that neither the files nor the earlier state name
    // is not any more.
    expect(
      baseOf({ limits: { characters: 2 } }, { limits: { speechToTextMilliseconds: null } }, earlier, { limits: {} }),
    ).toStrictEqual(owned({ limits: {} }));
  });
});
