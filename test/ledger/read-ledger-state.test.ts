import { expect, test } from 'vitest';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { LEDGER_JSON } from '../../src/ledger/ledger-json.ts';
import { readLedgerState } from '../../src/ledger/read-ledger-state.ts';
import { entriesOf } from '../../src/model/entries.ts';
import { glossaryId } from '../../src/model/ids.ts';
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
