import { describe, expect, test } from 'vitest';
import type { LiveGlossary } from '../../../src/kinds/glossary/glossary.ts';
import type { ChildNeed } from '../../../src/kinds/needs.ts';
import { driftEntriesNeeded, driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { entriesNeeded } from '../../../src/plan/match/match.ts';
import { type DriftInputLike, driftInput } from '../drift-input.ts';

const ONE = { a: '1' };
const text = (needed: readonly ChildNeed[]) => needed.map(({ id, child }) => `${id} ${child}`);

describe('what a plan must have read', () => {
  const given: DriftInputLike = {
    base: { glossaries: { g: { dictionaries: { 'en->it': ONE } }, gone: {}, lost: {} } },
    ours: {
      glossaries: { g: { dictionaries: { 'en->de': ONE, 'en->fr': ONE } }, made: { dictionaries: { 'en->de': ONE } } },
    },
    theirs: {
      glossaries: {
        g: { dictionaries: { 'en->de': { b: '1' }, 'en->it': ONE, 'en->es': ONE, 'en->pt': {} } },
        gone: { dictionaries: { 'en->de': ONE, 'en->fr': {} } },
        x: { dictionaries: { 'en->de': ONE } },
      },
    },
  };
  const needed = (more: Parameters<typeof driftInput>[1] = {}) => entriesNeeded(driftInput(given, more));

  test('are the dictionaries that files or ledger name, and all of a glossary that goes', () => {
    expect(text(needed())).toEqual(['id-g en->de', 'id-g en->it', 'id-gone en->de']);
    expect(text(needed({ deletable: ['*', '*/*'] }))).toEqual([
      'id-g en->de',
      'id-g en->es',
      'id-g en->it',
      'id-gone en->de',
      'id-x en->de',
    ]);
  });

  test('are only those in the scope of the plan', () => {
    expect(text(needed({ only: ['glossary.g/en->it'] }))).toEqual(['id-g en->it']);
    expect(text(needed({ only: ['glossary.gone'] }))).toEqual(['id-gone en->de']);
    expect(text(needed({ only: ['style_rules.*'] }))).toEqual([]);
  });

  test('come with what the files have, which is nearly what will be read', () => {
    const input = driftInput(given);
    const known = input.desired.glossaries?.[0]?.dictionaries.get('en->de')?.entries;
    const [german, italian] = entriesNeeded(input);
    expect(german?.known).toBe(known);
    expect(italian).toStrictEqual({ kind: 'glossary', id: 'id-g', child: 'en->it' });
  });

  test('are none where glossaries are not managed', () => {
    expect(entriesNeeded({ ...driftInput(given), desired: {} })).toEqual([]);
  });
});

describe('what a comparison for pull must have read', () => {
  const theirs = { glossaries: { g: { dictionaries: { 'en->de': ONE, 'en->fr': {}, 'en->it': ONE } } } };
  const ours = { glossaries: { g: { dictionaries: { 'en->de': ONE } } } };
  const needed = (given: Partial<DriftInputLike>, more: object = {}) =>
    text(driftEntriesNeeded(driftInput({ base: ours, ours, theirs, ...given }, more)));
  const pull = { earlier: [], overLocal: false, allowDelete: [], strangers: true };

  test('is all of a glossary that gets files', () => {
    expect(needed({ base: {}, ours: {} }, { pull })).toEqual(['id-g en->de', 'id-g en->it']);
    expect(needed({ base: {}, ours: {} })).toEqual([]);
  });

  test('is an added dictionary where it is asked for, but not in an additive glossary', () => {
    const additive = { glossaries: { g: { ...ours.glossaries.g, mode: 'additive' as const } } };
    expect(needed({})).toEqual(['id-g en->de']);
    expect(needed({}, { added: true })).toEqual(['id-g en->de', 'id-g en->it']);
    expect(needed({ ours: additive }, { added: true })).toEqual(['id-g en->de']);
    expect(needed({}, { added: true, only: ['glossary.g/en->it'] })).toEqual(['id-g en->it']);
  });

  test('pulls a dictionary that the service alone has when just that one is named', () => {
    const only = ['glossary.g/en->it'];
    const drift = (more: object) => driftOf(driftInput({ base: ours, ours, theirs }, { only, ...more })).resources;
    expect(drift({ added: true })).toMatchObject([
      { address: 'glossary.g', children: [{ address: 'glossary.g/en->it', whole: { how: 'created-outside' } }] },
    ]);
    // For a plan it is unmanaged, and no drift.
    expect(drift({})).toEqual([]);
  });

  test('is nothing of a glossary that is gone', () => {
    expect(needed({ theirs: {} })).toEqual([]);
  });

  test('leaves out what is empty', () => {
    const [glossary] = driftInput({ base: ours, ours, theirs }).live.glossaries as readonly [LiveGlossary];
    expect(glossary.dictionaries.get('en->fr')?.entryCount).toBe(0);
    const french = { glossaries: { g: { dictionaries: { 'en->fr': ONE } } } };
    expect(needed({ base: french, ours: french })).toEqual([]);
  });
});
