import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { writePlace } from '../../../src/files/node/write-place.ts';
import { tempFolder } from '../../support/git-repository.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const ports = nodeFiles();

test('a link is followed to the file, a linked folder to the folder; what is not there yet lies below', async () => {
  const root = await tempWorkspace({ 'real/a.csv': '' });
  const real = (await ports.realPath(root)) ?? '';
  symlinkSync('real', join(root, 'link'));
  symlinkSync('real/a.csv', join(root, 'a.csv'));
  expect(await writePlace(ports, root, 'a.csv')).toBe(join(real, 'real/a.csv'));
  expect(await writePlace(ports, root, 'link/b/c.csv')).toBe(join(real, 'real/b/c.csv'));
  expect(await writePlace(ports, root, 'new/c.csv')).toBe(join(real, 'new/c.csv'));
});

test('nothing is written outside the workspace, nor into .git', async () => {
  const root = await tempWorkspace({});
  mkdirSync(join(root, '.git'));
  symlinkSync(tempFolder(), join(root, 'out'));
  symlinkSync('.git', join(root, 'hooks'));
  await expect(writePlace(ports, root, 'out/a.csv')).rejects.toThrow(/out\/a\.csv leads out of the workspace/);
  await expect(writePlace(ports, root, 'hooks/a.csv')).rejects.toThrow(/is in "\.git"/);
});

test('a file that is written over keeps its mode', async () => {
  const root = await tempWorkspace({ 'a.csv': 'x' });
  const path = join(root, 'a.csv');
  for (const mode of [0o600, 0o664, 0o755]) {
    chmodSync(path, mode);
    await ports.writeFile(path, 'y');
    expect(statSync(path).mode & 0o777).toBe(mode);
  }
});
