import { describe, expect, test } from 'vitest';
import { glossaryId } from '../../../src/model/ids.ts';
import { driftCounts, hasConflicts, hasDrift } from '../../../src/plan/counts.ts';
import { type DriftInput, driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { type DriftPart, driftTerms } from '../../../src/plan/drift/drift.ts';
import { partsOf } from '../../support/drift-parts.ts';
import { type DriftInputLike, driftInput, type GlossaryLike, type SideLike } from '../drift-input.ts';

type Cell = readonly [base: string | undefined, ours: string | undefined, theirs: string | undefined, found: string];

/** Every way in which three sides can stand to each other. */
const CELLS: readonly Cell[] = [
  ['a', 'a', 'a', 'unchanged'],
  ['a', 'a', 'b', 'theirs'],
  ['a', 'a', undefined, 'theirs'],
  ['a', 'b', 'a', 'ours'],
  ['a', 'b', 'b', 'same'],
  ['a', 'b', 'c', 'both'],
  ['a', 'b', undefined, 'both'],
  ['a', undefined, 'a', 'ours'],
  ['a', undefined, 'b', 'both'],
  ['a', undefined, undefined, 'same'],
  [undefined, undefined, undefined, 'unchanged'],
  [undefined, undefined, 'b', 'theirs'],
  [undefined, 'b', undefined, 'ours'],
  [undefined, 'b', 'b', 'same'],
  [undefined, 'b', 'c', 'both'],
];

const ALWAYS_THERE = CELLS.filter((cell) => cell.slice(0, 3).every((side) => side !== undefined));

const threeSides = ([base, ours, theirs]: Cell, side: (value: string | undefined) => SideLike): DriftInputLike => ({
  base: side(base),
  ours: side(ours),
  theirs: side(theirs),
});

const tallyOf = (input: DriftInput, part: DriftPart) => driftCounts(driftOf(input)).parts[part];

const once = (found: string) => ({
  theirs: 0,
  both: 0,
  same: 0,
  ours: 0,
  ...(found !== 'unchanged' && { [found]: 1 }),
});

const glossary = (like: GlossaryLike): SideLike => ({ glossaries: { g: like } });

describe('the three sides of', () => {
  test.each(CELLS)('a term: %s, ours %s, theirs %s is %s', (...cell) => {
    const sides = threeSides(cell, (value) =>
      glossary({ dictionaries: { 'en->de': { ...(value !== undefined && { x: value }), keep: '1' } } }),
    );
    // Something else was changed outside, or the dictionary would not be looked into.
    const theirs = glossary({
      dictionaries: { 'en->de': { ...sides.theirs.glossaries?.g?.dictionaries?.['en->de'], keep: '2' } },
    });
    const found = once(cell[3]);
    expect(tallyOf(driftInput({ ...sides, theirs }), 'entry')).toEqual({ ...found, theirs: found.theirs + 1 });
  });

  test.each(CELLS)('a rule: %s, ours %s, theirs %s is %s', (...cell) => {
    const sides = threeSides(cell, (value) => ({
      lists: { l: { rules: { numbers: { ...(value !== undefined && { x: value }), keep: 'k' } } } },
    }));
    expect(tallyOf(driftInput(sides), 'rule')).toEqual(once(cell[3]));
  });

  test.each(CELLS)('an instruction: %s, ours %s, theirs %s is %s', (...cell) => {
    const sides = threeSides(cell, (value) => ({
      lists: {
        l: {
          instructions: [
            { label: 'Keep', prompt: 'Keep it.' },
            ...(value === undefined ? [] : [{ label: 'Tone', prompt: value }]),
          ],
        },
      },
    }));
    expect(tallyOf(driftInput(sides), 'instruction')).toEqual(once(cell[3]));
  });

  test.each(ALWAYS_THERE)('the name of a glossary: %s, ours %s, theirs %s is %s', (...cell) => {
    const sides = threeSides(cell, (name = '') => glossary({ name }));
    expect(tallyOf(driftInput(sides), 'name')).toEqual(once(cell[3]));
  });

  test.each(ALWAYS_THERE)('the name of a list: %s, ours %s, theirs %s is %s', (...cell) => {
    const sides = threeSides(cell, (name = '') => ({ lists: { l: { name } } }));
    expect(tallyOf(driftInput(sides), 'name')).toEqual(once(cell[3]));
  });

  test.each(ALWAYS_THERE)('the language of a list: %s, ours %s, theirs %s is %s', (...cell) => {
    const sides = threeSides(cell, (language = '') => ({ lists: { l: { language } } }));
    expect(tallyOf(driftInput(sides), 'language')).toEqual(once(cell[3]));
  });

  const GONE_OR_NOT = CELLS.filter(
    ([base, ours, theirs]) => base !== undefined && !(ours !== undefined && theirs !== undefined),
  );

  test.each(GONE_OR_NOT)('a whole dictionary: %s, ours %s, theirs %s is %s', (...cell) => {
    const sides = threeSides(cell, (value) =>
      glossary({ dictionaries: { 'en->fr': { k: 'v' }, ...(value !== undefined && { 'en->de': { x: value } }) } }),
    );
    expect(tallyOf(driftInput(sides), 'dictionary')).toEqual(once(cell[3]));
    expect(tallyOf(driftInput(sides), 'entry')).toEqual(once('unchanged'));
  });

  test.each(GONE_OR_NOT)('a whole glossary: %s, ours %s, theirs %s is %s', (...cell) => {
    const sides = threeSides(cell, (value) =>
      value === undefined ? {} : glossary({ dictionaries: { 'en->de': { x: value } } }),
    );
    expect(tallyOf(driftInput(sides), 'glossary')).toEqual(once(cell[3]));
    expect(tallyOf(driftInput(sides), 'entry')).toEqual(once('unchanged'));
  });

  test.each(GONE_OR_NOT)('a whole style list: %s, ours %s, theirs %s is %s', (...cell) => {
    const sides = threeSides(cell, (value) =>
      value === undefined ? {} : { lists: { l: { rules: { numbers: { x: value } } } } },
    );
    expect(tallyOf(driftInput(sides), 'style-list')).toEqual(once(cell[3]));
    expect(tallyOf(driftInput(sides), 'rule')).toEqual(once('unchanged'));
  });
});

describe('no drift is', () => {
  const live: SideLike = {
    glossaries: { g: { dictionaries: { 'en->de': { a: '1' } } } },
    lists: { l: { rules: { numbers: { a: '1' } }, instructions: [{ label: 'A', prompt: 'B' }] } },
  };

  test('anything about a resource that was never applied', () => {
    const ours: SideLike = {
      glossaries: { g: { dictionaries: { 'en->de': { a: '2' } } } },
      lists: { l: { name: 'l' } },
    };
    const drift = driftOf(driftInput({ base: {}, ours, theirs: live }));
    expect(drift.resources).toEqual([]);
    expect(hasDrift(drift)).toBe(false);
  });

  test('a resource that no file names and nothing owns', () => {
    expect(driftOf(driftInput({ base: {}, ours: {}, theirs: live })).resources).toEqual([]);
  });

  test('a dictionary that neither git nor the last apply ever had: a plan leaves it alone', () => {
    const base = glossary({ dictionaries: { 'en->de': { a: '1' } } });
    const theirs = glossary({ dictionaries: { 'en->de': { a: '1' }, 'en->fr': { b: '2' } } });
    expect(driftOf(driftInput({ base, ours: base, theirs })).resources).toEqual([]);
  });

  test('an entry that git never had, in an additive glossary', () => {
    const additive = (entries: Readonly<Record<string, string>>) =>
      glossary({ mode: 'additive', dictionaries: { 'en->de': entries } });
    const base = additive({ a: '1', dropped: 'x' });
    const ours = additive({ a: '1' });
    const theirs = additive({ a: '1', dropped: 'x', foreign: 'y' });
    const drift = driftOf(driftInput({ base, ours, theirs }));
    expect(drift.resources).toEqual([]);
    expect(driftCounts(drift).parts.entry).toEqual({ theirs: 0, both: 0, same: 0, ours: 1 });
  });

  test('a dictionary that an additive glossary drops, and of which only foreign entries are left', () => {
    const additive = (dictionaries: GlossaryLike['dictionaries']) =>
      glossary({ mode: 'additive', ...(dictionaries !== undefined && { dictionaries }) });
    const input = driftInput({
      base: additive({ 'en->de': { a: '1' } }),
      ours: additive({}),
      theirs: additive({ 'en->de': { foreign: 'y' } }),
    });
    expect(driftOf(input).resources).toEqual([]);
    expect(tallyOf(input, 'dictionary')).toEqual(once('same'));
  });

  test('a source language that the service fills in', () => {
    const list = (sourceLanguage?: string): SideLike => ({
      lists: {
        l: { instructions: [{ label: 'A', prompt: 'B', ...(sourceLanguage !== undefined && { sourceLanguage }) }] },
      },
    });
    expect(driftOf(driftInput({ base: list(), ours: list(), theirs: list('de') })).resources).toEqual([]);
    expect(driftOf(driftInput({ base: list('de'), ours: list('de'), theirs: list() })).resources).toEqual([]);
    expect(tallyOf(driftInput({ base: list(), ours: list('de'), theirs: list('en') }), 'instruction')).toEqual(
      once('theirs'),
    );
  });

  test('a kind that was not read, or that the workspace does not manage', () => {
    const { target, desired, ledger, only, deletable } = driftInput({ base: live, ours: live, theirs: {} });
    expect(driftOf({ target, desired, ledger, only, deletable, live: {} }).resources).toEqual([]);
    expect(driftOf({ target, desired: {}, ledger, only, deletable, live: { glossaries: [] } }).resources).toEqual([]);
  });

  test('a resource to which the files have given another id, when the old one is gone', () => {
    const base = glossary({ dictionaries: { 'en->de': { a: '1' } } });
    const input = driftInput({ base, ours: base, theirs: { glossaries: { g: { id: 'other', dictionaries: {} } } } });
    const glossaries = (input.desired.glossaries ?? []).map((each) => ({ ...each, pinnedId: glossaryId('other') }));
    expect(driftOf({ ...input, desired: { ...input.desired, glossaries } }).resources).toEqual([]);
  });
});

test('a resource that the files pin by its own id is missed when it is gone', () => {
  const base = glossary({ dictionaries: { 'en->de': { a: '1' } } });
  const input = driftInput({ base, ours: base, theirs: { glossaries: {} } });
  const pinned = (id: string) => {
    const glossaries = (input.desired.glossaries ?? []).map((each) => ({ ...each, pinnedId: glossaryId(id) }));
    return driftOf({ ...input, desired: { ...input.desired, glossaries } }).resources;
  };
  expect(pinned('id-g')).toMatchObject([{ id: 'id-g', whole: { kind: 'theirs', how: 'deleted-outside' } }]);
  expect(pinned('other')).toEqual([]);
});

describe('a difference says', () => {
  test('what was there, what is there now, and where the files have it', () => {
    const input = driftInput({
      base: glossary({ dictionaries: { 'en->de': { a: '1', b: '2', c: '3' } } }),
      ours: glossary({ dictionaries: { 'en->de': { a: '1', b: 'two', c: '3' } } }),
      theirs: glossary({ name: 'G', dictionaries: { 'en->de': { d: '4', b: 'zwei', a: 'eins' } } }),
    });
    const at = (line: number) => ({ file: 'glossaries/g/en-de.csv', line, column: 1 });
    expect(driftOf(input).resources.map(partsOf)).toEqual([
      {
        kind: 'glossary',
        address: 'glossary.g',
        id: 'id-g',
        baseName: 'g',
        name: { kind: 'theirs', base: 'g', theirs: 'G' },
        dictionaries: [
          {
            address: 'glossary.g/en->de',
            pair: { source: 'en', target: 'de' },
            baseSize: 3,
            entries: [
              { kind: 'theirs', source: 'a', base: '1', theirs: 'eins', at: at(1) },
              { kind: 'both', source: 'b', base: '2', ours: 'two', theirs: 'zwei', at: at(2) },
              { kind: 'theirs', source: 'c', base: '3', at: at(3) },
              { kind: 'theirs', source: 'd', theirs: '4' },
            ],
          },
        ],
      },
    ]);
    expect(hasConflicts(driftOf(input))).toBe(true);
  });

  test('a dictionary that came to an owned glossary, when it is asked for, and never of an additive one', () => {
    const one = { 'en->de': { a: '1' } };
    const more = { ...one, 'en->fr': { b: '2' } };
    const given = (mode: 'authoritative' | 'additive') => ({
      base: { glossaries: { g: { dictionaries: one } } },
      ours: { glossaries: { g: { dictionaries: one, mode } } },
      theirs: { glossaries: { g: { dictionaries: more }, foreign: { dictionaries: more } } },
    });
    expect(driftOf(driftInput(given('authoritative'))).resources).toEqual([]);
    expect(driftOf(driftInput(given('additive'), { added: true })).resources).toEqual([]);
    expect(driftOf(driftInput(given('authoritative'), { added: true })).resources.map(partsOf)).toMatchObject([
      {
        address: 'glossary.g',
        dictionaries: [
          {
            address: 'glossary.g/en->fr',
            whole: { kind: 'theirs', how: 'created-outside' },
            entries: [{ source: 'b' }],
          },
        ],
      },
    ]);
  });

  test('of a resource that the files dropped, what somebody changed meanwhile, as one conflict', () => {
    const drift = driftOf(
      driftInput({
        base: { glossaries: { g: { dictionaries: { 'en->de': { a: '1' }, 'en->it': { i: '1' } } } }, lists: { l: {} } },
        ours: {},
        theirs: {
          glossaries: { g: { name: 'G', dictionaries: { 'en->de': { a: '2' }, 'en->fr': { b: '3' } } } },
          lists: { l: { instructions: [{ label: 'A', prompt: 'B' }] } },
        },
      }),
    );
    expect(drift.resources.map(partsOf)).toMatchObject([
      {
        address: 'glossary.g',
        whole: { kind: 'both', how: 'dropped-here', theirs: { name: 'G' } },
        name: { kind: 'theirs', base: 'g', theirs: 'G' },
        dictionaries: [
          { address: 'glossary.g/en->de', entries: [{ kind: 'theirs', source: 'a', base: '1', theirs: '2' }] },
          { address: 'glossary.g/en->fr', whole: { how: 'created-outside' }, entries: [{ source: 'b', theirs: '3' }] },
          { address: 'glossary.g/en->it', whole: { how: 'deleted-outside' }, entries: [] },
        ],
      },
      {
        address: 'style_rules.l',
        whole: { kind: 'both', how: 'dropped-here', theirs: { name: 'l' } },
        instructions: [{ kind: 'theirs', id: 'id-l-i0', theirs: { label: 'A', prompt: 'B' } }],
      },
    ]);
    expect(driftCounts(drift)).toMatchObject({ theirs: 0, both: 2 });
  });

  test('that a resource was made anew under its name, and how that differs from the last apply', () => {
    const base: SideLike = { glossaries: { g: { dictionaries: { 'en->de': { a: '1' } } } }, lists: { l: {} } };
    const theirs: SideLike = {
      glossaries: { g: { id: 'new', dictionaries: { 'en->de': { a: '2' } } } },
      lists: { l: { id: 'new', language: 'fr' } },
    };
    expect(driftOf(driftInput({ base, ours: base, theirs })).resources.map(partsOf)).toMatchObject([
      {
        id: 'new',
        whole: { kind: 'theirs', how: 'recreated-outside' },
        dictionaries: [{ entries: [{ kind: 'theirs', source: 'a', base: '1', theirs: '2' }] }],
      },
      { id: 'new', whole: { how: 'recreated-outside' }, language: { kind: 'theirs', base: 'de', theirs: 'fr' } },
    ]);
  });

  test('of a dictionary that was deleted outside, no conflict when the files have only removed entries of it', () => {
    const side = (fr: GlossaryLike['dictionaries']) => glossary({ dictionaries: { 'en->it': { a: '1' }, ...fr } });
    const base = side({ 'en->fr': { a: '1', b: '2' } });
    const input = driftInput({ base, ours: side({ 'en->fr': { a: '1' } }), theirs: side({}) });
    expect(tallyOf(input, 'dictionary')).toEqual(once('theirs'));
    const dropped = driftInput({ base, ours: side({}), theirs: side({ 'en->fr': { a: '1' } }) });
    expect(tallyOf(dropped, 'dictionary')).toEqual(once('ours'));
  });

  test('nothing of a resource that is gone when the files have moved another one to its address', () => {
    const one = { 'en->de': { a: '1' } };
    const base: SideLike = { glossaries: { g: { name: 'G', dictionaries: one }, h: { name: 'H', dictionaries: one } } };
    const ours: SideLike = { glossaries: { g: { name: 'H', dictionaries: one } } };
    const theirs: SideLike = { glossaries: { h: { name: 'H', dictionaries: { 'en->de': { a: '2' } } } } };
    const input = driftInput({ base, ours, theirs });
    expect(driftOf(input).resources).toMatchObject([{ address: 'glossary.g', id: 'id-h' }]);
    expect(driftOf(input).resources[0]).not.toHaveProperty('whole');
    expect(tallyOf(input, 'glossary')).toEqual(once('same'));
  });

  test('resources by address, also those that only the ledger has', () => {
    const one = { dictionaries: { 'en->de': { a: '1' } } };
    const base: SideLike = { glossaries: { a: one, b: one, c: one } };
    const theirs: SideLike = { glossaries: { b: { dictionaries: { 'en->de': { a: '2' } } } } };
    const { resources } = driftOf(driftInput({ base, ours: base, theirs }));
    expect(resources.map(({ address }) => address)).toEqual(['glossary.a', 'glossary.b', 'glossary.c']);
  });

  test('equal terms of two glossaries that inherit nothing, each by itself', () => {
    const side = (text: string): SideLike => ({
      glossaries: { g: { dictionaries: { 'en->de': { a: text } } }, h: { dictionaries: { 'en->de': { a: text } } } },
    });
    const drift = driftOf(driftInput({ base: side('1'), ours: side('1'), theirs: side('2') }));
    expect(driftCounts(drift).parts.entry).toEqual({ ...once('theirs'), theirs: 2 });
    expect([...driftTerms(drift).childOf.values()].map(({ inherits }) => inherits)).toEqual([undefined, undefined]);
  });

  test('values on which files and service agree by now, by address', () => {
    const side = (text: string, order: readonly string[]): SideLike => ({
      glossaries: Object.fromEntries(order.map((name) => [name, { dictionaries: { 'en->de': { a: text } } }])),
    });
    const input = driftInput({
      base: side('1', ['b', 'a']),
      ours: side('2', ['b', 'a']),
      theirs: side('2', ['b', 'a']),
    });
    expect(driftOf(input).agreed?.map(({ address }) => address)).toEqual(['glossary.a', 'glossary.b']);
  });

  test('a dictionary in the scope of a pattern, also one that only the ledger or the files have', () => {
    const side = (fr: GlossaryLike['dictionaries']) => glossary({ dictionaries: { 'en->it': { a: '1' }, ...fr } });
    const [with_, without] = [side({ 'en->fr': { a: '1' } }), side({})];
    const only = ['glossary.g/en->fr'];
    const kinds = [
      { base: with_, ours: without, theirs: without },
      { base: without, ours: with_, theirs: without },
    ].map((sides) => tallyOf(driftInput(sides, { only }), 'dictionary'));
    expect(kinds).toEqual([once('same'), once('ours')]);
  });

  test('the address that the files give it now, when it was moved', () => {
    const base = glossary({ name: 'G', dictionaries: { 'en->de': { a: '1' } } });
    const ours: SideLike = { glossaries: { moved: { name: 'G', dictionaries: { 'en->de': { a: '1' } } } } };
    const theirs = glossary({ name: 'G', dictionaries: { 'en->de': { a: '2' } } });
    expect(driftOf(driftInput({ base, ours, theirs })).resources.map(partsOf)).toMatchObject([
      { address: 'glossary.moved', id: 'id-g' },
    ]);
  });
});
