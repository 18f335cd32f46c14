import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { asAnotherUser } from '../../support/as-another-user.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

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

  test.each<[pattern: string, found: readonly string[]]>([
    ['*', ['a.yaml', 'x*y']],
    ['*.yaml', ['a.yaml']],
    ['*/*.yaml', ['dir/b.yaml', 'dir/link.yaml', 'linked/b.yaml', 'linked/link.yaml']],
    ['*/*/*.yaml', []],
    ['dir/.*/c.yaml', ['dir/.b/c.yaml']],
    ['.hidden/*.yaml', ['.hidden/d.yaml']],
    ['node_modules/*.yaml', []],
    ['{a,a,a}.yaml', ['a.yaml']],
  ])('%s finds no hidden file, no broken link, and nothing in folders that are passed over', async (pattern, found) => {
    const root = await tempWorkspace({
      'a.yaml': '',
      'x*y': '',
      '.yaml': '',
      'dir/b.yaml': '',
      'dir/.b/c.yaml': '',
      '.hidden/d.yaml': '',
      'node_modules/e.yaml': '',
    });
    symlinkSync(join(root, 'dir'), join(root, 'linked'));
    symlinkSync(join(root, 'nowhere'), join(root, 'dir/broken.yaml'));
    symlinkSync(join(root, 'a.yaml'), join(root, 'dir/link.yaml'));
    expect(await files.glob([pattern], root)).toEqual(found);
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

  test('a file that may not be read is an error, not an absent one', async () => {
    const root = await tempWorkspace({ 'a.txt': 'x' });
    chmodSync(join(root, 'a.txt'), 0);
    const read = asAnotherUser([root], () => files.readFile(join(root, 'a.txt')));
    await expect(read).rejects.toThrow('EACCES');
  });
});

describe('a large file', () => {
  const LARGE = 3_000_001;
  const content = (bytes: number): Buffer => Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => at % 251));

  test('is read whole', async () => {
    const path = join(await tempWorkspace({}), 'large');
    writeFileSync(path, content(LARGE));
    const read = await files.readFile(path);
    expect(content(LARGE).equals(read ?? new Uint8Array())).toBe(true);
  });

  test.skipIf(process.platform !== 'linux')('leaves no file open', async () => {
    const path = join(await tempWorkspace({}), 'large');
    writeFileSync(path, content(LARGE));
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          return false;
        }
      });
    const openWhenRead: boolean[] = [];
    await nodeFiles({ opened: () => void openWhenRead.push(isOpen()) }).readRegularFile(path, 2 * LARGE);
    expect([openWhenRead, isOpen()]).toEqual([[true], false]);
  });
});

describe('a private file', () => {
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

  test('is read by its owner alone from its beginning on, and after each writing', async () => {
    const path = join(await tempWorkspace({}), 'secrets.json');
    const file = await files.privateFile(path);
    expect([mode(path), readFileSync(path, 'utf8')]).toEqual(['600', '']);
    for (const text of ['one', 'two']) {
      await file?.write(text);
      expect([mode(path), readFileSync(path, 'utf8')]).toEqual(['600', text]);
    }
    expect(readdirSync(join(path, '..'))).toEqual(['secrets.json']);
    await file?.remove();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  test('is never made where something stands: a file, a folder, or a link to nowhere', async () => {
    const root = await tempWorkspace({ 'there.json': 'precious' });
    mkdirSync(join(root, 'folder'));
    symlinkSync(join(root, 'nowhere'), join(root, 'link'));
    for (const name of ['there.json', 'folder', 'link'])
      expect(await files.privateFile(join(root, name))).toBe(undefined);
    expect(readFileSync(join(root, 'there.json'), 'utf8')).toBe('precious');
    expect(readdirSync(root).sort()).toEqual(['folder', 'link', 'there.json']);
    await expect(files.privateFile(join(root, 'no/folder/x'))).rejects.toThrow('ENOENT');
  });

  test('that cannot be put in its place is an error, and nothing is left beside it', async () => {
    const root = await tempWorkspace({});
    const file = await files.privateFile(join(root, 'secrets.json'));
    await file?.write('one');
    rmSync(join(root, 'secrets.json'));
    mkdirSync(join(root, 'secrets.json'));
    await expect(file?.write('two')).rejects.toThrow();
    expect(readdirSync(root)).toEqual(['secrets.json']);
  });
});
