import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publicApi } from './public-api.ts';

const DECLARATIONS = 'dist/library.d.ts';

const declarations = (): string => {
  execFileSync(process.execPath, ['src/build/types.mjs']);
  return readFileSync(DECLARATIONS, 'utf8');
};

test('the declarations hold public names only: no internal type, no path of the sources', () => {
  const text = declarations();
  const declared = [
    ...text.matchAll(/^(?:declare )?(?:abstract )?(?:type|interface|class|function|const|enum|namespace) (\w+)/gm),
  ].map(([, name = '']) => name.replace(/\$\d+$/, ''));
  expect(declared.length).toBeGreaterThan(30);
  expect([...new Set(declared)].sort()).toEqual(publicApi().map(({ name }) => name));
  expect(text).not.toMatch(/src\/|\.ts\b/);
});

test('the library stays small: about 40 names, declarations under 60 kB', () => {
  declarations();
  expect(publicApi().length).toBeLessThanOrEqual(55);
  expect(statSync(DECLARATIONS).size).toBeLessThan(60_000);
});
