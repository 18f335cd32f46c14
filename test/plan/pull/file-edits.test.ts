import { describe, expect, test } from 'vitest';
import type { FileEdit } from '../../../src/change/file-edit.ts';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import type { CustomInstruction } from '../../../src/kinds/style-list/style-list.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import { glossaryId, styleId } from '../../../src/model/ids.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import type { WholeDrift } from '../../../src/plan/drift/drift.ts';
import { fileEdits } from '../../../src/plan/pull/file-edits.ts';

import { type DriftParts, fromParts, type ResourceLike } from '../../support/drift-parts.ts';
import { type DriftInputLike, driftInput, type SideLike } from '../drift-input.ts';

const edits = (given: DriftInputLike, takeTheirs = false) => fileEdits(driftOf(driftInput(given)), { takeTheirs });

const PAIR = { source: 'en', target: 'de' };
const LIST = { action: 'edit', kind: 'style-list', address: 'style_rules.l', children: [] } as const;
const INSTRUCTION = { key: ['instruction'] } as const;
const NOTHING_ELSE = { values: [], children: [] } as const;

test('entries are set and removed, and those of a conflict only when they are taken', () => {
  const side = (name: string, entries: Readonly<Record<string, string>>): SideLike => ({
    glossaries: { g: { name, dictionaries: { 'en->de': entries } } },
  });
  const given: DriftInputLike = {
    base: side('G', { a: '1', b: '1', c: '1', d: '1' }),
    ours: side('G', { a: '1', b: '2', d: '1', mine: 'x' }),
    theirs: side('H', { a: '9', b: '3', c: '4', new: 'n' }),
  };
  const own = [
    { key: ['entry', 'en->de', 'a'], to: '9' },
    { key: ['entry', 'en->de', 'd'] },
    { key: ['entry', 'en->de', 'new'], to: 'n' },
  ];
  const of = (list: readonly unknown[]) => [
    {
      action: 'edit',
      kind: 'glossary',
      address: 'glossary.g',
      values: [{ key: ['name'], to: 'H' }],
      children: [{ action: 'edit', address: 'glossary.g/en->de', values: list }],
    },
  ];
  expect(edits(given)).toEqual(of(own));
  expect(edits(given, true)).toEqual(
    of([
      { key: ['entry', 'en->de', 'a'], to: '9' },
      { key: ['entry', 'en->de', 'b'], to: '3' },
      { key: ['entry', 'en->de', 'c'], to: '4' },
      { key: ['entry', 'en->de', 'd'] },
      { key: ['entry', 'en->de', 'new'], to: 'n' },
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
      ...LIST,
      values: [
        { ...INSTRUCTION, index: 0, to: { ...c, sourceLanguage: 'en' } },
        { ...INSTRUCTION, index: 1, to: { label: 'B', prompt: 'Edited.' } },
        { ...INSTRUCTION, index: 2 },
        { ...INSTRUCTION, to: { label: 'D', prompt: 'New.' } },
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
      ...LIST,
      values: [
        { key: ['name'], to: 'L' },
        { key: ['language'], to: 'fr' },
        { key: ['rule', 'x', 'a'] },
        { key: ['rule', 'y', 'c'], to: '2' },
        { key: ['rule', 'y', 'd'], to: '1' },
      ],
    },
  ]);
});

test('what was deleted outside goes from the files, and what was dropped from them comes back when it is taken', () => {
  const one = { 'en->de': { a: '1' } };
  const given: DriftInputLike = {
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
  const removed = { action: 'remove', address: 'glossary.pairs/en->de', values: [] };
  const pairs = (children: readonly unknown[]) => ({
    action: 'edit',
    kind: 'glossary',
    address: 'glossary.pairs',
    values: [],
    children,
  });
  expect(edits(given)).toEqual([
    { action: 'remove', kind: 'glossary', address: 'glossary.gone', ...NOTHING_ELSE },
    pairs([removed]),
    { action: 'remove', kind: 'style-list', address: 'style_rules.gone', ...NOTHING_ELSE },
  ]);
  expect(edits(given, true)).toMatchObject([
    {
      action: 'add',
      kind: 'glossary',
      address: 'glossary.dropped',
      add: { id: 'id-dropped', content: { name: 'Back' } },
    },
    { action: 'remove', kind: 'glossary', address: 'glossary.gone' },
    pairs([removed, { action: 'add', address: 'glossary.pairs/en->fr' }]),
    {
      action: 'add',
      kind: 'style-list',
      address: 'style_rules.dropped',
      add: { id: 'id-dropped', content: { name: 'dropped' } },
    },
    { action: 'remove', kind: 'style-list', address: 'style_rules.gone' },
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
    { children: [{ values: [{ key: ['entry', 'en->de', 'a'], to: '2' }] }] },
  ]);
});

/** The entries of the one dictionary that an edit adds. */
function addedOf(edit: FileEdit | undefined): readonly unknown[] {
  const [dictionary] = edit?.children ?? [];
  return dictionary?.action === 'add' ? [...(dictionary.entries ?? [])] : [];
}

describe('each kind of drift of a resource as data', () => {
  /** Without and with what conflicts. */
  const both = (resource: ResourceLike) => {
    const drift = { ...driftOf(driftInput({ base: {}, ours: {}, theirs: {} })), resources: [fromParts(resource)] };
    return [fileEdits(drift, { takeTheirs: false }), fileEdits(drift, { takeTheirs: true })];
  };
  const always = (edit: object) => [[edit], [edit]];
  const whenTaken = (edit: object) => [[], [edit]];
  const never = [[], []];
  const THEIRS = { kind: 'theirs', base: '1', theirs: '2' } as const;
  const BOTH = { kind: 'both', base: '1', ours: '3', theirs: '2' } as const;

  const glossary: ResourceLike = {
    kind: 'glossary',
    address: 'glossary.g',
    id: glossaryId('g1'),
    baseName: 'G',
    dictionaries: [],
  };
  const list: ResourceLike = {
    kind: 'style-list',
    address: 'style_rules.l',
    id: styleId('l1'),
    baseName: 'L',
    rules: [],
    instructions: [],
  };
  const key: ResourceLike = {
    kind: 'developer-key',
    address: 'developer_key.ci',
    id: keyId('k1'),
    baseName: 'ci',
    limits: [],
  };

  test('a glossary that is gone on one side, or that no file has', () => {
    const { address, id } = glossary;
    const content = { name: 'G', dictionaries: new Map() };
    const of = (whole: WholeDrift<unknown>) => both({ ...glossary, whole });
    const [gone, come] = [
      { action: 'remove', kind: 'glossary', address, ...NOTHING_ELSE },
      { action: 'add', kind: 'glossary', address, ...NOTHING_ELSE, add: { id, content } },
    ];
    expect(of({ kind: 'theirs', how: 'deleted-outside' })).toStrictEqual(always(gone));
    expect(of({ kind: 'both', how: 'deleted-outside' })).toStrictEqual(whenTaken(gone));
    expect(of({ kind: 'both', how: 'dropped-here', theirs: content })).toStrictEqual(whenTaken(come));
    expect(of({ kind: 'theirs', how: 'created-outside', theirs: content })).toStrictEqual(always(come));
    expect(of({ kind: 'theirs', how: 'recreated-outside' })).toStrictEqual(never);
  });

  test('the name of a glossary, and its dictionaries, also of one that was made anew', () => {
    const { address } = glossary;
    const named = { action: 'edit', kind: 'glossary', address, values: [{ key: ['name'], to: '2' }], children: [] };
    expect(both({ ...glossary, name: THEIRS })).toStrictEqual(always(named));
    expect(both({ ...glossary, name: BOTH })).toStrictEqual(whenTaken(named));
    expect(both({ ...glossary, name: THEIRS, whole: { kind: 'theirs', how: 'recreated-outside' } })).toStrictEqual(
      always(named),
    );
    expect(both(glossary)).toStrictEqual(never);
  });

  test('a dictionary: entries, and one that is gone, dropped or new', () => {
    const at = { address: 'glossary.g/en->de', pair: PAIR } as const;
    const of = (more: Partial<NonNullable<DriftParts['dictionaries']>[number]>) =>
      both({ ...glossary, dictionaries: [{ ...at, baseSize: 1, entries: [], ...more }] });
    const edit = (dictionary: object) => ({
      action: 'edit',
      kind: 'glossary',
      address: 'glossary.g',
      values: [],
      children: [{ values: [], ...dictionary, address: at.address }],
    });
    const remove = edit({ action: 'remove' });
    expect(of({ whole: { kind: 'theirs', how: 'deleted-outside' } })).toStrictEqual(always(remove));
    expect(of({ whole: { kind: 'both', how: 'deleted-outside' } })).toStrictEqual(whenTaken(remove));
    const theirs = entriesOf([['a', '2']]);
    expect(of({ whole: { kind: 'both', how: 'dropped-here', theirs } })).toStrictEqual(
      whenTaken(edit({ action: 'add', entries: theirs })),
    );
    // Of one that came, the entries are what the service has; what it has no more is none of them.
    const entries = [
      { kind: 'theirs', source: 'a', theirs: '2' },
      { kind: 'theirs', source: 'b', base: '1' },
    ] as const;
    const [[came] = []] = of({ whole: { kind: 'theirs', how: 'created-outside', theirs }, entries });
    expect(came).toMatchObject({ children: [{ action: 'add', address: at.address }] });
    expect(addedOf(came)).toEqual([['a', '2']]);
    expect(of({ entries })).toStrictEqual(
      always(
        edit({
          action: 'edit',
          values: [{ key: ['entry', 'en->de', 'a'], to: '2' }, { key: ['entry', 'en->de', 'b'] }],
        }),
      ),
    );
    expect(of({ entries: [{ ...BOTH, source: 'a' }] })).toStrictEqual(
      whenTaken(edit({ action: 'edit', values: [{ key: ['entry', 'en->de', 'a'], to: '2' }] })),
    );
  });

  test('a style list that is gone on one side, or that no file has', () => {
    const { address, id } = list;
    const content = { name: 'L', language: 'de', rules: new Map(), instructions: [] };
    const of = (whole: WholeDrift<unknown>) => both({ ...list, whole });
    const [gone, come] = [
      { action: 'remove', kind: 'style-list', address, ...NOTHING_ELSE },
      { action: 'add', kind: 'style-list', address, ...NOTHING_ELSE, add: { id, content } },
    ];
    expect(of({ kind: 'theirs', how: 'deleted-outside' })).toStrictEqual(always(gone));
    expect(of({ kind: 'both', how: 'deleted-outside' })).toStrictEqual(whenTaken(gone));
    expect(of({ kind: 'both', how: 'dropped-here', theirs: content })).toStrictEqual(whenTaken(come));
    expect(of({ kind: 'theirs', how: 'created-outside', theirs: content })).toStrictEqual(always(come));
    expect(of({ kind: 'theirs', how: 'recreated-outside' })).toStrictEqual(never);
  });

  test('name, language, rules and instructions of a style list, each by itself', () => {
    const edit = (...values: readonly object[]) => ({ ...LIST, values });
    expect(both({ ...list, name: THEIRS })).toStrictEqual(always(edit({ key: ['name'], to: '2' })));
    expect(both({ ...list, name: BOTH })).toStrictEqual(whenTaken(edit({ key: ['name'], to: '2' })));
    expect(both({ ...list, language: THEIRS })).toStrictEqual(always(edit({ key: ['language'], to: '2' })));
    expect(both({ ...list, language: BOTH })).toStrictEqual(whenTaken(edit({ key: ['language'], to: '2' })));
    const rule = { category: 'n', rule: 'x' };
    const key = ['rule', 'n', 'x'];
    const set = edit({ key, to: '2' });
    expect(both({ ...list, rules: [{ ...THEIRS, ...rule }] })).toStrictEqual(always(set));
    expect(both({ ...list, rules: [{ ...BOTH, ...rule }] })).toStrictEqual(whenTaken(set));
    expect(both({ ...list, rules: [{ kind: 'theirs', base: '1', ...rule }] })).toStrictEqual(always(edit({ key })));
    const to = { label: 'A', prompt: 'B' };
    const instruction = (one: NonNullable<DriftParts['instructions']>[number]) =>
      both({ ...list, instructions: [one] });
    expect(instruction({ kind: 'theirs', theirs: to })).toStrictEqual(always(edit({ ...INSTRUCTION, to })));
    expect(instruction({ kind: 'theirs', theirs: to, index: 0 })).toStrictEqual(
      always(edit({ ...INSTRUCTION, to, index: 0 })),
    );
    expect(instruction({ kind: 'both', base: to, index: 0 })).toStrictEqual(
      whenTaken(edit({ ...INSTRUCTION, index: 0 })),
    );
    // Neither the service nor the files have it.
    expect(instruction({ kind: 'theirs', base: to })).toStrictEqual(never);
    expect(both(list)).toStrictEqual(never);
  });

  test('instructions come by their places, and those that are new last, in their own order', () => {
    const to = (label: string) => ({ label, prompt: 'p' });
    const instructions = [
      { kind: 'theirs', theirs: to('new 1') },
      { kind: 'theirs', theirs: to('third'), index: 2 },
      { kind: 'theirs', theirs: to('new 2') },
      { kind: 'theirs', base: to('first'), index: 0 },
      { kind: 'theirs', theirs: to('second'), index: 1 },
    ] as const;
    expect(both({ ...list, instructions })[0]).toMatchObject([
      {
        values: [
          { ...INSTRUCTION, index: 0 },
          { index: 1, to: to('second') },
          { index: 2, to: to('third') },
          { ...INSTRUCTION, to: to('new 1') },
          { ...INSTRUCTION, to: to('new 2') },
        ],
      },
    ]);
  });

  test('a developer key: gone, dropped, come, deactivated, made anew', () => {
    const { address, id } = key;
    const content = { label: 'CI', limits: { characters: 1, speechToTextMilliseconds: null } };
    const of = (whole: WholeDrift<unknown>) => both({ ...key, whole });
    const gone = { action: 'remove', kind: 'developer-key', address, ...NOTHING_ELSE };
    const come = { action: 'add', kind: 'developer-key', address, ...NOTHING_ELSE, add: { id, content } };
    const values = [{ key: ['deactivated'], to: true }];
    const deactivated = { action: 'edit', kind: 'developer-key', address, values, children: [] };
    expect(of({ kind: 'theirs', how: 'deleted-outside' })).toStrictEqual(always(gone));
    expect(of({ kind: 'both', how: 'deleted-outside' })).toStrictEqual(whenTaken(gone));
    expect(of({ kind: 'both', how: 'dropped-here', theirs: content })).toStrictEqual(whenTaken(come));
    expect(of({ kind: 'theirs', how: 'created-outside', theirs: content })).toStrictEqual(always(come));
    expect(of({ kind: 'theirs', how: 'deactivated-outside' })).toStrictEqual(always(deactivated));
    expect(of({ kind: 'both', how: 'deactivated-outside' })).toStrictEqual(whenTaken(deactivated));
    expect(of({ kind: 'theirs', how: 'recreated-outside' })).toStrictEqual(never);
  });

  test('the label and the limits of a key, each by itself', () => {
    const edit = (...values: readonly object[]) => ({
      action: 'edit',
      kind: 'developer-key',
      address: key.address,
      values,
      children: [],
    });
    expect(both({ ...key, label: THEIRS })).toStrictEqual(always(edit({ key: ['label'], to: '2' })));
    expect(both({ ...key, label: BOTH })).toStrictEqual(whenTaken(edit({ key: ['label'], to: '2' })));
    const limits = [
      { kind: 'theirs', base: 1, theirs: null, limit: 'characters' },
      { kind: 'both', base: 1, ours: 3, theirs: 0, limit: 'speechToTextMilliseconds' },
    ] as const;
    expect(both({ ...key, limits })).toStrictEqual([
      [edit({ key: ['limit', 'characters'], to: null })],
      [edit({ key: ['limit', 'characters'], to: null }, { key: ['limit', 'speechToTextMilliseconds'], to: 0 })],
    ]);
    expect(both(key)).toStrictEqual(never);
  });
});
