import { execFileSync } from 'node:child_process';
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

test('lint and validate show the same findings, with file, line and column', async () => {
  const { lexform } = await world();
  const linted = await lexform('lint');
  expect(linted.code).toBe(4);
  expect(linted.out).toContain(
    `${DICTIONARY}:2:1: warning: source phrase "sign  in" has two spaces in a row [space/double]`,
  );
  expect(linted.out).toMatch(new RegExp(`${DICTIONARY}:3:8: error: .* \\[phrase-outer-space\\]`));
  expect(linted.out).toMatch(new RegExp(`${DICTIONARY}:4:10: warning: .* \\[content/alternatives\\]`));
  expect(linted.out).toContain('Fixes: 2 safe (lexform lint --fix), 1 suggested (lexform lint --fix --suggested).');
  const validated = await lexform('validate');
  expect(validated).toEqual(linted);
});

test('--fix makes the safe fixes, leaves every other byte, and twice is once', async () => {
  const { lexform, read } = await world();
  const { code, out } = await lexform('lint', '--fix');
  expect(code).toBe(0);
  expect(out).toContain('Fixed 2 findings in 1 file.');
  expect(read(DICTIONARY)).toBe(FILES[DICTIONARY].replace('sign  in', 'sign in').replace(' Warenkorb', 'Warenkorb'));
  const again = await lexform('lint', '--fix');
  expect(again.out).toContain('There is nothing to fix.');
});

test('--fix --suggested moves what a cell loses to the note of its row', async () => {
  const { lexform, read, found } = await world();
  await lexform('lint', '--fix', '--suggested');
  expect(read(DICTIONARY)).toContain('checkout,Kasse,shop; Bezahlen,\n');
  expect(await found()).toEqual([]);
});

test('a fix for which the row has no note is not made, and is named', async () => {
  const plain = 'checkout,Kasse / Bezahlen\n';
  const { lexform, read } = await world({ [DICTIONARY]: plain });
  const { out } = await lexform('lint', '--fix', '--suggested');
  expect(out).toContain('1 fix not made');
  expect(out).toContain(`${DICTIONARY}:1:10: content/alternatives`);
  expect(read(DICTIONARY)).toBe(plain);
});

test('a fix that would bring another finding in is not made', async () => {
  // The second row would be a duplicate, and the fourth one would differ from the fifth in case alone.
  const rows = 'sign in,einloggen\nsign  in,anmelden\nlog  out,abmelden\npay  now,zahlen\nPay now,bezahlen\n';
  const { lexform, read, found } = await world({ [DICTIONARY]: rows });
  const { out } = await lexform('lint', '--fix');
  expect(out).toContain('Fixed 1 finding in 1 file.');
  expect(read(DICTIONARY)).toBe(rows.replace('log  out', 'log out'));
  expect(await found()).toEqual(['2 space/double', '4 space/double']);
});

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
  test('makes a file with a space behind every comma ready to apply', async () => {
    const { lexform, read } = await world({ [DICTIONARY]: 'house, Haus\nbasket, Korb\n' });
    expect((await lexform('lint')).out).toContain('the phrase " Haus" begins or ends with white space');
    const { code, out } = await lexform('lint', '--fix');
    expect(out).toContain('Fixed 2 findings in 1 file.');
    expect(code).toBe(0);
    expect(read(DICTIONARY)).toBe('house,Haus\nbasket,Korb\n');
    expect((await lexform('plan')).code).toBe(0);
  });

  test('makes a wide table with a space behind every comma ready to apply', async () => {
    const table = 'glossaries/product/terms.csv';
    const { lexform, read } = await world({
      'glossaries/product/glossary.yaml':
        'name: P\ndictionaries: []\ntables: [{ file: terms.csv, pairs: ["en->*"] }]\n',
      [table]: 'en, de, fr, note\nhouse, Haus, maison, big\nbasket, Korb,,\n',
    });
    expect((await lexform('lint', '--fix')).code).toBe(0);
    expect(read(table)).toBe('en, de, fr, note\nhouse,Haus,maison, big\nbasket,Korb,,\n');
  });

  test('is made when a warning remains in the row, and not when another error would come of it', async () => {
    const rows = 'checkout, Kasse / Bezahlen\nhouse,Haus\n house,Gebäude\n';
    const { lexform, read, found } = await world({ [DICTIONARY]: rows });
    await lexform('lint', '--fix');
    expect(read(DICTIONARY)).toBe(rows.replace(' Kasse', 'Kasse'));
    expect(await found()).toEqual(['1 content/alternatives', '3 phrase-outer-space']);
  });

  test('is made when a warning appears in another row, or for the whole dictionary', async () => {
    const rows = ['log in, einloggen', 'Log in,anmelden', ...'abcdefgh'].map((row) =>
      row.length > 1 ? row : `term ${row}, same`,
    );
    const { lexform, read } = await world({ [DICTIONARY]: `${rows.join('\n')}\n` });
    await lexform('lint', '--fix');
    expect(read(DICTIONARY)).toBe(`${rows.join('\n').replaceAll(', ', ',')}\n`);
  });

  test('is made in every row of a file with more errors than are listed', async () => {
    const rows = Array.from({ length: 2500 }, (_, row) => `term ${row}, Begriff ${row}`);
    const { lexform, read } = await world({ [DICTIONARY]: `${rows.join('\n')}\n` });
    const { out } = await lexform('lint', '--fix');
    expect(out).toContain('Fixed 2,500 findings in 1 file.');
    expect(read(DICTIONARY)).toBe(`${rows.join('\n').replaceAll(', ', ',')}\n`);
  });

  test('is only suggested where the cell behind the space is quoted', async () => {
    const { lexform, read } = await world({ [DICTIONARY]: 'house, "Haus"\nbasket,Korb\n' });
    await lexform('lint', '--fix');
    expect(read(DICTIONARY)).toContain('house, "Haus"\n');
    await lexform('lint', '--fix', '--suggested');
    expect(read(DICTIONARY)).toContain('house,Haus\n');
  });
});

test('--dry-run shows a diff and writes nothing', async () => {
  const { lexform, read } = await world();
  const { out } = await lexform('lint', '--fix', '--dry-run');
  expect(out).toContain('-sign  in,anmelden,,\n-basket, Warenkorb,,\n+sign in,anmelden,,\n+basket,Warenkorb,,\n');
  expect(out).toContain('Would fix 2 findings in 1 file.');
  expect(read(DICTIONARY)).toBe(FILES[DICTIONARY]);
});

test('a table is fixed in its cell, once for all pairs', async () => {
  const table = 'en;de;fr\r\n"sign  in";anmelden;"se  connecter"\r\n';
  const { lexform, read } = await world({
    'glossaries/product/glossary.yaml': 'name: P\ndictionaries: []\ntables: [{ file: terms.csv, pairs: ["en->*"] }]\n',
    'glossaries/product/terms.csv': table,
  });
  const before = await lexform('lint', '--json');
  expect(JSON.parse(before.out).warnings).toBe(3 - 1 + 0);
  await lexform('lint', '--fix');
  expect(read('glossaries/product/terms.csv')).toBe(table.replaceAll('  ', ' '));
});

test('after --update-baseline lint is silent, a changed cell is told again, and --prune removes its entry', async () => {
  const { lexform, read, write, found } = await world({ [DICTIONARY]: FILES[DICTIONARY].replace(', W', ',W') });
  expect((await found()).length).toBe(2);
  const updated = await lexform('lint', '--update-baseline');
  expect(updated.out).toContain('Wrote 2 findings to lint-baseline.json.');
  expect(await found()).toEqual([]);
  expect((await lexform('validate')).out).toContain('2 findings in the baseline');
  write(DICTIONARY, read(DICTIONARY).replace('Kasse / Bezahlen', 'Kasse / Zahlen'));
  expect(await found()).toEqual(['4 content/alternatives', '1 lint-baseline-unused']);
  const pruned = await lexform('lint', '--prune');
  expect(pruned.out).toContain('Removed 1 entry of lint-baseline.json; 1 entry stays.');
  expect(await found()).toEqual(['4 content/alternatives']);
});

test('a waiver needs a reason, waives its row, and is noted when it waives nothing', async () => {
  const rows = (cell: string): string => `${HEAD}checkout,Kasse / Bezahlen,,${cell}\nhouse,Haus,,\n`;
  const { write, found } = await world({ [DICTIONARY]: rows('ok(alternatives): both are on the button') });
  expect(await found()).toEqual([]);
  write(DICTIONARY, rows('ok(alternatives)'));
  expect(await found()).toEqual(['2 lint-waiver-reason', '2 content/alternatives']);
  write(DICTIONARY, rows('').replace('Haus,,', 'Haus,,ok(space/double): no'));
  expect(await found()).toEqual(['2 content/alternatives', '3 lint-waiver-unused']);
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

test('settings hold in lint, validate and plan', async () => {
  const lint = 'lint: { rules: { content/alternatives: error, space/double: off } }\n';
  const { lexform, found } = await world({
    'lexform.yaml': CONFIG + lint,
    [DICTIONARY]: 'sign  in,anmelden\ncheckout,Kasse / Bezahlen\n',
  });
  expect(await found()).toEqual(['2 content/alternatives']);
  expect((await lexform('validate')).code).toBe(4);
  const { code, err } = await lexform('plan');
  expect(code).toBe(4);
  expect(err).toContain('[content/alternatives]');
  expect(err).not.toContain('[space/double]');
});

test('--max-warnings is a limit, and addresses choose what is looked at', async () => {
  const { lexform, found } = await world({
    [DICTIONARY]: 'sign  in,anmelden\n',
    'glossaries/other/glossary.yaml': 'name: O\n',
    'glossaries/other/en-fr.csv': 'pay  now,payer\n',
  });
  expect((await lexform('lint', '--max-warnings', '2')).code).toBe(0);
  expect((await lexform('lint', '--max-warnings', '1')).code).toBe(4);
  expect((await lexform('lint', 'glossary.other', '--max-warnings', '1')).code).toBe(0);
  expect(await found('glossary.other/en-fr')).toEqual(['1 space/double']);
  expect(await found('glossary.none')).toEqual(['1 lint-address-unknown']);
});

test('glossaries that are used together must agree', async () => {
  const { found, write } = await world({
    [DICTIONARY]: 'basket,Warenkorb\n',
    'glossaries/legal/glossary.yaml': 'name: L\n',
    'glossaries/legal/en-de.csv': 'basket,Korb\n',
  });
  expect(await found()).toEqual([]);
  write('lexform.yaml', `${CONFIG}lint: { together: [[glossary.product, glossary.legal]] }\n`);
  expect(await found()).toEqual(['1 glossaries/conflict']);
});

test('--since shows rows that changed since a commit, renamed files too', async () => {
  const { cwd, write, read, found, lexform } = await world({ [DICTIONARY]: 'sign  in,anmelden\nlog  out,abmelden\n' });
  git(cwd, 'init', '--quiet');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '--quiet', '-m', 'Begin');
  expect(await found('--since', 'HEAD')).toEqual([]);
  write(DICTIONARY, `${read(DICTIONARY)}pay  now,zahlen\n`);
  expect(await found('--since', 'HEAD')).toEqual(['3 space/double']);
  write(DICTIONARY, read(DICTIONARY).replaceAll('\n', '\r\n'));
  expect(await found('--since', 'HEAD')).toEqual(['3 space/double']);
  execFileSync('git', ['mv', 'glossaries/product', 'glossaries/shop'], { cwd });
  expect(await found('--since', 'HEAD')).toEqual(['3 space/double']);
  const { code, err } = await lexform('lint', '--since', 'nowhere');
  expect(code).toBe(1);
  expect(err).toContain('git knows no commit "nowhere" here');
});

test('--since looks at the lines of the file, whatever git shows in their place', async () => {
  const { cwd, write, read, found } = await world({
    [DICTIONARY]: 'sign  in,anmelden\nlog  out,abmelden\n',
    '.gitattributes': '*.csv -diff diff=terms\n',
  });
  git(cwd, 'init', '--quiet');
  git(cwd, 'config', 'diff.terms.textconv', 'tac');
  git(cwd, 'config', 'diff.interHunkContext', '9');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '--quiet', '-m', 'Begin');
  write(DICTIONARY, `a  b,c\n${read(DICTIONARY)}pay  now,zahlen\n`);
  expect(await found('--since', 'HEAD')).toEqual(['1 space/double', '4 space/double']);
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

test.each([
  [['--suggested'], '--suggested and --dry-run need --fix'],
  [['--fix', '--prune'], 'use --fix first'],
  [['--update-baseline', '--prune'], 'leave out --prune'],
  [['glossary.product', '--update-baseline'], 'leave out the addresses'],
  [['--explain', 'no/rule'], 'there is no rule "no/rule"'],
])('lint %s is refused', async (args, message) => {
  const { lexform } = await world();
  const { code, err } = await lexform('lint', ...args);
  expect(code).toBe(1);
  expect(err).toContain(message);
});

test('an error of the glossary to which a named file belongs is shown: the named file was not read', async () => {
  for (const broken of ['name: [broken\n', 'name: P\nbogus: 1\n']) {
    const { lexform } = await world({
      [DICTIONARY]: 'same,a\nsame,b\n',
      'glossaries/product/glossary.yaml': broken,
      'glossaries/other/glossary.yaml': 'name: O\n',
      'glossaries/other/en-fr.csv': 'same,a\nsame,b\n',
    });
    for (const command of ['lint', 'validate']) {
      const { code, out } = await lexform(command, DICTIONARY);
      expect([code, out]).toEqual([4, expect.stringContaining('glossaries/product/glossary.yaml:')]);
      expect(out).toContain('Not shown: 1 finding about other files.');
    }
  }
});

test('paths choose the files whose findings lint and validate show, and the others are counted', async () => {
  const { cwd, lexform, found } = await world({
    [DICTIONARY]: 'sign  in,anmelden\n',
    'glossaries/other/glossary.yaml': 'name: O\n',
    'glossaries/other/en-fr.csv': 'pay  now,payer\nsame,a\nsame,b\n',
  });
  expect(await found('glossaries/product')).toEqual(['1 space/double']);
  expect(await found(join(cwd, DICTIONARY))).toEqual(['1 space/double']);
  for (const command of ['lint', 'validate']) {
    expect((await lexform(command)).code).toBe(4);
    const { code, out } = await lexform(command, 'glossaries/product');
    expect([code, out.includes('glossaries/other/')]).toEqual([0, false]);
    expect(out).toMatch(/Not shown: \d findings? about other files\./);
    expect(JSON.parse((await lexform(command, DICTIONARY, '--json')).out).elsewhere).toBeGreaterThan(0);
    expect((await lexform(command, 'glossaries/other')).code).toBe(4);
    expect(await lexform(command, 'glossaries/none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('"glossaries/none" names no file of the workspace "."'),
    });
  }
  expect((await lexform('lint', 'glossary.other', 'glossaries/product')).err).toContain('addresses or paths, not both');
});
