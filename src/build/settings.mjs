// The settings that all bundles share.
import { builtIns } from './built-ins.mjs';
import { lockedPackages } from './locked-packages.mjs';
import { manifest } from './manifest.mjs';

/** White space and syntax are minified. Names are kept, so that a stack trace shows the functions of the source. */
export const settings = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  // Node prints the line of an error that nobody catches.
  lineLimit: 200,
  legalComments: 'none',
  // As Node.js 20 has other letters than the last version of Unicode, esbuild would write `new RegExp(…)` for a pattern
  // with `\p{…}`. V8 then reads the pattern at each call of the function around it.
  supported: { 'regexp-unicode-property-escapes': true },
  // The ES modules of the package, from which esbuild removes unused code.
  alias: { yaml: './node_modules/yaml/browser/dist/index.js' },
  plugins: [builtIns, lockedPackages, manifest],
};

/** The program and the library. A command loads only the chunks that it needs. */
export const program = {
  ...settings,
  entryPoints: { main: 'src/shells/cli/main.ts', library: 'src/shells/library/library.ts' },
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
};
