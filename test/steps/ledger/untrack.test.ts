import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import type { GlossaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { glossaryId, styleId } from '../../../src/model/ids.ts';
import { matchesAny } from '../../../src/model/resources/address.ts';
import { forgetOwned, sameForgotten } from '../../../src/steps/ledger/untrack.ts';
import { liveGlossary } from '../../support/build.ts';
import { ledgerState, plain } from '../../support/ledger-states.ts';

const { dictionaries } = liveGlossary('g', 'G', { 'en->de': { a: 'b' }, 'en->fr': { a: 'c' } });
const content = {
  name: 'Product',
  dictionaries: new Map(
    [...dictionaries].map(([key, { pair, entries }]) => [key, { pair, entries: entries as never }]),
  ),
};
const STATE: LedgerState = {
  glossaries: new Map(
    (['glossary.product', 'glossary.legal'] as const).map((address, index) => [
      address as GlossaryAddress,
      { id: glossaryId(`g${index}`), protect: true, content },
    ]),
  ),
  styleLists: new Map([
    [
      'style_rules.de',
      {
        id: styleId('s1'),
        protect: false,
        content: { name: 'DE', language: 'de', rules: new Map(), instructions: [] },
      },
    ],
  ]),
  developerKeys: new Map([['developer_key.ci', { id: keyId('k:1'), content: { limits: {} }, protect: false }]]),
};

describe('what is forgotten', () => {
  test.each([
    [['glossary.product'], ['glossary.product g0 Product']],
    [['glossary.*'], ['glossary.legal g1 Product', 'glossary.product g0 Product']],
    [['glossary.product/en->de'], ['glossary.product/en->de g0 Product']],
    [['glossary.legal/*'], ['glossary.legal/en->de g1 Product', 'glossary.legal/en->fr g1 Product']],
    [['glossary.legal', 'glossary.legal/en->de'], ['glossary.legal g1 Product']],
    [
      ['style_rules.de', 'developer_key.*'],
      ['developer_key.ci k:1 ', 'style_rules.de s1 DE'],
    ],
  ])('is what %j name, with its ids, by address', (patterns, expected) => {
    const { forgotten, unmatched } = forgetOwned(STATE, patterns);
    expect(forgotten.map(({ address, id, name = '' }) => `${address} ${id} ${name}`)).toEqual(expected);
    expect(unmatched).toEqual([]);
  });

  test('is nothing where a pattern names nothing, and that is told', () => {
    const patterns = ['glossary.none', 'product', 'glossary.product/en->es', 'glossary.legal'];
    const { forgotten, unmatched, meant } = forgetOwned(STATE, patterns);
    expect(forgotten).toEqual([{ address: 'glossary.legal', id: 'g1', name: 'Product', protect: true }]);
    expect(unmatched).toEqual(['glossary.none', 'product', 'glossary.product/en->es']);
    expect(meant).toEqual(['glossary.product']);
  });

  test('leaves a glossary without the dictionary that was named', () => {
    const { state } = forgetOwned(STATE, ['glossary.product/en->de']);
    expect([...(state.glossaries.get('glossary.product')?.content.dictionaries.keys() ?? [])]).toEqual(['en->fr']);
    expect(state.glossaries.get('glossary.legal')?.content.dictionaries.size).toBe(2);
  });

  test('of any ledger: everything that is named goes, and nothing else changes', () => {
    const pattern = fc.constantFrom('glossary.*', 'glossary.product', 'style_rules.legal', 'developer_key.a*');
    fc.assert(
      fc.property(ledgerState, fc.array(pattern, { minLength: 1, maxLength: 2 }), (state, patterns) => {
        const keep = <Address extends Parameters<typeof matchesAny>[1], Owned>(owned: ReadonlyMap<Address, Owned>) =>
          new Map([...owned].filter(([address]) => !matchesAny(patterns, address)));
        expect(plain(forgetOwned(state, patterns).state)).toEqual(
          plain({
            glossaries: keep(state.glossaries),
            styleLists: keep(state.styleLists),
            developerKeys: keep(state.developerKeys),
            unfinished: (state.unfinished ?? []).filter(({ address }) => !matchesAny(patterns, address)),
          }),
        );
      }),
    );
  });

  test('is the same again only with the same addresses and ids', () => {
    const { forgotten } = forgetOwned(STATE, ['glossary.*']);
    expect(sameForgotten(forgotten, [...forgotten])).toBe(true);
    expect(sameForgotten(forgotten, forgotten.slice(1))).toBe(false);
    expect(sameForgotten(forgotten, forgotten.slice(0, 1))).toBe(false);
    expect(
      sameForgotten(
        forgotten,
        forgotten.map((each) => ({ ...each, address: 'glossary.other' })),
      ),
    ).toBe(false);
    expect(
      sameForgotten(
        forgotten,
        forgotten.map((each) => ({ ...each, id: 'other' })),
      ),
    ).toBe(false);
  });
});
