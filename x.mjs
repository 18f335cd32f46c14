import { build } from 'esbuild';
import { SUPPORTED } from './src/build/common-js.mjs';
import { lateBuiltIns } from './src/build/late-built-ins.mjs';
import { lockedPackages } from './src/build/locked-packages.mjs';
import { LIBRARY, loadedTogether } from './src/build/together.mjs';

const r = await build({
  outdir: '/tmp/x',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  supported: SUPPORTED,
  legalComments: 'none',
  metafile: true,
  alias: { yaml: './node_modules/yaml/browser/dist/index.js' },
  entryPoints: { main: 'src/cli/main.ts', library: LIBRARY },
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  plugins: [loadedTogether, lateBuiltIns, lockedPackages],
  write: false,
  minify: true,
});
const imp = {};
for (const [f, o] of Object.entries(r.metafile.outputs))
  for (const i of o.imports)
    (imp[i.path] ??= []).push(f.split('/').pop().slice(0, 14) + (i.kind == 'dynamic-import' ? '!' : ''));
for (const [f, o] of Object.entries(r.metafile.outputs).sort((a, b) => a[1].bytes - b[1].bytes))
  if (o.bytes < 1e6)
    console.log(
      f.split('/').pop(),
      o.bytes,
      Object.keys(o.inputs).length,
      '|',
      Object.keys(o.inputs)
        .slice(0, 5)
        .map((x) => x.replace(/.*node_modules/, 'nm').replace('src/', ''))
        .join(' '),
      '| by',
      (imp[f] ?? []).join(' '),
    );
