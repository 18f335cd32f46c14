// Which modules are bundled into one file although the source loads each of them on demand.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const COMMANDS = 'src/cli/commands';
const commands = (...names) => names.map((name) => `${COMMANDS}/${name}.ts`);
const OFFLINE = commands('validate', 'init');
const ONLINE = commands('plan', 'apply', 'drift');

/**
 * Sets of which the whole is loaded as soon as one is. Whatever two sets share becomes a file of its own, and Node takes longer to find and link many small
 * files than to parse a few large ones: so few sets, with the commands that run most often apart from the rest.
 */
const SETS = {
  start: ['src/cli/run.ts', 'src/cli/real-ports.ts'],
  offline: OFFLINE,
  online: ONLINE,
  service: ['src/service/create-service.ts', 'src/service/folder-store.ts'],
  seldom: readdirSync(COMMANDS)
    .map((file) => `${COMMANDS}/${file}`)
    .filter((path) => ![...OFFLINE, ...ONLINE].includes(path)),
};

/** A plugin for esbuild. Two exports of one name in a set would be an import of nothing: with `ambiguous-reexport` as an error they stop the build. */
export const loadedTogether = {
  name: 'loaded-together',
  setup(build) {
    const setOf = new Map(Object.entries(SETS).flatMap(([name, paths]) => paths.map((path) => [resolve(path), name])));
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      const name = kind === 'dynamic-import' ? setOf.get(resolve(resolveDir, path)) : undefined;
      return name === undefined ? undefined : { path: name, namespace: 'loaded-together' };
    });
    build.onLoad({ filter: /.*/, namespace: 'loaded-together' }, ({ path }) => ({
      contents: SETS[path].map((file) => `export * from './${file}';`).join('\n'),
      resolveDir: resolve('.'),
    }));
  },
};
