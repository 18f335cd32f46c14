// The program is loaded with require(): the loader of ES modules makes a start a fifth slower.
import { transformSync } from 'esbuild';

/**
 * What esbuild should leave as it is. It would write `new RegExp(…)` for a pattern with `\p{…}`, because Node.js 20 has
 * not the letters of the last version of Unicode. V8 then reads the pattern at each call of the function around it.
 */
export const SUPPORTED = { 'regexp-unicode-property-escapes': true };

/** esbuild writes imports before anything else, and exports behind it. */
const HASHBANG = /^#!.*\n/;
const IMPORT = /\s*import\s*(?:\{([^}]*)\}\s*from\s*)?"(\.[^"]*)";?|\s*import\b[^"]*"[^"]*";?/y;
const EXPORT = /\bexport\s*\{([^}]*)\};?\s*$/;

/** `a as b, c` with what stands for each. */
const namesOf = (names, write) =>
  names
    .split(',')
    .map((each) => {
      const [name, other = name] = each.trim().split(/\s+as\s+/);
      return write(name, other);
    })
    .join(', ');

/**
 * A file with its imports of other files as constants, and its exports as values. esbuild would make a getter behind a
 * getter of each name, and V8 looks up such a name wherever it stands, in loops over all rows of a file as well. It can
 * be done because no file imports one that imports it, and none changes what it exports.
 */
export function linkedByValue(text) {
  const [hashbang = ''] = HASHBANG.exec(text) ?? [];
  let head = hashbang;
  let at = hashbang.length;
  for (;;) {
    IMPORT.lastIndex = at;
    const found = IMPORT.exec(text);
    if (found === null) break;
    const [statement, names, path] = found;
    const constants = names === undefined ? '' : `const { ${namesOf(names, (name, own) => `${name}: ${own}`)} } = `;
    head += path === undefined ? statement : `${constants}require("${path}");`;
    at += statement.length;
  }
  const rest = text.slice(at).replace(EXPORT, (_, names) => {
    // What an `import()` gives is the namespace of a module, and not its default.
    const isModule = /\bdefault\b/.test(names) ? '__esModule: true, ' : '';
    return `module.exports = { ${isModule}${namesOf(names, (own, name) => `${name}: ${own}`)} };\n`;
  });
  return head + rest;
}

/**
 * One file of the program as CommonJS. esbuild splits a program into ES modules only, so each file is converted on its
 * own. An `import()` becomes a promise of a `require()`, which still loads nothing before it runs.
 */
export const toCommonJs = (text, { minify }) =>
  transformSync(linkedByValue(text), {
    minify,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    supported: { ...SUPPORTED, 'dynamic-import': false },
    legalComments: 'none',
  }).code;
