// Makes dist/: the program in chunks, so that a command loads only what it needs, the library, the Action, the
// licences, the manual page and the help.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildAction } from './action.mjs';
import { beginBuild } from './built-from.mjs';
import { program, settings } from './settings.mjs';
import { compileValidators } from './validators.mjs';

const endBuild = beginBuild();
compileValidators();

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({ ...program, metafile: true });
chmodSync('dist/main.js', 0o755);

await buildAction('dist');

/** Collects the licences of all packages whose code is in the bundle, as these licences require. */
const packages = new Set(
  Object.values(metafile.outputs)
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
// The catalogue of rules is included, and has another owner.
const { source, license } = JSON.parse(readFileSync('src/contract/configured-rules.json', 'utf8'));
const [, , ...terms] = readFileSync('LICENSE', 'utf8').trim().split('\n\n');
notices.push(`${source}\n\n${license}\n\n${terms.join('\n\n')}\n`);
writeFileSync('dist/THIRD-PARTY.txt', notices.join('\n----------------------------------------\n\n'));

// The script is of no use once it has run.
const script = resolve('dist/man.mjs');
await build({
  ...settings,
  entryPoints: ['src/build/man.mjs'],
  outfile: script,
});
await import(pathToFileURL(script).href);
rmSync(script);
endBuild();
