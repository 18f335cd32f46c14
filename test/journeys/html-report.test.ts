import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { git, tempFolder } from '../support/git-repository.ts';
import { htmlTokens } from '../support/html-tokens.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';

async function world() {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const cwd = tempFolder();
  const write = (path: string, text: string) => {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  write(
    'lexform.yaml',
    `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
  );
  write('glossaries/product/glossary.yaml', 'name: Product\ndictionaries: auto\n');
  write('glossaries/product/en-de.csv', 'house,Haus\n</script>,<b>Ende</b>\n');
  return {
    cwd,
    write,
    textIn: (path: string, inside: string): string =>
      htmlTokens(readFileSync(join(cwd, path), 'utf8'))
        .flatMap((token) => (token.kind === 'text' && token.inside === inside ? [token.text] : []))
        .join(''),
    lexform: (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args),
  };
}

describe('--report html=FILE', () => {
  test('a plan, then its run, then nothing left to do: each a page with its verdict', async () => {
    const { lexform, textIn } = await world();
    expect((await lexform('plan', '--report', 'html=out/plan.html')).code).toBe(0);
    expect(textIn('out/plan.html', 'h1')).toBe('Plan for test');
    expect(textIn('out/plan.html', 'p')).toContain(
      'Plan for test: 2 terms to add; 1 glossary and 1 dictionary; 1 call.',
    );
    expect(textIn('out/plan.html', 'script')).toContain(
      '"\\u003c/script\\u003e","\\u003cb\\u003eEnde\\u003c/b\\u003e"',
    );
    expect((await lexform('apply', '--auto-approve', '--report', 'html=out/apply.html')).code).toBe(0);
    expect(textIn('out/apply.html', 'h1')).toBe('Applied to test');
    expect(textIn('out/apply.html', 'pre')).toMatch(/^glossary\.product has the id /);
    await lexform('plan', '--report', 'html=out/plan.html');
    expect(textIn('out/plan.html', 'p')).toContain('No changes. test matches the files.');
  });

  test('the head names the workspace, the commit, its author and the time', async () => {
    const { cwd, lexform, textIn, write } = await world();
    git(cwd, 'init', '--quiet');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '--quiet', '--message', 'Terms', '--author', 'Ada & Lovelace <ada@localhost>');
    await lexform('plan', '--report', 'html=plan.html');
    const facts = (): string => `${textIn('plan.html', 'bdi')} ${textIn('plan.html', 'dd')}`;
    expect(facts()).toContain(basename(cwd));
    expect(facts()).toContain(git(cwd, 'rev-parse', 'HEAD').slice(0, 12));
    expect(facts()).toContain('Ada & Lovelace');
    expect(facts()).not.toContain('uncommitted');
    expect(textIn('plan.html', 'time')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    write('glossaries/product/en-de.csv', 'house,Gebäude\n');
    await lexform('plan', '--report', 'html=plan.html');
    expect(facts()).toContain('and uncommitted changes');
  });

  test('faults of the files are a page of their own', async () => {
    const { lexform, textIn, write } = await world();
    write('glossaries/product/en-de.csv', 'house,Haus\nhouse,Heim\n');
    expect((await lexform('plan', '--report', 'html=plan.html')).code).toBe(4);
    expect(textIn('plan.html', 'h1')).toBe('Files checked: 1 error, 0 warnings');
    expect(textIn('plan.html', 'li')).toContain('glossaries/product/en-de.csv:2:1: error: "house" is translated twice');
  });
});

describe('other commands with --report', () => {
  test('rollback, restore, drift and compare have the page and the markdown that a plan has', async () => {
    const { cwd, lexform, textIn, write } = await world();
    const reports = ['--report', 'html=page.html', '--report', 'markdown=page.md'];
    const markdown = (): string => readFileSync(join(cwd, 'page.md'), 'utf8');
    git(cwd, 'init', '--quiet');
    await lexform('apply', '--auto-approve');
    await lexform('backup', 'saved');
    write('glossaries/product/en-de.csv', 'house,Heim\n');
    await lexform('apply', '--auto-approve');
    const log = JSON.parse((await lexform('log', '--json')).out) as { entries: readonly { version: string }[] };
    const first = log.entries.at(-1)?.version ?? '';

    expect((await lexform('rollback', first, '--dry-run', ...reports)).code).toBe(0);
    expect(textIn('page.html', 'p')).toMatch(/Plan for test, to match entry \w+ of the ledger: 1 term to add, 1 to/);
    expect(markdown()).toContain('<del>Heim</del> → <ins>Haus</ins>');

    expect((await lexform('restore', 'saved', '--dry-run', ...reports)).code).toBe(0);
    expect(textIn('page.html', 'p')).toContain(
      'Plan for test, to match the backup in saved: 1 term to add, 1 to change',
    );

    expect((await lexform('rollback', first, '--auto-approve', ...reports)).code).toBe(0);
    expect(textIn('page.html', 'h1')).toBe('Applied to test');
    expect(markdown()).toMatch(/^### ✅/);

    expect((await lexform('rollback', 'latest', '--dry-run', ...reports)).code).toBe(0);
    expect(textIn('page.html', 'p')).toMatch(/No changes\. test matches entry \w+ of the ledger\./);

    expect((await lexform('drift', ...reports)).code).toBe(0);
    expect(textIn('page.html', 'p')).toContain('No drift on test: nothing was changed outside git.');

    const config = readFileSync(join(cwd, 'lexform.yaml'), 'utf8');
    const url = /base_url: "([^"]*)"/.exec(config)?.[1] ?? '';
    write('lexform.yaml', config.replace('targets:', `targets:\n  other: { base_url: "${url}", key: env:KEY }`));
    expect((await lexform('service', 'compare', ...reports)).code).toBe(0);
    expect(textIn('page.html', 'p')).toContain('No difference between ');
    expect(markdown()).toMatch(/^### No difference between <code>/);
  });
});
