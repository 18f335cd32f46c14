import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { runs } from '../support/runs.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { startLexform } from './lexform-process.ts';

const CONFIG = 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n';

const FILES = {
  'lexform.yaml': `${CONFIG}ledger: { dir: ledger }\n`,
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house, Haus\ntree,Baum\n',
};

describe('names that differ in case only', () => {
  test('are refused, and both files are named', async () => {
    const cwd = await tempWorkspace({
      ...FILES,
      'glossaries/Product/glossary.yaml': 'name: Other\n',
      'glossaries/Product/en-de.csv': 'house,Gebäude\n',
      'glossaries/product/EN-DE.csv': 'tree,Strauch\n',
    });
    const inOneCase = readdirSync(join(cwd, 'glossaries')).length === 1;
    const { code, out, err } = await runLexform({ cwd }, 'plan');
    expect(code).toBe(4);
    expect(out).toBe('');
    if (inOneCase) return;
    expect(err).toContain('the name "product" is taken by another file');
    expect(err).toContain('the dictionary en->de is declared twice');
    expect(err).toContain('glossaries/Product/glossary.yaml');
    expect(err).toContain('glossaries/product/EN-DE.csv');
    expect(existsSync(join(cwd, 'ledger'))).toBe(false);
  });
});

/** What a folder holds, file by file, but for what has a time or a random number in it. */
const contents = (cwd: string): readonly string[] =>
  readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/ledger|\.lexform/.test(join(entry.parentPath, entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => `${path.slice(cwd.length)}\n${readFileSync(path, 'utf8')}`);

describe('a TMPDIR in which nothing can be written', () => {
  const COMMANDS: readonly (readonly string[])[] = [
    ['lint', '--fix'],
    ['import', 'more.csv', '--to', 'glossary.product'],
    ['fmt'],
    ['apply', '--auto-approve'],
    ['plan', '--detailed-exitcode', '--out', 'plan.json'],
    ['export', 'glossary.product', '--format', 'tbx', '--out', 'p.tbx'],
    ['backup', 'saved'],
  ];

  /** The exit codes of the commands, and the files that they leave. */
  async function story(tmpdir: string | undefined) {
    const cwd = await tempWorkspace({ ...FILES, 'more.csv': 'en,de\nhut,Hütte\n' });
    const codes: (number | null)[] = [];
    const errors: string[] = [];
    for (const args of COMMANDS) {
      const env = tmpdir === undefined ? {} : { TMPDIR: tmpdir };
      const { code, err } = await startLexform({ cwd, who: 'ana', env }, ...args).ended;
      codes.push(code);
      errors.push(err);
    }
    const isSame = (text: string): boolean => !/^\/(?:plan\.json|saved)/.test(text);
    return { codes, errors, files: contents(cwd).filter(isSame) };
  }

  test('changes nothing: missing, read-only, a file, and full', async () => {
    const usual = await story(undefined);
    expect(usual.files.join('\n')).toContain('house,Haus\n');
    expect(usual.codes).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const folder = await tempWorkspace({});
    mkdirSync(join(folder, 'locked'), { mode: 0o500 });
    writeFileSync(join(folder, 'file'), '');
    // Nobody can write into `/proc`, not even root; and every write to `/dev/full` fails with a full disk.
    const places = ['missing', 'locked', 'file'].map((name) => join(folder, name));
    for (const tmpdir of [...places, '/proc', '/dev/full']) expect(await story(tmpdir), tmpdir).toEqual(usual);
  }, 600_000);
});

test('a folder of very many files is read like one of a few', async () => {
  const cwd = await tempWorkspace(FILES);
  const folder = join(cwd, 'glossaries/product');
  const before = await runLexform({ cwd }, 'validate', '--json');
  // 100,000 of them with LEXFORM_RUNS=50.
  for (let count = 0; count < runs(2000); count += 1) writeFileSync(join(folder, `note ${count}.md`), '');
  const after = await runLexform({ cwd }, 'validate', '--json');
  expect(after).toEqual(before);
  expect((await runLexform({ cwd }, 'lint', '--fix')).code).toBe(0);
  expect(readFileSync(join(folder, 'en-de.csv'), 'utf8')).toBe('house,Haus\ntree,Baum\n');
  expect(readdirSync(folder)).toHaveLength(runs(2000) + 2);
});
