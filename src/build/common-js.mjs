// The program is loaded with require(): the loader of ES modules alone takes Node a quarter longer to start.
import { transformSync } from 'esbuild';

/** What esbuild writes between the pieces of a program. */
const IMPORT = /^import (?:(\{[^}]*\}) from )?("\.[^"]+");$/gm;
const EXPORT = /^export (\{[^}]*\});$/m;

/** `{ a as b }` of an import or an export, as the pattern or the literal of an object. */
const asObject = (names, swapped) =>
  names.replace(/([\w$]+) as ([\w$]+)/g, (_, from, to) => (swapped ? `${to}: ${from}` : `${from}: ${to}`));

/** True when a name is given a value anywhere but where it is declared: a copy of it may then be old. So says a local variable of the name, too, which costs a new name. */
function isLateBound(text, name) {
  const assigned = new RegExp(
    `(?<![\\w$.'"])${name.replaceAll('$', '\\$')} (?:[-+*/%&|^]|\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?)?=(?![=>])`,
    'g',
  );
  return [...text.matchAll(assigned)].some(
    ({ index }) => !/\b(?:var|let|const) $/.test(text.slice(0, index).slice(-6)),
  );
}

/** Throws for pieces that load each other in a circle, by the metafile of esbuild: one of them would take constants that are not there yet. */
export function checkNoCircle(outputs) {
  const checked = new Set();
  const check = (path, above) => {
    if (above.includes(path)) throw new Error(`${[...above, path].join(' → ')} is a circle`);
    if (checked.has(path)) return;
    for (const each of outputs[path]?.imports ?? [])
      if (each.kind === 'import-statement' && each.external !== true) check(each.path, [...above, path]);
    checked.add(path);
  };
  for (const path of Object.keys(outputs)) check(path, []);
}

/**
 * The imports and exports between pieces as plain constants. esbuild would make each a getter that asks another getter, which costs a tenth of a large plan. A piece
 * with a name whose value comes later stops the build.
 */
function withConstants(text) {
  const exported = EXPORT.exec(text)?.[1] ?? '{}';
  for (const [, name] of exported.matchAll(/^\s*([\w$]+)/gm))
    if (isLateBound(text, name)) throw new Error(`${name} is exported before it has its value`);
  return text
    .replace(IMPORT, (_, names, path) =>
      names === undefined ? `require(${path});` : `const ${asObject(names, false)} = require(${path});`,
    )
    .replace(EXPORT, (_, names) => `module.exports = { __esModule: true,${asObject(names, true).slice(1)};`);
}

/**
 * One file of the program as CommonJS. esbuild cuts a program into pieces as ES modules alone, so each piece is turned on its own. An `import()` becomes a
 * promise of a `require()`, still of no file before it is run.
 */
export const toCommonJs = (text) =>
  transformSync(withConstants(text), {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    supported: { 'dynamic-import': false },
    legalComments: 'none',
  }).code;
