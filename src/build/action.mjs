// The bundle that GitHub runs from the repository: one file, committed, and the same bytes from the same sources.
import { build } from 'esbuild';
import { settings } from './settings.mjs';

/** Writes `action.js` to a folder. */
export const buildAction = (outdir) =>
  build({
    ...settings,
    entryPoints: { action: 'src/shells/action/main.ts' },
    outdir,
    // Lines, so that a difference between two bundles has a place.
    lineLimit: 500,
  });
