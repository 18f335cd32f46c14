import { describe, expect, test } from 'vitest';
import { keyId } from '../../src/kinds/developer-key/developer-key.ts';
import type { GlossaryAddress } from '../../src/kinds/glossary/glossary.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { LEDGER_JSON, REPAIR } from '../../src/ledger/ledger-json.ts';
import { readLedgerState } from '../../src/ledger/read-ledger-state.ts';
import { type Entries, entriesOf } from '../../src/model/entries/entries.ts';
import type { PairKey } from '../../src/model/entries/language-pair.ts';
import { type Digest, glossaryId, styleId } from '../../src/model/ids.ts';

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

test.each([`entries:${'0'.repeat(32)}:3`, `entries:${'0'.repeat(32)}:2`])('%s is not theirs', async (digest) => {
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
});

test('all that is written is read again', async () => {
  const state: LedgerState = {
    ...STATE,
    styleLists: new Map([
      [
        'style_rules.b',
        {
          id: styleId('s'),
          protect: true,
          content: {
            name: 'B',
            language: 'de',
            rules: new Map([
              [
                'numbers',
                new Map([
                  ['a', 'x'],
                  ['b', 'y'],
                ]),
              ],
              ['punctuation', new Map([['c', 'z']])],
            ]),
            instructions: [
              { label: 'Tone', prompt: 'Be kind.' },
              { label: 'Names', prompt: 'Keep them.', sourceLanguage: 'en' },
            ],
          },
        },
      ],
    ]) as LedgerState['styleLists'],
    developerKeys: new Map([
      ['developer_key.c', { id: keyId('c'), protect: true, content: { limits: {} } }],
      [
        'developer_key.d',
        {
          id: keyId('d'),
          protect: false,
          content: { label: 'D', limits: { characters: null, speechToTextMilliseconds: 5 }, deactivated: false },
        },
      ],
    ]) as LedgerState['developerKeys'],
    unfinished: [
      { kind: 'left', address: 'style_rules.b', old: styleId('s-0') },
      {
        kind: 'pending',
        address: 'style_rules.x',
        old: styleId('s-1'),
        digest: 'digest' as Digest,
        notIds: [styleId('s-2'), styleId('s-3')],
      },
    ] as NonNullable<LedgerState['unfinished']>,
  };
  const files = ledgerFiles(state, { ...TARGET, workspace: 'docs' });
  expect([...files.keys()]).toEqual([
    'glossaries/a/en-de.csv',
    'glossaries/a/glossary.yaml',
    'style-rules/b.yaml',
    'developer-keys.yaml',
    'ledger.json',
  ]);
  const found = await readLedgerState(async (paths) => paths.map((path) => files.get(path)));
  expect(found.target).toEqual({ ...TARGET, workspace: 'docs' });
  const { glossaries, ...rest } = found.state;
  const { glossaries: _, ...expected } = state;
  expect(rest).toEqual(expected);
  expect(
    new Map(
      glossaries
        .get('glossary.a' as GlossaryAddress)
        ?.content.dictionaries.values()
        .next().value?.entries,
    ),
  ).toEqual(new Map(ENTRIES));
});

test.each<readonly [string, (files: Map<string, Uint8Array>) => void, string]>([
  ['ledger.json', (files) => files.delete(LEDGER_JSON), 'the ledger lacks its file ledger.json'],
  [
    'a dictionary',
    (files) => files.delete('glossaries/a/en-de.csv'),
    'the ledger lacks its file glossaries/a/en-de.csv',
  ],
  [
    'a dictionary that can be read',
    (files) => files.set('glossaries/a/en-de.csv', new TextEncoder().encode('"house')),
    'the file glossaries/a/en-de.csv of the ledger cannot be read',
  ],
  [
    'a dictionary as it was written',
    (files) => files.set('glossaries/a/en-de.csv', new TextEncoder().encode('house,Haus\ncat,Kater\n')),
    'the file glossaries/a/en-de.csv of the ledger is not what was written: it has been edited',
  ],
])('an entry without %s is refused with the way out', async (_, damage, message) => {
  const files = new Map(ledgerFiles(STATE, TARGET));
  damage(files);
  await expect(read(files)).rejects.toMatchObject({
    name: 'LedgerError',
    message,
    wayOut: REPAIR,
    code: 'ledger-damaged',
  });
});

test('a dictionary without entries has no file, and a key of which only the id is known has nothing else', async () => {
  const empty = { pair: { source: 'en', target: 'fr' }, entries: entriesOf([]) };
  const key = { id: keyId('k1'), protect: false, content: { limits: {} } };
  const [[address, owned] = []] = STATE.glossaries;
  if (address === undefined || owned === undefined) throw new Error('there is one');
  const dictionaries = new Map([...owned.content.dictionaries, ['en->fr' as PairKey, empty]]);
  const state: LedgerState = {
    ...STATE,
    glossaries: new Map([[address, { ...owned, content: { ...owned.content, dictionaries } }]]),
    developerKeys: new Map([['developer_key.ci', key]]),
  };
  const files = ledgerFiles(state, TARGET);
  expect([...files.keys()]).toEqual(['glossaries/a/en-de.csv', 'glossaries/a/glossary.yaml', LEDGER_JSON]);
  const { glossaries, developerKeys } = await read(files);
  expect([...(glossaries.get(address)?.content.dictionaries.keys() ?? [])]).toEqual(['en->de']);
  expect(developerKeys.get('developer_key.ci')).toStrictEqual(key);
});
