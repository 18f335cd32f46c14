// Which modules are bundled into one file although the source loads each of them on demand.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const COMMANDS = 'src/cli/commands';
const commands = (...names) => names.map((name) => `${COMMANDS}/${name}.ts`);
const OFFLINE = commands('validate', 'init');
const ONLINE = commands('plan', 'drift');
const APPLY = commands('apply');

/**
 * Sets of which the whole is loaded as soon as one is. Whatever two sets share becomes a file of its own, and Node
 * takes longer to find and link many small files than to parse a few large ones. So the sets are few, and each stands
 * on one that is loaded before it in any run: what both need is then in the files of that one.
 */
const SETS = {
  start: {
    files: [
      'src/cli/run.ts',
      'src/cli/ports/real-ports.ts',
      // What `main.ts` needs before the compile cache then stands in one file with what else it shares.
      'src/cli/ports/cache-folder.ts',
      'src/review/messages/error-text.ts',
    ],
  },
  offline: { on: 'start', files: OFFLINE },
  // A plan loads the rules only where something changes.
  rules: { on: 'offline', files: ['src/cli/lint/lint-workspace.ts', 'src/lint/changed-terms.ts'] },
  reports: { on: 'rules', files: ['src/review/ci/format.ts', 'src/review/markdown/link.ts'] },
  online: { on: 'offline', files: [...ONLINE, 'src/cli/session/own-rules.ts'] },
  apply: { on: 'online', files: [...APPLY, 'src/ledger/ledger-files.ts'] },
  preview: { on: 'online', files: ['src/cli/run/preview-plan.ts', 'src/review/translate/preview-text.ts'] },
  service: { on: 'online', files: ['src/service/create-service.ts', 'src/service/store/folder-store.ts'] },
  library: { on: 'apply', files: ['src/library.ts'] },
  seldom: {
    on: 'apply',
    files: readdirSync(COMMANDS, { recursive: true })
      .map((file) => `${COMMANDS}/${file.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts') && ![...OFFLINE, ...ONLINE, ...APPLY].includes(path)),
  },
};

const SCHEME = 'loaded-together:';

/** The entry point of the library, which shares the files of the program. */
export const LIBRARY = `${SCHEME}library`;

/**
 * A plugin for esbuild. Two exports of one name in a set would be an import of nothing: with `ambiguous-reexport` as an
 * error they stop the build.
 */
export const loadedTogether = {
  name: 'loaded-together',
  setup(build) {
    const setOf = new Map(
      Object.entries(SETS).flatMap(([name, { files }]) => files.map((path) => [resolve(path), name])),
    );
    build.onResolve({ filter: /^loaded-together:/ }, ({ path }) => ({
      path: path.slice(SCHEME.length),
      namespace: 'loaded-together',
    }));
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      const name = kind === 'dynamic-import' ? setOf.get(resolve(resolveDir, path)) : undefined;
      return name === undefined ? undefined : { path: name, namespace: 'loaded-together' };
    });
    build.onLoad({ filter: /.*/, namespace: 'loaded-together' }, ({ path: name }) => {
      const { on, files } = SETS[name];
      const before = on === undefined ? [] : [`import '${SCHEME}${on}';`];
      return {
        contents: [...before, ...files.map((file) => `export * from './${file}';`)].join('\n'),
        resolveDir: resolve('.'),
      };
    });
  },
};
