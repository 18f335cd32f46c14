import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDictionary } from '../../../src/files/dictionary/dictionary-file.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { filesOf } from '../../../src/kinds/files/registry.ts';
import { writingOf } from '../../../src/kinds/files/writing-registry.ts';
import { glossaryDigest, type LiveGlossary } from '../../../src/kinds/glossary/glossary.ts';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import {
  type CustomInstruction,
  type LiveStyleList,
  styleListDigest,
} from '../../../src/kinds/style-list/style-list.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import { type PairKey, pairKey } from '../../../src/model/entries/language-pair.ts';
import { hasErrors } from '../../../src/model/finding.ts';
import { glossaryId, instructionId, styleId } from '../../../src/model/ids.ts';
import { PACKAGE_URL } from '../../../src/model/workspace/project.ts';
import type { Target } from '../../../src/model/workspace/workspace.ts';
import { readSources } from '../../../src/steps/workspace/read-desired.ts';
import { parseWorkspace, readWorkspace } from '../../../src/steps/workspace/read-workspace.ts';
import { editWorkspaceFile, pathIn, workspaceFiles } from '../../../src/steps/workspace/write-workspace.ts';
import { runs } from '../../support/runs.ts';

const ports = nodeFiles();
const local: Target = { kind: 'embedded', name: 'local' };

const liveGlossary = (
  id: string,
  name: string,
  dictionaries: Readonly<Record<PairKey, Readonly<Record<string, string>>>>,
): LiveGlossary => ({
  id: glossaryId(id),
  name,
  dictionaries: new Map(
    Object.entries(dictionaries).map(([key, content]) => {
      const [source = '', target = ''] = key.split('->');
      const entries = entriesOf(Object.entries(content));
      return [key as PairKey, { pair: { source, target }, entryCount: entries.size, entries }];
    }),
  ),
});

const liveList = (id: string, name: string, more: Partial<LiveStyleList['content']> = {}): LiveStyleList => {
  const content = { name, language: 'de', rules: new Map(), instructions: [], ...more };
  const instructions = content.instructions.map((instruction: CustomInstruction, index: number) => ({
    id: instructionId(`i${index}`),
    content: instruction,
  }));
  return { id: styleId(id), content, instructions, version: 1 };
};

const config = (text: string) =>
  parseWorkspace({
    bytes: new TextEncoder().encode(`version: 1\ntargets: { local: { service: embedded } }\n${text}`),
    file: 'lexform.yaml',
  }).value;

/** Writes the files and reads them back as the next command would. */
async function reread(files: ReadonlyMap<string, string>): Promise<DesiredState> {
  const root = mkdtempSync(join(tmpdir(), 'lexform-'));
  try {
    for (const [path, text] of files) await ports.writeFile(join(root, path), text);
    const { value } = await readWorkspace(ports, root);
    const { sources, findings } = await readSources(ports, root, value as NonNullable<typeof value>);
    expect(findings.filter(() => hasErrors(findings))).toEqual([]);
    return sources;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe('workspaceFiles', () => {
  test('a glossary becomes a folder, a style list a file, and the workspace file names both', () => {
    const files = workspaceFiles(
      {
        glossaries: [liveGlossary('g1', 'Product terms', { 'en->de': { house: 'Haus' }, 'en->fr': {} })],
        styleLists: [
          liveList('s1', 'Marketing: DE', {
            rules: new Map([
              ['punctuation', new Map([['apostrophe', 'use_curly_apostrophes']])],
              ['numbers', new Map()],
            ]),
            instructions: [{ label: 'no', prompt: 'Be "brief".', sourceLanguage: 'en' }],
          }),
        ],
      },
      { target: local },
    );
    expect([...files.keys()]).toEqual([
      'lexform.yaml',
      'glossaries/product-terms/glossary.yaml',
      'glossaries/product-terms/en-de.csv',
      'style-rules/marketing-de.yaml',
    ]);
    expect(files.get('glossaries/product-terms/glossary.yaml')).toBe(
      `# yaml-language-server: $schema=${PACKAGE_URL}/schemas/glossary.schema.json\nname: Product terms\ndictionaries: auto\n`,
    );
    expect(
      files.get('style-rules/marketing-de.yaml'),
    ).toBe(`# yaml-language-server: $schema=${PACKAGE_URL}/schemas/style-list.schema.json
name: "Marketing: DE"
language: de
configured_rules:
  punctuation:
    apostrophe: use_curly_apostrophes
custom_instructions:
  - label: "no"
    prompt: "Be \\"brief\\"."
    source_language: en
`);
  });

  test('developer keys have a line in the workspace file only if they were read', () => {
    const text = (live: LiveState) => workspaceFiles(live, { target: local }).get('lexform.yaml');
    expect(text({ glossaries: [] })).not.toContain('developer_keys');
    expect(text({ developerKeys: [] })).toContain('\ndeveloper_keys: developer-keys.yaml\n');
  });

  test('two of one name are both pinned, whatever the order in which they are listed', () => {
    const lists = [liveList('s2', 'Same'), liveList('s1', 'Same'), liveList('s3', 'same')];
    const files = workspaceFiles({ styleLists: lists }, { target: local });
    const again = workspaceFiles({ styleLists: lists.toReversed() }, { target: local });
    expect([...files].sort()).toEqual([...again].sort());
    expect(files.get('style-rules/same.yaml')).toContain('\nid: s1\n');
    expect(files.get('style-rules/same-2.yaml')).toContain('\nid: s2\n');
    expect(files.get('style-rules/same-3.yaml')).not.toContain('\nid:');
  });

  test('a resource that has a file keeps its name, and no other takes it', () => {
    const files = workspaceFiles(
      { styleLists: [liveList('s1', 'Renamed'), liveList('s2', 'Marketing')] },
      { target: local, names: new Map([['s1', 'marketing']]) },
    );
    expect(files.get('style-rules/marketing.yaml')).toContain('name: Renamed');
    expect(files.get('style-rules/marketing-2.yaml')).toContain('name: Marketing');
  });

  test.each([
    ['glossaries: terms/*/glossary.yaml', 'terms/a/glossary.yaml', 'terms/a/en-de.csv'],
    ['glossaries: "terms/**/glossary.yaml"', 'terms/a/glossary.yaml', 'terms/a/en-de.csv'],
    ['glossaries: "terms/**/*.{yaml,yml}"', 'terms/a.yaml', 'terms/a/en-de.csv'],
    ['glossaries: [only.yaml, "!x/*", "t/*.yml"]', 't/a.yml', 't/a/en-de.csv'],
    ['glossaries: []', 'glossaries/a/glossary.yaml', 'glossaries/a/en-de.csv'],
  ])('%s decides where the files stand', (text, yaml, csv) => {
    const existingConfig = config(`${text}\n`);
    const [pair, entries] = [{ source: 'en', target: 'de' }, entriesOf([['a', 'b']])];
    expect(existingConfig).not.toBe(undefined);
    const files = writingOf('glossary').write(
      [{ id: 'g', name: 'a', content: { name: 'A', dictionaries: new Map([['en->de', { pair, entries }]]) } }],
      pathIn(filesOf('glossary'), existingConfig?.patterns.glossary),
    );
    expect(files.map(([path]) => path)).toEqual([yaml, csv]);
  });

  test('a new workspace file names the target, and never a key', async () => {
    const target: Target = {
      kind: 'remote',
      name: 'prod',
      baseUrl: 'https://api.example.com',
      authScheme: 'Service-Auth-Key',
      key: { kind: 'env', name: 'KEY' },
      adminKey: { kind: 'file', path: '/run/admin key' },
    };
    const text = workspaceFiles({}, { target }).get('lexform.yaml') ?? '';
    expect(parseWorkspace({ bytes: new TextEncoder().encode(text), file: 'lexform.yaml' }).value?.targets).toEqual([
      target,
    ]);
  });

  test.each([
    ['https://api.deepl.com', 'DeepL-Auth-Key', '    preset: deepl\n'],
    ['https://api-free.deepl.com', 'DeepL-Auth-Key', '    preset: deepl-free\n'],
    ['https://api.deepl.com', 'Other', '    base_url: "https://api.deepl.com"\n    auth_scheme: Other\n'],
  ])('a target at %s with %s has the lines of it', (baseUrl, authScheme, lines) => {
    const target: Target = { kind: 'remote', name: 'prod', baseUrl, authScheme, key: { kind: 'env', name: 'KEY' } };
    expect(workspaceFiles({}, { target }).get('lexform.yaml')).toContain(`  prod:\n${lines}    key: "env:KEY"\n`);
  });

  test('entries that were not read are a mistake of the caller, not an empty dictionary', () => {
    const unread = new Map([['en->de' as PairKey, { pair: { source: 'en', target: 'de' }, entryCount: 3 }]]);
    const live: LiveState = { glossaries: [{ id: glossaryId('g'), name: 'A', dictionaries: unread }] };
    expect(() => workspaceFiles(live, { target: local })).toThrow('were not read');
  });

  const phrase = fc
    .oneof(
      fc.constantFrom(
        '__proto__',
        'constructor',
        '10',
        '"quoted"',
        '"',
        "it's",
        '#hash',
        'a,b',
        'a;b',
        'שלום',
        '=1+1',
        'source',
        'en',
        'sep=,',
        "'",
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    )
    .filter((text) => text === text.trim() && !/[\p{Cs}\p{Cc}\u2028\u2029\ufeff]/u.test(text));
  const anyName = fc.oneof(
    fc.constantFrom('no', '10', '# x', 'a: b', '"', 'CON', 'Ünï', 'x', 'X', '../up'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  );
  const dictionaries = fc.uniqueArray(
    fc.record({
      pair: fc.constantFrom(
        ...['en->de', 'de->en', 'en->fr', 'ja->ko'].map((key) => key.split('->') as [string, string]),
      ),
      entries: fc.uniqueArray(fc.tuple(phrase, phrase), { selector: ([source]) => source, maxLength: 4 }),
    }),
    { selector: ({ pair }) => pair.join(), maxLength: 3 },
  );
  const names = (text: fc.Arbitrary<string>) =>
    fc.uniqueArray(fc.tuple(text, text), { selector: ([key]) => key, maxLength: 3 });
  const instruction = fc.record(
    {
      label: anyName,
      prompt: fc.oneof(anyName, fc.constant('multi\nline')),
      sourceLanguage: fc.constantFrom('en', 'de', 'fr'),
    },
    { requiredKeys: ['label', 'prompt'] },
  ) as fc.Arbitrary<CustomInstruction>;
  const style = fc.record({
    name: anyName,
    language: fc.constantFrom('de', 'en', 'zh'),
    rules: names(anyName),
    instructions: fc.array(instruction, { maxLength: 3 }),
  });

  test('what was written reads back as the same content, and as the same resources', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: anyName, dictionaries }), { maxLength: 3 }),
        fc.array(style, { maxLength: 3 }),
        async (glossaries, lists) => {
          const live: LiveState = {
            glossaries: glossaries.map((glossary, index) => ({
              id: glossaryId(`g${index}`),
              name: glossary.name,
              dictionaries: new Map(
                glossary.dictionaries.map(({ pair: [source, target], entries }) => {
                  const pair = { source, target };
                  return [pairKey(pair), { pair, entryCount: entries.length, entries: entriesOf(entries) }];
                }),
              ),
            })),
            styleLists: lists.map((list, index) =>
              liveList(`s${index}`, list.name, {
                language: list.language,
                rules: new Map([['of_the_future', new Map(list.rules)]]),
                instructions: list.instructions,
              }),
            ),
          };
          const desired = await reread(workspaceFiles(live, { target: local }));
          const wanted = (live.glossaries ?? []).map(({ name, dictionaries: all }) =>
            glossaryDigest(name, all as never),
          );
          expect(
            (desired.glossaries ?? []).map(({ name, dictionaries: all }) => glossaryDigest(name, all)).sort(),
          ).toEqual(wanted.sort());
          expect((desired.styleLists ?? []).map(({ content }) => styleListDigest(content)).sort()).toEqual(
            (live.styleLists ?? []).map(({ content }) => styleListDigest(content)).sort(),
          );
          for (const { name, pinnedId } of desired.glossaries ?? []) {
            const same = glossaries.filter((glossary) => glossary.name === name);
            expect(pinnedId !== undefined).toBe(same.length > 1);
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

test('a workspace file that cannot be read is not edited', () => {
  const bytes = new TextEncoder().encode('version: 1\ntargets: [\n');
  expect(editWorkspaceFile({ bytes, file: 'lexform.yaml' }, [['glossaries', 'glossaries/*/glossary.yaml']])).toEqual({
    findings: [expect.objectContaining({ code: 'edit-not-safe', at: { file: 'lexform.yaml', line: 1, column: 1 } })],
  });
});

test('a term that could be a comment once its quotes are gone makes glossary.yaml say that it is none', () => {
  const files = (source: string) =>
    workspaceFiles({ glossaries: [liveGlossary('g1', 'Product', { 'en->de': { [source]: 'x' } })] }, { target: local });
  const folder = 'glossaries/product';
  const written = files('# of users');
  expect(written.get(`${folder}/glossary.yaml`)).toContain('\ncomments: none\n');
  const unquoted = written.get(`${folder}/en-de.csv`)?.replaceAll('"', '') ?? '';
  expect(unquoted).toBe('# of users,x\n');
  const read = parseDictionary({
    bytes: new TextEncoder().encode(unquoted),
    file: 'en-de.csv',
    pair: { source: 'en', target: 'de' },
    comments: 'none',
  });
  expect([...(read.value?.entries ?? [])]).toEqual([['# of users', 'x']]);
  expect(files('#users').get(`${folder}/glossary.yaml`)).not.toContain('comments');
});
