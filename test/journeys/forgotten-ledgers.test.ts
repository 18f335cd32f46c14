import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { GitPort } from '../../src/ledger/ports.ts';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { git, testGit } from '../support/git-repository.ts';
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
  const runWith = (more: Partial<CliInput>, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, ...more }, ...args);
  const run = (...args: readonly string[]) => runWith({}, ...args);
  for (const team of ['shop', 'web'])
    expect(await run('apply', '-y', '-C', `teams/${team}`)).toMatchObject({ code: 0 });
  const doctorWith = (more: Partial<CliInput>) => runWith(more, 'doctor', '-C', 'teams/web');
  const doctor = (...args: readonly string[]) => run('doctor', '-C', 'teams/web', ...args);
  return { cwd, remote, run, doctor, doctorWith };
}

const GONE =
  'the workspace teams/shop no longer exists, and the ledger of shop still has 1 resource, which stays on the service';

test('doctor names a ledger whose workspace is gone, and says how to keep or delete its resources', async () => {
  const { cwd, run, doctor } = await world();
  expect((await doctor()).out).not.toContain('shop');
  rmSync(join(cwd, 'teams/shop'), { recursive: true });
  const { code, out } = await doctor();
  expect(code).toBe(0);
  expect(out).toContain(GONE);
  expect(out).toContain('remove the ledger with: git update-ref -d refs/lexform/ledger/shop');
  const document = JSON.parse((await doctor('--json')).out);
  expect(schemaErrors('output', document)).toEqual([]);
  expect(document.workspace.at(-1)).toMatchObject({
    area: 'ledger',
    level: 'warning',
    code: 'ledger-without-workspace',
    details: { workspace: 'teams/shop', target: 'shop', resources: 1 },
  });
  for (const command of ['validate', 'plan', 'drift'])
    expect((await run(command, '--workspaces', 'teams/*')).err).not.toContain('shop');
});

test('a target that its workspace no longer has is named; one that moved, or has nothing left, is not', async () => {
  const { cwd, run, doctor } = await world();
  const file = join(cwd, 'teams/shop/lexform.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('  shop:', '  new:'));
  expect((await doctor()).out).toContain(
    'the workspace teams/shop no longer has the target shop, and the ledger of shop still has 1 resource',
  );
  writeFileSync(file, text);
  expect((await doctor()).out).not.toContain('shop');
  rmSync(join(cwd, 'teams/shop/glossaries'), { recursive: true });
  expect(await run('apply', '-y', '-C', 'teams/shop', '--allow-delete', 'glossary.shop')).toMatchObject({ code: 0 });
  rmSync(join(cwd, 'teams/shop'), { recursive: true });
  expect((await doctor()).out).not.toContain('shop');
});

test('a ledger on a remote is read there', async () => {
  const { cwd, remote, doctor } = await world('ledger: { remote: origin }\n');
  rmSync(join(cwd, 'teams/shop'), { recursive: true });
  git(cwd, 'update-ref', '-d', 'refs/lexform/remote/ledger/shop');
  const { out } = await doctor();
  expect(out).toContain(GONE);
  expect(out).toContain('git push origin :refs/lexform/ledger/shop');
  rmSync(remote, { recursive: true });
  const { workspace, targets } = JSON.parse((await doctor('--json')).out);
  expect(JSON.stringify(workspace)).not.toContain('shop');
  expect(targets[0].checks).toContainEqual(expect.objectContaining({ level: 'error', code: 'ledger-unusable' }));
});

test('a ledger on a remote that another run deletes meanwhile is not named', async () => {
  const { cwd, remote, doctorWith } = await world('ledger: { remote: origin }\n');
  rmSync(join(cwd, 'teams/shop'), { recursive: true });
  git(cwd, 'update-ref', '-d', 'refs/lexform/remote/ledger/shop');
  let lists = 0;
  const deleting = (folder: string): GitPort => ({
    async run(args, input) {
      const result = await testGit(folder).run(args, input);
      if (args[0] !== 'ls-remote' || args.at(-1) !== 'refs/lexform/ledger/*') return result;
      lists += 1;
      git(remote, 'update-ref', '-d', 'refs/lexform/ledger/shop');
      return result;
    },
  });
  const { code, out, err } = await doctorWith({ git: deleting });
  expect([code, err, lists]).toEqual([0, '', 1]);
  expect(out).not.toContain('shop');
});

test('a workspace whose ledger is a folder, or that keeps none, searches for no ledger of others', async () => {
  const { cwd, doctor } = await world();
  rmSync(join(cwd, 'teams/shop'), { recursive: true });
  const file = join(cwd, 'teams/web/lexform.yaml');
  const text = readFileSync(file, 'utf8');
  for (const ledger of ['ledger: false', 'ledger: { dir: history }']) {
    writeFileSync(file, `${text}${ledger}\n`);
    const { workspace } = JSON.parse((await doctor('--json')).out);
    expect(workspace.map(({ code }: { readonly code: string }) => code)).not.toContain('ledger-without-workspace');
    expect(schemaErrors('output', JSON.parse((await doctor('--json')).out))).toEqual([]);
  }
  writeFileSync(file, text);
  expect((await doctor()).out).toContain(GONE);
});
