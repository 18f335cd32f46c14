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

  test('what git drops is deleted, but not without consent; what it never had stays', async () => {
    const { service, cwd } = await repository();
    await apply(cwd);
    rmSync(join(cwd, 'glossaries/product'), { recursive: true });
    await tempWorkspaceInto(cwd, {
      'glossaries/other/glossary.yaml': 'name: Other\n',
      'glossaries/other/en-de.csv': 'a,b\n',
    });
    const refused = await apply(cwd);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('--allow-delete glossary.product')]);
    expect(service.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect((await apply(cwd, '--allow-delete', 'glossary.product')).code).toBe(0);
    expect(git(cwd, 'ls-tree', '--name-only', '-r', REF)).toBe(
      'glossaries/other/en-de.csv\nglossaries/other/glossary.yaml\nledger.json\nplan.json\n',
    );
    // What the deletion took is in the entry before it.
    expect(git(cwd, 'show', `${REF}~1:plan.json`)).toContain('Haus');
  });

  test('protection outlives the file that asked for it', async () => {
    const { cwd } = await repository();
    writeFileSync(join(cwd, 'glossaries/product/glossary.yaml'), 'name: Product\nprotect: true\n');
    await apply(cwd);
    rmSync(join(cwd, 'glossaries/product'), { recursive: true });
    const { code, err } = await apply(cwd, '--allow-delete', 'glossary.*');
    expect([code, err]).toEqual([3, expect.stringContaining('protected')]);
  });

  test('a folder with another name is a move, found by its content or stated; it never becomes delete and create', async () => {
    const { service, cwd } = await repository();
    await apply(cwd);
    const { renameSync } = await import('node:fs');
    renameSync(join(cwd, 'glossaries/product'), join(cwd, 'glossaries/shop'));
    writeFileSync(join(cwd, 'glossaries/shop/glossary.yaml'), 'name: Shop\n');
    const planned = await run(cwd, 'plan');
    expect(planned.out).toContain('moved: glossary.product is now glossary.shop');
    expect(planned.out).not.toContain('delete');
    expect((await apply(cwd)).code).toBe(0);
    expect(service.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(git(cwd, 'ls-tree', '--name-only', '-r', REF)).toContain('glossaries/shop/en-de.csv');
    // Another folder, another name and another content: only a statement tells.
    renameSync(join(cwd, 'glossaries/shop'), join(cwd, 'glossaries/store'));
    writeFileSync(join(cwd, 'glossaries/store/glossary.yaml'), 'name: Store\n');
    writeFileSync(join(cwd, 'glossaries/store/en-de.csv'), 'house,Heim\ncat,Katze\n');
    expect((await run(cwd, 'plan')).out).toContain('- delete glossary.shop');
    const { readFileSync } = await import('node:fs');
    const config = readFileSync(join(cwd, 'lexform.yaml'), 'utf8');
    writeFileSync(join(cwd, 'lexform.yaml'), `${config}moved:\n  - { from: glossary.shop, to: glossary.store }\n`);
    const stated = await run(cwd, 'plan');
    expect(stated.out).toContain('moved: glossary.shop is now glossary.store');
    expect(stated.out).not.toContain('delete');
    expect((await apply(cwd)).code).toBe(0);
    expect((await run(cwd, 'plan')).out).toMatch(/^No changes/);
    expect(service.calls.filter(({ method, path }) => method === 'POST' && path === '/v3/glossaries')).toHaveLength(1);
  });

  test('an additive glossary keeps what git never had, and loses what git had and dropped', async () => {
    const { service, url } = await serving();
    const cwd = await tempWorkspace({
      ...files(url),
      'glossaries/product/glossary.yaml': 'name: Product\nmode: additive\n',
    });
    git(cwd, 'init', '--quiet', '--initial-branch=main');
    await apply(cwd);
    const call = caller(service);
    const [{ glossary_id: id }] = (await call('GET', '/v3/glossaries')).body.glossaries;
    const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'bird\tVogel', entries_format: 'tsv' }];
    await call('PATCH', `/v3/glossaries/${id}`, { dictionaries });
    writeFileSync(join(cwd, 'glossaries/product/en-de.csv'), 'house,Haus\n');
    const { out } = await run(cwd, 'plan');
    expect(out).toContain('- cat');
    expect(out).not.toContain('bird');
    expect((await apply(cwd)).code).toBe(0);
    const { body } = await call('GET', `/v3/glossaries/${id}/entries?source_lang=en&target_lang=de`);
    expect(body.dictionaries[0].entries.split('\n').sort()).toEqual(['bird\tVogel', 'house\tHaus']);
    expect((await run(cwd, 'plan')).out).toMatch(/^No changes/);
  });

  test('a replaced style list goes on under its new id', async () => {
    const { service, url } = await serving();
    const list = (language: string): string => `name: Tone\nlanguage: ${language}\n`;
    const cwd = await tempWorkspace({
      'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nstyle_rules: style-rules/*.yaml\n`,
      'style-rules/tone.yaml': list('de'),
    });
    git(cwd, 'init', '--quiet', '--initial-branch=main');
    await apply(cwd);
    const idOf = async (): Promise<string> => JSON.parse((await run(cwd, 'ledger', 'ids')).out).ids['style_rules.tone'];
    const old = await idOf();
    writeFileSync(join(cwd, 'style-rules/tone.yaml'), list('fr'));
    expect((await apply(cwd, '--allow-delete', 'style_rules.tone')).code).toBe(0);
    const { style_rules: lists } = (await caller(service)('GET', '/v3/style_rules')).body;
    expect(lists.map(({ style_id, language }: { style_id: string; language: string }) => [style_id, language])).toEqual(
      [[await idOf(), 'fr']],
    );
    expect(await idOf()).not.toBe(old);
    expect((await run(cwd, 'plan')).out).toMatch(/^No changes/);
  });

  test('plan writes nothing', async () => {
    const { cwd } = await repository();
    const before = [git(cwd, 'for-each-ref'), readdirSync(cwd, { recursive: true }).length];
    await run(cwd, 'plan');
    await run(cwd, 'plan', '--json');
    expect([git(cwd, 'for-each-ref'), readdirSync(cwd, { recursive: true }).length]).toEqual(before);
  });
});

async function tempWorkspaceInto(root: string, more: Readonly<Record<string, string>>): Promise<void> {
  const { mkdir, writeFile } = await import('node:fs/promises');
  for (const [path, text] of Object.entries(more)) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

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

describe('two workspaces of one repository', () => {
  async function two(second: string) {
    const { service, url } = await serving();
    const root = await tempWorkspace({
      ...Object.fromEntries(Object.entries(files(url)).map(([path, text]) => [`one/${path}`, text])),
      ...Object.fromEntries(
        Object.entries(files(url)).map(([path, text]) => [`two/${path}`, text.replace('  prod:', `  ${second}:`)]),
      ),
    });
    git(root, 'init', '--quiet', '--initial-branch=main');
    return { service, one: join(root, 'one'), two: join(root, 'two') };
  }

  test('with one name for their targets do not share a history: the second is told to take another name', async () => {
    const { one, two: other } = await two('prod');
    expect((await apply(one)).code).toBe(0);
    const refused = await apply(other);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('belongs to the workspace in one/')]);
    expect(refused.err).toContain('another name');
  });

  test('with two names on one address do not take what the other owns', async () => {
    const { service, one, two: other } = await two('second');
    expect((await apply(one)).code).toBe(0);
    const calls = service.calls.length;
    for (const command of [['plan'], ['apply', '--auto-approve']] as const) {
      const refused = await run(other, ...command);
      expect([refused.code, refused.err]).toEqual([
        4,
        expect.stringContaining('which the ledger of another target, "prod", owns'),
      ]);
      expect(refused.err).toContain('glossaries/product/glossary.yaml:1:');
    }
    expect(service.calls.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('a workspace that has moved in its repository keeps its history', async () => {
    const { one } = await two('second');
    await apply(one);
    const { renameSync } = await import('node:fs');
    renameSync(one, `${one}-moved`);
    expect(await run(`${one}-moved`, 'plan')).toMatchObject({ code: 0, out: expect.stringContaining('No changes') });
  });
});
