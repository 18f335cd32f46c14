import { expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { confirmAddress, missingIn, ownedIds } from '../../../src/steps/ledger/confirm-address.ts';
import { desiredStyleList, liveDeveloperKey, liveGlossary, liveStyleList } from '../../support/build.ts';
import { owning } from '../../support/owning.ts';
import { writtenLedger } from '../written-ledger.ts';

const STATE: LedgerState = {
  ...owning(
    {
      glossaries: [liveGlossary('g2', 'b', {}), liveGlossary('g1', 'a', {})],
      styleLists: [liveStyleList('s1', 'formal')],
    },
    { styleLists: [desiredStyleList('formal')] },
  ),
  developerKeys: new Map([['developer_key.ci', { id: keyId('k1'), content: { limits: {} }, protect: false }]]),
};

test('what a ledger owns comes by address', () => {
  expect(ownedIds(STATE)).toEqual([
    { address: 'developer_key.ci', id: 'k1' },
    { address: 'glossary.g1', id: 'g1' },
    { address: 'glossary.g2', id: 'g2' },
    { address: 'style_rules.formal', id: 's1' },
  ]);
  expect(ownedIds(EMPTY_LEDGER)).toEqual([]);
});

test('what an account lacks of a ledger is looked for kind by kind', () => {
  const live = {
    glossaries: [liveGlossary('g1', 'other', {}), liveGlossary('g2', 'b', {})],
    styleLists: [liveStyleList('s1', 'formal')],
    developerKeys: [liveDeveloperKey('k1', 'ci')],
  };
  expect(missingIn(STATE, live)).toEqual([]);
  expect(missingIn(STATE, { ...live, glossaries: [] })).toEqual([
    { address: 'glossary.g1', id: 'g1' },
    { address: 'glossary.g2', id: 'g2' },
  ]);
  expect(missingIn(STATE, { ...live, styleLists: [] })).toEqual([{ address: 'style_rules.formal', id: 's1' }]);
  expect(missingIn(STATE, { ...live, developerKeys: [] })).toEqual([{ address: 'developer_key.ci', id: 'k1' }]);
  expect(missingIn(STATE, {})).toEqual(ownedIds(STATE));
});

const WRITER = { holder: { id: 'me', who: 'ana' }, facts: [], now: () => new Date('2026-01-02T04:00:00Z') };

test('an address is confirmed for the entry that was seen, and for no later one', async () => {
  const { ledger } = await writtenLedger([EMPTY_LEDGER, STATE]);
  const asked: string[] = [];
  const anyAddress = {
    ...ledger,
    readAnyAddress: () => {
      asked.push('any');
      return ledger.readAnyAddress();
    },
  };
  expect(await confirmAddress(anyAddress, WRITER, { seen: '000001', summary: 'confirm' })).toMatchObject({
    kind: 'moved',
    winner: { summary: 'entry 2' },
  });
  expect(await confirmAddress(anyAddress, WRITER, { seen: '000002', summary: 'confirm' })).toEqual({
    kind: 'written',
    version: '000003',
  });
  expect(asked).toEqual(['any', 'any']);
  expect((await ledger.entries(1))[0]).toMatchObject({ summary: 'confirm' });
  expect(ownedIds((await ledger.read())?.state ?? EMPTY_LEDGER)).toEqual(ownedIds(STATE));
});

test('without an entry there is nothing to confirm', async () => {
  const { ledger } = await writtenLedger([]);
  expect(await confirmAddress(ledger, WRITER, { seen: '000001', summary: 'confirm' })).toEqual({
    kind: 'moved',
    winner: undefined,
  });
});
