// What a bench takes of the sources, which the package does not export.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The exports that some lines of `export … from` name, their paths from the root of the project. */
export async function bundled(contents) {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-sources-'));
  const outfile = join(folder, 'sources.mjs');
  await build({
    stdin: { contents, resolveDir: resolve('.'), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    banner: {
      js: "import { createRequire as lexformRequire } from 'node:module'; const require = lexformRequire(import.meta.url);",
    },
  });
  const found = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return found;
}
