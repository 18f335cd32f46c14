import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PACKAGE_URL, VERSION } from '../../src/model/workspace/project.ts';
import { WRITE_DOCS } from '../support/generated-part.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
/** Owner and name of the repository, as `package.json` has them in its one place. */
const repository = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/.exec(manifest.repository.url)?.[1] ?? '';
const name = repository.split('/')[1] ?? '';

/** Addresses of the project, each with what stands before and behind what is written anew. */
const ADDRESSES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`(?<=github\\.com/|githubusercontent\\.com/)[\\w.-]+/${name}(?=[/#.\\s"'\`)@:]|$)`, 'gm'), repository],
  [new RegExp(`(?<=uses: )[\\w.-]+/${name}@v[\\w.-]+`, 'g'), `${repository}@v${VERSION}`],
  [new RegExp(`(?<=repo: \\S+/${name}\\n\\s+rev: )v[\\w.-]+`, 'g'), `v${VERSION}`],
  [/https:\/\/unpkg\.com\/[\w.-]+(?:@[\w.-]+)?(?=\/)/g, PACKAGE_URL],
];

const current = (text: string): string =>
  ADDRESSES.reduce((written, [pattern, address]) => written.replace(pattern, address), text);

/** Files with addresses of the project in them: all but those that say what was, and the tests. */
const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.(?:md|json|ya?ml|ts|mjs|svg)$/.test(path))
  .filter((path) => !/^(?:CHANGELOG\.md$|package-lock\.json$|dist\/|test\/|src\/contract\/)/.test(path));

test('every address of the project follows package.json: its owner, its name, its version', () => {
  expect(repository).not.toBe('');
  expect(manifest.homepage).toBe(`https://github.com/${repository}#readme`);
  expect(manifest.bugs.url).toBe(`https://github.com/${repository}/issues`);
  let found = 0;
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    found += ADDRESSES.reduce((count, [pattern]) => count + [...text.matchAll(pattern)].length, 0);
    const written = current(text);
    if (written === text) continue;
    if (process.env.LEXFORM_WRITE_DOCS !== undefined) writeFileSync(path, written);
    else expect(text, `${path} has other addresses: run \`${WRITE_DOCS}\``).toBe(written);
  }
  expect(found).toBeGreaterThan(20);
});

test('an address of another owner or version is found', () => {
  const elsewhere = `uses: someone/${name}@v9.9.9\n[x](https://github.com/someone/${name}/issues) repo: https://github.com/me/${name}\n  rev: v7.0.0\nhttps://unpkg.com/${name}/schemas/a`;
  expect(current(elsewhere)).toBe(
    `uses: ${repository}@v${VERSION}\n[x](https://github.com/${repository}/issues) repo: https://github.com/${repository}\n  rev: v${VERSION}\n${PACKAGE_URL}/schemas/a`,
  );
  const others = `https://github.com/someone/${name}-fork uses: actions/checkout@v4`;
  expect(current(others)).toBe(others);
});
