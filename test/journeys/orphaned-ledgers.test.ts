import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { schemaErrors } from '../support/schema-errors.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

/** Two workspaces of one repository, each applied to its own target. `ledger`: a line of `lexform.yaml`. */
async function world(ledger = '') {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const files = (team: string) => ({
    [`teams/${team}/lexform.yaml`]: `version: 1\n${ledger}targets:\n  ${team}: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
    [`teams/${team}/glossaries/${team}/glossary.yaml`]: `name: Terms of ${team}\n`,
    [`teams/${team}/glossaries/${team}/en-de.csv`]: 'house,Haus\n',
  });
  const cwd = await tempWorkspace({ ...files('shop'), ...files('web') });
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  const remote = await tempWorkspace({});
  git(remote, 'init', '--quiet', '--bare');
  git(cwd, 'remote', 'add', 'origin', remote);
  git(cwd, 'add', '.');
  git(cwd, '-c', 'user.name=T', '-c', 'user.email=t@t.test', 'commit', '--quiet', '-m', 'Begin');
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  for (const team of ['shop', 'web'])
    expect(await run('apply', '-y', '-C', `teams/${team}`)).toMatchObject({ code: 0 });
  return { cwd, remote, run, all: (...args: readonly string[]) => run(...args, '--workspaces', 'teams/*') };
}

const GONE =
  'warning: teams/shop is gone, and the ledger of its target "shop" still has 1 resource, which stays on the service;';

test('a ledger whose workspace is gone is named without --since, and once with it', async () => {
  const { cwd, all } = await world();
  expect((await all('drift')).err).not.toContain('warning');
  rmSync(join(cwd, 'teams/shop'), { recursive: true });
  for (const command of ['validate', 'plan', 'drift']) {
    const { err } = await all(command);
    expect(err).toContain(GONE);
    expect(err).toContain('git update-ref -d refs/lexform/ledger/shop');
  }
  const document = JSON.parse((await all('drift', '--json')).out);
  expect(schemaErrors('workspaces', document)).toEqual([]);
  expect(document.notes).toMatchObject([{ code: 'orphaned-ledger', workspaces: ['teams/shop'] }]);
  const { err } = await all('validate', '--since', 'HEAD');
  expect(err).toContain('teams/shop was deleted since HEAD');
  expect(err).not.toContain('is gone');
});

test('a target that its workspace no longer has is named; one that moved, or has nothing left, is not', async () => {
  const { cwd, run, all } = await world();
  const file = join(cwd, 'teams/shop/lexform.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('  shop:', '  new:'));
  expect((await all('validate')).err).toContain(
    'warning: teams/shop no longer has the target "shop", whose ledger still has 1 resource',
  );
  writeFileSync(file, text);
  git(cwd, 'mv', 'teams/web', 'teams/pages');
  expect((await all('validate')).err).toBe('');
  rmSync(join(cwd, 'teams/shop/glossaries'), { recursive: true });
  expect(await run('apply', '-y', '-C', 'teams/shop', '--allow-delete', 'glossary.shop')).toMatchObject({ code: 0 });
  rmSync(join(cwd, 'teams/shop'), { recursive: true });
  expect((await all('drift')).err).not.toContain('shop');
});

test('a ledger on a remote is read where the command reads ledgers, and never by a check of the files', async () => {
  const { cwd, remote, all } = await world('ledger: { remote: origin }\n');
  rmSync(join(cwd, 'teams/shop'), { recursive: true });
  git(cwd, 'update-ref', '-d', 'refs/lexform/remote/ledger/shop');
  expect((await all('validate')).err).toBe('');
  const { err } = await all('drift');
  expect(err).toContain(GONE);
  expect(err).toContain('git push origin :refs/lexform/ledger/shop');
  expect((await all('validate')).err).toContain(GONE);
  rmSync(remote, { recursive: true });
  expect((await all('drift')).err).not.toContain('is gone');
});
