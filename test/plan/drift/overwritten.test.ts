import { describe, expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { glossaryId, instructionId, styleId } from '../../../src/model/ids.ts';
import type { Change } from '../../../src/model/plan/plan.ts';
import type { Value } from '../../../src/model/resources/resource.ts';
import { driftCounts } from '../../../src/plan/counts.ts';
import { type DriftInput, driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { isConflict, overwritten, type ResourceDrift } from '../../../src/plan/drift/drift.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { dictionaryChange, glossaryChange, keyChange, type Line, styleListChange } from '../../support/changes.ts';
import { type DriftParts, fromParts, partsOf, type ResourceLike } from '../../support/drift-parts.ts';
import { driftInput, type SideLike } from '../drift-input.ts';

/** What a plan of this input would undo, of all the drift there is. */
const undone = (input: DriftInput, only: readonly string[] = []) =>
  overwritten(driftOf(input), makePlan({ ...input, only }).plan);

const parts = ({ resources }: { readonly resources: readonly ResourceDrift[] }) => resources.map(partsOf);

const side = (name: string, de: string, fr: string): SideLike => ({
  glossaries: {
    g: { name, dictionaries: { 'en->de': { a: de, keep: '1' }, 'en->fr': { a: fr } } },
    h: { dictionaries: { 'en->de': { a: de } } },
  },
});

test('a plan of files alone undoes whatever was changed outside', () => {
  const base = side('G', '1', '1');
  const input = driftInput({ base, ours: base, theirs: side('H', '2', '2') });
  expect(undone(input).resources).toEqual(driftOf(input).resources);
});

test('a resource is in conflict when the files have changed all that the plan undoes', () => {
  const base = side('G', '1', '1');
  const undoneWith = (theirs: SideLike, ours: SideLike) => undone(driftInput({ base, ours, theirs })).resources;
  const whole = undoneWith(side('G', '2', '1'), side('G', '3', '1'));
  expect(whole.map(isConflict)).toEqual([true, true]);
  // The name was changed on the service only: pull can take that.
  const partly = undoneWith(side('H', '2', '1'), side('G', '3', '1'));
  expect(partly.map(isConflict)).toEqual([false, true]);
  expect(undoneWith(side('H', '1', '1'), base).map(isConflict)).toEqual([false]);
});

test('a plan of one dictionary undoes what was changed in that one', () => {
  const base = side('G', '1', '1');
  const input = driftInput({ base, ours: base, theirs: side('H', '2', '2') });
  const resources = parts(undone(input, ['glossary.g/en->fr']));
  expect(resources).toMatchObject([{ address: 'glossary.g', dictionaries: [{ address: 'glossary.g/en->fr' }] }]);
  expect(resources[0]).not.toHaveProperty('name');
});

test('nothing is undone where files and service are the same by now, and nothing of that is counted', () => {
  const base = side('G', '1', '1');
  const theirs = side('H', '2', '2');
  const drift = undone(driftInput({ base, ours: theirs, theirs }));
  expect(drift.resources).toEqual([]);
  expect(driftCounts(drift).parts.entry).toEqual({ theirs: 0, both: 0, same: 0, ours: 0 });
});

test("a pending change beside somebody else's undoes only what it touches", () => {
  const input = driftInput({
    base: side('G', '1', '1'),
    ours: side('Ours', '1', '1'),
    theirs: side('G', '2', '1'),
  });
  const { plan } = makePlan(input);
  const renames = plan.changes.map((change) => ({ ...change, children: [] }));
  expect(overwritten(driftOf(input), { ...plan, changes: renames }).resources).toEqual([]);
});

test('foreign entries of an additive glossary stay, and so are not undone', () => {
  const additive = (entries: Readonly<Record<string, string>>): SideLike => ({
    glossaries: { g: { mode: 'additive', dictionaries: { 'en->de': entries } } },
  });
  const input = driftInput({
    base: additive({ a: '1', b: '1' }),
    ours: additive({ a: '1', b: '1' }),
    theirs: additive({ a: '2', b: '1', foreign: 'x' }),
  });
  expect(parts(undone(input))).toMatchObject([{ dictionaries: [{ entries: [{ source: 'a' }] }] }]);
});

test('a resource that was made anew is not undone, but what differs in it is', () => {
  const base: SideLike = { glossaries: { g: { dictionaries: { 'en->de': { a: '1' } } } } };
  const theirs = (value: string): SideLike => ({
    glossaries: { g: { id: 'new', dictionaries: { 'en->de': { a: value } } } },
  });
  expect(undone(driftInput({ base, ours: base, theirs: theirs('1') })).resources).toEqual([]);
  const resources = parts(undone(driftInput({ base, ours: base, theirs: theirs('2') })));
  expect(resources).toMatchObject([{ address: 'glossary.g', dictionaries: [{ entries: [{ source: 'a' }] }] }]);
  expect(resources[0]).not.toHaveProperty('whole');
});

test('a new language in the files takes the whole list, with everything that somebody did to it', () => {
  const input = driftInput({
    base: { lists: { l: { rules: { x: { a: '1' } } } } },
    ours: { lists: { l: { language: 'fr', rules: { x: { a: '1' } } } } },
    theirs: { lists: { l: { rules: { x: { a: '1', b: '2' } }, instructions: [{ label: 'A', prompt: 'B' }] } } },
  });
  expect(parts(undone(input))).toMatchObject([{ rules: [{ rule: 'b' }], instructions: [{ theirs: { label: 'A' } }] }]);
});

test('of instructions that are alike it does not matter which one the plan takes', () => {
  const list = (...prompts: readonly string[]): SideLike => ({
    lists: { l: { instructions: prompts.map((prompt) => ({ label: 'A', prompt })) } },
  });
  const input = driftInput({ base: list('old'), ours: list('new'), theirs: list('new', 'new') });
  expect(driftOf(input).resources).toHaveLength(1);
  expect(undone(input).resources).toEqual(driftOf(input).resources);
});

describe('of what somebody did, a change undoes just what it touches', () => {
  /** The drift of one resource and one change, both as data: what comes of it is exact. */
  const of = (resource: ResourceLike, change: Change) => {
    const drift = { ...driftOf(driftInput({ base: {}, ours: {}, theirs: {} })), resources: [fromParts(resource)] };
    const { plan } = makePlan(driftInput({ base: {}, ours: {}, theirs: {} }));
    return overwritten(drift, { ...plan, changes: [change] }).resources.map(partsOf);
  };
  const differs = { kind: 'theirs', base: '1', theirs: '2' } as const;

  describe('of a glossary', () => {
    const dictionary = (
      target: string,
      ...sources: readonly string[]
    ): NonNullable<DriftParts['dictionaries']>[number] => ({
      address: `glossary.g/en->${target}`,
      pair: { source: 'en', target },
      baseSize: 2,
      entries: sources.map((source) => ({ ...differs, source })),
    });
    const drift: ResourceLike = {
      kind: 'glossary',
      address: 'glossary.g',
      id: glossaryId('g1'),
      baseName: 'G',
      name: { kind: 'theirs', base: 'G', theirs: 'H' },
      dictionaries: [dictionary('de', 'a', 'b'), dictionary('fr', 'a')],
    };
    const touching = (target: string, ...sources: readonly string[]) =>
      dictionaryChange(
        `en->${target}`,
        sources.map((source) => ['~', source, '2', '1']),
      );
    type Like = Parameters<typeof glossaryChange>[0];
    const change = (like: Like = {}) =>
      glossaryChange({ address: 'glossary.g', name: [undefined, undefined], ...like });
    const { name: _, ...unnamed } = drift;

    test('the name where it changes, and it alone', () => {
      const renamed = change({ name: ['H', 'G'] });
      expect(of(drift, renamed)).toStrictEqual([{ ...drift, dictionaries: [] }]);
      for (const name of ['H', [undefined, 'G'], ['H', undefined]] as const)
        expect(of(drift, change({ name }))).toStrictEqual([]);
      // Nobody has touched the name, so there is nothing of it to undo.
      expect(of({ ...unnamed }, renamed)).toStrictEqual([]);
    });

    test('the entries that it touches, of the dictionary in which it touches them', () => {
      expect(of(drift, change({ dictionaries: [touching('de', 'b', 'c')] }))).toStrictEqual([
        { ...unnamed, dictionaries: [dictionary('de', 'b')] },
      ]);
      expect(of(drift, change({ dictionaries: [touching('fr', 'b'), touching('it', 'a')] }))).toStrictEqual([]);
    });

    test('a whole dictionary, where one side has none, when it touches it at all', () => {
      const whole = { kind: 'theirs', how: 'deleted-outside' } as const;
      const gone = { ...unnamed, dictionaries: [{ ...dictionary('de', 'a', 'b'), whole }] };
      expect(of(gone, change({ dictionaries: [touching('de', 'a')] }))).toStrictEqual([gone]);
      expect(of(gone, change({ dictionaries: [touching('fr', 'a')] }))).toStrictEqual([]);
    });

    test('all of one that was deleted outside or dropped here; of one made anew, what differs in it', () => {
      const theirs = { name: 'H', dictionaries: new Map() };
      for (const whole of [
        { kind: 'theirs', how: 'deleted-outside' },
        { kind: 'both', how: 'dropped-here', theirs },
      ] as const)
        expect(of({ ...drift, whole }, change())).toStrictEqual([{ ...drift, whole }]);
      const anew: ResourceLike = { ...drift, whole: { kind: 'theirs', how: 'recreated-outside' } };
      expect(of(anew, change())).toStrictEqual([]);
      expect(of(anew, change({ dictionaries: [touching('fr', 'a')] }))).toStrictEqual([
        { ...unnamed, dictionaries: [dictionary('fr', 'a')] },
      ]);
    });

    test('nothing by a change of another resource, or of another kind under its address', () => {
      expect(of(drift, change({ address: 'glossary.h', name: ['H', 'G'] }))).toStrictEqual([]);
      const other: Change = { ...change({ name: ['H', 'G'] }), kind: 'style-list' };
      expect(of(drift, other)).toStrictEqual([]);
    });
  });

  describe('of a style list', () => {
    const tone = (prompt: string) => ({ label: 'Tone', prompt });
    const rule = (category: string, name: string) => ({ ...differs, category, rule: name });
    const edited = { kind: 'theirs', base: tone('1'), theirs: tone('2'), id: instructionId('i1') } as const;
    const drift: ResourceLike = {
      kind: 'style-list',
      address: 'style_rules.l',
      id: styleId('l1'),
      baseName: 'L',
      name: { kind: 'theirs', base: 'L', theirs: 'M' },
      language: { kind: 'theirs', base: 'de', theirs: 'fr' },
      rules: [rule('n', 'x'), rule('n', 'y'), rule('p', 'x')],
      instructions: [edited],
    };
    const { name: _, language: __, ...known } = drift;
    type Like = Parameters<typeof styleListChange>[0];
    const change = (like: Like = {}) =>
      styleListChange({
        address: 'style_rules.l',
        name: [undefined, undefined],
        ...like,
      });

    test('the name where it changes, and never the language by itself', () => {
      const renamed = change({ name: ['M', 'L'] });
      expect(of(drift, renamed)).toStrictEqual([{ ...known, name: drift.name, rules: [], instructions: [] }]);
      expect(of(drift, change())).toStrictEqual([]);
    });

    test('the rules that it touches, by category and rule', () => {
      const touched = change({ rules: [['-', ['n', 'x'], '2']] });
      expect(of(drift, touched)).toStrictEqual([{ ...known, rules: [rule('n', 'x')], instructions: [] }]);
    });

    test('an instruction by its id, or by what it says', () => {
      const told = [{ ...known, rules: [], instructions: [edited] }];
      const by = (line: Line<Value>) => of(drift, change({ instructions: [line] }));
      expect(by(['~', 'i1', tone('9'), tone('1')])).toStrictEqual(told);
      expect(by(['-', 'other', tone('2')])).toStrictEqual(told);
      expect(by(['-', 'other', { ...tone('2'), sourceLanguage: 'de' }])).toStrictEqual(told);
      expect(by(['-', 'other', { ...tone('2'), sourceLanguage: 'en' }])).toStrictEqual([]);
      expect(by(['-', 'other', tone('1')])).toStrictEqual([]);
      expect(by(['+', 'new 1', tone('2')])).toStrictEqual([]);
    });

    test('one that the service has no more, by what is put in its place', () => {
      const gone = { kind: 'theirs', base: tone('1') } as const;
      const both = { kind: 'both', base: tone('1'), ours: tone('3') } as const;
      const by = (lost: NonNullable<DriftParts['instructions']>[number], line: Line<Value>) =>
        of({ ...drift, instructions: [lost] }, change({ instructions: [line] }));
      expect(by(gone, ['+', 'new 1', tone('1')])).toStrictEqual([{ ...known, rules: [], instructions: [gone] }]);
      expect(by(gone, ['~', 'i9', tone('9'), tone('1')])).toHaveLength(1);
      expect(by(gone, ['-', 'i9', tone('1')])).toStrictEqual([]);
      expect(by(gone, ['+', 'new 1', tone('3')])).toStrictEqual([]);
      // The files have changed it too: what they want is what the plan puts there.
      expect(by(both, ['+', 'new 1', tone('3')])).toHaveLength(1);
      expect(by(both, ['+', 'new 1', tone('1')])).toStrictEqual([]);
      expect(by({ kind: 'both', base: tone('1') }, ['+', 'new 1', tone('1')])).toStrictEqual([]);
    });

    test('all of it by a replacement, and of one that is gone on one side; of one made anew, what differs in it', () => {
      expect(of(drift, change({ action: 'replace' }))).toStrictEqual([drift]);
      const gone: ResourceLike = { ...drift, whole: { kind: 'theirs', how: 'deleted-outside' } };
      expect(of(gone, change())).toStrictEqual([gone]);
      const anew: ResourceLike = { ...drift, whole: { kind: 'theirs', how: 'recreated-outside' } };
      expect(of(anew, change())).toStrictEqual([]);
      expect(of(anew, change({ name: ['M', 'L'] }))).toStrictEqual([
        { ...known, name: drift.name, rules: [], instructions: [] },
      ]);
    });
  });

  describe('of a developer key', () => {
    const limits = (['characters', 'speechToTextMilliseconds'] as const).map(
      (limit) => ({ kind: 'theirs', base: 1, theirs: 2, limit }) as const,
    );
    const [characters] = limits;
    const drift: ResourceLike = {
      kind: 'developer-key',
      address: 'developer_key.ci',
      id: keyId('k1'),
      baseName: 'ci',
      label: { kind: 'theirs', base: 'ci', theirs: 'CI' },
      limits,
    };
    const { label: _, ...known } = drift;
    type Like = Parameters<typeof keyChange>[0];
    const change = (like: Like = {}) => keyChange({ label: [undefined, undefined], ...like });

    test('the label where it changes, and the limits that it touches', () => {
      const renamed = change({ label: ['CI', 'ci'] });
      expect(of(drift, renamed)).toStrictEqual([{ ...drift, limits: [] }]);
      expect(of(drift, change({ limits: [['~', 'characters', 2, 1]] }))).toStrictEqual([
        { ...known, limits: [characters] },
      ]);
      expect(of(drift, change())).toStrictEqual([]);
      expect(of({ ...known, limits: [] }, renamed)).toStrictEqual([]);
    });

    test('every limit by a deactivation, which takes them with it', () => {
      expect(of(drift, change({ action: 'deactivate' }))).toStrictEqual([{ ...known, limits }]);
    });

    test('all of one that is gone on one side; of one that somebody has deactivated, or made anew, what differs', () => {
      const theirs = { label: 'CI', limits: { characters: 2, speechToTextMilliseconds: 2 } };
      for (const whole of [
        { kind: 'theirs', how: 'deleted-outside' },
        { kind: 'both', how: 'dropped-here', theirs },
      ] as const)
        expect(of({ ...drift, whole }, change())).toStrictEqual([{ ...drift, whole }]);
      for (const how of ['deactivated-outside', 'recreated-outside'] as const) {
        const other: ResourceLike = { ...drift, whole: { kind: 'theirs', how } };
        expect(of(other, change())).toStrictEqual([]);
        expect(of(other, change({ label: ['CI', 'ci'] }))).toStrictEqual([{ ...drift, limits: [] }]);
      }
    });
  });
});
