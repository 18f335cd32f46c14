import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const files = nodeFiles();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a file that is read in pieces', () => {
  test('gives all its bytes in order, and never all at once', async () => {
    const content = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
    const root = await tempWorkspace({ 'a.bin': content });
    const chunks: Uint8Array[] = [];
    for await (const chunk of files.readStream(join(root, 'a.bin'))) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(1);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  test('that is not there fails when it is read', async () => {
    const root = await tempWorkspace({});
    const reading = files.readStream(join(root, 'a.bin'))[Symbol.asyncIterator]();
    await expect(reading.next()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('has a size; nothing and a folder have none', async () => {
    const root = await tempWorkspace({ 'a/b.txt': 'é' });
    expect(await files.size(join(root, 'a/b.txt'))).toBe(2);
    expect(await files.size(join(root, 'a'))).toBe(undefined);
    expect(await files.size(join(root, 'a/b.txt/c'))).toBe(undefined);
  });
});

describe('a file that is written in pieces', () => {
  test('has its name when it is whole, and not before', async () => {
    const root = await tempWorkspace({});
    const writer = await files.openWriter(join(root, 'new/a.txt'), { replace: false });
    await writer.write(bytes('one '));
    await writer.write(bytes('two'));
    expect(readdirSync(join(root, 'new'))).not.toContain('a.txt');
    expect(await writer.commit()).toBe(true);
    expect(readdirSync(join(root, 'new'))).toEqual(['a.txt']);
    expect(readFileSync(join(root, 'new/a.txt'), 'utf8')).toBe('one two');
  });

  test('never takes the place of another, even of one that came meanwhile', async () => {
    const root = await tempWorkspace({});
    const writer = await files.openWriter(join(root, 'a.txt'), { replace: false });
    await files.writeFile(join(root, 'a.txt'), 'theirs');
    await writer.write(bytes('ours'));
    expect(await writer.commit()).toBe(false);
    expect(readdirSync(root)).toEqual(['a.txt']);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('theirs');
  });

  test('takes the place of another when it is told to', async () => {
    const root = await tempWorkspace({ 'a.txt': 'old' });
    const writer = await files.openWriter(join(root, 'a.txt'), { replace: true });
    await writer.write(bytes('new'));
    expect(await writer.commit()).toBe(true);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('new');
  });

  test('leaves nothing behind when it is discarded, or cannot have its place', async () => {
    const root = await tempWorkspace({});
    mkdirSync(join(root, 'taken'));
    const discarded = await files.openWriter(join(root, 'a.txt'), { replace: true });
    await discarded.write(bytes('x'));
    await discarded.discard();
    const refused = await files.openWriter(join(root, 'taken'), { replace: true });
    await expect(refused.commit()).rejects.toMatchObject({ code: expect.stringMatching(/EISDIR|EPERM|EACCES/) });
    expect(readdirSync(root)).toEqual(['taken']);
  });
});
