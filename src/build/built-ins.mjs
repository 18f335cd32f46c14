// A bundler that gets a call of require() in an ES module leaves it for the run, where it fails.
import { isBuiltin } from 'node:module';

const NAMESPACE = 'built-in';

/** A plugin for esbuild: packages in CommonJS import the modules of Node.js, in place of calling require(). */
export const builtIns = {
  name: 'built-ins',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: NAMESPACE } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: `import value from '${path}';\nmodule.exports = value;`,
    }));
  },
};
