import { describe, expect, test } from 'vitest';
import { GLOSSARY } from '../../src/kinds/glossary/glossary-kind.ts';
import type { AnyKind } from '../../src/kinds/kind.ts';
import { matchResources } from '../../src/plan/match/match.ts';

interface Wanted {
  readonly address: `glossary.${string}`;
  readonly protect: boolean;
  readonly origin: { readonly file: string; readonly line: number; readonly column: number };
  readonly name: string;
  readonly pinnedId?: string;
  readonly yields?: boolean;
}

/** A glossary that is no more than its name. */
const THINGS: AnyKind = {
  ...(GLOSSARY as AnyKind),
  contentOf: (resource) => resource,
  name: (content) => (content as { readonly name: string }).name,
  isInUse: (content) => (content as Wanted).yields !== true,
};

const origin = { file: 'f.yaml', line: 1, column: 1 };

const wanted = (address: string, more: Partial<Wanted> = {}): Wanted => ({
  address: `glossary.${address}`,
  protect: false,
  origin,
  name: address,
  ...more,
});

const live = (id: string, name: string) => ({ id, name });

interface Given {
  readonly desired?: readonly Wanted[];
  readonly there?: readonly ReturnType<typeof live>[];
  /** Address name → id. */
  readonly owned?: Readonly<Record<string, string>>;
  readonly deletable?: readonly string[];
  /** Id → address name. */
  readonly leftOver?: Readonly<Record<string, string>>;
}

function found({ desired = [], there = [], owned = {}, deletable = [], leftOver = {} }: Given) {
  const { matches, findings, deletes, unmanaged, ...rest } = matchResources({
    kind: THINGS,
    desired,
    live: there,
    owned: new Map(
      Object.entries(owned).map(([name, id]) => [`glossary.${name}` as const, { id, protect: false, content: {} }]),
    ),
    deletable,
    leftOver: new Map(Object.entries(leftOver).map(([id, name]) => [id, `glossary.${name}` as const])),
  });
  return {
    matches: matches.map((match) => [
      match.desired.address,
      match.live?.id,
      match.owned?.id,
      match.adopted ? 'adopted' : '',
    ]),
    findings,
    deletes,
    unmanaged,
    order: rest.desired.map(({ address }) => address),
  };
}

const error = (code: string, details: object) => ({ code, severity: 'error', at: origin, details });

describe('a resource of the files is', () => {
  test('the one that it pins, else the one of the ledger, else the one of its name, else none', () => {
    const desired = [
      wanted('d'),
      wanted('c', { name: 'Shared' }),
      wanted('b', { name: 'x' }),
      wanted('a', { pinnedId: '4' }),
    ];
    const there = [live('4', 'z'), live('3', 'Shared'), live('2', 'Renamed'), live('1', 'x')];
    expect(found({ desired, there, owned: { b: '2' } })).toStrictEqual({
      matches: [
        ['glossary.a', '4', undefined, ''],
        ['glossary.b', '2', '2', ''],
        ['glossary.c', '3', undefined, 'adopted'],
        ['glossary.d', undefined, undefined, ''],
      ],
      findings: [],
      deletes: [],
      unmanaged: [{ address: 'glossary.x', live: live('1', 'x') }],
      order: ['glossary.a', 'glossary.b', 'glossary.c', 'glossary.d'],
    });
  });

  test('none when it pins an id that is not there', () => {
    const { matches, findings } = found({ desired: [wanted('a', { pinnedId: '9' })], there: [live('1', 'a')] });
    expect([matches, findings]).toStrictEqual([[], [error('pinned-id-missing', { address: 'glossary.a', id: '9' })]]);
  });

  test('an error when another one has claimed the same', () => {
    const desired = [wanted('b', { pinnedId: '1' }), wanted('a', { pinnedId: '1' })];
    const { matches, findings } = found({ desired, there: [live('1', 'x')] });
    expect(matches).toStrictEqual([
      ['glossary.a', '1', undefined, ''],
      ['glossary.b', '1', undefined, ''],
    ]);
    expect(findings).toStrictEqual([error('claimed-twice', { address: 'glossary.b', other: 'glossary.a', id: '1' })]);
  });

  test('an error when several have its name, in the order of ids; not those that others own or have claimed', () => {
    const there = [live('3', 'x'), live('1', 'x'), live('2', 'x')];
    const desired = [wanted('a', { name: 'x' })];
    expect(found({ desired, there })).toMatchObject({
      matches: [],
      findings: [error('ambiguous-name', { address: 'glossary.a', name: 'x', ids: ['1', '2', '3'] })],
    });
    const [b, c] = [wanted('b', { pinnedId: '1' }), wanted('c')];
    expect(found({ desired: [...desired, b, c], there, owned: { c: '2' } })).toMatchObject({
      matches: [
        ['glossary.b', '1', undefined, ''],
        ['glossary.c', '2', '2', ''],
        ['glossary.a', '3', undefined, 'adopted'],
      ],
      findings: [],
    });
    expect(found({ desired, there, leftOver: { 1: 'a', 3: 'a' } }).matches).toStrictEqual([
      ['glossary.a', '2', undefined, 'adopted'],
    ]);
  });

  test('one that no other takes, when it yields', () => {
    const desired = [wanted('a', { name: 'x', yields: true }), wanted('b', { name: 'x' })];
    expect(found({ desired, there: [live('1', 'x')] }).matches).toStrictEqual([
      ['glossary.b', '1', undefined, 'adopted'],
      ['glossary.a', undefined, undefined, ''],
    ]);
  });

  test('no adoption when the ledger knows it under an address that no file has', () => {
    const { matches } = found({ desired: [wanted('a', { name: 'x' })], there: [live('1', 'x')], owned: { old: '1' } });
    expect(matches).toStrictEqual([['glossary.a', '1', '1', '']]);
  });
});

test('what no file claims goes when it is owned, left over or named; else it is unmanaged', () => {
  const there = [live('5', 'Old'), live('4', 'e'), live('3', 'Left'), live('2', 'Named'), live('1', 'Gone')];
  expect(
    found({
      desired: [wanted('e', { pinnedId: '4' })],
      there,
      owned: { old: '1' },
      deletable: ['glossary.named'],
      leftOver: { 3: 'e' },
    }),
  ).toStrictEqual({
    matches: [['glossary.e', '4', undefined, '']],
    findings: [],
    deletes: [
      { address: 'glossary.old', live: live('1', 'Gone'), owned: { id: '1', protect: false, content: {} } },
      { address: 'glossary.named', live: live('2', 'Named') },
      { address: 'glossary.left', live: live('3', 'Left'), replacedBy: 'glossary.e' },
    ],
    // The address of one that goes is taken.
    unmanaged: [{ address: 'glossary.old-2', live: live('5', 'Old') }],
    order: ['glossary.e'],
  });
  // Its address has another resource by now, so the ledger says nothing of this one.
  expect(
    found({ desired: [wanted('e', { pinnedId: '4' })], there: [live('4', 'x'), live('6', 'e')], owned: { e: '6' } }),
  ).toMatchObject({ deletes: [], unmanaged: [{ address: 'glossary.e-2', live: live('6', 'e') }] });
});
