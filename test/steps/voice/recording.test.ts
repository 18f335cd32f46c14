import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { readRecording, recordingSource } from '../../../src/steps/voice/task.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const files = nodeFiles();

async function given(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a recording has its name without folders, its size, and the digest of its content', async () => {
  const content = Buffer.alloc(200_000, 'sound');
  const root = await tempWorkspace({ 'a/talk.mp3': content });
  expect(await readRecording(join(root, 'a/talk.mp3'), undefined, files)).toEqual({
    path: join(root, 'a/talk.mp3'),
    name: 'talk.mp3',
    contentType: 'audio/mpeg',
    bytes: 200_000,
    digest: `sha256:${createHash('sha256').update(content).digest('hex')}`,
  });
});

test('as a source it gives all its bytes, at every opening', async () => {
  const content = Buffer.alloc(200_000, 'sound');
  const root = await tempWorkspace({ 'talk.mp3': content });
  const source = recordingSource(await readRecording(join(root, 'talk.mp3'), undefined, files), files);
  expect(source.lengthBytes).toBe(200_000);
  for (const _ of [1, 2]) expect(content.equals(await given(source.open()))).toBe(true);
});

test.each([1, 100_000, 199_999])('one byte that changed since, at %i, keeps the last piece back', async (at) => {
  const content = Buffer.alloc(200_000, 'sound');
  const root = await tempWorkspace({ 'talk.mp3': content });
  const source = recordingSource(await readRecording(join(root, 'talk.mp3'), undefined, files), files);
  content[at] = 0;
  writeFileSync(join(root, 'talk.mp3'), content);
  let bytes = 0;
  const reading = async (): Promise<void> => {
    for await (const chunk of source.open()) bytes += chunk.byteLength;
  };
  await expect(reading()).rejects.toThrow('talk.mp3 was changed while it was uploaded');
  expect(bytes).toBeLessThan(200_000);
});
