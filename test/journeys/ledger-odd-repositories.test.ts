import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { listen } from '../../src/service/http/listen.ts';
import { asAnotherUser } from '../support/as-another-user.ts';
import { type CliResult, runLexform } from '../support/cli.ts';
import { GIT_ENV, git, tempFolder } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';

const REF = 'refs/lexform/ledger/prod';
const TERMS = 'glossaries/product/en-de.csv';

function hasSha256(): boolean {
  const [, major = 0, minor = 0] = /version (\d+)\.(\d+)/.exec(git('.', '--version')) ?? [];
  return Number(major) > 2 || Number(minor) >= 29;
}

interface Place {
  readonly init?: readonly string[];
  readonly ledger?: string;
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

async function world({ init = [], ledger = 'true' }: Place = {}) {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const cwd = tempFolder();
  git(cwd, 'init', '--quiet', '--initial-branch=main', ...init);
  const files = {
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nledger: ${ledger}\n`,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    [TERMS]: 'house,Haus\ncat,Katze\n',
  };
  put(cwd, files);
  const run = (folder: string, env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<CliResult> =>
    runLexform({ cwd: folder, env: { KEY: TEST_KEY }, git: (at) => gitProgram(at, { ...GIT_ENV, ...env }) }, ...args);
  const apply = (folder = cwd, env: NodeJS.ProcessEnv = {}): Promise<CliResult> =>
    run(folder, env, 'apply', '--auto-approve', '--max-deletes-per-run', '5');
  const entries = (folder = cwd): number => Number(git(folder, 'rev-list', '--count', REF));
  return { cwd, files, run, apply, entries };
}

async function mustApply(applied: Promise<CliResult>): Promise<void> {
  const { code, out, err } = await applied;
  expect(code, out + err).toBe(0);
}

describe('the ledger is kept', () => {
  test('in every worktree of a repository, and is one', async () => {
    const { cwd, apply, entries } = await world();
    git(cwd, 'add', '.');
    git(cwd, 'commit', '--quiet', '-m', 'terms');
    const tree = join(tempFolder(), 'tree');
    git(cwd, 'worktree', 'add', '--quiet', tree, '-b', 'other');
    await mustApply(apply());
    writeFileSync(join(tree, TERMS), 'house,Heim\ncat,Katze\n');
    await mustApply(apply(tree));
    expect([entries(), entries(tree)]).toEqual([entries(tree), entries()]);
    expect(git(cwd, 'show', `${REF}:${TERMS}`)).toBe('house,Heim\ncat,Katze\n');
  });

  test('for a workspace in a folder of the repository, apart from another one’s', async () => {
    const { cwd, files, apply } = await world();
    put(join(cwd, 'one'), files);
    put(join(cwd, 'two'), files);
    await mustApply(apply(join(cwd, 'one')));
    const { code, err } = await apply(join(cwd, 'two'));
    expect([code, err]).toEqual([1, expect.stringContaining('belongs to the workspace in one/')]);
  });

  test.skipIf(!hasSha256()).each([
    ['here', 'true'],
    ['on a remote', '{ remote: origin }'],
  ])('in a repository of SHA-256, %s (needs git 2.29)', async (_, ledger) => {
    const { cwd, apply, run } = await world({ init: ['--object-format=sha256'], ledger });
    const bare = tempFolder();
    git(bare, 'init', '--quiet', '--bare', '--object-format=sha256');
    git(cwd, 'remote', 'add', 'origin', `file://${bare}`);
    await mustApply(apply());
    writeFileSync(join(cwd, TERMS), 'house,Heim\n');
    await mustApply(apply());
    const place = ledger === 'true' ? cwd : bare;
    expect(git(place, 'rev-parse', REF).trim()).toHaveLength(64);
    expect(git(place, 'for-each-ref', '--format=%(refname)')).toBe(`${REF}\n`);
    expect((await run(cwd, {}, 'plan')).out).toContain('No changes');
  });

  test('through packing, pruning and the end of every reflog', async () => {
    const { cwd, apply, run, entries } = await world();
    await mustApply(apply());
    for (const terms of ['house,Heim\ncat,Katze\n', 'house,Haus\n']) {
      git(cwd, 'reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
      git(cwd, 'gc', '--quiet', '--prune=now', '--aggressive');
      git(cwd, 'pack-refs', '--all', '--prune');
      expect(existsSync(join(cwd, '.git', REF))).toBe(false);
      writeFileSync(join(cwd, TERMS), terms);
      await mustApply(apply());
    }
    // One of three took something away, and said so before.
    expect(entries()).toBe(4);
    expect(git(cwd, 'fsck', '--strict', '--no-dangling')).toBe('');
    expect((await run(cwd, {}, 'plan')).out).toContain('No changes');
  });

  test('on a strict remote, whatever the user has set for their own fetches, pushes and logs', async () => {
    const { cwd, apply, run } = await world({ ledger: '{ remote: origin }' });
    const bare = tempFolder();
    git(bare, 'init', '--quiet', '--bare');
    for (const setting of ['receive.denyDeletes', 'receive.denyNonFastForwards', 'transfer.fsckObjects'])
      git(bare, 'config', setting, 'true');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '--quiet', '-m', 'terms');
    git(cwd, 'tag', '-a', 'v1', '-m', 'v1');
    git(cwd, 'remote', 'add', 'origin', `file://${bare}`);
    for (const [name, value] of [
      ['push.followTags', 'true'],
      ['push.gpgSign', 'if-asked'],
      ['push.recurseSubmodules', 'check'],
      ['push.default', 'nothing'],
      ['fetch.prune', 'true'],
      ['fetch.recurseSubmodules', 'true'],
      ['remote.origin.tagOpt', '--tags'],
      ['i18n.logOutputEncoding', 'latin1'],
      ['log.date', 'human'],
      ['log.showSignature', 'true'],
      ['color.ui', 'always'],
      ['core.logAllRefUpdates', 'false'],
      ['transfer.fsckObjects', 'true'],
    ] as const)
      git(cwd, 'config', name, value);
    put(cwd, { [TERMS]: 'häuser,Häuser\n' });
    await mustApply(apply());
    put(cwd, { [TERMS]: 'häuser,Heime\n' });
    await mustApply(apply());
    expect(git(bare, 'for-each-ref', '--format=%(refname)')).toBe(`${REF}\n`);
    expect((await run(cwd, {}, 'log')).out).toContain('glossary.product');
  });
});

describe('a repository that cannot be used is told, and is not taken for none', () => {
  test.each<readonly [string, NodeJS.ProcessEnv, RegExp]>([
    ['belongs to somebody else', { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }, /dubious ownership[\s\S]*safe\.directory/],
    ['is named by GIT_DIR and has no working tree', { GIT_DIR: 'bare' }, /must be run in a work tree/],
    ['is named by GIT_DIR and is not there', { GIT_DIR: 'nowhere' }, /not a git repository: 'nowhere'/],
  ])('that %s', async (_, env, said) => {
    const { cwd, apply } = await world();
    git(cwd, 'init', '--quiet', '--bare', 'bare');
    const { code, err } = await apply(cwd, env);
    expect([code, err]).toEqual([1, expect.stringMatching(said)]);
    expect(err).toContain('ledger: { dir: PATH }');
    expect(existsSync(join(cwd, '.lexform'))).toBe(false);
  });

  test('when there is no git here', async () => {
    const { cwd } = await world();
    put(cwd, { 'inner/lexform.yaml': 'version: 1\n' });
    const gone = { run: () => Promise.reject(new Error('spawn git ENOENT')) };
    const { code, err } = await runLexform({ cwd, env: { KEY: TEST_KEY }, git: () => gone }, 'plan');
    expect([code, err]).toEqual([1, expect.stringContaining('Install git')]);
  });

  test('that is read-only', async () => {
    const { cwd, apply } = await world();
    for (const folder of ['.git', '.git/refs', '.git/objects']) chmodSync(join(cwd, folder), 0o555);
    onTestFinished(() => {
      for (const folder of ['.git', '.git/refs', '.git/objects']) chmodSync(join(cwd, folder), 0o755);
    });
    // The settings of the tests may lie where that user reads nothing.
    const { code, err } = await asAnotherUser([cwd], () => apply(cwd, { GIT_CONFIG_GLOBAL: '/dev/null' }));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/unable to create|Permission denied|insufficient permission/i),
    ]);
  });
});

describe('nothing of a checkout is run', () => {
  /** A script that leaves a mark, and a way to look for it. */
  function trap(folder: string) {
    const mark = join(folder, 'ran');
    const script = join(folder, 'trap.sh');
    writeFileSync(script, `#!/bin/sh\ntouch '${mark}'\nexit 0\n`, { mode: 0o755 });
    return { script, ran: (): boolean => existsSync(mark) };
  }

  test('no hook, no monitor, no alias, no pager, no check of signatures', async () => {
    const { cwd, run, apply } = await world();
    const { script, ran } = trap(tempFolder());
    for (const setting of ['core.fsmonitor', 'core.pager', 'pager.log', 'gpg.program', 'core.editor', 'diff.external'])
      git(cwd, 'config', setting, script);
    git(cwd, 'config', 'log.showSignature', 'true');
    for (const command of ['log', 'update-ref', 'fast-import', 'rev-parse', 'config'])
      git(cwd, 'config', `alias.${command}`, `!${script}`);
    mkdirSync(join(cwd, '.git/hooks'));
    for (const hook of ['reference-transaction', 'post-index-change', 'pre-push', 'fsmonitor-watchman'])
      writeFileSync(join(cwd, '.git/hooks', hook), `#!/bin/sh\nexec '${script}'\n`, { mode: 0o755 });
    await mustApply(apply());
    put(cwd, { [TERMS]: 'house,Heim\n' });
    await mustApply(apply());
    for (const args of [['plan'], ['log'], ['log', '--show', 'latest']])
      expect((await run(cwd, {}, ...args)).code).toBe(0);
    expect(ran()).toBe(false);
  });

  test('a bare repository among the files, with settings of its own, is not used', async () => {
    const { cwd, files, apply } = await world();
    const { script, ran } = trap(tempFolder());
    const inner = join(cwd, 'inner');
    git(cwd, 'init', '--quiet', '--bare', 'inner');
    put(inner, files);
    git(inner, 'config', 'core.fsmonitor', script);
    git(inner, 'config', 'core.worktree', '.');
    git(inner, 'config', 'core.bare', 'false');
    mkdirSync(join(inner, 'hooks'), { recursive: true });
    writeFileSync(join(inner, 'hooks/reference-transaction'), `#!/bin/sh\nexec '${script}'\n`, { mode: 0o755 });
    const { code, err } = await apply(inner);
    expect([code, err]).toEqual([1, expect.stringContaining('cannot use bare repository')]);
    expect(ran()).toBe(false);
  });

  test('a folder with the name of the remote is no remote', async () => {
    const { cwd, apply } = await world({ ledger: '{ remote: shared }' });
    const { script, ran } = trap(tempFolder());
    git(cwd, 'init', '--quiet', '--bare', 'shared');
    mkdirSync(join(cwd, 'shared/hooks'));
    writeFileSync(join(cwd, 'shared/hooks/pre-receive'), `#!/bin/sh\nexec '${script}'\n`, { mode: 0o755 });
    const { code, err } = await apply();
    expect([code, err]).toEqual([1, expect.stringContaining('no remote "shared"')]);
    expect(ran()).toBe(false);
  });
});

test('a file that a killed git has left in the way is named, with the way out', async () => {
  const { cwd, apply } = await world();
  await mustApply(apply());
  writeFileSync(join(cwd, '.git', `${REF}.lock`), '');
  put(cwd, { [TERMS]: 'house,Heim\n' });
  const impatient = (at: string) => {
    const port = gitProgram(at, GIT_ENV);
    return {
      run: (args: readonly string[], input?: Uint8Array) =>
        port.run(['-c', 'core.filesRefLockTimeout=1', ...args], input),
    };
  };
  const { code, err } = await runLexform(
    { cwd, env: { KEY: TEST_KEY }, git: impatient },
    ...['apply', '--auto-approve', '--max-deletes-per-run', '5'],
  );
  expect(code).toBe(1);
  expect(err).toContain(`${REF}.lock': File exists`);
  expect(err).toContain('remove that file');
  renameSync(join(cwd, '.git', `${REF}.lock`), join(cwd, 'gone'));
  await mustApply(apply());
});
