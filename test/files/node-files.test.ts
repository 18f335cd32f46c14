import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../src/files/node-files.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const files = nodeFiles();

describe('nodeFiles', () => {
  test('what is not there is undefined, and a folder is no file', async () => {
    const root = await tempWorkspace({ 'a/b.txt': 'x' });
    expect(await files.readFile(join(root, 'nothing'))).toBe(undefined);
    expect(await files.readFile(join(root, 'a'))).toBe(undefined);
    expect(await files.readFile(join(root, 'a/b.txt/c'))).toBe(undefined);
    expect(await files.realPath(join(root, 'nothing'))).toBe(undefined);
    expect(await files.list(join(root, 'nothing'))).toEqual([]);
  });

  test('names come in code unit order, with slashes, each once', async () => {
    const root = await tempWorkspace({
      'b/x.yaml': '',
      'a/x.yaml': '',
      'Z/x.yaml': '',
      'a/y.csv': '',
      '.lexform/x.yaml': '',
      'ä/x.yaml': '',
    });
    expect(await files.glob(['*/x.yaml', '**/x.yaml'], root)).toEqual(['Z/x.yaml', 'a/x.yaml', 'b/x.yaml', 'ä/x.yaml']);
    expect(await files.glob(['*/x.yaml', '!a/*'], root)).toEqual(['Z/x.yaml', 'b/x.yaml', 'ä/x.yaml']);
    expect(await files.list(join(root, 'a'))).toEqual(['x.yaml', 'y.csv']);
  });

  test('links to files and folders are found, and a link in a circle comes to an end', async () => {
    const root = await tempWorkspace({ 'a/x.yaml': '' });
    symlinkSync(join(root, 'a'), join(root, 'link'));
    symlinkSync(join(root, 'a/x.yaml'), join(root, 'a/y.yaml'));
    expect(await files.glob(['*/*.yaml'], root)).toEqual(['a/x.yaml', 'a/y.yaml', 'link/x.yaml', 'link/y.yaml']);
    symlinkSync(root, join(root, 'circle'));
    const found = await files.glob(['**/x.yaml'], root);
    expect(found).toContain('a/x.yaml');
    expect(found.length).toBeLessThan(100);
  });

  test('a file is written whole, with the folders above it, and nothing else is left behind', async () => {
    const root = await tempWorkspace({});
    await files.writeFile(join(root, 'a/b/c.txt'), 'é');
    await files.writeFile(join(root, 'a/b/c.txt'), new Uint8Array([1]));
    expect([...readFileSync(join(root, 'a/b/c.txt'))]).toEqual([1]);
    expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt']);
  });

  test('a file that cannot be written leaves nothing behind', async () => {
    const root = await tempWorkspace({});
    mkdirSync(join(root, 'a/taken'), { recursive: true });
    await expect(files.writeFile(join(root, 'a/taken'), 'x')).rejects.toThrow();
    expect(readdirSync(join(root, 'a'))).toEqual(['taken']);
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be read is an error, not an absent one', async () => {
    const root = await tempWorkspace({ 'a.txt': 'x' });
    chmodSync(join(root, 'a.txt'), 0);
    await expect(files.readFile(join(root, 'a.txt'))).rejects.toThrow('EACCES');
  });
});
