import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { gitLockStore } from '../../src/ledger/git-ledger.ts';
import { gitRepository } from '../../src/ledger/git-repository.ts';
import { makeLock } from '../../src/ledger/lock.ts';
import { remoteRefs } from '../../src/ledger/ref-updates.ts';
import type { Service } from '../../src/service/create-service.ts';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { GIT_ENV, git, tempFolder } from '../support/git-repository.ts';
import { idsInOrder, TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

/** The clock of the command line under test stands just after this. */
const TIME = new Date('2026-01-02T03:00:00Z');
const REF = 'refs/lexform/ledger/prod';

const files = (url: string, ledger = ''): Record<string, string> => ({
  'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n${ledger}`,
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
});

async function serving(): Promise<{ readonly service: Service; readonly url: string }> {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  return { service, url };
}

const run = (cwd: string, ...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
const apply = (cwd: string, ...more: readonly string[]) => run(cwd, 'apply', '--auto-approve', ...more);

describe('in a git repository', () => {
  async function repository() {
    const { service, url } = await serving();
    const cwd = await tempWorkspace(files(url));
    git(cwd, 'init', '--quiet', '--initial-branch=main');
    return { service, url, cwd };
  }

  test('each apply is a commit in the formats of the workspace, and the next plan owns what it made', async () => {
    const { cwd } = await repository();
    expect((await apply(cwd)).code).toBe(0);
    expect(git(cwd, 'log', '--format=%s', REF)).toBe('create glossary.product\n');
    expect(git(cwd, 'show', `${REF}:glossaries/product/en-de.csv`)).toBe('house,Haus\ncat,Katze\n');
    expect(git(cwd, 'log', '-1', '--format=%b', REF)).toMatch(/^Lexform-Plan: sha256:[0-9a-f]{64}\nLexform-Actor: /);
    writeFileSync(join(cwd, 'glossaries/product/en-de.csv'), 'house,Heim\ncat,Katze\n');
    expect((await apply(cwd)).code).toBe(0);
    expect(git(cwd, 'log', '-p', '-1', '--format=', REF)).toContain('-house,Haus\n+house,Heim');
    // Nothing of it shows in the working tree, or on a branch.
    expect(git(cwd, 'status', '--short', '--ignored')).not.toContain('lexform/');
    expect(git(cwd, 'branch', '--all')).toBe('');
  });
});

describe('runners on one remote', () => {
  async function clones(count: number) {
    const { service, url } = await serving();
    const bare = tempFolder();
    git(bare, 'init', '--quiet', '--bare', '--initial-branch=main');
    const first = await tempWorkspace(files(url, 'ledger: { remote: origin }\n'));
    git(first, 'init', '--quiet', '--initial-branch=main');
    git(first, 'add', '.');
    git(first, 'commit', '--quiet', '-m', 'terms');
    git(first, 'remote', 'add', 'origin', bare);
    git(first, 'push', '--quiet', 'origin', 'main');
    const others = Array.from({ length: count - 1 }, () => {
      const folder = tempFolder();
      git(folder, 'clone', '--quiet', '--depth=1', `file://${bare}`, '.');
      return folder;
    });
    return { service, bare, folders: [first, ...others] };
  }

  test('share one history: what one has applied, the other owns', async () => {
    const { bare, folders } = await clones(2);
    const [first = '', second = ''] = folders;
    await apply(first);
    expect(git(bare, 'log', '--format=%s', REF)).toBe('create glossary.product\n');
    rmSync(join(second, 'glossaries/product'), { recursive: true });
    const { out } = await run(second, 'plan');
    expect(out).toContain('- delete glossary.product');
  });

  test('of many at once each ends done or refused; there is no twin, no lock, and one order of entries', async () => {
    const { service, bare, folders } = await clones(4);
    for (const [index, folder] of folders.entries())
      writeFileSync(join(folder, 'glossaries/product/en-de.csv'), `house,from ${index}\n`);
    const runs = await Promise.all(folders.map((folder) => apply(folder)));
    for (const { code, err } of runs) {
      expect([0, 3]).toContain(code);
      if (code === 3) expect(err).toMatch(/being changed by|another run has applied/);
    }
    const done = runs.filter(({ code }) => code === 0).length;
    expect(done).toBeGreaterThan(0);
    expect(service.calls.filter(({ method, path }) => method === 'POST' && path === '/v3/glossaries')).toHaveLength(1);
    expect(git(bare, 'for-each-ref', '--format=%(refname)', 'refs/lexform/')).toBe(`${REF}\n`);
    expect(git(bare, 'rev-list', '--count', '--grep=glossary.product', REF).trim()).toBe(String(done));
  });

  test('whoever holds the lock is named, and nothing is done', async () => {
    const { service, folders } = await clones(2);
    const [first = '', second = ''] = folders;
    await apply(first);
    const port = gitProgram(first, GIT_ENV);
    const repository = gitRepository(port, idsInOrder());
    const lock = makeLock(gitLockStore(repository, remoteRefs(repository, port, 'origin'), 'prod'), () => TIME);
    expect((await lock.acquire({ id: 'r', who: 'ana', run: 'https://ci/1' })).kind).toBe('held');
    writeFileSync(join(second, 'glossaries/product/en-de.csv'), 'house,Heim\n');
    const calls = service.calls.length;
    const { code, err } = await apply(second, '--max-deletes-per-run', '5');
    expect(code).toBe(3);
    expect(err).toContain('"prod" is being changed by ana since 2026-01-02T03:00:00.000Z, https://ci/1');
    expect(service.calls.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('if a lock is the reason of a refusal, the plan has those of the guard', async () => {
    const { service, folders } = await clones(1);
    const [cwd = ''] = folders;
    await apply(cwd);
    const port = gitProgram(cwd, GIT_ENV);
    const repository = gitRepository(port, idsInOrder());
    const lock = makeLock(gitLockStore(repository, remoteRefs(repository, port, 'origin'), 'prod'), () => TIME);
    expect((await lock.acquire({ id: 'r', who: 'ana', run: 'https://ci/1' })).kind).toBe('held');
    const call = caller(service);
    const { glossaries } = (await call('GET', '/v3/glossaries')).body;
    await call('PATCH', `/v3/glossaries/${glossaries[0].glossary_id}`, {
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'house\tHeim', entries_format: 'tsv' }],
    });
    const { code, out, err } = await apply(cwd);
    expect([code, err]).toEqual([3, expect.stringContaining('"prod" is being changed by ana')]);
    expect(err).not.toContain('[drift-undone]');
    expect(out).toContain('[drift-undone]');
  });
});

test('outside git the history lies under .lexform/ledger; ledger: false keeps none', async () => {
  const { url } = await serving();
  const cwd = await tempWorkspace(files(url));
  await apply(cwd);
  expect(readdirSync(join(cwd, '.lexform/ledger/prod/entries'))).toEqual(['000001.json']);
  const without = await tempWorkspace(files(url, 'ledger: false\n'));
  await apply(without);
  expect(readdirSync(without)).not.toContain('.lexform');
});
