import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const SIZE = 4 * 1024 * 1024;
const MAX = 2 * SIZE;

/** Reads a file that `change` writes each time the reader has opened it. */
async function readWhile(change: (path: string, time: number) => void) {
  const path = join(await tempWorkspace({ 'terms.csv': 'a'.repeat(SIZE) }), 'terms.csv');
  let times = 0;
  const opened = (): void => {
    times += 1;
    change(path, times);
  };
  return { path, read: nodeFiles({ opened }).readRegularFile(path, MAX) };
}

describe('a file that another program writes while it is read', () => {
  test('is read again, so that no half of it is of another version', async () => {
    for (const size of [SIZE, SIZE / 2, SIZE + 1]) {
      const { read } = await readWhile((path, time) => time === 1 && writeFileSync(path, 'b'.repeat(size)));
      const found = await read;
      expect(found.kind).toBe('bytes');
      if (found.kind === 'bytes') expect(Buffer.from(found.bytes).equals(Buffer.from('b'.repeat(size)))).toBe(true);
    }
  });

  test('is refused when it grows beyond the limit', async () => {
    const { read } = await readWhile((path, time) => time === 1 && writeFileSync(path, 'b'.repeat(MAX + 1)));
    expect(await read).toEqual({ kind: 'too-large', size: MAX + 1 });
  });

  test('is an error of the system when it never stays as it is', async () => {
    const { read, path } = await readWhile((file, time) => writeFileSync(file, 'b'.repeat(SIZE + time)));
    await expect(read).rejects.toMatchObject({ code: 'EBUSY', path });
  });
});
