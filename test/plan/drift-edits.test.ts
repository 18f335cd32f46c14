import { expect, test } from 'vitest';
import type { CustomInstruction } from '../../src/model/style-list.ts';
import { absorbEdits } from '../../src/plan/drift-edits.ts';
import { driftOf } from '../../src/plan/drift-of.ts';
import { type SideLike, type WorldLike, world } from './drift-world.ts';

const edits = (given: WorldLike, takeTheirs = false) => absorbEdits(driftOf(world(given)), { takeTheirs });

const PAIR = { source: 'en', target: 'de' };

test('entries are set and removed, and those of a conflict only when they are taken', () => {
  const side = (name: string, entries: Readonly<Record<string, string>>): SideLike => ({
    glossaries: { g: { name, dictionaries: { 'en->de': entries } } },
  });
  const given: WorldLike = {
    base: side('G', { a: '1', b: '1', c: '1', d: '1' }),
    ours: side('G', { a: '1', b: '2', d: '1', mine: 'x' }),
    theirs: side('H', { a: '9', b: '3', c: '4', new: 'n' }),
  };
  const own = [
    { kind: 'set', source: 'a', target: '9' },
    { kind: 'remove', source: 'd' },
    { kind: 'set', source: 'new', target: 'n' },
  ];
  const of = (list: readonly unknown[]) => [
    {
      kind: 'edit-glossary',
      address: 'glossary.g',
      name: 'H',
      dictionaries: [{ kind: 'edit-entries', address: 'glossary.g/en->de', pair: PAIR, edits: list }],
    },
  ];
  expect(edits(given)).toEqual(of(own));
  expect(edits(given, true)).toEqual(
    of([
      { kind: 'set', source: 'a', target: '9' },
      { kind: 'set', source: 'b', target: '3' },
      { kind: 'set', source: 'c', target: '4' },
      { kind: 'remove', source: 'd' },
      { kind: 'set', source: 'new', target: 'n' },
    ]),
  );
});

test('instructions are edited at their places in the files, and new ones come last', () => {
  const list = (...instructions: readonly CustomInstruction[]): SideLike => ({ lists: { l: { instructions } } });
  const [a, b, c] = ['A', 'B', 'C'].map((label) => ({ label, prompt: `Prompt of ${label}`, sourceLanguage: 'de' }));
  if (a === undefined || b === undefined || c === undefined) throw new Error('unreachable');
  expect(
    edits({
      base: list(a, b, c),
      // In another order, and without the source language that the service fills in.
      ours: list(c, { label: 'B', prompt: 'Prompt of B' }, a),
      theirs: list({ label: 'D', prompt: 'New.' }, { ...b, prompt: 'Edited.' }, { ...c, sourceLanguage: 'en' }),
    }),
  ).toEqual([
    {
      kind: 'edit-style-list',
      address: 'style_rules.l',
      rules: [],
      instructions: [
        { kind: 'set', index: 0, to: { ...c, sourceLanguage: 'en' } },
        { kind: 'set', index: 1, to: { label: 'B', prompt: 'Edited.' } },
        { kind: 'remove', index: 2 },
        { kind: 'add', to: { label: 'D', prompt: 'New.' } },
      ],
    },
  ]);
});

test('rules, the name and the language of a list are edited', () => {
  expect(
    edits({
      base: { lists: { l: { rules: { x: { a: '1', b: '1' }, y: { c: '1' } } } } },
      ours: { lists: { l: { rules: { x: { a: '1', b: '2' }, y: { c: '1' } } } } },
      theirs: { lists: { l: { name: 'L', language: 'fr', rules: { x: { b: '3' }, y: { c: '2', d: '1' } } } } },
    }),
  ).toEqual([
    {
      kind: 'edit-style-list',
      address: 'style_rules.l',
      name: 'L',
      language: 'fr',
      rules: [
        { kind: 'remove', category: 'x', rule: 'a' },
        { kind: 'set', category: 'y', rule: 'c', option: '2' },
        { kind: 'set', category: 'y', rule: 'd', option: '1' },
      ],
      instructions: [],
    },
  ]);
});

test('what was deleted outside goes from the files, and what was dropped from them comes back when it is taken', () => {
  const one = { 'en->de': { a: '1' } };
  const given: WorldLike = {
    base: {
      glossaries: {
        dropped: { dictionaries: one },
        gone: { dictionaries: one },
        pairs: { dictionaries: { ...one, 'en->fr': { a: '1' } } },
      },
      lists: { dropped: {}, gone: {} },
    },
    ours: {
      glossaries: { gone: { dictionaries: one }, pairs: { dictionaries: one } },
      lists: { gone: {} },
    },
    theirs: {
      glossaries: {
        dropped: { name: 'Back', dictionaries: one },
        pairs: { dictionaries: { 'en->fr': { a: '2' } } },
      },
      lists: { dropped: { rules: { x: { a: '1' } } } },
    },
  };
  const removed = { kind: 'remove-dictionary', address: 'glossary.pairs/en->de', pair: PAIR };
  const pairs = (dictionaries: readonly unknown[]) => ({
    kind: 'edit-glossary',
    address: 'glossary.pairs',
    dictionaries,
  });
  expect(edits(given)).toEqual([
    { kind: 'remove-glossary', address: 'glossary.gone' },
    pairs([removed]),
    { kind: 'remove-style-list', address: 'style_rules.gone' },
  ]);
  expect(edits(given, true)).toMatchObject([
    { kind: 'add-glossary', address: 'glossary.dropped', id: 'id-dropped', content: { name: 'Back' } },
    { kind: 'remove-glossary', address: 'glossary.gone' },
    pairs([removed, { kind: 'add-dictionary', address: 'glossary.pairs/en->fr' }]),
    { kind: 'add-style-list', address: 'style_rules.dropped', id: 'id-dropped', content: { name: 'dropped' } },
    { kind: 'remove-style-list', address: 'style_rules.gone' },
  ]);
});

test('a resource that was made anew needs no edit but those of its content', () => {
  const base: SideLike = { glossaries: { g: { dictionaries: { 'en->de': { a: '1' } } } }, lists: { l: {} } };
  const theirs = (value: string): SideLike => ({
    glossaries: { g: { id: 'new', dictionaries: { 'en->de': { a: value } } } },
    lists: { l: { id: 'new' } },
  });
  expect(edits({ base, ours: base, theirs: theirs('1') })).toEqual([]);
  expect(edits({ base, ours: base, theirs: theirs('2') })).toMatchObject([
    { dictionaries: [{ edits: [{ kind: 'set', source: 'a', target: '2' }] }] },
  ]);
});
