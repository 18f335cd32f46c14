// Makes dist/: the program in pieces, so that a command loads only what it needs, the library, the Action, the
// licences, the manual page and the help.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildAction } from './action.mjs';
import { banner } from './banner.mjs';
import { beginBuild } from './built-from.mjs';
import { SUPPORTED, toCommonJs } from './common-js.mjs';
import { compileEagerly } from './eager.mjs';
import { lateBuiltIns } from './late-built-ins.mjs';
import { lockedPackages } from './locked-packages.mjs';
import { manifest } from './manifest.mjs';
import { withoutSmall } from './small-files.mjs';
import { LIBRARY, loadedTogether } from './together.mjs';
import { compileValidators } from './validators.mjs';

const endBuild = beginBuild();
compileValidators();

rmSync('dist', { recursive: true, force: true });
// `--readable` keeps the names and lines of the source, for whoever reads a stack trace or a profile. Such a build
// never counts as the one of these sources, so that it is not published.
const readable = process.argv.includes('--readable');
const MAIN = 'src/cli/main.ts';
const ENTRY_POINTS = [MAIN, LIBRARY];
const split = {
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  supported: SUPPORTED,
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  minify: !readable,
  logOverride: { 'ambiguous-reexport': 'error' },
  metafile: true,
  // As ES modules: V8 parses what esbuild wraps as a CommonJS module twice, at every start.
  alias: { yaml: './node_modules/yaml/browser/dist/index.js' },
};
const program = await build({
  ...split,
  entryPoints: { main: MAIN, library: LIBRARY },
  outExtension: { '.js': '.cjs' },
  // Each file is CommonJS in the end.
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  plugins: [loadedTogether, lateBuiltIns, lockedPackages, manifest],
  write: false,
});
const entries = Object.entries(program.metafile.outputs).filter(([, { entryPoint }]) =>
  ENTRY_POINTS.includes(entryPoint),
);
const files = program.outputFiles.map(({ path, text }) => ({ path, text: toCommonJs(text, { minify: !readable }) }));
const pathOf = (entryPoint) => resolve(entries.find(([, output]) => output.entryPoint === entryPoint)[0]);
// What a `--version` loads is apart from the rest.
const { imports } = program.metafile.outputs[relative('.', pathOf(MAIN)).replaceAll('\\', '/')];
const first = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => resolve(path));
// So is what only other commands than `validate` and `plan` load.
const outputOf = (set) => Object.keys(program.metafile.outputs).find((path) => path.includes(`/${set}-`));
const often = new Set();
const addWithImports = (path) => {
  if (path === undefined || often.has(path)) return;
  often.add(path);
  for (const each of program.metafile.outputs[path]?.imports ?? [])
    if (each.kind === 'import-statement') addWithImports(each.path);
};
for (const set of ['start', 'offline', 'rules', 'online', 'service']) addWithImports(outputOf(set));
const seldom = new Set(files.map(({ path }) => path).filter((path) => !often.has(relative('.', path))));
const isEntry = (path) => ENTRY_POINTS.some((each) => path === pathOf(each));
const isMade = (path) => /(?:first|small)\.cjs$/.test(path);
const started = withoutSmall(files, (path) => !first.includes(path), 'first.cjs');
const used = withoutSmall(started, (path) => isEntry(path) || isMade(path) || seldom.has(path), 'small.cjs');
for (const { path, text } of withoutSmall(used, (each) => isEntry(each) || isMade(each), 'seldom-small.cjs')) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: path.endsWith('main.cjs') ? 0o755 : 0o644 });
}
compileEagerly('dist/main.cjs');
// As an ES module, so that an import finds each name whatever reads the file.
const [, { exports }] = entries.find(([, { entryPoint }]) => entryPoint === LIBRARY);
const names = exports.toSorted().join(', ');
writeFileSync('dist/library.js', `import library from './library.cjs';\nexport const { ${names} } = library;\n`);

await buildAction('dist');

/** The licence of every package of which code is in the bundle, as their licences ask. */
const packages = new Set(
  Object.values(program.metafile.outputs)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
    .filter((path) => path !== undefined),
);
const notices = [...packages].sort().map((folder) => {
  const { name, version: packageVersion, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const text = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'License', 'LICENCE', 'license.md']
    .map((file) => {
      try {
        return readFileSync(`${folder}/${file}`, 'utf8').trim();
      } catch {
        return undefined;
      }
    })
    .find((found) => found !== undefined);
  return `${name} ${packageVersion} (${license})\n\n${text ?? 'Its package holds no licence text.'}\n`;
});
// The catalogue of rules comes with the terms of this program, from another owner.
const { source, license } = JSON.parse(readFileSync('src/contract/configured-rules.json', 'utf8'));
const [, , ...terms] = readFileSync('LICENSE', 'utf8').trim().split('\n\n');
notices.push(`${source}\n\n${license}\n\n${terms.join('\n\n')}\n`);
writeFileSync('dist/THIRD-PARTY.txt', notices.join('\n----------------------------------------\n\n'));

// The script is of no use once it has run.
const script = resolve('dist/man.mjs');
await build({
  entryPoints: ['src/build/man.mjs'],
  outfile: script,
  bundle: true,
  format: 'esm',
  platform: 'node',
  banner,
  logLevel: 'error',
});
await import(pathToFileURL(script).href);
rmSync(script);
if (!readable) endBuild();
