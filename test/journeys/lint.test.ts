import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CONFIG = 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n';
const DICTIONARY = 'glossaries/product/en-de.csv';
const HEAD = 'en,de,note,lint\n';

const FILES = {
  'lexform.yaml': CONFIG,
  'glossaries/product/glossary.yaml': 'name: Product terms\n',
  [DICTIONARY]: `${HEAD}sign  in,anmelden,,\nbasket, Warenkorb,,\ncheckout,Kasse / Bezahlen,shop,\nhouse,Haus,,\n`,
};

async function world(files: Readonly<Record<string, string>> = {}) {
  const cwd = await tempWorkspace({ ...FILES, ...files });
  const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
  const write = (path: string, text: string): void => writeFileSync(join(cwd, path), text);
  const lexform = (...args: readonly string[]) => runLexform({ cwd }, ...args);
  /** Rule and line of each finding. That a header was found is none of a term. */
  const found = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { out } = await lexform('lint', '--json', ...args);
    const findings: readonly { readonly code: string; readonly line: number }[] = JSON.parse(out).findings;
    return findings.filter(({ code }) => code !== 'header-skipped').map(({ code, line }) => `${line} ${code}`);
  };
  return { cwd, read, write, lexform, found };
}

test('a rule of lint that is an error stops an apply before it changes anything', async () => {
  const { lexform, write } = await world({
    'lexform.yaml': `${CONFIG}lint: { rules: { space/double: error } }\n`,
    [DICTIONARY]: 'sign  in,anmelden\n',
  });
  const { code, out, err } = await lexform('apply', '--auto-approve');
  expect([code, out + err]).toEqual([4, expect.stringContaining('[space/double]')]);
  write('lexform.yaml', CONFIG);
  expect((await lexform('plan')).out).toContain('1 term to add');
});

describe('--fix of errors that stop an apply', () => {
  test('is made in every row of a file with more errors than are listed', async () => {
    const rows = Array.from({ length: 2500 }, (_, row) => `term ${row}, Begriff ${row}`);
    const { lexform, read } = await world({ [DICTIONARY]: `${rows.join('\n')}\n` });
    const { out } = await lexform('lint', '--fix');
    expect(out).toContain('Fixed 2,500 findings in 1 file.');
    expect(read(DICTIONARY)).toBe(`${rows.join('\n').replaceAll(', ', ',')}\n`);
  });
});

test('a plan says how many findings are waived and in the baseline, in terminal, comment and page', async () => {
  const { lexform, read, write } = await world();
  write(DICTIONARY, read(DICTIONARY).replace(', Warenkorb,,', ',Waren  korb,,ok(space/double): it is so'));
  await lexform('lint', '--update-baseline');
  const { out } = await lexform('plan', '--report', 'markdown=plan.md', '--report', 'html=plan.html');
  const told = '1 finding of the linter is waived, 2 are in the baseline.';
  expect(out).toContain(`\n${told}\n`);
  expect(read('plan.md')).toContain(`\n${told}\n`);
  expect(read('plan.html')).toContain(`<p class="meta">${told}</p>`);
  const applied = await lexform('apply', '--auto-approve', '--report', 'markdown=plan.md');
  expect(applied.out).toContain(told);
  expect(read('plan.md')).toContain(told);
  const checked = await lexform('validate', '--report', 'html=plan.html');
  expect(checked.code).toBe(0);
  expect(read('plan.html')).toContain(told);
});

test('a list with more findings than are shown has all of them counted, and found by --since', async () => {
  const rows = Array.from({ length: 1200 }, (_, row) => `a  ${row},b\n`).join('');
  const { cwd, write, lexform, found } = await world({ [DICTIONARY]: rows });
  expect((await lexform('lint', '--max-warnings', '1100')).code).toBe(4);
  expect((await lexform('lint', '--max-warnings', '1200')).code).toBe(0);
  git(cwd, 'init', '--quiet');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '--quiet', '-m', 'Begin');
  write(DICTIONARY, `${rows}last  one,b\n`);
  expect(await found('--since', 'HEAD')).toEqual(['1201 space/double']);
});

test('--fix follows a link to the file and leaves the link', async () => {
  const { cwd, lexform, read } = await world({ 'kept/terms.csv': 'sign  in,anmelden\n' });
  rmSync(join(cwd, DICTIONARY));
  symlinkSync('../../kept/terms.csv', join(cwd, DICTIONARY));
  await lexform('lint', '--fix');
  expect(read('kept/terms.csv')).toBe('sign in,anmelden\n');
  expect(lstatSync(join(cwd, DICTIONARY)).isSymbolicLink()).toBe(true);
});

test('reports have the fixes: a suggestion in markdown, an edit in SARIF', async () => {
  const { lexform, read } = await world({ [DICTIONARY]: 'sign  in,anmelden\n' });
  await lexform('lint', '--report', 'markdown=lint.md', '--report', 'sarif=lint.sarif');
  expect(read('lint.md')).toContain('```suggestion\nsign in,anmelden\n```');
  const [run] = JSON.parse(read('lint.sarif')).runs;
  expect(run.results[0]).toMatchObject({ ruleId: 'space/double', level: 'warning' });
});
