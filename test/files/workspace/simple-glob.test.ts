import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { findSimpleGlob, simpleGlobParts } from '../../../src/files/workspace/simple-glob.ts';
import { least, runs } from '../../support/runs.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const files = nodeFiles();

/** A second pattern that takes nothing away, so that fast-glob is asked. */
const byFastGlob = (pattern: string, root: string): Promise<readonly string[]> =>
  files.glob([pattern, '!no-such-file'], root);

/**
 * Files, folders, links to both, to nothing and in a circle, at several depths, with the names that are special to
 * patterns.
 */
async function oddTree(): Promise<string> {
  const names = [
    'a',
    'a.b',
    'ab',
    'a.yaml',
    '.yaml',
    '.a',
    'b-a.yaml',
    'A',
    'a-',
    'a\nb',
    '\na.yaml',
    'é.yaml',
    '*',
    'x*y',
  ];
  const folders = [
    '',
    'a-dir/',
    'b-dir/',
    '.hidden/',
    'node_modules/',
    'b-dir/node_modules/',
    'b-dir/a-dir/',
    'a-dir/.git/',
  ];
  const root = await tempWorkspace(
    Object.fromEntries(
      folders.flatMap((folder) =>
        names
          // What fast-glob ignores, it does not ignore where a line end stands in a name.
          .filter((name) => !name.includes('\n') || !/node_modules|\.git/.test(folder))
          .map((name) => [`${folder}${name}`, '']),
      ),
    ),
  );
  mkdirSync(join(root, 'b-dir/a-folder.yaml'));
  symlinkSync(join(root, 'a-dir'), join(root, 'link-dir'));
  symlinkSync(join(root, 'nowhere'), join(root, 'a-dir/broken.yaml'));
  symlinkSync(join(root, 'a.yaml'), join(root, 'a-dir/link.yaml'));
  symlinkSync(root, join(root, 'a-dir/circle'));
  return root;
}

const part = fc.oneof(
  fc.constantFrom(
    '*',
    '*.yaml',
    '*-dir',
    'a*',
    'a-dir',
    'b-dir',
    'link-dir',
    'nowhere',
    'node_modules',
    'a.yaml',
    'a',
    'circle',
  ),
  fc
    .tuple(
      fc.constantFrom('', 'a', 'b-', 'a.', 'l'),
      fc.constantFrom('*', ''),
      fc.constantFrom('', 'a', '.b', 'yaml', '-', 'r', '.'),
    )
    .map((all) => all.join('')),
);

describe('plain patterns', () => {
  test('find what fast-glob finds', async () => {
    const root = await oddTree();
    const seen = { found: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        const pattern = parts.join('/');
        const plain = simpleGlobParts(pattern);
        fc.pre(plain !== undefined);
        const settled = (found: Promise<readonly string[]>) =>
          found.then(
            (paths) => [...paths].sort(),
            (error: NodeJS.ErrnoException) => error.code,
          );
        const ours = await settled(
          findSimpleGlob(plain ?? [], root, { skipped: ['node_modules', '.git', '.lexform'] }),
        );
        expect(ours, pattern).toEqual(await settled(byFastGlob(pattern, root)));
        if (Array.isArray(ours) && ours.length > 0) seen.found += 1;
      }),
      { numRuns: runs(400) },
    );
    expect(seen.found).toBeGreaterThan(least(20));
  });

  test('only names with one star count as plain', () => {
    for (const pattern of ['*', 'a/*', '*/a.yaml', 'glossaries/*/glossary.yaml', 'x-*.csv'])
      expect(simpleGlobParts(pattern), pattern).toEqual(pattern.split('/'));
    for (const pattern of [
      'a',
      '**',
      '**/a',
      'a/**',
      '*a*',
      'a?',
      '{a,*}',
      '[a]*',
      '!*',
      '!(a)*',
      '+(a)*',
      './*',
      '../*',
      '/*',
      '*/',
      'a//*',
      '.*',
      '.a/*',
      '~/*',
      '\\*',
      'é*',
      '* *',
      '@*',
    ])
      expect(simpleGlobParts(pattern), pattern).toBe(undefined);
    expect(simpleGlobParts('a/b/c/d/e/f/g/h/*')).toBe(undefined);
  });
});
