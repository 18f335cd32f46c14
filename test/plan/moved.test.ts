import { describe, expect, test } from 'vitest';
import { entriesOf } from '../../src/model/entries.ts';
import { glossaryId, styleId } from '../../src/model/ids.ts';
import { EMPTY_LEDGER, type LedgerState } from '../../src/model/ledger-state.ts';
import { movedLedger } from '../../src/plan/moved.ts';
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
