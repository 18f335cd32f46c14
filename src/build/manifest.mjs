// What a bundle holds of files in JSON. Of package.json, it is what the sources read: the rest would change the bundles
// with every development dependency, and every start would parse it. The data of the sources is a text of JSON, which
// V8 reads faster than the same as code.
import { readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';

/** A plugin for esbuild. */
export const manifest = {
  name: 'manifest',
  setup(build) {
    build.onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) => {
      if (path !== resolve('package.json')) return undefined;
      const { name, version, repository, bugs } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ name, version, repository, bugs }), loader: 'json' };
    });
    build.onLoad({ filter: /\.json$/ }, ({ path }) => {
      if (!path.startsWith(resolve('src') + sep)) return undefined;
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: `export default JSON.parse(${JSON.stringify(text)});` };
    });
  },
};
