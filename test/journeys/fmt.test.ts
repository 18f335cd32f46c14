import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CONFIG =
  'targets:\n  local: { service: embedded }\nversion: 1\nglossaries: glossaries/*/glossary.yaml\ndeveloper_keys: developer-keys.yaml\n';

async function world(more: Readonly<Record<string, string>> = {}) {
  const cwd = await tempWorkspace({
    'lexform.yaml': CONFIG,
    'glossaries/product/glossary.yaml': 'tables:\n  - { pairs: ["en->*"], file: terms.csv }\nname: Product\n',
    'glossaries/product/en-de.csv': '"house";"Haus"\r\ncat;Katze\r\n',
    'glossaries/product/terms.csv': 'en,fr,\ndog,chien,\n\n\nbird,oiseau,\n',
    'developer-keys.yaml': 'ci: { protect: true, label: CI }\n',
    'other.csv': '"a","b"\r\n',
    ...more,
  });
  return {
    cwd,
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    fmt: (...args: readonly string[]) => runLexform({ cwd }, 'fmt', ...args),
    lexform: (...args: readonly string[]) => runLexform({ cwd }, ...args),
  };
}

const ALL = [
  'developer-keys.yaml',
  'glossaries/product/en-de.csv',
  'glossaries/product/glossary.yaml',
  'glossaries/product/terms.csv',
  'lexform.yaml',
];

describe('lexform fmt', () => {
  test('formats every file of the workspace and no other one, and has nothing to do the second time', async () => {
    const { fmt, read } = await world();
    expect(await fmt()).toEqual({
      code: 0,
      out: `${ALL.map((file) => `formatted ${file}\n`).join('')}5 files formatted, 0 already formatted\n`,
      err: '',
    });
    expect(read('glossaries/product/en-de.csv')).toBe('house;Haus\ncat;Katze\n');
    expect(read('glossaries/product/glossary.yaml')).toBe(
      'name: Product\ntables:\n  - { file: terms.csv, pairs: ["en->*"] }\n',
    );
    expect(read('glossaries/product/terms.csv')).toBe('en,fr\ndog,chien\n\nbird,oiseau\n');
    expect(read('developer-keys.yaml')).toBe('ci: { label: CI, protect: true }\n');
    expect(read('lexform.yaml').split('\n')[0]).toBe('version: 1');
    expect(read('other.csv')).toBe('"a","b"\r\n');
    expect((await fmt()).out).toBe('0 files formatted, 5 already formatted\n');
  });

  test('--check writes nothing, names the files and exits 4', async () => {
    const { fmt, read } = await world();
    const { code, out } = await fmt('--check');
    expect({ code, out }).toEqual({
      code: 4,
      out: `${ALL.map((file) => `not formatted: ${file}\n`).join('')}5 files are not formatted, 0 already formatted; run "lexform fmt"\n`,
    });
    expect(read('lexform.yaml')).toBe(CONFIG);
    await fmt();
    expect((await fmt('--check')).code).toBe(0);
  });

  test('formats the files and folders that are named, by their paths from the current folder', async () => {
    const { fmt, cwd, read } = await world();
    expect((await fmt('glossaries/product/terms.csv', '--sort')).out).toContain('1 file formatted');
    expect(read('glossaries/product/terms.csv')).toBe('en,fr\ndog,chien\n\nbird,oiseau\n');
    git(cwd, 'init', '--quiet');
    const inFolder = await runLexform({ cwd: join(cwd, 'glossaries') }, 'fmt', 'product', '--json');
    expect(JSON.parse(inFolder.out)).toMatchObject({
      changed: ['glossaries/product/en-de.csv', 'glossaries/product/glossary.yaml'],
      unchanged: ['glossaries/product/terms.csv'],
    });
    const { code, err } = await fmt('other.csv');
    expect(code).toBe(1);
    expect(err).toContain('"other.csv" names no file of the workspace "."; name lexform.yaml, a file that it names');
  });

  test('leaves a file with errors as it is, says what is wrong, and formats the others', async () => {
    const broken = 'house;Haus\r\n;Katze\r\n';
    const { fmt, read } = await world({ 'glossaries/product/en-de.csv': broken });
    const { code, out } = await fmt();
    expect(code).toBe(4);
    expect(out).toContain('glossaries/product/en-de.csv:2:1: error: the source phrase is empty [phrase-empty]\n');
    expect(out).toContain('not formatted, it has errors: glossaries/product/en-de.csv\n4 files formatted');
    expect(read('glossaries/product/en-de.csv')).toBe(broken);
  });

  test('leaves everything but lexform.yaml alone where that has errors, and says so', async () => {
    const { fmt, read } = await world({ 'lexform.yaml': 'targets: [\n' });
    const { code, out } = await fmt();
    expect(code).toBe(4);
    expect(out).toContain('lexform.yaml:2:1: error: not valid YAML');
    expect(read('glossaries/product/terms.csv')).toContain('\n\n\n');
  });

  test('changes nothing of a plan', async () => {
    const { fmt, lexform } = await world();
    const plan = async (): Promise<unknown> => {
      const { changes } = JSON.parse((await lexform('plan', '--json')).out);
      return changes;
    };
    const before = await plan();
    expect(before).not.toEqual([]);
    await fmt();
    // Places in the files are part of a change.
    const withoutPlaces = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, each) => (key === 'at' || key === 'origin' ? null : each)));
    expect(withoutPlaces(await plan())).toEqual(withoutPlaces(before));
  });
});

test('what init writes is formatted', async () => {
  const cwd = await tempWorkspace({});
  await runLexform({ cwd }, 'init');
  expect(await runLexform({ cwd }, 'fmt', '--check')).toMatchObject({ code: 0 });
});

const examples = readdirSync('examples').filter((name) => existsSync(join('examples', name, 'lexform.yaml')));

test.each(examples)('the files of examples/%s are formatted', async (name) => {
  const cwd = await tempWorkspace({});
  const folder = join('examples', name);
  for (const entry of readdirSync(folder)) {
    const isFolder = statSync(join(folder, entry)).isDirectory();
    cpSync(join(folder, entry), join(cwd, entry), { recursive: isFolder });
  }
  expect((await runLexform({ cwd }, 'fmt', '--check')).out).not.toContain('not formatted: ');
});
