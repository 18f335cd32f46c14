import { describe, expect, test } from 'vitest';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { LEDGER_JSON } from '../../src/ledger/ledger-json.ts';
import { readLedgerState } from '../../src/ledger/read-ledger-state.ts';
import type { GlossaryAddress } from '../../src/model/address.ts';
import { type Entries, entriesOf } from '../../src/model/entries.ts';
import { glossaryId } from '../../src/model/ids.ts';
import type { PairKey } from '../../src/model/language-pair.ts';
import { EMPTY_LEDGER, type LedgerState } from '../../src/model/ledger-state.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const ENTRIES = entriesOf([
  ['house', 'Haus'],
  ['cat', 'Katze'],
]);
const STATE: LedgerState = {
  ...EMPTY_LEDGER,
  glossaries: new Map([
    [
      'glossary.a',
      {
        id: glossaryId('1'),
        protect: false,
        content: {
          name: 'a',
          dictionaries: new Map([['en->de', { pair: { source: 'en', target: 'de' }, entries: ENTRIES }]]),
        },
      },
    ],
  ]) as LedgerState['glossaries'],
};

/** The files of an entry whose dictionary has another digest. */
function withDigest(digest: string): ReadonlyMap<string, Uint8Array> {
  const files = new Map(ledgerFiles(STATE, TARGET));
  const json = new TextDecoder().decode(files.get(LEDGER_JSON)).replace(ENTRIES.digest, digest);
  return files.set(LEDGER_JSON, new TextEncoder().encode(json));
}

const read = async (files: ReadonlyMap<string, Uint8Array>) =>
  (await readLedgerState(async (paths) => paths.map((path) => files.get(path)))).state;

test('entries with a digest of an earlier form are read, and have the digest of today', async () => {
  const state = await read(withDigest(`entries:${'0'.repeat(32)}:2`));
  const [glossary] = state.glossaries.values();
  const [dictionary] = glossary?.content.dictionaries.values() ?? [];
  expect([...(dictionary?.entries ?? [])]).toEqual([...ENTRIES]);
  expect(dictionary?.entries.digest).toBe(ENTRIES.digest);
});

test.each([`entries:${'0'.repeat(32)}:3`, `entries2:${'0'.repeat(32)}:2`])('%s is not theirs', async (digest) => {
  await expect(read(withDigest(digest))).rejects.toThrow('it has been edited');
});

describe('a dictionary whose entries are at hand', () => {
  const asked: string[] = [];
  const readWith = async (files: ReadonlyMap<string, Uint8Array>, atHand: Entries) => {
    asked.length = 0;
    const { state } = await readLedgerState(
      async (paths) => {
        asked.push(...paths);
        return paths.map((path) => files.get(path));
      },
      (address, pair) => (address === 'glossary.a' && pair === 'en->de' ? atHand : undefined),
    );
    return state.glossaries.get('glossary.a' as GlossaryAddress)?.content.dictionaries.get('en->de' as PairKey)
      ?.entries;
  };
  const reversed = entriesOf([...ENTRIES].reverse());

  test('is not read when they are the same', async () => {
    expect(await readWith(ledgerFiles(STATE, TARGET), reversed)).toBe(reversed);
    expect(asked).toEqual([LEDGER_JSON]);
  });

  test.each([
    [
      'one target phrase differs',
      [
        ['house', 'Heim'],
        ['cat', 'Katze'],
      ],
    ],
    ['one is missing', [['house', 'Haus']]],
  ] as const)('is read when %s', async (_, rows) => {
    const found = await readWith(ledgerFiles(STATE, TARGET), entriesOf(rows));
    expect(new Map(found)).toEqual(new Map(ENTRIES));
    expect(asked).toHaveLength(2);
  });

  test('is read when its digest is of an earlier form, which does not tell', async () => {
    const found = await readWith(withDigest(`entries:${'0'.repeat(32)}:2`), reversed);
    expect([...(found ?? [])]).toEqual([...ENTRIES]);
  });
});
