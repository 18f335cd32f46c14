import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/git-repository.ts';

const esbuild = pathToFileURL(createRequire(import.meta.url).resolve('esbuild')).href;
const plugin = pathToFileURL(resolve('src/build/locked-packages.mjs')).href;

/**
 * Bundles `src/main.js` of a project that depends on `wanted`, and tells what the bundle printed when it ran, or what
 * stopped the build.
 */
function bundled(files: Readonly<Record<string, string>>): string {
  const folder = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const script = `
    const [{ build }, { lockedPackages }] = [await import('${esbuild}'), await import('${plugin}')];
    const result = await build({ entryPoints: ['src/main.js'], bundle: true, platform: 'node', outfile: 'out.cjs',
      plugins: [lockedPackages], logLevel: 'silent' }).catch(({ errors }) => ({ errors }));
    if (result.errors.length > 0) console.log(result.errors.map(({ text }) => text).join('\\n'));
    else await import(process.cwd() + '/out.cjs');`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();
}

const manifest = (version: string): string => JSON.stringify({ version });
const TRIES = `const fs = require('fs'); let found = typeof fs.readFileSync; try { found = require('stranger'); } catch (error) { found += ' ' + error.code; } module.exports = found;`;
const PROJECT = {
  'src/main.js': `console.log(require('wanted'));`,
  'node_modules/wanted/index.js': TRIES,
  'node_modules/wanted/package.json': manifest('1.2.3'),
};
const lockfile = (wanted: Readonly<Record<string, unknown>>, more = {}): string =>
  JSON.stringify({
    packages: {
      '': { devDependencies: { wanted: '^1.0.0' } },
      'node_modules/wanted': { version: '1.2.3', ...wanted },
      ...more,
    },
  });
const STRANGER = {
  'node_modules/stranger/index.js': `module.exports = 'a stranger';`,
  'node_modules/stranger/package.json': manifest('9.0.0'),
};

test('a package that is installed by chance is not bundled, and is missing as on a clean machine', () => {
  const clean = bundled({ ...PROJECT, 'package-lock.json': lockfile({}) });
  expect(clean).toBe('function MODULE_NOT_FOUND');
  expect(bundled({ ...PROJECT, ...STRANGER, 'package-lock.json': lockfile({}) })).toBe(clean);
});

test('an optional peer is not bundled, although another package has brought it', () => {
  const peers = { peerDependencies: { stranger: '*' }, peerDependenciesMeta: { stranger: { optional: true } } };
  const locked = lockfile(peers, { 'node_modules/stranger': { version: '9.0.0' } });
  expect(bundled({ ...PROJECT, ...STRANGER, 'package-lock.json': locked })).toBe('function MODULE_NOT_FOUND');
});

test('what a package depends on is bundled', () => {
  const locked = lockfile({ dependencies: { stranger: '^9' } }, { 'node_modules/stranger': { version: '9.0.0' } });
  expect(bundled({ ...PROJECT, ...STRANGER, 'package-lock.json': locked })).toBe('a stranger');
});

test('a package in another version than the lockfile stops the build', () => {
  const other = { ...PROJECT, 'node_modules/wanted/package.json': manifest('1.9.0') };
  expect(bundled({ ...other, 'package-lock.json': lockfile({}) })).toBe(
    'node_modules/wanted: version 1.9.0 is installed, the lockfile has 1.2.3; run npm ci',
  );
});
