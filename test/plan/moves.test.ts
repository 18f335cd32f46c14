import { describe, expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { glossaryId, styleId } from '../../src/model/ids.ts';
import { movedLedger } from '../../src/plan/moves.ts';
import { desiredGlossary, desiredStyleList } from '../support/build.ts';

const PAIR = { source: 'en', target: 'de' };
const owned = (terms: Readonly<Record<string, Readonly<Record<string, string>>>>): LedgerState => ({
  ...EMPTY_LEDGER,
  glossaries: new Map(
    Object.entries(terms).map(([name, rows], index) => [
      `glossary.${name}` as const,
      {
        id: glossaryId(`g${index}`),
        protect: name === 'protected',
        content: {
          name,
          dictionaries: new Map([['en->de' as const, { pair: PAIR, entries: entriesOf(Object.entries(rows)) }]]),
        },
      },
    ]),
  ),
});
const files = (terms: Readonly<Record<string, Readonly<Record<string, string>>>>) => ({
  glossaries: Object.entries(terms).map(([name, rows]) => desiredGlossary(name, { 'en->de': rows })),
});

describe('a glossary whose folder has another name', () => {
  test('is the same one when its content is, and keeps its protection', () => {
    const { ledger, moves } = movedLedger({
      desired: files({ b: { x: 'y' } }),
      ledger: owned({ protected: { x: 'y' } }),
      stated: [],
    });
    expect(moves).toEqual([{ from: 'glossary.protected', to: 'glossary.b' }]);
    expect([...ledger.glossaries].map(([address, { id, protect }]) => [address, id, protect])).toEqual([
      ['glossary.b', 'g0', true],
    ]);
  });

  test('is not guessed when two would fit, on either side', () => {
    for (const [now, before] of [
      [{ b: { x: 'y' } }, { a: { x: 'y' }, c: { x: 'y' } }],
      [{ b: { x: 'y' }, d: { x: 'y' } }, { a: { x: 'y' } }],
    ] as const)
      expect(movedLedger({ desired: files(now), ledger: owned(before), stated: [] }).moves).toEqual([]);
  });

  test('is the same one when the workspace states it, whatever its content', () => {
    const stated = [{ from: 'glossary.a', to: 'glossary.b' }] as const;
    const input = { desired: files({ b: { other: 'content' } }), ledger: owned({ a: { x: 'y' } }), stated };
    expect(movedLedger(input).moves).toEqual(stated);
    expect([...movedLedger(input).ledger.glossaries.keys()]).toEqual(['glossary.b']);
  });

  test('a statement that has done its work, or names what is not there, means nothing', () => {
    for (const [now, before] of [
      [{ b: { x: 'y' } }, { b: { x: 'y' } }],
      [{ a: { x: 'y' } }, { a: { x: 'z' } }],
      [{ a: { x: 'y' }, b: { p: 'q' } }, { a: { x: 'y' } }],
    ] as const) {
      const ledger = owned(before);
      const result = movedLedger({ desired: files(now), ledger, stated: [{ from: 'glossary.a', to: 'glossary.b' }] });
      expect([result.moves, [...result.ledger.glossaries.keys()]]).toEqual([[], [...ledger.glossaries.keys()]]);
    }
  });

  test('a kind that the files do not manage is left as it is', () => {
    const ledger = owned({ a: { x: 'y' } });
    expect(movedLedger({ desired: {}, ledger, stated: [{ from: 'glossary.a', to: 'glossary.b' }] })).toEqual({
      ledger,
      moves: [],
    });
  });
});

test('a style list whose file has another name is the same one when its content is', () => {
  const list = desiredStyleList('new', { instructions: [{ label: 'a', prompt: 'b' }] });
  const ledger: LedgerState = {
    ...EMPTY_LEDGER,
    styleLists: new Map([
      ['style_rules.old', { id: styleId('s'), protect: false, content: { ...list.content, name: 'Old name' } }],
    ]),
  };
  const { moves } = movedLedger({ desired: { styleLists: [list] }, ledger, stated: [] });
  expect(moves).toEqual([{ from: 'style_rules.old', to: 'style_rules.new' }]);
});

test('only a stated move counts whose new address is new to the ledger, and whose old one no file has', () => {
  const desired = files({ b: { x: '1' }, kept: { x: '2' } });
  const ledger = owned({ a: { y: '1' }, kept: { x: '2' }, other: { z: '1' } });
  const movesOf = (from: string, to: string) =>
    movedLedger({ desired, ledger, stated: [{ from: `glossary.${from}`, to: `glossary.${to}` }] }).moves;
  expect(movesOf('a', 'b')).toEqual([{ from: 'glossary.a', to: 'glossary.b' }]);
  expect(movesOf('other', 'b')).toEqual([{ from: 'glossary.other', to: 'glossary.b' }]);
  for (const [from, to] of [
    ['a', 'kept'],
    ['kept', 'b'],
    ['a', 'none'],
    ['none', 'b'],
    ['b', 'a'],
  ] as const)
    expect(movesOf(from, to)).toEqual([]);
  // A glossary never becomes a style list.
  expect(
    movedLedger({
      desired: { ...desired, styleLists: [desiredStyleList('b')] },
      ledger,
      stated: [{ from: 'glossary.a', to: 'style_rules.b' }],
    }).moves,
  ).toEqual([]);
});

test('several glossaries and lists move at once, each to where its content is', () => {
  const list = (name: string, index: number) =>
    [
      `style_rules.${name}` as const,
      { id: styleId(`l${index}`), protect: false, content: desiredStyleList('any', { language: name }).content },
    ] as const;
  const { ledger, moves } = movedLedger({
    desired: {
      ...files({ d: { x: '1' }, c: { x: '2' }, kept: { x: '3' } }),
      styleLists: [
        desiredStyleList('n', { name: 'new', language: 'fr' }),
        desiredStyleList('m', { language: 'de' }),
        desiredStyleList('o', { language: 'it' }),
      ],
    },
    ledger: {
      ...owned({ b: { x: '2' }, kept: { x: '3' }, a: { x: '1' } }),
      styleLists: new Map([list('de', 1), list('fr', 2)]),
      unfinished: [
        { kind: 'left', address: 'style_rules.fr', old: styleId('old') },
        { kind: 'left', address: 'style_rules.elsewhere', old: styleId('old') },
      ],
    },
    stated: [],
  });
  expect(moves).toEqual([
    { from: 'glossary.a', to: 'glossary.d' },
    { from: 'glossary.b', to: 'glossary.c' },
    { from: 'style_rules.de', to: 'style_rules.m' },
    { from: 'style_rules.fr', to: 'style_rules.n' },
  ]);
  expect([...ledger.glossaries].map(([address, { id }]) => `${address} ${id}`)).toEqual([
    'glossary.c g0',
    'glossary.kept g1',
    'glossary.d g2',
  ]);
  expect([...ledger.styleLists].map(([address, { id }]) => `${address} ${id}`)).toEqual([
    'style_rules.m l1',
    'style_rules.n l2',
  ]);
  expect(ledger.unfinished?.map(({ address }) => address)).toEqual(['style_rules.n', 'style_rules.elsewhere']);
});

test('nothing moves of a kind that is not managed, or when nothing is new', () => {
  const before = owned({ a: { x: '1' } });
  expect(movedLedger({ desired: {}, ledger: before, stated: [] })).toStrictEqual({ ledger: before, moves: [] });
  expect(movedLedger({ desired: files({}), ledger: before, stated: [] }).moves).toEqual([]);
  expect(movedLedger({ desired: files({ a: { x: '2' } }), ledger: before, stated: [] }).moves).toEqual([]);
});
