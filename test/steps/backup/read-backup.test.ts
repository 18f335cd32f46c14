import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { glossaryDigest } from '../../../src/kinds/glossary/glossary.ts';
import type { LiveState } from '../../../src/kinds/states.ts';
import { backupOf, namedLive } from '../../../src/steps/backup/backup-of.ts';
import {
  type BackedUp,
  type BackupJson,
  backupJsonText,
  findingsInFolder,
  parseBackupJson,
  readBackup,
} from '../../../src/steps/backup/read-backup.ts';
import { liveOfBackup } from '../../../src/steps/backup/restore-state.ts';
import { liveDeveloperKey, liveGlossary, liveStyleList } from '../../support/build.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const LIVE: LiveState = {
  glossaries: [
    liveGlossary('g2', 'Two', {}),
    liveGlossary('g1', 'One', { 'en->de': { a: 'b', c: 'd' }, 'en->fr': { a: 'e' } }),
  ],
  styleLists: [
    liveStyleList('s1', 'Formal', {
      language: 'de',
      rules: { numbers: { currency_format: 'symbol_after', decimal_separator: 'comma' } },
      instructions: [{ label: 'Tone', prompt: 'Be kind.' }],
    }),
    liveStyleList('s0', 'Casual', { language: 'fr' }),
  ],
  developerKeys: [liveDeveloperKey('k2', 'ci', { limits: { characters: 5 } }), liveDeveloperKey('k1', 'app')],
};

const made = (live: LiveState, names: ReadonlyMap<string, string> = new Map()) =>
  backupOf(
    namedLive(live, names, {
      target: { name: 'prod', baseUrl: 'https://api.test' },
      time: new Date('2026-01-02T03:04:05Z'),
    }),
    new Map(),
  );

const listed = (json: BackupJson, list: string) => json[list] as readonly BackedUp[];

/** The files of a backup, with its `backup.json`. */
const filesOf = ({ json, files }: ReturnType<typeof made>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(files),
  'backup.json': backupJsonText(json),
});

const read = async (files: Readonly<Record<string, string>>) => readBackup(nodeFiles(), await tempWorkspace(files));

describe('a backup', () => {
  test('has every resource under its name, by address', () => {
    const { json, files, holds } = made(LIVE, new Map([['g1', 'first']]));
    expect(json).toMatchObject({
      target: { name: 'prod', baseUrl: 'https://api.test' },
      time: '2026-01-02T03:04:05.000Z',
      glossaries: [
        {
          address: 'glossary.first',
          id: 'g1',
          name: 'One',
          dictionaries: [
            { pair: 'en->de', terms: 2 },
            { pair: 'en->fr', terms: 1 },
          ],
        },
        { address: 'glossary.two', id: 'g2', name: 'Two', dictionaries: [] },
      ],
      styleRules: [
        { address: 'style_rules.casual', id: 's0', name: 'Casual', language: 'fr', rules: 0, instructions: 0 },
        { address: 'style_rules.formal', id: 's1', name: 'Formal', language: 'de', rules: 2, instructions: 1 },
      ],
      developerKeys: [
        { address: 'developer_key.app', id: 'k1', label: 'app' },
        { address: 'developer_key.ci', id: 'k2', label: 'ci' },
      ],
    });
    expect(json.leftOut).toBeUndefined();
    const paths = [
      'developer-keys.yaml',
      'glossaries/first/en-de.csv',
      'glossaries/first/en-fr.csv',
      'glossaries/first/glossary.yaml',
      'glossaries/two/glossary.yaml',
      'style-rules/casual.yaml',
      'style-rules/formal.yaml',
    ];
    expect(json.files.map(({ path }) => path)).toEqual(paths);
    expect([...files.keys()].sort()).toEqual(paths);
    expect(Object.fromEntries(holds)).toEqual({
      'glossaries/first/glossary.yaml': ['glossary.first'],
      'glossaries/first/en-de.csv': ['glossary.first/en->de'],
      'glossaries/first/en-fr.csv': ['glossary.first/en->fr'],
      'glossaries/two/glossary.yaml': ['glossary.two'],
      'style-rules/casual.yaml': ['style_rules.casual'],
      'style-rules/formal.yaml': ['style_rules.formal'],
      'developer-keys.yaml': ['developer_key.ci', 'developer_key.app'],
    });
  });

  test('says nothing of kinds that were not read', () => {
    const { json, kinds, holds } = made({ glossaries: [] });
    expect(json).toMatchObject({ glossaries: [], files: [] });
    expect(kinds.map(({ kind, count, entries }) => [kind.kind, count, entries])).toEqual([
      ['glossary', 0, 0],
      ['style-list', undefined, 0],
      ['developer-key', undefined, 0],
    ]);
    expect([...holds]).toEqual([]);
    expect(made(LIVE).kinds.map(({ count, entries }) => [count, entries])).toEqual([
      [2, 3],
      [2, 0],
      [2, 0],
    ]);
    expect([json.styleRules, json.developerKeys]).toEqual([undefined, undefined]);
    expect(made({ glossaries: [], styleLists: [], developerKeys: [] }).json).toMatchObject({
      styleRules: [],
      developerKeys: [],
    });
  });

  test('without what is left out says so, and keeps the keys together', () => {
    const { json, files } = made(LIVE).without(
      new Map([
        ['style_rules.formal', ['x', 'y']],
        ['developer_key.ci', ['z']],
        ['glossary.one', ['w']],
      ]),
    );
    expect(json.leftOut).toEqual([
      { address: 'developer_key.ci', id: 'k2', why: ['z'] },
      { address: 'glossary.one', id: 'g1', why: ['w'] },
      { address: 'style_rules.formal', id: 's1', why: ['x', 'y'] },
    ]);
    expect([listed(json, 'glossaries').map(({ id }) => id), listed(json, 'styleRules').map(({ id }) => id)]).toEqual([
      ['g2'],
      ['s0'],
    ]);
    expect(json.developerKeys).toBeUndefined();
    expect([...files.keys()].sort()).toEqual(['glossaries/two/glossary.yaml', 'style-rules/casual.yaml']);
  });
});

/** Contents without what depends on the reading. */
const contents = ({ glossaries, styleLists }: LiveState) => ({
  glossaries: glossaries?.map(({ id, name, dictionaries }) => [
    id,
    name,
    [...dictionaries].map(([key, { entries }]) => [key, [...(entries ?? [])]]),
  ]),
  styleLists: styleLists?.map(({ id, content }) => [id, content]),
});

describe('a backup that is read again', () => {
  test('has what the target had, in the order of the files', async () => {
    const { value, findings } = await read(filesOf(made(LIVE)));
    expect(findings).toEqual([]);
    const sorted = {
      glossaries: [...(LIVE.glossaries ?? [])].reverse(),
      styleLists: [...(LIVE.styleLists ?? [])].reverse(),
    };
    expect(value && contents(liveOfBackup(value))).toEqual(contents(sorted));
    expect(value?.desired.developerKeys?.map(({ label, limits }) => [label, limits])).toEqual([
      ['app', {}],
      ['ci', { characters: 5 }],
    ]);
  });

  test('of nothing asks for nothing', async () => {
    const { value, findings } = await read(filesOf(made({ glossaries: [] })));
    expect([value?.desired, findings]).toEqual([{}, []]);
  });

  test.each<
    [
      string,
      (files: Readonly<Record<string, string>>) => Readonly<Record<string, string | undefined>>,
      readonly unknown[],
    ]
  >([
    [
      'without a file',
      () => ({ 'glossaries/one/en-de.csv': undefined }),
      [['backup-file-missing', 'glossaries/one/en-de.csv']],
    ],
    [
      'with another file',
      () => ({ 'glossaries/one/en-de.csv': 'a,b\n' }),
      [['backup-file-edited', 'glossaries/one/en-de.csv']],
    ],
    [
      'with a file too many',
      () => ({ 'glossaries/one/en-it.csv': 'a,b\n' }),
      [['backup-file-unknown', 'glossaries/one/en-it.csv']],
    ],
    ['without backup.json', () => ({ 'backup.json': undefined }), [['backup-incomplete', 'backup.json']]],
    [
      'with a folder in place of backup.json',
      () => ({ 'backup.json': undefined, 'backup.json/a.txt': '' }),
      [['file-not-regular', 'backup.json']],
    ],
    [
      'with a folder in place of a file',
      () => ({ 'glossaries/one/en-de.csv': undefined, 'glossaries/one/en-de.csv/a.txt': '' }),
      [
        ['file-not-regular', 'glossaries/one/en-de.csv'],
        ['backup-file-unknown', 'glossaries/one/en-de.csv/a.txt'],
      ],
    ],
    [
      'with another backup.json',
      (files) => ({ 'backup.json': files['backup.json']?.replace('One', 'Uno') }),
      [['backup-file-edited', 'backup.json']],
    ],
  ])('is refused %s', async (_, change, expected) => {
    const files = filesOf(made(LIVE));
    const given = { ...files, ...change(files) };
    const kept = Object.entries(given).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
    const { value, findings } = await read(Object.fromEntries(kept));
    expect([value, findings.map(({ code, at }) => [code, at.file])]).toEqual([undefined, expected]);
  });

  test('is refused where its files say something else than backup.json, resource by resource', async () => {
    const { json, files } = made(LIVE);
    const glossaries = listed(json, 'glossaries').map((each) =>
      each.id === 'g1' ? { ...each, digest: glossaryDigest('Uno', new Map()) } : each,
    );
    const { value, findings } = await read(filesOf({ ...made(LIVE), files, json: { ...json, glossaries } }));
    expect(value).toBeUndefined();
    expect(findings).toMatchObject([
      { code: 'backup-content', severity: 'error', details: { address: 'glossary.one' } },
    ]);
  });

  test('is refused where a file cannot be read any more, and says only that', async () => {
    const { json, files, ...more } = made(LIVE);
    const path = 'style-rules/formal.yaml';
    const text = 'name: Formal\nlanguage: de\nof_the_past: 1\n';
    const digest = createHash('sha256').update(text).digest('hex');
    const listing = json.files.map((each) => (each.path === path ? { ...each, sha256: digest } : each));
    const changed = { ...more, files: new Map([...files, [path, text]]), json: { ...json, files: listing } };
    const { value, findings } = await read(filesOf(changed));
    expect([value, findings.map(({ code, at }) => [code, at.file])]).toEqual([undefined, [['key-unknown', path]]]);
  });

  test('is refused if a resource in its backup.json lacks a member', () => {
    const { json } = made(LIVE);
    const styleRules = listed(json, 'styleRules').map(({ digest: _, ...each }) => each);
    const { findings } = parseBackupJson(new TextEncoder().encode(backupJsonText({ ...json, styleRules })));
    expect(findings).toMatchObject([
      { code: 'backup-damaged', details: { what: expect.stringContaining('styleRules[0].digest') } },
    ]);
  });

  test('is refused if its backup.json names a file outside of its folder', async () => {
    const { json, files } = made({ glossaries: [] });
    const outside = { ...json, files: [{ path: '../secret.csv', sha256: '' }] };
    const { value, findings } = await read(filesOf({ ...made({}), files, json: outside }));
    expect(value).toBeUndefined();
    expect(findings).toMatchObject([{ code: 'backup-damaged', details: { what: 'it names the file ../secret.csv' } }]);
  });

  test.each([
    ['{}', 'backup-format', { found: 'none' }],
    ['{"formatVersion":2}', 'backup-format', { found: '2' }],
    ['{"formatVersion":1}', 'backup-damaged', { what: expect.stringContaining('target') }],
    ['{', 'backup-damaged', { what: expect.any(String) }],
  ])('is refused with a backup.json of %s', (text, code, details) => {
    const { value, findings } = parseBackupJson(new TextEncoder().encode(text));
    expect([value, findings.map((each) => [each.code, each.details])]).toEqual([undefined, [[code, details]]]);
  });
});

test.each(['old', 'old/', 'old//', 'old\\'])('findings in the folder %s begin with its name', (folder) => {
  const finding = { code: 'x', severity: 'error', at: { file: 'a.csv', line: 2, column: 3 }, details: {} } as const;
  expect(findingsInFolder(folder, [finding])).toEqual([{ ...finding, at: { file: 'old/a.csv', line: 2, column: 3 } }]);
});
