import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { hasErrors } from '../../../src/model/finding.ts';
import { readDesired, readSources } from '../../../src/steps/workspace/read-desired.ts';
import { readWorkspace } from '../../../src/steps/workspace/read-workspace.ts';
import { initialFiles } from '../../../src/steps/workspace/write-workspace.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const ports = nodeFiles();

const LEXFORM = `version: 1
targets: { local: { service: embedded } }
glossaries: glossaries/*/glossary.yaml
style_rules: style-rules/*.yaml
`;
const LIST = { 'style-rules/a.yaml': 'name: A\nlanguage: de\n' };

/** Reads a whole workspace as `validate` does. */
async function read(files: Readonly<Record<string, string>>) {
  const root = await tempWorkspace({ 'lexform.yaml': LEXFORM, ...LIST, ...files });
  return readFrom(root);
}

async function readFrom(root: string, files = ports) {
  const { value: config, findings } = await readWorkspace(files, root);
  if (config === undefined) return { findings, faults: findings.map(({ code }) => code) };
  const { sources: desired, findings: ofFiles } = await readSources(files, root, config);
  const all = [...findings, ...ofFiles];
  return {
    findings: all,
    faults: all.map(({ code, severity, at }) => `${severity} ${code} ${at.file}:${at.line}:${at.column}`),
    desired,
    pairs: desired.glossaries?.map(({ address, dictionaries }) => [address, ...[...dictionaries.keys()].sort()]),
  };
}

const product = (files: Readonly<Record<string, string>>, yaml = 'name: Product\n') =>
  read(
    Object.fromEntries([
      ['glossaries/product/glossary.yaml', yaml],
      ...Object.entries(files).map(([name, text]) => [`glossaries/product/${name}`, text]),
    ]),
  );

describe('readSources', () => {
  test('the workspace that init writes has no finding', async () => {
    const root = await tempWorkspace(Object.fromEntries(initialFiles('1a2b3c')));
    const { findings, pairs } = await readFrom(root);
    expect(findings).toEqual([]);
    expect(pairs).toEqual([['glossary.product', 'en->de', 'en->fr']]);
  });

  test.each([
    'dictionaries: [{ source_lang: en, target_lang: de, file: "a\\0.csv" }]',
    'tables: [{ file: "a\\0.csv", pairs: [en->de] }]',
    'imports: [{ file: "a\\0.csv" }]',
    'imports: [{ file: a.xlsx, sheet: "a\\e" }]',
    'imports: [{ file: a.xlsx, table: "a\\0" }]',
    'imports: [{ file: a.xlsx, format: "a\\0" }]',
    'imports: [{ file: a.xlsx, encoding: "a\\0" }]',
  ])('a control character in a name of a file or a sheet is a fault at its place: %s', async (line) => {
    const { faults } = await product({}, `name: Product\n${line}\n`);
    expect(faults).toEqual([`error value-form glossaries/product/glossary.yaml:2:${line.indexOf('"') + 1}`]);
  });

  test('a control character in the name of a developer key is a fault at its place', async () => {
    const { faults } = await read({
      'lexform.yaml': `${LEXFORM}developer_keys: keys.yaml\n`,
      'keys.yaml': '"a\\0b": {}\n',
    });
    expect(faults).toContain('error value-form keys.yaml:1:1');
  });

  test('resources have their addresses and come in the order of them; a kind that is not managed stays absent', async () => {
    const { desired } = await read({
      'lexform.yaml': `${LEXFORM}developer_keys: keys.yaml\n`,
      'glossaries/b/glossary.yaml': 'name: Name of b\nid: id-1\nmode: additive\nprotect: true\n',
      'glossaries/b/en-de.csv': 'x,y\n',
      'glossaries/B2/glossary.yaml': 'name: Name of B2\n',
      'glossaries/B2/en-de.csv': 'x,y\n',
      'keys.yaml': 'b: { label: B }\na:\n',
    });
    expect(desired?.glossaries?.map(({ address }) => address)).toEqual(['glossary.B2', 'glossary.b']);
    expect(desired?.glossaries?.[1]).toMatchObject({
      pinnedId: 'id-1',
      protect: true,
      mode: 'additive',
      name: 'Name of b',
    });
    expect([...(desired?.glossaries?.[1]?.dictionaries.keys() ?? [])]).toEqual(['en->de']);
    expect(desired?.styleLists?.[0]?.address).toBe('style_rules.a');
    expect(desired?.developerKeys?.map(({ address, label }) => [address, label])).toEqual([
      ['developer_key.a', 'a'],
      ['developer_key.b', 'B'],
    ]);
    const none = 'version: 1\ntargets: { local: { service: embedded } }\n';
    expect((await read({ 'lexform.yaml': none })).desired).toEqual({});
    const empty = await read({
      'lexform.yaml': `${none}glossaries: none/*.yaml\ndeveloper_keys: keys.yaml\n`,
      'keys.yaml': '{}\n',
    });
    expect(empty.desired).toEqual({ glossaries: [], developerKeys: [] });
  });

  test('a pair that is declared twice is an error that names both places', async () => {
    const { findings, pairs } = await product(
      { 'terms.csv': 'x,y\n', 'en-de.csv': 'x,y\n' },
      'name: P\ndictionaries:\n  - { source_lang: en, target_lang: de, file: en-de.csv }\n  - { source_lang: EN, target_lang: de, file: terms.csv }\n',
    );
    const repeated = findings.filter(({ code }) => code === 'pair-repeated');
    expect(repeated.map(({ at, related }) => [at.line, related?.[0]?.line])).toEqual([[4, 3]]);
    expect(pairs).toEqual([['glossary.product', 'en->de']]);
  });

  test('the quickstart has no finding', async () => {
    const { findings, pairs, desired } = await readFrom('examples/quickstart');
    expect(findings).toEqual([]);
    expect(pairs).toEqual([
      ['glossary.billing', 'de->en', 'en->de', 'en->fr', 'en->ja'],
      ['glossary.product', 'de->en', 'en->de', 'en->fr'],
    ]);
    expect(desired?.styleLists?.map(({ address }) => address)).toEqual([
      'style_rules.marketing-de',
      'style_rules.support-fr',
    ]);
    const [billing] = desired?.glossaries ?? [];
    expect(billing?.dictionaries.get('en->ja')?.entries.get('reverse charge')).toBe(undefined);
    expect(billing?.dictionaries.get('en->ja')?.entries.get('seat')).toBe('シート');
    expect(billing?.dictionaries.get('en->ja')?.locate('seat')).toMatchObject({
      file: 'glossaries/billing/terms.csv',
      line: 8,
    });
  });

  test('dictionaries are found by name: CSV and TSV, whatever the case', async () => {
    const { faults, pairs } = await product({
      'en-de.csv': 'house,Haus\n',
      'DE_EN.tsv': 'Haus\thouse\n',
      'README.md': 'x',
    });
    expect(faults).toEqual([]);
    expect(pairs).toEqual([['glossary.product', 'de->en', 'en->de']]);
  });

  test('names with a variant or the same language twice are errors, a language that is not known and others are warnings', async () => {
    const row = 'a,b\n';
    const { faults, findings } = await product({
      'en-de.csv': row,
      'en-pt-BR.csv': row,
      'en_US-fr.csv': row,
      'en-xx.csv': row,
      'en-no.csv': row,
      'en-en.csv': row,
      'terms.csv': row,
    });
    expect([...faults].sort()).toEqual([
      'error language-variant glossaries/product/en-pt-BR.csv:1:1',
      'error language-variant glossaries/product/en_US-fr.csv:1:1',
      'error same-languages glossaries/product/en-en.csv:1:1',
      'warning dictionary-file-name glossaries/product/terms.csv:1:1',
      'warning language-unknown glossaries/product/en-no.csv:1:1',
      'warning language-unknown glossaries/product/en-xx.csv:1:1',
    ]);
    const variant = findings.find(({ at }) => at.file.endsWith('en_US-fr.csv'));
    expect(variant?.details).toMatchObject({ language: 'en-US', base: 'en' });
  });

  test('listed dictionaries are read from where the list says, and only those', async () => {
    const { faults, pairs } = await read({
      'glossaries/product/glossary.yaml': `name: P
dictionaries:
  - { source_lang: EN, target_lang: de, file: ../../shared/words.txt, delimiter: ";", header: true }
`,
      'glossaries/product/en-fr.csv': 'a,b\n',
      'shared/words.txt': 'source;target\nhouse;Haus\n',
    });
    expect(faults).toEqual([]);
    expect(pairs).toEqual([['glossary.product', 'en->de']]);
  });

  test('a listed file that is missing or outside the workspace, and a variant in the list, are errors at their place', async () => {
    const { faults } = await product(
      {},
      `name: P
dictionaries:
  - { source_lang: en, target_lang: de, file: nothing.csv }
  - { source_lang: en, target_lang: fr, file: ../../../etc/passwd }
  - { source_lang: en-US, target_lang: es, file: nothing.csv }
`,
    );
    expect(faults).toEqual([
      'error path-outside-workspace glossaries/product/glossary.yaml:4:47',
      'error language-variant glossaries/product/glossary.yaml:5:20',
    ]);
  });

  test('a file that is a link out of the workspace is refused', async () => {
    const outside = await tempWorkspace({ 'en-de.csv': 'a,b\n', 'passwd.yaml': 'name: X\nlanguage: de\n' });
    const root = await tempWorkspace({
      'lexform.yaml': LEXFORM,
      'glossaries/product/glossary.yaml': 'name: P\n',
      'style-rules/b.yaml': 'name: B\nlanguage: de\n',
    });
    symlinkSync(join(outside, 'en-de.csv'), join(root, 'glossaries/product/en-de.csv'));
    symlinkSync(join(outside, 'passwd.yaml'), join(root, 'style-rules/a.yaml'));
    symlinkSync(join(root, 'style-rules/b.yaml'), join(root, 'style-rules/c.yaml'));
    const { faults } = await readFrom(root);
    expect(faults).toEqual([
      'error file-outside-workspace glossaries/product/en-de.csv:1:1',
      'error file-outside-workspace style-rules/a.yaml:1:1',
      'error name-repeated style-rules/c.yaml:1:7',
    ]);
  });

  test('a pair from a file and from a table is an error that names both', async () => {
    const { findings } = await product(
      { 'en-de.csv': 'a,b\n', 'terms.csv': 'en,de\nx,y\n' },
      'name: P\ntables: [{ file: terms.csv, pairs: [en->de] }]\n',
    );
    expect(findings).toMatchObject([
      {
        code: 'pair-repeated',
        at: { file: 'glossaries/product/glossary.yaml', line: 2 },
        related: [{ file: 'glossaries/product/en-de.csv' }],
      },
    ]);
  });

  test('no dictionary at all is an error, unless an empty list is written out', async () => {
    expect((await product({})).faults).toEqual([
      'error glossary-without-dictionaries glossaries/product/glossary.yaml:1:7',
    ]);
    expect((await product({}, 'name: P\ndictionaries: []\n')).faults).toEqual([
      'warning glossary-empty glossaries/product/glossary.yaml:2:15',
    ]);
  });

  test('a file without rows is a warning, and the dictionary is there and empty', async () => {
    const { faults, desired } = await product({ 'en-de.csv': '# nothing yet\n' }, 'name: P\ncomments: "#"\n');
    expect(faults).toEqual(['warning dictionary-without-rows glossaries/product/en-de.csv:1:1']);
    expect(desired?.glossaries?.[0]?.dictionaries.get('en->de')?.entries.size).toBe(0);
  });

  test('one fault is one finding: a file with an error is not said to be empty as well', async () => {
    expect((await product({ 'en-de.csv': 'house\n' })).faults).toEqual([
      'error row-one-column glossaries/product/en-de.csv:1:1',
    ]);
    expect((await product({ 'terms.csv': 'en,de\na,b\n' })).faults).toEqual([
      'error dictionary-file-name glossaries/product/terms.csv:1:1',
    ]);
  });

  test('a spreadsheet that is not read is named: beside the dictionaries, in their place, and under another name', async () => {
    const zip = 'PK\u0003\u0004xyz';
    const beside = { 'en-de.csv': 'a,b\n', 'terms.xlsx': zip, 'Old.ODS': zip, '~$terms.xlsx': '', 'photo.png': '' };
    expect((await product(beside)).faults).toEqual([
      'warning spreadsheet-unused glossaries/product/Old.ODS:1:1',
      'warning spreadsheet-unused glossaries/product/terms.xlsx:1:1',
    ]);
    expect((await product({ 'en-de.xlsx': zip })).faults).toEqual([
      'error spreadsheet-unused glossaries/product/en-de.xlsx:1:1',
    ]);
    expect((await product({ 'en-de.csv': zip })).faults).toEqual([
      'error spreadsheet-not-read glossaries/product/en-de.csv:1:1',
    ]);
    const table = 'name: P\ntables: [{ file: terms.xlsx, pairs: [en->de] }]\n';
    expect((await product({ 'terms.xlsx': zip }, table)).faults).toEqual([
      'error spreadsheet-not-read glossaries/product/glossary.yaml:2:18',
    ]);
  });

  test('header, comments and columns of a glossary hold for the files beside it', async () => {
    const { faults, desired } = await product(
      { 'en-de.csv': 'Wort,Bedeutung\n# pets\ncat,Katze\n' },
      'name: P\nheader: true\ncomments: "#"\n',
    );
    expect(faults).toEqual([]);
    expect([...(desired?.glossaries?.[0]?.dictionaries.get('en->de')?.entries ?? [])]).toEqual([['cat', 'Katze']]);
  });

  test('a pattern that matches nothing is a warning at the pattern', async () => {
    const root = await tempWorkspace({ 'lexform.yaml': LEXFORM });
    const { faults, desired } = await readFrom(root);
    expect(faults).toEqual([
      'warning pattern-matches-nothing lexform.yaml:3:13',
      'warning pattern-matches-nothing lexform.yaml:4:14',
    ]);
    expect(desired).toEqual({ glossaries: [], styleLists: [] });
  });

  test('faults of all files are told together', async () => {
    const { faults, findings } = await read({
      'glossaries/a/glossary.yaml': 'nme: A\n',
      'glossaries/b/glossary.yaml': `name: ${'é'.repeat(513)}\ndictionaries: []\n`,
      'style-rules/b.yaml': 'name: B\nlanguage: german\n',
    });
    expect(faults).toEqual([
      'error key-missing glossaries/a/glossary.yaml:1:1',
      'error key-unknown glossaries/a/glossary.yaml:1:1',
      'error glossary-name-too-long glossaries/b/glossary.yaml:1:7',
      'error language-unsupported style-rules/b.yaml:2:11',
    ]);
    expect(hasErrors(findings)).toBe(true);
  });

  test('a layer that no file uses is told only if every file could be read', async () => {
    const codes = async (more: Readonly<Record<string, string>>) => {
      const files = { 'lexform.yaml': `${LEXFORM}layers: [../shared]\n`, ...LIST, ...more };
      const root = await tempWorkspace({
        ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`work/${file}`, text])),
        'shared/x.txt': 'x',
      });
      const { faults } = await readFrom(join(root, 'work'));
      return faults.filter((fault) => fault.includes('layer'));
    };
    expect(await codes({})).toEqual(['warning layer-path-unused lexform.yaml:5:10']);
    expect(await codes({ 'glossaries/x/glossary.yaml': '[' })).toEqual([]);
  });

  test('every file is known with its addresses and its tables, readable or not', async () => {
    const root = await tempWorkspace({
      'lexform.yaml':
        'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n',
      'glossaries/a/glossary.yaml': '[',
      'glossaries/a/en-de.csv': 'a,b\n',
      'glossaries/b/glossary.yaml': 'name: B\n',
      'glossaries/b/en-de.csv': 'a,b\n',
      'style-rules/s.yaml': '[',
    });
    const { named } = await readDesired(nodeFiles(), root);
    expect(
      named?.map(({ kind, file, addresses, tables, isUnreadable }) => [kind, file, addresses, tables, isUnreadable]),
    ).toEqual([
      ['glossary', 'glossaries/a/glossary.yaml', ['glossary.a'], ['glossaries/a/en-de.csv'], true],
      ['glossary', 'glossaries/b/glossary.yaml', ['glossary.b'], ['glossaries/b/en-de.csv'], undefined],
      ['style-list', 'style-rules/s.yaml', ['style_rules.s'], [], true],
    ]);
  });

  test('findings and glossaries stand in the order of the files, whichever is read first', async () => {
    const glossaries = ['a', 'b', 'c'].flatMap((name) => [
      [`glossaries/${name}/glossary.yaml`, `name: ${name}\n`],
      [`glossaries/${name}/en-de.csv`, 'one,eins\none,zwei\n'],
    ]);
    const root = await tempWorkspace({
      'lexform.yaml': LEXFORM,
      ...Object.fromEntries(glossaries),
      'style-rules/a.yaml': 'name: A\n',
      'style-rules/b.yaml': 'name: B\n',
    });
    const read: string[] = [];
    // The first of each kind is the last to be read.
    const slowFirst: typeof ports = {
      ...ports,
      readRegularFile: async (path, maxBytes) => {
        const bytes = await ports.readRegularFile(path, maxBytes);
        if (/[/\\]a(?:[/\\]glossary)?\.yaml$/.test(path)) {
          for (
            let turns = 0;
            turns < 1000 && !read.some((each) => /[/\\]b\.yaml$|c[/\\]en-de\.csv$/.test(each));
            turns += 1
          )
            await new Promise((resolve) => setImmediate(resolve));
        }
        read.push(path);
        return bytes;
      },
    };
    const { faults } = await readFrom(root, slowFirst);
    expect(faults).toEqual((await readFrom(root)).faults);
    expect(faults?.map((fault) => fault.split(' ')[2])).toEqual([
      'glossaries/a/en-de.csv:2:1',
      'glossaries/b/en-de.csv:2:1',
      'glossaries/c/en-de.csv:2:1',
      'style-rules/a.yaml:1:1',
      'style-rules/b.yaml:1:1',
    ]);
    expect(read.findIndex((path) => /c[/\\]en-de\.csv$/.test(path))).toBeLessThan(
      read.findIndex((path) => /a[/\\]glossary\.yaml$/.test(path)),
    );
  });

  test('a rule catalogue of the user replaces the built-in one', async () => {
    const catalogue = {
      components: { schemas: { ConfiguredRules: { properties: { numbers: { properties: { a: { enum: ['x'] } } } } } } },
    };
    const { faults, findings } = await read({
      'lexform.yaml': `${LEXFORM}rule_catalog: openapi.json\n`,
      'openapi.json': JSON.stringify(catalogue),
      'glossaries/g/glossary.yaml': 'name: G\n',
      'glossaries/g/en-de.csv': 'a,b\n',
      'style-rules/a.yaml': 'name: A\nlanguage: de\nconfigured_rules: { numbers: { a: y }, punctuation: { b: c } }\n',
    });
    expect(faults).toEqual([
      'warning rule-option-unknown style-rules/a.yaml:3:35',
      'warning rule-category-unknown style-rules/a.yaml:3:40',
    ]);
    expect(findings.map(({ details }) => details.catalogue)).toEqual(['openapi.json', 'openapi.json']);
  });

  test('a rule catalogue that is missing is told once', async () => {
    const { faults } = await read({
      'lexform.yaml': `${LEXFORM}rule_catalog: nothing.json\n`,
      'glossaries/g/glossary.yaml': 'name: G\n',
      'glossaries/g/en-de.csv': 'a,b\n',
    });
    expect(faults).toEqual(['error file-missing lexform.yaml:5:15']);
  });
});

describe('the file of developer keys', () => {
  const keys = async (text?: string) =>
    read({
      'lexform.yaml': `${LEXFORM}developer_keys: keys/all.yaml\n`,
      ...(text !== undefined && { 'keys/all.yaml': text }),
    });

  test('is read when lexform.yaml names it', async () => {
    expect((await keys('ci: { characters: 5 }\n')).desired?.developerKeys).toMatchObject([
      {
        address: 'developer_key.ci',
        label: 'ci',
        limits: { characters: 5 },
        origin: { file: 'keys/all.yaml', line: 1 },
      },
    ]);
    expect((await keys('{}\n')).desired?.developerKeys).toEqual([]);
    expect((await read({ 'keys/all.yaml': 'ci: {}\n' })).desired?.developerKeys).toBe(undefined);
  });

  test('that is not there is an error where it is named: there is no telling it from a wish for no keys', async () => {
    const { faults, desired } = await keys();
    expect(faults.filter((fault) => fault.startsWith('error'))).toEqual(['error file-missing lexform.yaml:5:17']);
    expect(desired?.developerKeys).toBe(undefined);
  });

  test('tells the faults of entries and of their labels together', async () => {
    const { faults } = await keys('a: { label: X, characters: -1 }\nb: { label: X }\n');
    expect(faults.filter((fault) => fault.startsWith('error'))).toEqual([
      'error number-range keys/all.yaml:1:28',
      'error label-repeated keys/all.yaml:2:13',
    ]);
  });
});
