import { describe, expect, test } from 'vitest';
import type { GlossaryContent } from '../../../src/model/entries/dictionary.ts';
import { comparedInScope } from '../../../src/plan/drift/detect-drift.ts';
import type { PullView } from '../../../src/plan/pull/pull-sides.ts';
import { type DriftInputLike, driftInput, type SideLike } from '../drift-input.ts';

interface ViewLike extends Partial<Omit<PullView, 'earlier'>> {
  readonly earlier?: readonly SideLike[];
  readonly appliedPatterns?: readonly string[];
  readonly only?: readonly string[];
}

/** What `pull` compares: of each resource its base as data, and whether the files and the service have it. */
function compared(
  given: Partial<DriftInputLike>,
  { earlier = [], appliedPatterns = [], only = [], ...view }: ViewLike,
) {
  const sides = { base: {}, ours: {}, theirs: {}, ...given };
  const states = earlier.map((base) => ({ state: driftInput({ ...sides, base }).ledger, appliedPatterns }));
  const pull = { overLocal: false, allowDelete: [], strangers: false, ...view, earlier: states };
  const kinds = comparedInScope(driftInput(sides, { pull, only }));
  const of = (kind: string) => kinds.find((each) => each.kind.kind === kind) ?? { sides: [], newcomers: [] };
  const newcomersOf = (kind: string) => of(kind).newcomers.map(({ address, live }) => [address, live.id]);
  const has = ({ desired, live }: { readonly desired?: unknown; readonly live?: { readonly id: string } }) => ({
    files: desired !== undefined,
    ...(live !== undefined && { live: live.id }),
  });
  return {
    glossaries: of('glossary').sides.map(({ base, ...each }) => ({
      address: each.address,
      ...has(each),
      base: {
        ...base,
        content: {
          name: (base.content as GlossaryContent).name,
          dictionaries: Object.fromEntries(
            [...(base.content as GlossaryContent).dictionaries].map(([key, { pair, entries }]) => [
              key,
              { [pair.source]: pair.target, entries: Object.fromEntries(entries) },
            ]),
          ),
        },
      },
    })),
    lists: of('style-list').sides.map((each) => ({ address: each.address, ...has(each), base: each.base })),
    keys: of('developer-key').sides.map((each) => ({ address: each.address, ...has(each), base: each.base })),
    newcomers: {
      glossaries: newcomersOf('glossary'),
      lists: newcomersOf('style-list'),
      keys: newcomersOf('developer-key'),
    },
  };
}

const EMPTY = { glossaries: [], lists: [], keys: [], newcomers: { glossaries: [], lists: [], keys: [] } };
const side = (entries: Readonly<Record<string, string>>, name?: string): SideLike => ({
  glossaries: { g: { ...(name !== undefined && { name }), dictionaries: { 'en->de': entries } } },
});
const owned = (entries: Readonly<Record<string, string>>, name = 'g', id = 'id-g') => ({
  id,
  protect: false,
  content: { name, dictionaries: { 'en->de': { en: 'de', entries } } },
});
const ALL: SideLike = { ...side({ a: '1' }), lists: { l: {} }, keys: { k: {} } };
const list = (content: object, id = 'id-l') => ({
  id,
  protect: false,
  content: { name: 'l', language: 'de', rules: new Map(), instructions: [], ...content },
});
const key = (content: object, id = 'id-k') => ({
  id,
  protect: false,
  content: { label: 'k', limits: {}, deactivated: false, ...content },
});

describe('what the ledger owns', () => {
  const given: DriftInputLike = {
    base: side({ a: '1', b: '1' }),
    ours: side({ a: '2', b: '1', mine: 'x' }),
    theirs: side({ a: '3', b: '2' }),
  };

  test('has the last entry as its base', () => {
    expect(compared(given, {})).toStrictEqual({
      ...EMPTY,
      glossaries: [{ address: 'glossary.g', files: true, live: 'id-g', base: owned({ a: '1', b: '1' }) }],
    });
  });

  test('has as its base what the files have of an earlier state, unless a later apply appliedPatterns it', () => {
    const earlier = [side({ a: '2', b: '1' })];
    expect(compared(given, { earlier }).glossaries).toMatchObject([{ base: owned({ a: '2', b: '1' }) }]);
    expect(compared(given, { earlier, appliedPatterns: ['glossary.g'] }).glossaries).toMatchObject([
      { base: owned({ a: '1', b: '1' }) },
    ]);
  });

  test('has the files as its base where the service wins over them, but for what the files alone have', () => {
    const at = (view: ViewLike) => compared(given, { overLocal: true, ...view }).glossaries;
    const without = owned({ a: '2', b: '1' });
    const whole = owned({ a: '2', b: '1', mine: 'x' });
    expect(at({})).toStrictEqual([{ address: 'glossary.g', files: true, live: 'id-g', base: without }]);
    expect(at({ allowDelete: ['glossary.g'] })).toMatchObject([{ base: whole }]);
    expect(at({ allowDelete: ['glossary.g/en->de'] })).toMatchObject([{ base: whole }]);
    expect(at({ allowDelete: ['glossary.g/en->fr'] })).toMatchObject([{ base: without }]);
  });

  test('an entry that the last apply or the service has is not of the files alone', () => {
    const of = (base: SideLike, theirs: SideLike) =>
      compared({ base, ours: side({ was: '1', live: '2', both: '3', mine: '4' }, 'Mine'), theirs }, { overLocal: true })
        .glossaries;
    expect(of(side({ was: '0', both: '0' }), side({ live: '0', both: '0' }))).toMatchObject([
      { base: owned({ was: '1', live: '2', both: '3' }, 'Mine') },
    ]);
    // A glossary that is gone takes all of its files with it.
    expect(of(side({}), {})).toMatchObject([
      { files: true, base: owned({ was: '1', live: '2', both: '3', mine: '4' }, 'Mine') },
    ]);
    // Neither side has the dictionary.
    expect(of({ glossaries: { g: {} } }, { glossaries: { g: {} } })).toMatchObject([{ base: owned({}, 'Mine') }]);
  });

  test('comes back as a newcomer when the files lack it and it was rolled back, or when the service wins', () => {
    const dropped = { base: ALL, ours: { glossaries: {}, lists: {}, keys: {} }, theirs: ALL };
    const newcomers = {
      glossaries: [['glossary.g', 'id-g']],
      lists: [['style_rules.l', 'id-l']],
      keys: [['developer_key.k', 'id-k']],
    };
    expect(compared(dropped, { overLocal: true })).toStrictEqual({ ...EMPTY, newcomers });
    expect(compared(dropped, { earlier: [{}] })).toStrictEqual({ ...EMPTY, newcomers });
    expect(compared(dropped, { earlier: [ALL, {}] })).toStrictEqual({ ...EMPTY, newcomers });
    // The files dropped it, and an earlier state does not say otherwise.
    for (const view of [{}, { earlier: [ALL] }, { earlier: [{}], appliedPatterns: ['*'] }])
      expect(compared(dropped, view)).toMatchObject({
        glossaries: [{ address: 'glossary.g', files: false, live: 'id-g', base: owned({ a: '1' }) }],
        lists: [{ address: 'style_rules.l', files: false, live: 'id-l', base: list({}) }],
        keys: [{ address: 'developer_key.k', files: false, live: 'id-k', base: key({}) }],
        newcomers: EMPTY.newcomers,
      });
    // What nobody has any more is no newcomer.
    expect(compared({ ...dropped, theirs: {} }, { overLocal: true })).toMatchObject({
      glossaries: [{ address: 'glossary.g', files: false }],
      newcomers: EMPTY.newcomers,
    });
    // A pattern narrows newcomers too.
    expect(compared(dropped, { overLocal: true, only: ['style_rules.*'] })).toStrictEqual({
      ...EMPTY,
      newcomers: { ...EMPTY.newcomers, lists: newcomers.lists },
    });
  });
});

describe('style lists and keys of the ledger where the service wins', () => {
  const A = { label: 'A', prompt: 'a' };
  const B = { label: 'B', prompt: 'b' };
  const C = { label: 'C', prompt: 'c' };
  const D = { label: 'D', prompt: 'd' };

  test('rules and instructions that the files alone have are not in the base, unless their loss is allowed', () => {
    const lists = (
      rules: Record<string, Record<string, string>>,
      ...instructions: readonly (typeof A)[]
    ): SideLike => ({
      lists: { l: { rules, instructions } },
    });
    const given = {
      base: lists({ x: { was: '0' } }, A),
      ours: lists({ x: { was: '1', live: '1', mine: '1' }, y: { mine: '1' } }, D, C, B, A),
      theirs: lists({ x: { live: '0' } }, C),
    };
    const of = (...allowDelete: readonly string[]) => compared(given, { overLocal: true, allowDelete }).lists;
    const at = { address: 'style_rules.l', files: true, live: 'id-l' };
    const mine = new Map([
      ['x', new Map(Object.entries({ was: '1', live: '1', mine: '1' }))],
      ['y', new Map([['mine', '1']])],
    ]);
    const shared = new Map([['x', new Map(Object.entries({ was: '1', live: '1' }))]]);
    expect(of()).toStrictEqual([{ ...at, base: list({ rules: shared, instructions: [C, A] }) }]);
    expect(of('style_rules.l')).toStrictEqual([{ ...at, base: list({ rules: mine, instructions: [D, C, B, A] }) }]);
    // Of a list that nothing ever applied, the service alone says what others have.
    expect(compared({ ...given, base: {} }, { overLocal: true }).lists).toStrictEqual([
      {
        ...at,
        base: list({ rules: new Map([['x', new Map([['live', '1']])]]), instructions: [C] }),
      },
    ]);
    // One that is gone takes its whole file with it.
    expect(compared({ ...given, theirs: {} }, { overLocal: true }).lists).toStrictEqual([
      { address: 'style_rules.l', files: true, base: list({ rules: mine, instructions: [D, C, B, A] }) },
    ]);
  });

  test('a key has its entry in the files as its base', () => {
    const keys = (characters: number): SideLike => ({
      keys: { k: { label: `k${characters}`, limits: { characters } } },
    });
    const given = { base: keys(1), ours: keys(2), theirs: keys(3) };
    expect(compared(given, { overLocal: true }).keys).toStrictEqual([
      {
        address: 'developer_key.k',
        files: true,
        live: 'id-k',
        base: key({ label: 'k2', limits: { characters: 2 } }),
      },
    ]);
  });

  test('lists and keys have the base that an earlier state gives them', () => {
    const of = (characters: number): SideLike => ({
      lists: { l: { rules: { x: { a: String(characters) } } } },
      keys: { k: { limits: { characters } } },
    });
    expect(compared({ base: of(2), ours: of(1), theirs: of(2) }, { earlier: [of(1)] })).toMatchObject({
      lists: [{ base: list({ rules: new Map([['x', new Map([['a', '1']])]]) }) }],
      keys: [{ base: key({ limits: { characters: 1 } }) }],
    });
  });
});

describe('what the ledger does not know', () => {
  test('is compared with nothing when files and service have it: what both have differently is a conflict', () => {
    expect(compared({ ours: ALL, theirs: ALL }, {})).toStrictEqual({
      ...EMPTY,
      glossaries: [
        {
          address: 'glossary.g',
          files: true,
          live: 'id-g',
          base: { id: 'id-g', protect: false, content: { name: '', dictionaries: {} } },
        },
      ],
      lists: [{ address: 'style_rules.l', files: true, live: 'id-l', base: list({ name: '', language: '' }) }],
      keys: [
        {
          address: 'developer_key.k',
          files: true,
          live: 'id-k',
          base: { id: 'id-k', protect: false, content: { limits: {} } },
        },
      ],
    });
  });

  test('has the files as its base where the service wins, but for what they alone have', () => {
    const given = { ours: side({ a: '1', mine: '2' }), theirs: side({ a: '2' }) };
    expect(compared(given, { overLocal: true }).glossaries).toStrictEqual([
      { address: 'glossary.g', files: true, live: 'id-g', base: owned({ a: '1' }) },
    ]);
  });

  test('is still to be made when the files alone have it, unless an earlier state had it', () => {
    expect(compared({ ours: ALL }, {})).toStrictEqual(EMPTY);
    expect(compared({ ours: ALL }, { earlier: [{}] })).toStrictEqual(EMPTY);
    expect(compared({ ours: ALL }, { earlier: [ALL], appliedPatterns: ['*'] })).toStrictEqual(EMPTY);
    // The newest state that had it says what it was.
    expect(compared({ ours: ALL }, { earlier: [{}, side({ a: '2' }, 'New'), ALL] })).toStrictEqual({
      ...EMPTY,
      glossaries: [{ address: 'glossary.g', files: true, base: owned({ a: '1' }) }],
      lists: [{ address: 'style_rules.l', files: true, base: list({}) }],
      keys: [{ address: 'developer_key.k', files: true, base: key({}) }],
    });
    expect(compared({ ours: side({ a: '3' }) }, { earlier: [side({ a: '2' }), side({ a: '1' })] })).toMatchObject({
      glossaries: [{ base: owned({ a: '2' }) }],
    });
  });

  test('goes from the files where the service wins; a key that was never made does only when its loss is allowed', () => {
    const gone = {
      ...EMPTY,
      glossaries: [{ address: 'glossary.g', files: true, base: owned({ a: '1' }, 'g', '') }],
      lists: [{ address: 'style_rules.l', files: true, base: list({}, '') }],
    };
    const key_ = { address: 'developer_key.k', files: true, base: key({}, '') };
    expect(compared({ ours: ALL }, { overLocal: true })).toStrictEqual(gone);
    expect(compared({ ours: ALL }, { overLocal: true, allowDelete: ['developer_key.k'] })).toStrictEqual({
      ...gone,
      keys: [key_],
    });
    // The id of an earlier state is the one that it had.
    expect(compared({ ours: ALL }, { overLocal: true, earlier: [ALL] })).toMatchObject({
      glossaries: [{ base: { id: 'id-g' } }],
      lists: [{ base: { id: 'id-l' } }],
      keys: [],
    });
  });

  test('gets files when strangers are wanted', () => {
    const theirs: SideLike = { ...ALL, glossaries: { z: { id: '2' }, a: { id: '1' } } };
    expect(compared({ theirs }, {})).toStrictEqual(EMPTY);
    expect(compared({ theirs }, { strangers: true })).toStrictEqual({
      ...EMPTY,
      newcomers: {
        glossaries: [
          ['glossary.a', '1'],
          ['glossary.z', '2'],
        ],
        lists: [['style_rules.l', 'id-l']],
        keys: [['developer_key.k', 'id-k']],
      },
    });
  });

  test('comes in the order of addresses with what the ledger knows', () => {
    const all = (...names: readonly string[]): SideLike => ({
      glossaries: Object.fromEntries(names.map((name) => [name, {}])),
    });
    const addressesOf = ({ glossaries, newcomers }: ReturnType<typeof compared>) => [
      glossaries.map(({ address }) => address),
      newcomers.glossaries.map(([address]) => address),
    ];
    expect(
      addressesOf(
        compared(
          { base: all('b', 'y', 'd'), ours: all('c', 'a', 'b'), theirs: all('c', 'x', 'b', 'a', 'y', 'd', 'e') },
          { strangers: true, earlier: [all('b')] },
        ),
      ),
    ).toEqual([
      ['glossary.a', 'glossary.b', 'glossary.c'],
      ['glossary.d', 'glossary.e', 'glossary.x', 'glossary.y'],
    ]);
  });
});
