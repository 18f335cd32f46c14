import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { runLexform } from '../support/cli.ts';
import { git, tempRepository } from '../support/git-repository.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CONFIG =
  'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n';

type Files = Readonly<Record<string, string>>;

const BASE: Files = {
  'lexform.yaml': CONFIG,
  'glossaries/product/glossary.yaml': 'name: Product\ntables:\n  - { file: terms.csv, pairs: ["en->*"] }\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
  'glossaries/product/terms.csv': 'en;de;fr;note\r\nbank;Bank;;\r\ndog;Hund;;\r\n',
  'style-rules/s.yaml': 'name: S\nlanguage: de\ncustom_instructions:\n  - label: Tone\n    prompt: Be friendly.\n',
  'notes.csv': 'a,b\n',
};

/** A repository in whose main branch and whose branch `feature` files differ. `executable`: files with that mode. */
async function repository(ours: Files, theirs: Files, base: Files = BASE, executable: readonly string[] = []) {
  const { folder: cwd } = tempRepository();
  const commit = async (files: Files, message: string): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
    for (const path of executable) chmodSync(join(cwd, path), 0o755);
    git(cwd, 'add', '-A');
    git(cwd, 'commit', '-q', '-m', message, '--allow-empty');
  };
  await commit(base, 'base');
  git(cwd, 'switch', '-q', '-c', 'feature');
  await commit(theirs, 'theirs');
  git(cwd, 'switch', '-q', 'main');
  await commit(ours, 'ours');
  return {
    cwd,
    commit,
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
    status: () => git(cwd, 'status', '--porcelain'),
    /** Merges the branch; git itself cannot. */
    merge: () => expect(() => git(cwd, 'merge', '-q', 'feature')).toThrow(),
    lexform: (...args: readonly string[]) => runLexform({ cwd }, ...args),
  };
}

const APPENDED: readonly [ours: Files, theirs: Files] = [
  {
    'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\nmouse,Maus\n',
    'glossaries/product/terms.csv': 'en;de;fr;note\r\nbank;Geldhaus;;\r\ndog;Hund;;\r\n',
  },
  {
    'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\nbird,Vogel\n',
    'glossaries/product/terms.csv': 'en;de;fr;note\r\nbank;Bank;banque;\r\ndog;Hund;;\r\n',
  },
];

describe('lexform merge in the middle of a git merge', () => {
  test('merges an executable file too, which stays executable', async () => {
    const file = 'glossaries/product/en-de.csv';
    const world = await repository(...APPENDED, BASE, [file]);
    world.merge();
    expect(await world.lexform('merge')).toMatchObject({ code: 0 });
    expect(git(world.cwd, 'ls-files', '--stage', file)).toMatch(/^100755 [0-9a-f]+ 0\t/);
    expect(world.read(file)).toBe('house,Haus\ncat,Katze\nmouse,Maus\nbird,Vogel\n');
  });

  test('resolves lexform.yaml first, and nothing else while that is in conflict', async () => {
    const config = (count: number): Files => ({ 'lexform.yaml': `${CONFIG}concurrency: ${count}\n` });
    const world = await repository({ ...APPENDED[0], ...config(2) }, { ...APPENDED[1], ...config(3) });
    world.merge();
    const { code, out } = await world.lexform('merge');
    expect(code).toBe(1);
    expect(out).toContain('not merged: glossaries/product/en-de.csv: lexform.yaml names no files or cannot be read');
    git(world.cwd, 'checkout', '--ours', 'lexform.yaml');
    git(world.cwd, 'add', 'lexform.yaml');
    expect((await world.lexform('merge')).code).toBe(0);
  });
});

/** Git as a clone has it after `lexform merge --install`; the driver is a script that calls the command line here. */
describe('lexform merge --install', () => {
  test('asks, and writes .gitattributes and the settings of the clone', async () => {
    const world = await repository({}, {});
    const refused = await runLexform({ cwd: world.cwd, answer: 'no' }, 'merge', '--install');
    expect(refused.code).toBe(3);
    expect(world.status()).toBe('');
    world.write('.gitattributes', '*.bin binary');
    const bin = await tempWorkspace({ lexform: '', 'node_modules/.bin/lexform': '' });
    const { code, out, err } = await runLexform(
      { cwd: world.cwd, answer: 'yes', env: { PATH: ['/nowhere', bin].join(delimiter) } },
      ...['merge', '--install'],
    );
    expect({ code, out }).toEqual({
      code: 0,
      out: 'Installed. Commit .gitattributes; every other clone runs "lexform merge --install" once.\n',
    });
    expect(err).toContain('  merge.lexform.driver = lexform merge -- %O %A %B %P || ');
    expect(world.read('.gitattributes')).toBe(
      [
        '*.bin binary',
        '/lexform.yaml merge=lexform',
        '/glossaries/*/glossary.yaml merge=lexform',
        '/glossaries/*/*.csv merge=lexform diff=lexform',
        '/glossaries/*/*.tsv merge=lexform diff=lexform',
        '/style-rules/*.yaml merge=lexform',
        '',
      ].join('\n'),
    );
    expect(git(world.cwd, 'config', 'merge.lexform.driver')).toMatch(/^lexform merge -- %O %A %B %P \|\| /);
    expect(git(world.cwd, 'check-attr', 'diff', '--', 'glossaries/product/en-de.csv')).toContain('diff: lexform');
    const again = await world.lexform('merge', '--install', '-y', '--command', 'npx lexform');
    expect(again.err).not.toContain('.gitattributes, to commit');
    expect(git(world.cwd, 'config', 'diff.lexform.textconv')).toContain('npx lexform merge --textconv "$1"');
    // What npm puts on the path is not there when git runs.
    const ofProject = await runLexform(
      { cwd: world.cwd, env: { PATH: join(bin, 'node_modules/.bin') } },
      ...['merge', '--install', '-y'],
    );
    expect(ofProject.err).toContain('merge.lexform.driver = npx --no-install lexform merge -- ');
  });

  test('loses nothing where Lexform cannot be started: git merges and shows the lines', async () => {
    const world = await repository(...APPENDED);
    expect((await world.lexform('merge', '--install', '-y', '--command', './not-there')).code).toBe(0);
    await world.commit({}, 'attributes');
    world.merge();
    expect(world.status()).toContain('UU glossaries/product/en-de.csv');
    const merged = world.read('glossaries/product/en-de.csv');
    for (const kept of ['<<<<<<< ours', 'mouse,Maus', 'bird,Vogel', '>>>>>>> theirs']) expect(merged).toContain(kept);
    git(world.cwd, 'checkout', '-q', '--ours', '--', '.');
    git(world.cwd, 'add', '.');
    expect(git(world.cwd, 'diff', '--cached', 'HEAD~2', '--', 'glossaries/product/en-de.csv')).toContain('+mouse,Maus');
  });
});

describe('lexform merge with three files', () => {
  const files = { base: 'a,A\n', ours: 'a,A\nb,B\n', theirs: 'a,A\nc,C\n' };
  const world = async (texts: Files = files) => {
    const { cwd, ...rest } = await repository(texts, {});
    const run = (...args: readonly string[]) => runLexform({ cwd }, 'merge', 'base', 'ours', 'theirs', ...args);
    return { cwd, run, ...rest };
  };

  test('has git merge the lines of a file that is too large, so that it does not look merged', async () => {
    const { cwd, read } = await world();
    const files = nodeFiles();
    const tooLarge: typeof files = { ...files, readRegularFile: async () => ({ kind: 'too-large', size: 1e9 }) };
    const { code, err } = await runLexform({ cwd, files: tooLarge }, 'merge', 'base', 'ours', 'theirs', 'x.csv');
    expect(code).toBe(1);
    expect(err).toContain('"base" has 1000000000 bytes, at most 104857600 are merged');
    expect(read('ours')).toContain('<<<<<<< ours\nb,B\n=======\nc,C\n>>>>>>> theirs\n');
  });
});

const PROGRAM = [process.execPath, resolve('dist/main.js')].map((part) => `'${part}'`).join(' ');

test('git merges with the driver, and its diff shows terms', async () => {
  const world = await repository(...APPENDED);
  const installed = await world.lexform('merge', '--install', '-y', '--command', PROGRAM);
  expect(installed.code).toBe(0);
  await world.commit({}, 'attributes');
  git(world.cwd, 'merge', '-q', '--no-edit', 'feature');
  expect(world.status()).toBe('');
  expect(world.read('glossaries/product/en-de.csv')).toBe('house,Haus\ncat,Katze\nmouse,Maus\nbird,Vogel\n');
  expect(world.read('glossaries/product/terms.csv')).toBe('en;de;fr;note\r\nbank;Geldhaus;banque;\r\ndog;Hund;;\r\n');
  const diff = git(world.cwd, 'diff', 'HEAD^', '--', 'glossaries/product/terms.csv');
  expect(diff.split('\n').slice(5)).toEqual([
    '   column: note',
    ' bank',
    '   de: Geldhaus',
    '+  fr: banque',
    ' dog',
    '   de: Hund',
    '',
  ]);
});
