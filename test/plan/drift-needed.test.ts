import { describe, expect, test } from 'vitest';
import { type Entries, NO_ENTRIES } from '../../src/model/entries/entries.ts';
import { driftCounts } from '../../src/plan/counts.ts';
import { type DriftInput, driftEntriesNeeded, driftOf } from '../../src/plan/drift/detect-drift.ts';
import { driftInput } from './drift-input.ts';

describe('what must be read', () => {
  /** Entries that nobody may walk. */
  const closed = (entries: Entries): Entries => ({
    size: entries.size,
    digest: entries.digest,
    get: () => expect.unreachable('looked into'),
    [Symbol.iterator]: () => expect.unreachable('walked'),
  });

  const input = driftInput({
    base: {
      glossaries: { g: { dictionaries: { 'en->de': { a: '1' } } }, old: { dictionaries: { 'en->de': { a: '1' } } } },
    },
    ours: { glossaries: { g: { dictionaries: { 'en->fr': { a: '2' } } } } },
    theirs: {
      glossaries: {
        g: {
          name: 'Renamed',
          dictionaries: { 'en->de': { a: '1' }, 'en->fr': { b: '2' }, 'en->es': {}, 'en->it': { c: '3' } },
        },
        old: { dictionaries: { 'en->it': { c: '3' } } },
        foreign: { dictionaries: { 'en->it': { c: '3' } } },
      },
    },
  });
  const unread = (glossaries: DriftInput['live']['glossaries'], needed: ReturnType<typeof driftEntriesNeeded>) =>
    (glossaries ?? []).map((each) => ({
      ...each,
      dictionaries: new Map(
        [...each.dictionaries].map(([key, { pair, entryCount, entries }]) => [
          key,
          {
            pair,
            entryCount,
            ...(entries !== undefined &&
              needed.some((need) => need.id === each.id && need.child === key) && { entries }),
          },
        ]),
      ),
    }));

  test('are dictionaries that the files or the last apply name, and all of a glossary that goes', () => {
    const needed = driftEntriesNeeded(input);
    expect(needed.map(({ id, child }) => `${id} ${child}`)).toEqual(['id-g en->de', 'id-g en->fr', 'id-old en->it']);
    const live = { ...input.live, glossaries: unread(input.live.glossaries, needed) };
    expect(driftOf({ ...input, live })).toEqual(driftOf(input));
  });

  test('and one that is missing is an error, and never counts as empty', () => {
    const all = driftEntriesNeeded(input);
    expect(all.length).toBe(3);
    for (const left of all) {
      const needed = all.filter((each) => each !== left);
      const live = { ...input.live, glossaries: unread(input.live.glossaries, needed) };
      expect(() => driftOf({ ...input, live })).toThrow('were not read before they were compared');
    }
  });

  test('what --only leaves out is neither needed nor compared', () => {
    const narrowed = { ...input, only: ['glossary.g/en->fr'] };
    expect(driftEntriesNeeded(narrowed)).toMatchObject([{ id: 'id-g', child: 'en->fr' }]);
    const { resources } = driftOf(narrowed);
    expect(resources).toMatchObject([{ address: 'glossary.g', children: [{ address: 'glossary.g/en->fr' }] }]);
    expect(resources[0]).not.toHaveProperty('name');
    expect(driftOf({ ...input, only: ['glossary.nothing'] }).resources).toEqual([]);
  });

  test('a dictionary of which the service has what was left there is not walked', () => {
    const same = driftInput({
      base: { glossaries: { g: { dictionaries: { 'en->de': { a: '1', b: '2' } } } } },
      ours: { glossaries: { g: { dictionaries: { 'en->de': { a: '2', b: '3' } } } } },
      theirs: { glossaries: { g: { dictionaries: { 'en->de': { b: '2', a: '1' } } } } },
    });
    const glossaries = (same.live.glossaries ?? []).map((each) => ({
      ...each,
      dictionaries: new Map(
        [...each.dictionaries].map(([key, dictionary]) => [
          key,
          { ...dictionary, entries: closed(dictionary.entries ?? NO_ENTRIES) },
        ]),
      ),
    }));
    expect(driftCounts(driftOf({ ...same, live: { glossaries } })).parts.dictionary).toEqual({
      theirs: 0,
      both: 0,
      same: 0,
      ours: 1,
    });
  });
});
