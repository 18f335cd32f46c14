// The program is loaded with require(): the loader of ES modules alone takes Node a quarter longer to start.
import { transformSync } from 'esbuild';

/**
 * One file of the program as CommonJS. esbuild cuts a program into pieces as ES modules alone, so each piece is turned on its own. An `import()` becomes a
 * promise of a `require()`, still of no file before it is run.
 */
export const toCommonJs = (text) =>
  transformSync(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    supported: { 'dynamic-import': false },
    legalComments: 'none',
  }).code;
