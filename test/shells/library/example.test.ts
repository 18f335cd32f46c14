import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';

/** The project of a stranger: the example, with the packed library and nothing else of this repository. */
function strangersProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-library-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('examples/library', folder, { recursive: true });
  const installed = join(folder, 'node_modules', 'lexform');
  mkdirSync(installed, { recursive: true });
  execFileSync(process.execPath, ['src/build/types.mjs']);
  cpSync('dist', join(installed, 'dist'), { recursive: true });
  cpSync('package.json', join(installed, 'package.json'));
  return folder;
}

/** Compiles the example, with the types of Node.js and no others. */
function compile(folder: string): void {
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const types = resolve('node_modules/@types');
  const compiled = spawnSync(process.execPath, [compiler, '--typeRoots', types], { cwd: folder, encoding: 'utf8' });
  expect([compiled.stdout, compiled.status]).toEqual(['', 0]);
}

test('the example is short, compiles in the project of a stranger, and brings a target in line', () => {
  const program = readFileSync('examples/library/sync.ts', 'utf8');
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  const folder = strangersProject();
  const settings = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  expect(settings.compilerOptions).toMatchObject({ strict: true, skipLibCheck: false });

  compile(folder);

  const workspace = join(folder, 'terms');
  cpSync('examples/quickstart', workspace, { recursive: true });
  const run = () => spawnSync(process.execPath, ['out/sync.js', 'terms'], { cwd: folder, encoding: 'utf8' });
  const first = run();
  expect(first.stdout).toContain('The service has what the files ask for.');
  expect(first.stderr).toContain('A call has ended.');
  expect(first.status).toBe(0);
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringMatching(/No changes\.[\s\S]*Nothing to do\./) });

  // The test of a user runs against the embedded service, which begins empty. It may run again and again, and never
  // touches the ledger of the real target, of which the repository has a remote.
  const target = 'version: 1\ntargets:\n  prod: { base_url: "https://api.example.com", key: env:KEY }\n';
  const tested = join(folder, 'tested');
  const shared = join(folder, 'shared.git');
  cpSync('examples/quickstart/glossaries', join(tested, 'glossaries'), { recursive: true });
  writeFileSync(
    join(tested, 'lexform.yaml'),
    `${target}ledger: { remote: origin }\nglossaries: glossaries/*/glossary.yaml\n`,
  );
  execFileSync('git', ['init', '-q', '--bare', shared]);
  execFileSync('git', ['init', '-q'], { cwd: tested });
  execFileSync('git', ['remote', 'add', 'origin', shared], { cwd: tested });
  const env = { ...process.env, TERMS: 'tested', NODE_TEST_CONTEXT: undefined };
  for (const _time of [1, 2]) {
    const passed = spawnSync(process.execPath, ['--test', 'out/terms.test.js'], { cwd: folder, encoding: 'utf8', env });
    expect([passed.stdout, passed.status]).toEqual([expect.stringMatching(/pass 1\n/), 0]);
  }
  for (const repository of [tested, shared])
    expect(execFileSync('git', ['for-each-ref'], { cwd: repository, encoding: 'utf8' })).toBe('');
  expect(readdirSync(tested).sort()).toEqual(['.git', 'glossaries', 'lexform.yaml']);

  // A glossary whose folder is gone is not deleted by a program that nobody has told to.
  rmSync(join(workspace, 'glossaries'), { recursive: true });
  expect(run()).toMatchObject({ status: 3, stderr: expect.stringContaining('glossary.') });
  writeFileSync(join(workspace, 'lexform.yaml'), 'version: 1\n');
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('lexform.yaml:') });
});

test.each(['esm', 'cjs'] as const)(
  'the example, bundled with the library into one file of the format %s, brings a target in line',
  async (format) => {
    const folder = strangersProject();
    const outfile = join(folder, 'bundled', format === 'esm' ? 'sync.mjs' : 'sync.cjs');
    const bundled = await build({
      entryPoints: [join(folder, 'sync.ts')],
      outfile,
      bundle: true,
      format,
      platform: 'node',
      logLevel: 'silent',
    });
    expect(bundled.warnings).toEqual([]);
    rmSync(join(folder, 'node_modules'), { recursive: true });
    cpSync('examples/quickstart', join(folder, 'terms'), { recursive: true });

    const run = () => spawnSync(process.execPath, [outfile, 'terms'], { cwd: folder, encoding: 'utf8' });
    expect(run()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The service has what the files ask for.'),
    });
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringMatching(/No changes\.[\s\S]*Nothing to do\./) });
  },
);
