import { link, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { keepMode, type WriteAllCalls, writeAll } from '../../src/files/node/node-write-all.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const full = (): Error => Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' });

const CALLS: WriteAllCalls = {
  mkdir: (path) => mkdir(path, { recursive: true }),
  write: (path, content) => writeFile(path, content),
  keepMode,
  link,
  copy: async (path, second) => writeFile(second, await readFile(path)),
  rename,
  remove: (path) => rm(path, { force: true }),
  removeFolder: rmdir,
};

/** The calls, of which those that `fails` names by their number end in a full disk; a write leaves half of its file. */
function failing(fails: (call: number) => boolean, calls: WriteAllCalls = CALLS) {
  let count = 0;
  const wrapped = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      async (...args: readonly never[]) => {
        count += 1;
        if (!fails(count)) return (call as (...all: readonly never[]) => Promise<unknown>)(...args);
        if (name === 'write') await writeFile(String(args[0]), 'ha');
        throw full();
      },
    ]),
  ) as unknown as WriteAllCalls;
  return { calls: wrapped, count: () => count };
}

const BEFORE = { 'a.csv': 'old a', 'b/c.yaml': 'old c', 'b/gone.csv': 'old gone' };
const AFTER: Readonly<Record<string, string | undefined>> = {
  'a.csv': 'new a',
  'b/c.yaml': 'new c',
  'new/deep/d.csv': 'new d',
  'b/gone.csv': undefined,
  'b/e.csv': 'new e',
};

const changesIn = (root: string) => new Map(Object.entries(AFTER).map(([path, text]) => [join(root, path), text]));

/** Every file and folder below, with its text. */
async function contentOf(root: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1), entry.isDirectory() ? '' : await readFile(path, 'utf8')] as const;
    }),
  );
  return Object.fromEntries(found.sort());
}

const WHOLE = {
  'a.csv': 'new a',
  b: '',
  'b/c.yaml': 'new c',
  'b/e.csv': 'new e',
  new: '',
  'new/deep': '',
  'new/deep/d.csv': 'new d',
};

describe('writeAll', () => {
  test('writes, makes folders and takes files away, and leaves nothing beside them', async () => {
    const root = await tempWorkspace(BEFORE);
    await nodeFiles().writeAll(changesIn(root));
    expect(await contentOf(root)).toEqual(WHOLE);
  });

  test('a failure at any single call leaves every file as it was, or, once all is done, as it is to be', async () => {
    const counting = failing(() => false);
    await writeAll(changesIn(await tempWorkspace(BEFORE)), counting.calls);
    const kinds = new Set<string>();
    for (let failingCall = 1; failingCall <= counting.count(); failingCall += 1) {
      const root = await tempWorkspace(BEFORE);
      const before = await contentOf(root);
      const outcome = await writeAll(changesIn(root), failing((call) => call === failingCall).calls).then(
        () => 'written',
        (error: unknown) => String(error),
      );
      const found = await contentOf(root);
      if (outcome === 'written') {
        // A second name that could not be removed is all that is left.
        const files = Object.entries(found).filter(([path]) => !path.includes('.lexform-'));
        expect(Object.fromEntries(files)).toEqual(WHOLE);
      } else {
        expect(found).toEqual(before);
        expect(outcome).toMatch(/^SystemError: cannot (?:write|remove) .*(?:csv|yaml): the disk is full \(ENOSPC\)$/);
      }
      kinds.add(outcome === 'written' ? outcome : 'undone');
    }
    expect(kinds).toEqual(new Set(['undone', 'written']));
  });

  test('where there are no second names for files, the old content is copied', async () => {
    const noLinks: WriteAllCalls = {
      ...CALLS,
      link: async (path, second) => {
        await readFile(path);
        throw Object.assign(new Error(second), { code: 'EPERM' });
      },
    };
    const counting = failing(() => false, noLinks);
    await writeAll(changesIn(await tempWorkspace(BEFORE)), counting.calls);
    for (let failingCall = 1; failingCall <= counting.count(); failingCall += 1) {
      const root = await tempWorkspace(BEFORE);
      const before = await contentOf(root);
      const isWritten = await writeAll(changesIn(root), failing((call) => call === failingCall, noLinks).calls).then(
        () => true,
        () => false,
      );
      if (!isWritten) expect(await contentOf(root)).toEqual(before);
    }
  });

  test('where nothing can be undone either, the error names the files and where their old content is', async () => {
    const root = await tempWorkspace(BEFORE);
    let isBroken = false;
    const breaking: WriteAllCalls = {
      ...CALLS,
      rename: async (from, to) => {
        if (isBroken) throw full();
        await rename(from, to);
        isBroken = true;
      },
    };
    const error = await writeAll(changesIn(root), breaking).catch((thrown: unknown) => thrown as { wayOut: string });
    const kept = /a\.csv \(its old content is in (.*)\)/.exec(error?.wayOut ?? '')?.[1] ?? '';
    expect(await readFile(kept, 'utf8')).toBe('old a');
    expect(await readFile(join(root, 'a.csv'), 'utf8')).toBe('new a');
  });

  test('a folder that stands in the way is told of, and nothing is changed', async () => {
    const root = await tempWorkspace({ ...BEFORE, 'b/e.csv/x': '' });
    const before = await contentOf(root);
    await expect(nodeFiles().writeAll(changesIn(root))).rejects.toThrow(/cannot write .*e\.csv/);
    expect(await contentOf(root)).toEqual(before);
  });
});

test('a device is written to and not replaced, and its error is told', async () => {
  await expect(nodeFiles().writeFile('/dev/full', 'x')).rejects.toThrow(
    'cannot write /dev/full: the disk is full (ENOSPC)',
  );
  await nodeFiles().writeFile('/dev/null', 'x');
  expect(await nodeFiles().size('/dev/null')).toBeUndefined();
  expect((await readdir('/dev')).filter((name) => name.startsWith('.lexform'))).toEqual([]);
});
