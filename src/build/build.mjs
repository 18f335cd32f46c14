// Builds dist/: see the bottom of src/README.md.
import { existsSync } from 'node:fs';
import { build } from 'esbuild';

if (existsSync('src/build/validators.mjs')) await import('./validators.mjs');

const entryPoints = ['src/cli/main.ts', 'src/library.ts'].filter((file) => existsSync(file));
if (entryPoints.length > 0) {
  await build({
    entryPoints: Object.fromEntries(entryPoints.map((file) => [file.replace(/^.*\/|\.ts$/g, ''), file])),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    banner: {
      js: "import { createRequire as lexformRequire } from 'node:module'; const require = lexformRequire(import.meta.url);",
    },
  });
}
