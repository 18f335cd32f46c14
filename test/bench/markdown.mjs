// The markdown of a plan of 100,000 changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { median } from './measure.mjs';

const CHANGES = 100_000;

export async function markdownOfMany(report) {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-markdown-'));
  const outfile = join(folder, 'markdown.mjs');
  await build({
    stdin: {
      contents: `export { planMarkdown } from './src/review/markdown/plan-markdown.ts';
export { largePlan } from './test/support/page-plans.ts';`,
      resolveDir: resolve('.'),
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    banner: {
      js: "import { createRequire as lexformRequire } from 'node:module'; const require = lexformRequire(import.meta.url);",
    },
  });
  const { planMarkdown, largePlan } = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  const plan = largePlan(CHANGES);
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    planMarkdown({ plan });
    times.push(performance.now() - started);
  }
  report('markdown of 100,000 changes, first', times[0] / 1000, '× 1 s', 1);
  report('markdown of 100,000 changes, median', median(times) / 1000, '× 1 s', 1);
}
