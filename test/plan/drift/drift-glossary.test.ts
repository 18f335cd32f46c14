import { describe, expect, test } from 'vitest';
import type { LiveGlossary } from '../../../src/kinds/glossary/glossary.ts';
import { GLOSSARY } from '../../../src/kinds/glossary/glossary-kind.ts';
import type { AnyKind } from '../../../src/kinds/kind.ts';
import type { GlossaryContent } from '../../../src/model/entries/dictionary.ts';
import { scopeOf } from '../../../src/model/plan/plan.ts';
import type { ResourceDrift, WholeDrift } from '../../../src/plan/drift/drift.ts';
import { driftNewcomer, driftResource } from '../../../src/plan/drift/drift-resource.ts';
import { liveGlossary } from '../../support/build.ts';
import { partsOf } from '../../support/drift-parts.ts';
import { driftInput, type GlossaryLike } from '../drift-input.ts';

interface Sides {
  readonly base: GlossaryLike;
  readonly ours?: GlossaryLike;
  readonly theirs?: GlossaryLike;
  readonly only?: readonly string[];
  readonly added?: boolean;
}

const side = (like: GlossaryLike | undefined) => (like === undefined ? {} : { glossaries: { g: like } });

/** The same drift with entries as an array: those of a dictionary are compared by their digest only. */
function plain(drift: ResourceDrift | undefined) {
  if (drift === undefined) return undefined;
  const whole = drift.whole as WholeDrift<GlossaryContent> | undefined;
  const parts = partsOf(drift);
  return {
    ...parts,
    ...(whole?.how === 'dropped-here' && {
      whole: {
        ...whole,
        theirs: {
          ...whole.theirs,
          dictionaries: [...whole.theirs.dictionaries].map(([key, { pair, entries }]) => [key, pair, [...entries]]),
        },
      },
    }),
    dictionaries: parts.dictionaries.map((each) =>
      each.whole?.how === 'dropped-here' ? { ...each, whole: { ...each.whole, theirs: [...each.whole.theirs] } } : each,
    ),
  };
}

/** The drift of one glossary, and what was counted instead, in its order. */
function found({ base, ours, theirs, only = [], added = false }: Sides) {
  const { ledger, desired, live } = driftInput({ base: side(base), ours: side(ours), theirs: side(theirs) });
  const owned = ledger.glossaries.get('glossary.g');
  if (owned === undefined) throw new Error('the base has no glossary');
  const sides = {
    address: 'glossary.g' as const,
    base: owned,
    ...(desired.glossaries?.[0] !== undefined && { desired: desired.glossaries[0] }),
    ...(live.glossaries?.[0] !== undefined && { live: live.glossaries[0] }),
  };
  const counted: string[] = [];
  const drift = driftResource(sides, {
    kind: GLOSSARY as AnyKind,
    scope: scopeOf(only),
    added,
    count: (part, standing) => counted.push(`${part} ${standing}`),
  });
  return { drift: plain(drift), counted };
}

const NONE = { drift: undefined, counted: [] };
const settled = (...counted: readonly string[]) => ({ drift: undefined, counted });
const known = { kind: 'glossary', address: 'glossary.g', id: 'id-g', baseName: 'g' };
const at = (line: number) => ({ file: 'glossaries/g/en-de.csv', line, column: 1 });
const german = (like: Readonly<Record<string, string>>, more: GlossaryLike = {}): GlossaryLike => ({
  ...more,
  dictionaries: { 'en->de': like, ...more.dictionaries },
});
const ofGerman = (baseSize: number) => ({
  address: 'glossary.g/en->de',
  pair: { source: 'en', target: 'de' },
  baseSize,
});

describe('a glossary that files and service have', () => {
  const base = german({ a: '1', b: '2' });

  test('is no drift when nothing has changed', () => {
    expect(found({ base, ours: base, theirs: base })).toStrictEqual(NONE);
  });

  test('is no drift when the files alone have changed; its dictionary counts once', () => {
    const ours = german({ a: '9', b: '2', c: '3' });
    expect(found({ base, ours, theirs: base })).toStrictEqual(settled('dictionary ours'));
    expect(found({ base, ours, theirs: { ...base, name: 'g' } })).toStrictEqual(settled('dictionary ours'));
    expect(found({ base, ours: { ...base, name: 'New' }, theirs: base })).toStrictEqual(settled('name ours'));
    expect(found({ base, ours: { ...base, name: 'New' }, theirs: { ...base, name: 'New' } })).toStrictEqual(
      settled('name same'),
    );
  });

  test('has a new name and changed terms, each with its place in the files', () => {
    const ours = german({ a: '1', b: '2', own: 'x' });
    const theirs = german({ a: '1', b: 'zwei', z: '26' }, { name: 'By hand' });
    expect(found({ base, ours, theirs })).toStrictEqual({
      drift: {
        ...known,
        name: { kind: 'theirs', base: 'g', theirs: 'By hand' },
        dictionaries: [
          {
            ...ofGerman(2),
            entries: [
              { kind: 'theirs', base: '2', theirs: 'zwei', source: 'b', at: at(2) },
              { kind: 'theirs', theirs: '26', source: 'z' },
            ],
          },
        ],
      },
      counted: ['entry ours'],
    });
  });

  test('has only a new name', () => {
    expect(found({ base, ours: base, theirs: { ...base, name: 'By hand' } })).toStrictEqual({
      drift: { ...known, name: { kind: 'theirs', base: 'g', theirs: 'By hand' }, dictionaries: [] },
      counted: [],
    });
  });

  test('was changed alike on both sides: its terms are counted', () => {
    const both = german({ a: '9' });
    expect(found({ base, ours: both, theirs: both })).toStrictEqual(settled('entry same', 'entry same'));
  });

  test('was made anew under its name: that alone is drift', () => {
    expect(found({ base, ours: base, theirs: { ...base, id: 'new' } })).toStrictEqual({
      drift: { ...known, id: 'new', whole: { kind: 'theirs', how: 'recreated-outside' }, dictionaries: [] },
      counted: [],
    });
  });

  test('is looked at only as far as the patterns let it', () => {
    const wide = { dictionaries: { 'en->de': { a: '1' }, 'en->fr': { a: '1' } } };
    const theirs = { name: 'By hand', dictionaries: { 'en->de': { a: '2' }, 'en->fr': { a: '2' } } };
    const names = (only: readonly string[]) => {
      const { drift } = found({ base: wide, ours: wide, theirs, only });
      return [drift?.name?.theirs, ...(drift?.dictionaries ?? []).map(({ address }) => address)];
    };
    expect(names([])).toEqual(['By hand', 'glossary.g/en->de', 'glossary.g/en->fr']);
    expect(names(['glossary.g'])).toEqual(['By hand', 'glossary.g/en->de', 'glossary.g/en->fr']);
    expect(names(['glossary.g/en->fr'])).toEqual([undefined, 'glossary.g/en->fr']);
    expect(names(['glossary.other'])).toEqual([undefined]);
  });
});

describe('a dictionary', () => {
  const rest = { 'en->it': { i: '1' } };
  const of = (fr: Readonly<Record<string, string>> | undefined, more: GlossaryLike = {}): GlossaryLike => ({
    ...more,
    dictionaries: { ...rest, ...(fr !== undefined && { 'en->fr': fr }) },
  });
  const french = (baseSize: number) => ({
    address: 'glossary.g/en->fr',
    pair: { source: 'en', target: 'fr' },
    baseSize,
  });
  const place = (line: number) => ({ file: 'glossaries/g/en-fr.csv', line, column: 1 });

  test.each([undefined, {}])('that is gone or empty on the service was deleted outside: %j', (now) => {
    const base = of({ a: '1', b: '2' });
    const deleted = (kind: 'theirs' | 'both') => ({
      drift: {
        ...known,
        dictionaries: [
          {
            ...french(2),
            whole: { kind, how: 'deleted-outside', ...(kind === 'both' && { ours: expect.any(String) }) },
            entries: [],
          },
        ],
      },
      counted: [],
    });
    expect(found({ base, ours: base, theirs: of(now) })).toStrictEqual(deleted('theirs'));
    expect(found({ base, ours: of({ a: '1' }), theirs: of(now) })).toStrictEqual(deleted('theirs'));
    expect(found({ base, ours: of({ a: '9', b: '2' }), theirs: of(now) })).toStrictEqual(deleted('both'));
    expect(found({ base, ours: of({ a: '1', b: '2', c: '3' }), theirs: of(now) })).toStrictEqual(deleted('both'));
    expect(found({ base, ours: of(undefined), theirs: of(now) })).toStrictEqual(settled('dictionary same'));
    expect(found({ base, ours: of({}), theirs: of(now) })).toStrictEqual(settled('dictionary same'));
  });

  test.each([undefined, {}])('that the files dropped or emptied: %j', (now) => {
    const base = of({ a: '1', b: '2' });
    expect(found({ base, ours: of(now), theirs: base })).toStrictEqual(settled('dictionary ours'));
    expect(found({ base, ours: of(now), theirs: of({ a: '1' }) })).toStrictEqual(settled('dictionary ours'));
    const theirs = { b: 'zwei', c: '3' };
    expect(found({ base, ours: of(now), theirs: of(theirs) })).toStrictEqual({
      drift: {
        ...known,
        dictionaries: [
          {
            ...french(2),
            whole: { kind: 'both', how: 'dropped-here', theirs: Object.entries(theirs) },
            entries: [
              { kind: 'theirs', source: 'a', base: '1' },
              { kind: 'theirs', source: 'b', base: '2', theirs: 'zwei' },
              { kind: 'theirs', source: 'c', theirs: '3' },
            ],
          },
        ],
      },
      counted: [],
    });
  });

  test('that an additive glossary dropped: entries of others are no reason to keep it', () => {
    const base = of({ a: '1', b: '2' });
    const ours = of(undefined, { mode: 'additive' });
    expect(found({ base, ours, theirs: of({ c: '3' }) })).toStrictEqual(settled('dictionary same'));
    expect(found({ base, ours, theirs: of({ a: '1', c: '3' }) })).toStrictEqual(settled('dictionary ours'));
    expect(found({ base, ours, theirs: of({ a: '9', c: '3' }) }).drift?.dictionaries).toStrictEqual([
      {
        ...french(2),
        whole: { kind: 'both', how: 'dropped-here', theirs: [['a', '9']] },
        entries: [
          { kind: 'theirs', source: 'a', base: '1', theirs: '9' },
          { kind: 'theirs', source: 'b', base: '2' },
        ],
      },
    ]);
  });

  test('that came on both sides is compared term by term', () => {
    expect(found({ base: of(undefined), ours: of({ a: '1' }), theirs: of({ a: '2', b: '3' }) })).toStrictEqual({
      drift: {
        ...known,
        dictionaries: [
          {
            ...french(0),
            entries: [
              { kind: 'both', ours: '1', theirs: '2', source: 'a', at: place(1) },
              { kind: 'theirs', theirs: '3', source: 'b' },
            ],
          },
        ],
      },
      counted: [],
    });
    expect(found({ base: of(undefined), ours: of({ a: '1' }), theirs: of({ a: '1' }) })).toStrictEqual(
      settled('entry same'),
    );
    expect(found({ base: of(undefined), ours: of({ a: '1' }), theirs: of(undefined) })).toStrictEqual(
      settled('dictionary ours'),
    );
  });

  test('that came to the service alone counts when it is asked for, in the order of pairs', () => {
    const base: GlossaryLike = { dictionaries: rest };
    const theirs: GlossaryLike = {
      dictionaries: { 'es->de': { a: '1' }, ...rest, 'en->fr': { b: '2' }, 'en->ja': {} },
    };
    expect(found({ base, ours: base, theirs })).toStrictEqual(NONE);
    expect(found({ base, ours: { ...base, mode: 'additive' }, theirs, added: true })).toStrictEqual(NONE);
    const whole = { kind: 'theirs', how: 'created-outside' };
    expect(found({ base, ours: base, theirs, added: true })).toStrictEqual({
      drift: {
        ...known,
        dictionaries: [
          { ...french(0), entries: [{ kind: 'theirs', theirs: '2', source: 'b' }], whole },
          {
            address: 'glossary.g/es->de',
            pair: { source: 'es', target: 'de' },
            baseSize: 0,
            entries: [{ kind: 'theirs', theirs: '1', source: 'a' }],
            whole,
          },
        ],
      },
      counted: [],
    });
    // One that the files name by now, or that the last apply left empty, is none that came.
    expect(found({ base, ours: of({}), theirs: of({ b: '2' }), added: true }).drift?.dictionaries).toStrictEqual([
      { ...french(0), entries: [{ kind: 'theirs', theirs: '2', source: 'b' }] },
    ]);
    expect(found({ base: of({}), ours: base, theirs: of({ b: '2' }), added: true }).drift?.dictionaries).toStrictEqual([
      { ...french(0), entries: [{ kind: 'theirs', theirs: '2', source: 'b' }] },
    ]);
  });
});

describe('a glossary that was deleted outside', () => {
  const base = german({ a: '1' });
  const deleted = (kind: 'theirs' | 'both') => ({
    drift: {
      ...known,
      whole: { kind, how: 'deleted-outside', ...(kind === 'both' && { ours: expect.any(String) }) },
      dictionaries: [],
    },
    counted: [],
  });

  test('is a conflict when the files have changed since', () => {
    expect(found({ base, ours: base })).toStrictEqual(deleted('theirs'));
    expect(found({ base, ours: { ...base, name: 'New' } })).toStrictEqual(deleted('both'));
    expect(found({ base, ours: german({ a: '2' }) })).toStrictEqual(deleted('both'));
    expect(found({ base, ours: german({ a: '1' }, { dictionaries: { 'en->fr': { b: '2' } } }) })).toStrictEqual(
      deleted('both'),
    );
    expect(found({ base, ours: { dictionaries: {} } })).toStrictEqual(deleted('both'));
    // An empty dictionary is the same as none.
    expect(found({ base, ours: german({ a: '1' }, { dictionaries: { 'en->fr': {} } }) })).toStrictEqual(
      deleted('theirs'),
    );
  });
});

describe('a glossary that the files dropped', () => {
  const base: GlossaryLike = { name: 'Base', dictionaries: { 'en->de': { a: '1', b: '2' }, 'en->it': { i: '1' } } };

  test('and that is gone or as it was on the service is counted', () => {
    expect(found({ base })).toStrictEqual(settled('glossary same'));
    expect(found({ base, theirs: base })).toStrictEqual(settled('glossary ours'));
    const fewer: GlossaryLike = { name: 'Base', dictionaries: { 'en->de': { a: '1', b: '2' }, 'en->fr': {} } };
    expect(found({ base: { ...fewer, dictionaries: { 'en->de': { a: '1', b: '2' } } }, theirs: fewer })).toStrictEqual(
      settled('glossary ours'),
    );
  });

  test('is one conflict, with all that the service has', () => {
    const theirs: GlossaryLike = {
      name: 'By hand',
      dictionaries: { 'fr->de': { f: '1' }, 'en->fr': {}, 'en->de': { a: '9', b: '2' } },
    };
    const { drift, counted } = found({ base, theirs });
    expect(counted).toEqual([]);
    expect(drift).toStrictEqual({
      ...known,
      baseName: 'Base',
      whole: {
        kind: 'both',
        how: 'dropped-here',
        theirs: {
          name: 'By hand',
          dictionaries: [
            [
              'en->de',
              { source: 'en', target: 'de' },
              [
                ['a', '9'],
                ['b', '2'],
              ],
            ],
            ['fr->de', { source: 'fr', target: 'de' }, [['f', '1']]],
          ],
        },
      },
      name: { kind: 'theirs', base: 'Base', theirs: 'By hand' },
      dictionaries: [
        { ...ofGerman(2), entries: [{ kind: 'theirs', source: 'a', base: '1', theirs: '9' }] },
        {
          address: 'glossary.g/en->it',
          pair: { source: 'en', target: 'it' },
          baseSize: 1,
          whole: { kind: 'theirs', how: 'deleted-outside' },
          entries: [],
        },
        {
          address: 'glossary.g/fr->de',
          pair: { source: 'fr', target: 'de' },
          baseSize: 0,
          whole: { kind: 'theirs', how: 'created-outside' },
          entries: [{ kind: 'theirs', source: 'f', theirs: '1' }],
        },
      ],
    });
  });

  test('and of which only the name has changed has no dictionaries, and one that kept its name has no name', () => {
    expect(found({ base, theirs: { ...base, name: 'By hand' } }).drift).toMatchObject({
      name: { kind: 'theirs', base: 'Base', theirs: 'By hand' },
      dictionaries: [],
    });
    const { drift } = found({ base, theirs: { name: 'Base', dictionaries: { 'en->de': { a: '1', b: '2' } } } });
    expect(drift).not.toHaveProperty('name');
    expect(drift?.dictionaries).toHaveLength(1);
  });
});

test('entries that were not read are no empty dictionary', () => {
  const read = liveGlossary('id-g', 'g', { 'en->de': { a: '1' }, 'en->fr': {} });
  const unread = {
    ...read,
    dictionaries: new Map([...read.dictionaries].map(([pair, { entries: _, ...rest }]) => [pair, rest])),
  };
  const contentOf = (live: LiveGlossary) => driftNewcomer(GLOSSARY as AnyKind, { address: 'glossary.g', live })?.whole;
  expect(() => contentOf(unread)).toThrow(
    new Error('the entries of glossary.g/en->de were not read before they were compared'),
  );
  const empty = new Map([...unread.dictionaries].filter(([pair]) => pair === 'en->fr'));
  expect(contentOf({ ...unread, dictionaries: empty })).toMatchObject({
    theirs: { name: 'g', dictionaries: new Map() },
  });
});
