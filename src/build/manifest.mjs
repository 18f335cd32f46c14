// The members of package.json that the sources read. All others would change the committed bundle of the Action with
// every development dependency.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A plugin for esbuild. */
export const manifest = {
  name: 'manifest',
  setup(build) {
    build.onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) => {
      if (path !== resolve('package.json')) return undefined;
      const { name, version, repository, bugs } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ name, version, repository, bugs }), loader: 'json' };
    });
  },
};
