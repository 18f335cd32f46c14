import { expect, test } from 'vitest';
import { keyId, type OwnedDeveloperKey } from '../../src/kinds/developer-key/developer-key.ts';
import { DEVELOPER_KEY } from '../../src/kinds/developer-key/developer-key-kind.ts';
import { GLOSSARY } from '../../src/kinds/glossary/glossary-kind.ts';
import type { AnyKind } from '../../src/kinds/kind.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import { STYLE_LIST } from '../../src/kinds/style-list/style-list-kind.ts';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { LEDGER_JSON, type LedgerListing, parseLedgerJson, REPAIR } from '../../src/ledger/ledger-json.ts';
import type { Digest } from '../../src/model/ids.ts';
import { withDigest } from '../../src/model/resources/digest.ts';

const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };

/** With its digest, where it is an object. */
const bytesOf = (json: unknown): Uint8Array => {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return new TextEncoder().encode(JSON.stringify(isObject ? withDigest(json) : json));
};

const withKey = (address: string, more: object = {}): Uint8Array => {
  const empty = new TextDecoder().decode(ledgerFiles(EMPTY_LEDGER, TARGET).get(LEDGER_JSON));
  const { digest: _, ...members } = JSON.parse(empty);
  return bytesOf({ ...members, developer_keys: [{ address, id: 'k', protect: false, ...more }] });
};

test.each(['developer_key.a', 'developer_key.a/b', 'developer_key.a..b', 'developer_key.ä "b"'])(
  '%j is an address',
  (address) => {
    expect(parseLedgerJson(withKey(address)).owned[0]?.address).toBe(address);
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
  expect(() => parseLedgerJson(withKey(address))).toThrow(
    'developer_keys[0].address is not an address of the kind developer_key',
  );
});

test('a part of a key that is absent is not known, and what a later version adds is passed over', () => {
  const key = { address: 'developer_key.a', id: 'k', protect: false, children: [] };
  expect(parseLedgerJson(withKey('developer_key.a')).owned).toEqual([
    { kind: DEVELOPER_KEY, ...key, content: { limits: {} } },
  ]);
  const known = { label: 'CI', limits: { characters: null }, deactivated: false };
  const later = { ...known, limits: { ...known.limits, images: 5 }, note: 'x' };
  expect(parseLedgerJson(withKey('developer_key.a', later)).owned).toEqual([
    { kind: DEVELOPER_KEY, ...key, content: known },
  ]);
});

test('the decisions of pull --ours are kept with the values of both sides', () => {
  const decided = [
    { key: ['label'], ours: 'CI', theirs: 'Build' },
    { key: ['limit', 'characters'], ours: null, theirs: 5 },
    { key: ['deleted-outside'], ours: 'a digest' },
  ];
  expect(parseLedgerJson(withKey('developer_key.a', { decided })).owned[0]?.decided).toEqual(decided);
  expect(() => parseLedgerJson(withKey('developer_key.a', { decided: [{ key: [] }] }))).toThrow(
    'developer_keys[0].decided[0].key is not the key of a value',
  );
});

test.each([
  [{ label: 5 }, 'developer_keys[0].label is not a text, but 5'],
  [{ limits: [] }, 'developer_keys[0].limits is not an object, but a list'],
  [{ limits: { characters: '5' } }, 'developer_keys[0].limits.characters is not a whole number from 0, but a text'],
  [
    { limits: { speech_to_text_milliseconds: -1 } },
    'developer_keys[0].limits.speech_to_text_milliseconds is not a whole number from 0, but -1',
  ],
  [{ deactivated: 'no' }, 'developer_keys[0].deactivated is not true or false, but a text'],
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

/** A whole `ledger.json`, with everything that may stand in one. */
const WHOLE = {
  format_version: 1,
  target: 'prod',
  base_url: 'https://api.example.com',
  workspace: 'docs',
  glossaries: [
    {
      address: 'glossary.a',
      id: 'g-1',
      protect: true,
      name: 'A',
      dictionaries: [{ pair: 'en->ast', file: 'glossaries/a/en-ast.csv', digest: 'entries2:0:0' }],
    },
  ],
  style_rules: [
    {
      address: 'style_rules.b',
      id: 's-1',
      protect: false,
      name: 'B',
      language: 'de',
      rules: [['numbers', 'decimal', 'comma']],
      instructions: [
        { label: 'Tone', prompt: 'Be kind.' },
        { label: 'Names', prompt: 'Keep them.', source_language: 'en' },
      ],
    },
  ],
  developer_keys: [
    { address: 'developer_key.c', id: 'k-1', protect: true, label: 'CI', limits: { characters: 0 }, deactivated: true },
  ],
  unfinished: [
    { address: 'style_rules.b', old: 's-0' },
    { address: 'style_rules.d', old: 's-2', replacement: { digest: 'd-1', not_ids: ['s-3'] } },
  ],
};

/** The same as it is read. */
const READ: LedgerListing = {
  target: { name: 'prod', baseUrl: 'https://api.example.com', workspace: 'docs' },
  owned: [
    {
      kind: GLOSSARY as AnyKind,
      address: 'glossary.a',
      id: 'g-1',
      protect: true,
      content: { name: 'A', dictionaries: new Map() },
      children: [{ name: 'en->ast', file: 'glossaries/a/en-ast.csv', digest: 'entries2:0:0' as Digest }],
    },
    {
      kind: STYLE_LIST as AnyKind,
      address: 'style_rules.b',
      id: 's-1',
      protect: false,
      content: {
        name: 'B',
        language: 'de',
        rules: new Map([['numbers', new Map([['decimal', 'comma']])]]),
        instructions: [
          { label: 'Tone', prompt: 'Be kind.' },
          { label: 'Names', prompt: 'Keep them.', sourceLanguage: 'en' },
        ],
      },
      children: [],
    },
    {
      kind: DEVELOPER_KEY as AnyKind,
      address: 'developer_key.c',
      id: 'k-1',
      protect: true,
      content: { label: 'CI', limits: { characters: 0 }, deactivated: true },
      children: [],
    },
  ],
  unfinished: [
    { kind: 'left', address: 'style_rules.b', old: 's-0' },
    { kind: 'pending', address: 'style_rules.d', old: 's-2', digest: 'd-1' as Digest, notIds: ['s-3'] },
  ],
};

test('all of a ledger.json is read, and nothing that it does not know', () => {
  expect(parseLedgerJson(bytesOf({ ...WHOLE, more: 1 }))).toEqual(READ);
  const { workspace: _, ...withoutWorkspace } = WHOLE;
  expect(() => parseLedgerJson(bytesOf(withoutWorkspace))).toThrow('workspace is not a text, but missing');
});

/** The same with another value at a path; `undefined`: with none. */
function withValue(json: unknown, [part, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (part === undefined) return value;
  const inner = withValue((json as Record<string | number, unknown>)[part], rest, value);
  return Array.isArray(json)
    ? json.map((each, index) => (index === part ? inner : each))
    : { ...(json as object), [part]: inner };
}

test.each<readonly [readonly (string | number)[], unknown, string]>([
  [[], 5, 'it is not an object, but 5'],
  [[], null, 'it is not an object, but null'],
  [[], [], 'it is not an object, but a list'],
  [['target'], undefined, 'target is not a text, but missing'],
  [['base_url'], 1, 'base_url is not a text, but 1'],
  [['workspace'], 1, 'workspace is not a text, but 1'],
  [['glossaries'], {}, 'glossaries is not a list, but an object'],
  [['glossaries', 0], 'x', 'glossaries[0] is not an object, but a text'],
  [['glossaries', 0, 'address'], 'style_rules.a', 'glossaries[0].address is not an address of the kind glossary'],
  [['glossaries', 0, 'address'], 'glossary.a/.', 'glossaries[0].address is not an address of the kind glossary'],
  [['glossaries', 0, 'address'], 1, 'glossaries[0].address is not a text, but 1'],
  [['glossaries', 0, 'id'], 1, 'glossaries[0].id is not a text, but 1'],
  [['glossaries', 0, 'protect'], 1, 'glossaries[0].protect is not true or false, but 1'],
  [['glossaries', 0, 'name'], 1, 'glossaries[0].name is not a text, but 1'],
  [['glossaries', 0, 'dictionaries'], 1, 'glossaries[0].dictionaries is not a list, but 1'],
  [['glossaries', 0, 'dictionaries', 0], 1, 'glossaries[0].dictionaries[0] is not an object, but 1'],
  [['glossaries', 0, 'dictionaries', 0, 'pair'], 1, 'glossaries[0].dictionaries[0].pair is not a text, but 1'],
  ...['en', 'e->de', 'en->defg', 'en->de2', 'xen->.de', 'en->d', 'enxx->de', ' en->de'].map(
    (pair) =>
      [
        ['glossaries', 0, 'dictionaries', 0, 'pair'],
        pair,
        'glossaries[0].dictionaries[0].pair is not a language pair',
      ] as const,
  ),
  [['glossaries', 0, 'dictionaries', 0, 'file'], 1, 'glossaries[0].dictionaries[0].file is not a text, but 1'],
  [['glossaries', 0, 'dictionaries', 0, 'digest'], 1, 'glossaries[0].dictionaries[0].digest is not a text, but 1'],
  [['style_rules'], 1, 'style_rules is not a list, but 1'],
  [['style_rules', 0, 'address'], 'glossary.b', 'style_rules[0].address is not an address of the kind style_rules'],
  [['style_rules', 0, 'name'], 1, 'style_rules[0].name is not a text, but 1'],
  [['style_rules', 0, 'language'], 1, 'style_rules[0].language is not a text, but 1'],
  [['style_rules', 0, 'rules'], 1, 'style_rules[0].rules is not a list, but 1'],
  [['style_rules', 0, 'rules', 0], 1, 'style_rules[0].rules[0] is not a list, but 1'],
  [['style_rules', 0, 'rules', 0], [], 'style_rules[0].rules[0] is not a rule: its category, its name and its option'],
  [
    ['style_rules', 0, 'rules', 0],
    ['a'],
    'style_rules[0].rules[0] is not a rule: its category, its name and its option',
  ],
  [
    ['style_rules', 0, 'rules', 0],
    ['a', 'b'],
    'style_rules[0].rules[0] is not a rule: its category, its name and its option',
  ],
  [
    ['style_rules', 0, 'rules', 0],
    ['a', 'b', 'c', 'd'],
    'style_rules[0].rules[0] is not a rule: its category, its name and its option',
  ],
  [['style_rules', 0, 'rules', 0, 1], 1, 'style_rules[0].rules[0][1] is not a text, but 1'],
  [['style_rules', 0, 'instructions'], 1, 'style_rules[0].instructions is not a list, but 1'],
  [['style_rules', 0, 'instructions', 0], 1, 'style_rules[0].instructions[0] is not an object, but 1'],
  [['style_rules', 0, 'instructions', 0, 'label'], 1, 'style_rules[0].instructions[0].label is not a text, but 1'],
  [['style_rules', 0, 'instructions', 0, 'prompt'], 1, 'style_rules[0].instructions[0].prompt is not a text, but 1'],
  [
    ['style_rules', 0, 'instructions', 1, 'source_language'],
    1,
    'style_rules[0].instructions[1].source_language is not a text, but 1',
  ],
  [['developer_keys'], 1, 'developer_keys is not a list, but 1'],
  [
    ['developer_keys', 0, 'limits', 'characters'],
    0.5,
    'developer_keys[0].limits.characters is not a whole number from 0, but 0.5',
  ],
  [['unfinished'], 1, 'unfinished is not a list, but 1'],
  [['unfinished', 0], 1, 'unfinished[0] is not an object, but 1'],
  [['unfinished', 0, 'address'], 'glossary.b', 'unfinished[0].address is not an address of the kind style_rules'],
  [['unfinished', 0, 'old'], 1, 'unfinished[0].old is not a text, but 1'],
  [['unfinished', 1, 'old'], 1, 'unfinished[1].old is not a text, but 1'],
  [['unfinished', 1, 'replacement'], 1, 'unfinished[1].replacement is not an object, but 1'],
  [['unfinished', 1, 'replacement', 'digest'], 1, 'unfinished[1].replacement.digest is not a text, but 1'],
  [['unfinished', 1, 'replacement', 'not_ids'], 1, 'unfinished[1].replacement.not_ids is not a list, but 1'],
  [['unfinished', 1, 'replacement', 'not_ids', 0], 1, 'unfinished[1].replacement.not_ids[0] is not a text, but 1'],
])('%j as %j is damage', (path, value, message) => {
  const found = () => parseLedgerJson(bytesOf(withValue(WHOLE, path, value)));
  expect(found).toThrow(
    expect.objectContaining({
      name: 'LedgerError',
      message: `ledger.json of the ledger is damaged: ${message}`,
      wayOut: REPAIR,
      code: 'ledger-damaged',
    }),
  );
});

test.each(['glossaries', 'style_rules', 'developer_keys'])('a ledger without %s is damaged', (list) => {
  const { [list]: _, ...others } = WHOLE as Readonly<Record<string, unknown>>;
  expect(() => parseLedgerJson(bytesOf(others))).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(`is damaged: ${list} is not a list`),
      wayOut: REPAIR,
      code: 'ledger-damaged',
    }),
  );
});

test('what is no JSON is damage, and so are bytes that are no UTF-8', () => {
  const damaged = {
    message: expect.stringContaining('ledger.json of the ledger is damaged: it is not JSON'),
    wayOut: REPAIR,
    code: 'ledger-damaged',
    cause: expect.anything(),
  };
  expect(() => parseLedgerJson(new TextEncoder().encode('{'))).toThrow(expect.objectContaining(damaged));
  const bytes = bytesOf(WHOLE);
  bytes[bytes.indexOf(0x70)] = 0xff;
  expect(() => parseLedgerJson(bytes)).toThrow(expect.objectContaining(damaged));
});

test('the way out of damage names a command for each place of a ledger', () => {
  expect(REPAIR).toContain('git update-ref <the ref of the ledger> <commit>');
  expect(REPAIR).toContain('git push --force <remote> <commit>:<the ref of the ledger>');
  expect(REPAIR).toContain('removing the later files of entries/');
});

test('a ledger.json without its digest is refused', () => {
  const { digest: _, ...others } = JSON.parse(new TextDecoder().decode(bytesOf(WHOLE)));
  expect(() => parseLedgerJson(new TextEncoder().encode(JSON.stringify(others)))).toThrow(
    expect.objectContaining({
      message: 'ledger.json of the ledger is damaged: it has been edited: its digest is missing',
      wayOut: REPAIR,
      code: 'ledger-damaged',
    }),
  );
});

test.each([2, '1', undefined])('the format version %j is refused', (version) => {
  expect(() => parseLedgerJson(bytesOf({ ...WHOLE, format_version: version }))).toThrow(
    expect.objectContaining({
      message: `ledger.json of the ledger has the format version ${JSON.stringify(version)}, this Lexform reads 1`,
      wayOut: 'Use the version of Lexform that wrote it, or a later one',
    }),
  );
});

const keysText = (keys: LedgerState['developerKeys']): string | undefined => {
  const bytes = ledgerFiles({ ...EMPTY_LEDGER, developerKeys: keys }, TARGET).get('developer-keys.yaml');
  return bytes && new TextDecoder().decode(bytes);
};

test('what the ledger knows of keys is a file of keys, and none where it knows no label', () => {
  const key = (content: OwnedDeveloperKey['content'], protect: boolean) => ({ id: keyId('k'), content, protect });
  expect(
    keysText(
      new Map([
        ['developer_key.x.y', key({ label: 'X', limits: {}, deactivated: true }, false)],
        ['developer_key.z', key({ label: 'z', limits: {} }, true)],
        ['developer_key.none', key({ limits: {} }, true)],
      ]),
    ),
  ).toBe('x.y:\n  label: X\n  deactivated: true\nz:\n  protect: true\n');
  expect(keysText(new Map([['developer_key.none', key({ limits: {} }, true)]]))).toBe(undefined);
});
