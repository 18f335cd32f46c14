// The parts of node_modules that a bundle may contain: the packages that the sources import, and their dependencies by
// the lockfile.
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { relative, sep } from 'node:path';

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

/** Packages that others load only in versions of Node.js that `engines` excludes. */
const NEVER_LOADED = ['web-streams-polyfill'];

/** `node_modules/a` of `node_modules/a/lib/index.js`; the innermost package where they are nested. */
const folderOf = (path) => /^(?:.*node_modules\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
const nameOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0];
const fromRoot = (path) => relative('.', path).split(sep).join('/');

/**
 * The folder that the lockfile gives a package for an importing folder, nearest first; undefined: the lockfile has
 * none.
 */
function lockedFolder(importer, name) {
  for (let at = importer; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (folder in lockfile) return folder;
    if (at === '') return undefined;
  }
}

/** Throws if a package is not installed, or not in the version of the lockfile. */
function checkInstalled(folder) {
  const manifest = `${folder}/package.json`;
  const installed = existsSync(manifest)
    ? `version ${JSON.parse(readFileSync(manifest, 'utf8')).version}`
    : 'no version';
  if (installed !== `version ${lockfile[folder].version}`)
    return `${folder}: ${installed} is installed, the lockfile has ${lockfile[folder].version}; run npm ci`;
}

/**
 * A plugin for esbuild that makes a bundle depend only on the lockfile. Some packages try to load others that they do
 * not depend on (`debug` looks for `supports-color`), and would include what is installed by chance. For these, the
 * bundle contains an error that the packages catch.
 */
export const lockedPackages = {
  name: 'locked-packages',
  setup(build) {
    const checked = new Set();
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path, importer, namespace }) => {
      if (kind === 'entry-point' || namespace !== 'file' || isBuiltin(path)) return undefined;
      const from = folderOf(fromRoot(importer)) ?? '';
      const name = nameOf(path);
      const { dependencies = {}, devDependencies = {} } = lockfile[from] ?? {};
      const declared = name in dependencies || (from === '' && name in devDependencies);
      const folder = declared && !NEVER_LOADED.includes(name) ? lockedFolder(from, name) : undefined;
      if (folder === undefined) return from === '' ? undefined : { path: name, namespace: 'not-locked' };
      if (!checked.has(folder)) {
        checked.add(folder);
        const text = checkInstalled(folder);
        if (text !== undefined) return { errors: [{ text }] };
      }
      return undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'not-locked' }, ({ path }) => ({
      contents: `throw Object.assign(new Error("Cannot find module '${path}'"), { code: 'MODULE_NOT_FOUND' });`,
    }));
  },
};
