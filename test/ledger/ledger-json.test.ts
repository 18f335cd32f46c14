import { expect, test } from 'vitest';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { LEDGER_JSON, parseLedgerJson } from '../../src/ledger/ledger-json.ts';
import { EMPTY_LEDGER } from '../../src/model/ledger-state.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };

const withKey = (address: string): Uint8Array => {
  const empty = new TextDecoder().decode(ledgerFiles(EMPTY_LEDGER, TARGET).get(LEDGER_JSON));
  return new TextEncoder().encode(
    JSON.stringify({ ...JSON.parse(empty), developer_keys: [{ address, id: 'k', protect: false }] }),
  );
};

test.each(['developer_key.a', 'developer_key.a/b', 'developer_key.a..b', 'developer_key.ä "b"'])(
  '%j is an address',
  (address) => {
    expect(parseLedgerJson(withKey(address)).developer_keys[0]?.address).toBe(address);
  },
);

test.each([
  'glossary.a',
  'developer_key',
  'developer_key.a\nreset refs/heads/main',
  'developer_key.../../x',
  'developer_key.a/../b',
  'developer_key..',
])('%j is no address of a key: it would leave its place', (address) => {
  expect(() => parseLedgerJson(withKey(address))).toThrow('developer_keys[0].address is no address of its kind');
});
