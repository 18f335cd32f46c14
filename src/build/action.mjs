// The bundle that GitHub runs from the repository: one file, committed, and the same bytes from the same sources.
import { build } from 'esbuild';
import { banner } from './banner.mjs';
import { SUPPORTED } from './common-js.mjs';
import { lockedPackages } from './locked-packages.mjs';
import { manifest } from './manifest.mjs';

/** Writes `action.js` to a folder. */
export const buildAction = (outdir) =>
  build({
    entryPoints: { action: 'src/action/main.ts' },
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    // Lines, so that a difference between two bundles has a place.
    lineLimit: 500,
    supported: SUPPORTED,
    legalComments: 'none',
    banner,
    plugins: [lockedPackages, manifest],
  });
