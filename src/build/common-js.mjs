// The program is loaded with require(): the loader of ES modules makes a start a fifth slower.
import { transformSync } from 'esbuild';

/**
 * One file of the program as CommonJS. esbuild splits a program into ES modules only, so each file is converted on its
 * own. An `import()` becomes a promise of a `require()`, which still loads nothing before it runs.
 */
export const toCommonJs = (text) =>
  transformSync(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    supported: { 'dynamic-import': false },
    legalComments: 'none',
  }).code;
