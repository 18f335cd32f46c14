import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { WRITE_DOCS } from '../support/generated-part.ts';
import { tempFolder } from '../support/git-repository.ts';

/** The modules of each file of `dist/`. */
const modulesOf = new Map<string, readonly string[]>();

beforeAll(async () => {
  const { program } = (await import(pathToFileURL(resolve('src/build/settings.mjs')).href)) as {
    readonly program: Parameters<typeof build>[0];
  };
  const { metafile } = await build({ ...program, write: false, metafile: true });
  for (const [file, { inputs }] of Object.entries(metafile?.outputs ?? {}))
    modulesOf.set(
      file,
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    );
});

/** A package is one name, whatever files of it are loaded. */
const nameOf = (path: string): string => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;

/** The modules that a command loads in a copy of the quickstart. */
function loadedBy(command: string): string {
  const folder = tempFolder();
  cpSync('examples/quickstart', folder, { recursive: true });
  const list = join(folder, 'loaded.txt');
  const hook = pathToFileURL(resolve('test/support/list-loaded.mjs')).href;
  execFileSync(process.execPath, ['--import', hook, resolve('dist/main.js'), command], {
    cwd: folder,
    env: { ...process.env, LEXFORM_LOADED: list },
    stdio: 'ignore',
  });
  const files = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((url) => relative(resolve('.'), fileURLToPath(url)).replaceAll('\\', '/'))
    .filter((file) => file.startsWith('dist'));
  const modules = files.flatMap((file) => modulesOf.get(file) ?? [`${file}, which a new build would not make`]);
  return `${[...new Set(modules.map(nameOf))].sort().join('\n')}\n`;
}

test.each(['validate', 'plan'])('%s of the quickstart loads the modules of its list, and no others', (command) => {
  const page = `test/docs/loaded/${command}.txt`;
  const loaded = loadedBy(command);
  expect(loaded).toContain(`src/app/commands/${command}.ts\n`);
  if (process.env.LEXFORM_WRITE_DOCS !== undefined) writeFileSync(page, loaded);
  else expect(loaded, `${page} is not current: run \`${WRITE_DOCS}\``).toBe(readFileSync(page, 'utf8'));
});
