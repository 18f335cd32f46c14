import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publint } from 'publint';
import { expect, onTestFinished, test } from 'vitest';

/** Every public name of the library, as its source has them. */
const publicNames = (): readonly string[] =>
  [...readFileSync('src/library.ts', 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
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
  expect(files.length).toBeLessThanOrEqual(60);
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
  run(lexform, ['init', 'terms'], folder);
  run(lexform, ['apply', '--auto-approve', '-C', 'terms'], folder);
  expect(run(lexform, ['plan', '-C', 'terms'], folder)).toContain('No changes.');

  const program = [
    "import { readDesired, nodeFiles, makePlan, EMPTY_LEDGER, planText, type Plan } from 'lexform';",
    "import { resolve } from 'node:path';",
    "const { desired = {} } = await readDesired(nodeFiles(), resolve('terms'));",
    "const { plan } = makePlan({ target: { name: 't', baseUrl: 'x' }, desired, live: { glossaries: [], styleLists: [] }, ledger: EMPTY_LEDGER, only: [], deletable: [] });",
    'const typed: Plan = plan;',
    'console.log(planText(typed, { color: false }).split("\\n")[0]);',
  ].join('\n');
  writeFileSync(join(folder, 'use.ts'), program);
  writeFileSync(join(folder, 'use.mjs'), program.replace(', type Plan', '').replace(': Plan', ''));
  expect(run(process.execPath, ['use.mjs'], folder)).toMatch(/^Plan for t: \d+ terms to add/);
  // Each public name is there, and the declarations hold every type that they mention: they are checked as well.
  expect(publicNames()).toEqual(
    expect.arrayContaining(['applyPlan', 'Plan', 'createService', 'LedgerEntry', 'Secret']),
  );
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
