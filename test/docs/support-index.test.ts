import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('test/support/README.md names every file of the folder once, and no other', () => {
  const page = readFileSync('test/support/README.md', 'utf8');
  const named = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  const files = readdirSync('test/support').filter((name) => !/\.test\.ts$|^README\.md$/.test(name));
  expect(named.sort()).toEqual(files.sort());
});
