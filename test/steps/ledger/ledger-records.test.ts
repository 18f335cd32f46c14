import { expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { ledgerRecords } from '../../../src/steps/ledger/apply-under-ledger.ts';
import { desiredGlossary, desiredStyleList, liveGlossary, liveStyleList } from '../../support/build.ts';
import { owning } from '../../support/owning.ts';

const state = (address: string, text: string, key: string, list = 'l'): LedgerState => ({
  ...owning(
    { glossaries: [liveGlossary('g1', 'a', { 'en->de': { x: text } })], styleLists: [liveStyleList('s1', 'l')] },
    {
      glossaries: [{ ...desiredGlossary(address, {}), name: 'a' }],
      styleLists: [{ ...desiredStyleList(list), content: desiredStyleList('l').content }],
    },
  ),
  developerKeys: new Map([['developer_key.ci', { id: keyId(key), content: { limits: {} }, protect: false }]]),
});

test.each<[string, LedgerState, LedgerState, readonly unknown[]]>([
  ['nothing', state('a', 'y', 'k1'), state('a', 'y', 'k1'), []],
  [
    'the first of everything, by address',
    EMPTY_LEDGER,
    state('a', 'y', 'k1'),
    [
      { kind: 'adopted', address: 'developer_key.ci' },
      { kind: 'adopted', address: 'glossary.a' },
      { kind: 'adopted', address: 'style_rules.l' },
    ],
  ],
  [
    'all that goes',
    state('a', 'y', 'k1'),
    EMPTY_LEDGER,
    [
      { kind: 'dropped', address: 'developer_key.ci' },
      { kind: 'dropped', address: 'glossary.a' },
      { kind: 'dropped', address: 'style_rules.l' },
    ],
  ],
  ['other entries', state('a', 'y', 'k1'), state('a', 'z', 'k1'), [{ kind: 'updated', address: 'glossary.a' }]],
  [
    'another address, whatever else changed',
    state('b', 'y', 'k1', 'z'),
    state('a', 'z', 'k1', 'm'),
    [
      { kind: 'moved', address: 'glossary.a', from: 'glossary.b' },
      { kind: 'moved', address: 'style_rules.m', from: 'style_rules.z' },
    ],
  ],
  [
    'another resource under the same address',
    state('a', 'y', 'k1'),
    state('a', 'y', 'k2'),
    [
      { kind: 'adopted', address: 'developer_key.ci' },
      { kind: 'dropped', address: 'developer_key.ci' },
    ],
  ],
])('a ledger records %s', (_, before, after, expected) => {
  expect(ledgerRecords(before, after)).toEqual(expected);
});
