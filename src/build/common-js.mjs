// The program is loaded with require(): the loader of ES modules makes a start a fifth slower.
import { transformSync } from 'esbuild';

/**
 * What esbuild should leave as it is. It would write `new RegExp(…)` for a pattern with `\p{…}`, because Node.js 20 has
 * not the letters of the last version of Unicode. V8 then reads the pattern at each call of the function around it.
 */
export const SUPPORTED = { 'regexp-unicode-property-escapes': true };

/**
 * One file of the program as CommonJS. esbuild splits a program into ES modules only, so each file is converted on its
 * own. An `import()` becomes a promise of a `require()`, which still loads nothing before it runs.
 */
export const toCommonJs = (text, { minify }) =>
  transformSync(text, {
    minify,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    supported: { ...SUPPORTED, 'dynamic-import': false },
    legalComments: 'none',
  }).code;
