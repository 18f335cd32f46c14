import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foundSince } from '../../../src/app/since/compared-files.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { git, tempRepository, testGit } from '../../support/git-repository.ts';

test('a file that is deleted while it is checked keeps its findings', async () => {
  const { folder } = tempRepository();
  for (const name of ['kept.csv', 'gone.csv']) writeFileSync(join(folder, name), 'house,Haus\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'Begin');
  git(folder, 'rm', '--quiet', 'gone.csv');
  const findings = ['kept.csv', 'gone.csv'].map(
    (file): Finding => ({ severity: 'warning', code: 'phrase-spaces', details: {}, at: { file, line: 1, column: 1 } }),
  );
  const found = await foundSince(findings, 'HEAD', folder, { git: testGit, files: nodeFiles() });
  expect(found.map(({ at }) => at.file)).toEqual(['gone.csv']);
});
