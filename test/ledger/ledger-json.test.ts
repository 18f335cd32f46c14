import { expect, test } from 'vitest';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { LEDGER_JSON, parseLedgerJson } from '../../src/ledger/ledger-json.ts';
import { keyId } from '../../src/model/developer-key.ts';
import { EMPTY_LEDGER, type OwnedDeveloperKey } from '../../src/model/ledger-state.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };

const withKey = (address: string, more: object = {}): Uint8Array => {
  const empty = new TextDecoder().decode(ledgerFiles(EMPTY_LEDGER, TARGET).get(LEDGER_JSON));
  return new TextEncoder().encode(
    JSON.stringify({ ...JSON.parse(empty), developer_keys: [{ address, id: 'k', protect: false, ...more }] }),
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

test('what an earlier version wrote of a key is read, and so is what a later one adds', () => {
  expect(parseLedgerJson(withKey('developer_key.a')).developer_keys).toEqual([
    { address: 'developer_key.a', id: 'k', protect: false },
  ]);
  const known = { label: 'CI', limits: { characters: null }, deactivated: false };
  const later = { ...known, limits: { ...known.limits, images: 5 }, note: 'x' };
  expect(parseLedgerJson(withKey('developer_key.a', later)).developer_keys).toEqual([
    { address: 'developer_key.a', id: 'k', protect: false, ...known },
  ]);
});

test.each([
  [{ label: 5 }, 'developer_keys[0].label is no text'],
  [{ limits: [] }, 'developer_keys[0].limits is no object'],
  [{ limits: { characters: '5' } }, 'developer_keys[0].limits.characters is no limit'],
  [{ limits: { speech_to_text_milliseconds: -1 } }, 'developer_keys[0].limits.speech_to_text_milliseconds is no limit'],
  [{ deactivated: 'no' }, 'developer_keys[0].deactivated is neither true nor false'],
])('%j of a key is damage', (more, message) => {
  expect(() => parseLedgerJson(withKey('developer_key.a', more))).toThrow(message);
});

test('a state with keys of which nothing but the id is known has no file of keys', () => {
  const key = (content: OwnedDeveloperKey['content']) => ({ id: keyId('k'), content, protect: true });
  const state = (content: OwnedDeveloperKey['content']) => ({
    ...EMPTY_LEDGER,
    developerKeys: new Map([['developer_key.a' as const, key(content)]]),
  });
  const file = (content: OwnedDeveloperKey['content']) =>
    new TextDecoder().decode(ledgerFiles(state(content), TARGET).get('developer-keys.yaml'));
  expect(file({ limits: {} })).toBe('');
  expect(file({ label: 'CI', limits: { characters: 5 }, deactivated: false })).toContain(
    'a:\n  label: CI\n  characters: 5\n  protect: true\n',
  );
});
