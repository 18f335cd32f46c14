// Modules of Node.js that take milliseconds to load, and that many runs never call: their first call loads them.

/** The functions that the program uses of each. An import of another name stops the build. */
const LATE = {
  'node:child_process': ['spawn'],
  'node:crypto': ['createHash', 'createHmac', 'hash', 'randomUUID', 'timingSafeEqual'],
  'node:fs/promises': [
    ...['appendFile', 'chmod', 'chown', 'copyFile', 'link', 'lstat', 'mkdir', 'open', 'readFile', 'readdir'],
    ...['readlink', 'rename', 'rm', 'rmdir', 'stat', 'unlink', 'writeFile'],
  ],
  'node:https': ['request'],
  'node:timers/promises': ['setTimeout'],
  'node:tty': ['isatty'],
  'node:v8': ['setFlagsFromString'],
  'node:zlib': ['deflateRawSync', 'gunzip', 'gzip', 'inflateRawSync'],
};

/** Our own files and the packages that load such a module at every start. Other packages use more of them. */
const IMPORTERS = /^(?!.*[\\/]node_modules[\\/])|[\\/]node_modules[\\/]commander[\\/]/;
const isLate = (path, importer) =>
  path === 'node:https' ? /[\\/]node_modules[\\/]node-fetch[\\/]/.test(importer) : IMPORTERS.test(importer);

const late = (module, name) =>
  `export const ${name} = (...given) => process.getBuiltinModule('${module}').${name}(...given);`;

/** A plugin for esbuild. */
export const lateBuiltIns = {
  name: 'late-built-ins',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind, importer }) =>
      path in LATE && kind !== 'dynamic-import' && isLate(path, importer)
        ? { path, namespace: 'late-built-in' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'late-built-in' }, ({ path }) => ({
      contents: [...LATE[path].map((name) => late(path, name)), `export default { ${LATE[path].join(', ')} };`].join(
        '\n',
      ),
    }));
  },
};
