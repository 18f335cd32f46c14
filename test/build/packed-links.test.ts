import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { linkTargets } from '../support/markdown-parts.ts';

interface Manifest {
  readonly files: readonly string[];
  readonly version: string;
  readonly repository: { readonly url: string };
}
const { absoluteLinks, relativeLinks } = (await import(
  pathToFileURL(resolve('src/build/packed-links.mjs')).href
)) as Readonly<Record<'absoluteLinks' | 'relativeLinks', (text: string, manifest: Manifest) => string>>;
const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const readme = readFileSync('README.md', 'utf8');

test('every link of the packed README.md leads to a packed file, or names a file of the repository', () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [{ files }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  const packed: readonly string[] = files.map(({ path }: { path: string }) => path);
  const targets = linkTargets(absoluteLinks(readme, manifest)).filter((target) => !target.startsWith('#'));
  expect(targets.length).toBeGreaterThan(7);
  for (const target of targets) {
    const path = target.replace(/#.*/, '').replace(/\/$/, '');
    const inRepository =
      /^https:\/\/(?:raw\.)?github(?:usercontent)?\.com\/[^/]+\/[^/]+(?:\/blob)?\/v[\d.]+\/(.+)$/.exec(path)?.[1];
    if (inRepository !== undefined) expect([target, existsSync(inRepository)]).toEqual([target, true]);
    else if (!/^[a-z]+:/.test(path))
      expect([target, packed.some((each) => each === path || each.startsWith(`${path}/`))]).toEqual([target, true]);
  }
});

test('links become relative again as they were, and only those of the repository change', () => {
  expect(relativeLinks(absoluteLinks(readme, manifest), manifest)).toBe(readme);
  const own = { files: ['docs/a.md'], version: '1.2.3', repository: { url: 'git+https://github.com/o/n.git' } };
  const text = '![x](docs/x.png) [a](docs/a.md#b) [c](docs/c.md#d) [e](#f) [g](https://h.example/i) [`j`](LICENSE)';
  const absolute =
    '![x](https://raw.githubusercontent.com/o/n/v1.2.3/docs/x.png) [a](docs/a.md#b) [c](https://github.com/o/n/blob/v1.2.3/docs/c.md#d) [e](#f) [g](https://h.example/i) [`j`](LICENSE)';
  expect(absoluteLinks(text, own)).toBe(absolute);
  expect(relativeLinks(absolute, own)).toBe(text);
});
