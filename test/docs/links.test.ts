import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { headingAnchors, linkTargets } from '../support/markdown-parts.ts';
import { namedFile } from '../support/named-files.ts';
import { docsPages } from '../support/pages.ts';

const PAGES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
  ...['src/README.md', 'src/service/README.md', 'examples/README.md', 'examples/github/README.md'],
  ...['examples/open-source/README.md', 'examples/one-person/README.md', 'examples/import/README.md'],
  ...docsPages(),
];

/** Why a link leads nowhere; links to other machines are not followed. */
function broken(page: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file)) return `${page}: ${target} is not there`;
  if (anchor === undefined || headingAnchors(readFileSync(file, 'utf8')).includes(anchor)) return undefined;
  return `${page}: ${target} has no such heading`;
}

test('every relative link of the documents leads to a file, and to a heading of it where it names one', () => {
  const links = PAGES.flatMap((page) => linkTargets(readFileSync(page, 'utf8')).map((target) => ({ page, target })));
  expect(links.filter(({ page }) => page === 'README.md').length).toBeGreaterThan(7);
  expect(links.flatMap(({ page, target }) => broken(page, target) ?? [])).toEqual([]);
});

test('every file of the project that the documents name by its path is there', () => {
  const rooms = readdirSync('src', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  const path = new RegExp(`\`((?:src|test|examples|schemas|${rooms.join('|')})/[\\w./-]+\\.\\w+)\``, 'g');
  const named = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(path)].map(([, found = '']) => found),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => namedFile(file) === undefined)).toEqual([]);
});
