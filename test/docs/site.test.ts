import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { linkTargets } from '../support/markdown-parts.ts';
import { docsPages, pageText } from '../support/pages.ts';

const read = (path: string) => JSON.parse(pageText(path));

const INDEX = 'docs/README.md';

test('the index has every page of docs/', () => {
  const linked = linkTargets(pageText(INDEX)).map((target) => `docs/${target.split('#')[0]}`);
  const pages = docsPages().filter(
    (page) => !/^docs\/(?:decisions|formats|troubleshooting)\//.test(page) && page !== INDEX,
  );
  expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
});

test('the generator of the site is pinned, and no part of the project', () => {
  const { devDependencies, dependencies, scripts } = read('docs/package.json');
  expect(dependencies).toBeUndefined();
  const { packages } = read('docs/package-lock.json');
  for (const [name, version] of Object.entries(devDependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(packages[`node_modules/${name}`].version).toBe(version);
    expect(pageText('package-lock.json')).not.toContain(`node_modules/${name}"`);
  }
  expect(read('package.json').workspaces).toBeUndefined();
  expect(Object.keys(scripts)).toContain('build');
});

test('no package of the site runs a script when it is installed', () => {
  expect(pageText('docs/.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

test('the sidebar of the site is that of the index, and leads to pages that are there', async () => {
  // A file of the site's own, which has no types.
  const { default: config } = await import(resolve('docs/.vitepress/config.mjs'));
  const { sidebar } = config.themeConfig as {
    readonly sidebar: readonly { readonly text: string; readonly items: readonly { readonly link: string }[] }[];
  };
  expect(sidebar.map(({ text }) => text)).toEqual(
    [...pageText(INDEX).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
  );
  const links = sidebar.flatMap(({ items }) => items.map(({ link }) => link));
  expect(links.length).toBeGreaterThan(20);
  const file = (link: string): string => (link.endsWith('/') ? `docs${link}README.md` : `docs${link}.md`);
  expect(links.filter((link) => !existsSync(file(link)))).toEqual([]);
});
