import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publint } from 'publint';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { git } from '../support/git-repository.ts';
import { fillWorkspace } from '../support/temp-workspace.ts';

/** Every public name of the library, as its source has them. */
const publicNames = (): readonly string[] =>
  [...readFileSync('src/shells/library/library.ts', 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(
    ([, names = '']) =>
      names
        .split(',')
        .map((name) => name.replace(/^\s*(?:type )?/, '').trim())
        .filter((name) => name !== ''),
  );

const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

test('the packed package works where it is installed: command line, library, types, schemas', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  run(process.execPath, ['src/build/types.mjs'], '.');
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], '.'));
  const files: readonly string[] = packed.files.map(({ path }: { path: string }) => path);
  expect(files.filter((path) => path.endsWith('.d.ts'))).toEqual(['dist/library.d.ts']);
  const [tarball] = readdirSync(folder);
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "user", "version": "1.0.0", "type": "module", "private": true }',
  );
  // Nothing is fetched: the package has no dependencies of its own.
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball ?? '')], folder);
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['lexform']);

  const lexform = join(folder, 'node_modules', '.bin', 'lexform');
  expect(run(lexform, ['--version'], folder)).toMatch(/^\d+\.\d+\.\d+\n$/);
  // A stack trace names the functions of the source.
  const env = { ...process.env, LEXFORM_DEBUG: '1' };
  const { stderr } = spawnSync(lexform, ['plan', '-C', 'nowhere'], { cwd: folder, encoding: 'utf8', env });
  expect(stderr).toMatch(/^ +at checkFolder \(.*\n(?:.*\n)* +at async runCli \(/m);
  run(lexform, ['init', 'terms'], folder);
  run(lexform, ['apply', '--auto-approve', '-C', 'terms'], folder);
  expect(run(lexform, ['plan', '-C', 'terms'], folder)).toContain('No changes.');

  const program = [
    "import { openWorkspace, type TargetPlan } from 'lexform';",
    "const plan: TargetPlan = await (await openWorkspace('terms')).plan();",
    'console.log(plan.isEmpty, await plan.render("text"));',
  ].join('\n');
  writeFileSync(join(folder, 'use.ts'), program);
  writeFileSync(join(folder, 'use.mjs'), program.replace(', type TargetPlan', '').replace(': TargetPlan', ''));
  expect(run(process.execPath, ['use.mjs'], folder)).toMatch(/^true .*No changes\./s);
  // Node shows the line of an error that nobody catches, so the lines of the package are short.
  writeFileSync(
    join(folder, 'wrong.mjs'),
    program
      .replace(/const plan.*/, "await (await openWorkspace('terms')).drift('none');")
      .replace(', type TargetPlan', ''),
  );
  const wrong = spawnSync(process.execPath, ['wrong.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(wrong.stderr).toContain('lexform.yaml has no target');
  expect(wrong.stderr.length).toBeLessThan(5000);
  // Each public name is there, and the declarations hold every type that they mention: they are checked as well.
  expect(publicNames()).toEqual(expect.arrayContaining(['openWorkspace', 'TargetPlan', 'createService', 'LogEntry']));
  writeFileSync(join(folder, 'names.ts'), `export type { ${publicNames().join(', ')} } from 'lexform';\n`);
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const settings = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    'false',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    '--typeRoots',
    resolve('node_modules/@types'),
  ];
  expect(run(process.execPath, [tsc, ...settings, 'use.ts', 'names.ts'], folder)).toBe('');
  expect(readFileSync(join(folder, 'node_modules/lexform/dist/lexform.1'), 'utf8')).toMatch(/^\.TH LEXFORM 1 /);
  expect(readdirSync(join(folder, 'node_modules/lexform/schemas')).sort()).toEqual(readdirSync('schemas').sort());

  const { messages } = await publint({ pkgDir: '.' });
  expect(messages.filter(({ type }) => type !== 'suggestion')).toEqual([]);
});

/** A folder whose path has spaces and umlauts, and an environment in which npm fetches nothing. */
function offlineFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'Über uns ä '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_cache: join(folder, 'cache'),
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  const call = (cwd: string, command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return { folder, env, call };
}

test('from the packed file it is installed into a project, below a prefix, and run by npx, without the network', () => {
  const { folder, call } = offlineFolder();
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], '.');
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  const project = join(folder, 'mein Projekt');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "user", "version": "1.0.0", "private": true }');
  // As docs/install.md says.
  call(project, 'npm', 'install', '--save-dev', `../${tarball}`);
  const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  expect(devDependencies).toEqual({ lexform: `file:../${tarball}` });
  expect(readFileSync(join(project, 'package-lock.json'), 'utf8')).toContain('"integrity": "sha512-');
  rmSync(join(project, 'node_modules'), { recursive: true });
  call(project, 'npm', 'ci', '--ignore-scripts');
  expect(call(project, 'npx', '--no-install', 'lexform', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  call(project, 'npx', '--no-install', 'lexform', 'init', 'Wörter und mehr');
  expect(call(project, 'npx', '--no-install', 'lexform', 'plan', '-C', 'Wörter und mehr')).toContain('8 terms to add');

  const prefix = join(folder, 'globale Programme');
  call(folder, 'npm', 'install', '--global', '--ignore-scripts', '--prefix', prefix, join(folder, tarball));
  const lexform = join(prefix, 'bin', 'lexform');
  expect(call(project, lexform, 'apply', '--auto-approve', '-C', 'Wörter und mehr')).toContain('Applied to local');
  expect(call(join(project, 'Wörter und mehr', 'glossaries'), lexform, 'plan')).toContain('No changes.');

  const other = join(folder, 'ohne Paket');
  mkdirSync(other);
  expect(call(other, 'npx', '--yes', '--package', `../${tarball}`, 'lexform', '--version')).toMatch(/^\d/);
  expect(() => call(other, 'npx', '--no-install', 'lexform', '--version')).toThrow();
}, 120_000);

test('a clone that npm prepares for --global is refused, and the two steps that work are named', () => {
  const { folder, env } = offlineFolder();
  cpSync('package.json', join(folder, 'package.json'));
  mkdirSync(join(folder, 'src', 'build'), { recursive: true });
  cpSync('src/build/prepare.mjs', join(folder, 'src', 'build', 'prepare.mjs'));
  const { status, stderr } = spawnSync(process.execPath, ['src/build/prepare.mjs'], {
    cwd: folder,
    env: { ...env, npm_config_global: 'true' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('npm install --global "$(npm pack --silent git+https://'),
  ]);
});

// In this file, since the build of the hook takes the declarations that the test above has put into the cache.

const hasPreCommit = spawnSync('pre-commit', ['--version']).status === 0;

/**
 * The project as a repository with one commit: every file that git tracks or would, as it is now, but the tests. Gives
 * the commit.
 */
function projectRepository(folder: string): string {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((each) => each !== '' && !each.startsWith('test/'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'The project');
  return git(folder, 'rev-parse', 'HEAD').trim();
}

/**
 * An environment in which nothing is fetched: npm is offline and has an empty cache, and what it would fetch for a
 * build is put beside `package.json` when pre-commit has checked the project out. The list that npm writes there is
 * copied, since everything else is one file under two names.
 */
function offline(folder: string): NodeJS.ProcessEnv {
  const hook = join(folder, 'hooks', 'post-checkout');
  mkdirSync(dirname(hook));
  const [from, list] = [resolve('node_modules'), 'node_modules/.package-lock.json'];
  writeFileSync(
    hook,
    `#!/bin/sh\ngrep -q '"name": "lexform"' package.json 2>/dev/null || exit 0\n{ cp -Rl '${from}' node_modules 2>/dev/null || { rm -rf node_modules && cp -R '${from}' node_modules; }; } && rm '${list}' && cp '${resolve(list)}' '${list}'\n`,
  );
  chmodSync(hook, 0o755);
  writeFileSync(join(folder, '.gitconfig'), `[core]\n\thooksPath = "${dirname(hook)}"\n`);
  // pre-commit keeps the variables of git from its own calls, so the home folder has the settings.
  return {
    PATH: process.env.PATH,
    HOME: folder,
    PRE_COMMIT_HOME: join(folder, 'home'),
    npm_config_cache: join(folder, 'cache'),
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  };
}

test('npm packs the package from git, and the file is installed into a project', () => {
  const { folder, call, env } = offlineFolder();
  const project = join(folder, 'Projekt ü');
  mkdirSync(project);
  projectRepository(project);
  // The hook takes the packages from here.
  Object.assign(env, offline(folder));
  const url = `git+${pathToFileURL(project)}`;
  const name = call(folder, 'npm', 'pack', '--silent', url, '--pack-destination', folder).trim();
  const user = join(folder, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "name": "user", "version": "1.0.0", "private": true }');
  call(user, 'npm', 'install', join(folder, name));
  expect(call(user, 'npx', '--no-install', 'lexform', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  const own = join(user, 'node_modules', 'lexform');
  expect(readdirSync(join(own, 'dist'))).toEqual(
    expect.arrayContaining(['main.js', 'library.js', 'library.d.ts', 'lexform.1']),
  );
}, 240_000);

test('the hook is asked about every file that a workspace may be made of', () => {
  const [hook] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8'));
  const asks = (path: string): boolean => new RegExp(hook.files).test(path);
  const read = ['lexform.yaml', 'terms/en-de.csv', 'terms/en-de.tsv', 'en-de.txt', 'a/b/keys.yml', 'rules.json'];
  expect(read.filter((path) => !asks(path))).toEqual([]);
  expect(['README.md', 'src/main.ts', 'csv', 'terms.csv.bak'].filter(asks)).toEqual([]);
});

test.skipIf(!hasPreCommit)(
  'pre-commit builds and installs the hook from the repository, and a commit with a fault does not come about (skipped where pre-commit is absent)',
  async () => {
    // On the disk, wherever other folders of tests are: what npm would fetch is linked, not copied.
    const folder = mkdtempSync('/tmp/lexform-pre-commit-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [project, user] = [join(folder, 'project'), join(folder, 'user')];
    mkdirSync(project);
    mkdirSync(user);
    const rev = projectRepository(project);
    const env = offline(folder);
    git(user, 'init', '--quiet', '--initial-branch=main');
    await fillWorkspace(user, {
      '.pre-commit-config.yaml': `repos:\n  - repo: ${project}\n    rev: ${rev}\n    hooks:\n      - id: lexform-validate\n        args: [--chdir, terms]\n`,
      'readme.md': 'Terms.\n',
      'terms/lexform.yaml': 'version: 1\ntargets:\n  prod: { preset: deepl }\nglossaries: glossaries/*/glossary.yaml\n',
      'terms/glossaries/product/glossary.yaml': 'name: Product\n',
      'terms/glossaries/product/en-de.csv': 'house,Haus\n',
    });
    const run = (...args: readonly string[]) => {
      git(user, 'add', '--all');
      const { status, stdout, stderr } = spawnSync('pre-commit', ['run', ...args], {
        cwd: user,
        env,
        encoding: 'utf8',
      });
      const log = status === 3 ? readFileSync(join(folder, 'home', 'pre-commit.log'), 'utf8') : '';
      return { status, out: stdout + stderr + log };
    };

    const passed = run('--color', 'never');
    expect(passed.out).toMatch(/^lexform validate\.+Passed$/m);
    expect(passed.status).toBe(0);

    await fillWorkspace(user, { 'terms/glossaries/product/en-de.csv': 'house,Haus\nhouse,Heim\n' });
    const failed = run('--color', 'never');
    expect(failed.out).toMatch(/^lexform validate\.+Failed$/m);
    expect(failed.out).toContain('glossaries/product/en-de.csv:2:1: error: ');
    expect(failed.out).toContain('exit code: 4');
    expect(failed.status).toBe(1);

    const skipped = run('--color', 'never', '--files', 'readme.md');
    expect(skipped.out).toMatch(/^lexform validate\.+\(no files to check\)Skipped$/m);
  },
);
