import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../model/system-error.ts';
import type { FileWriter } from '../ports.ts';
import { attempting } from './attempting.ts';
import { tempPath } from './temp-path.ts';

export async function* readStream(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

/** What a file system says that knows no second name for a file. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Puts a whole file in a place that must be free; false when it is not. Where there are no links, a crash may leave an
 * empty file.
 */
async function putInFreePlace(half: string, path: string): Promise<boolean> {
  try {
    await link(half, path);
    await rm(half);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(errorCode(error))) throw error;
  }
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(half, path);
  return true;
}

async function openHalf(path: string): Promise<{ readonly half: string; readonly file: FileHandle }> {
  await mkdir(dirname(path), { recursive: true });
  const half = tempPath(path);
  return { half, file: await open(half, 'wx') };
}

/** A file that is written beside its place. It is on the disk before it has its name. */
export async function openWriter(path: string, { replace }: { readonly replace: boolean }): Promise<FileWriter> {
  const attempt = { doing: 'write', path };
  const { half, file } = await attempting(attempt, () => openHalf(path));
  const discard = async (): Promise<void> => {
    await file.close().catch(() => undefined);
    await rm(half, { force: true });
  };
  return {
    write: (chunk) => attempting(attempt, () => file.writeFile(chunk)),
    discard,
    commit: () =>
      attempting(attempt, async () => {
        try {
          await file.sync();
          await file.close();
          if (!replace) return await putInFreePlace(half, path);
          await rename(half, path);
          return true;
        } finally {
          await discard();
        }
      }),
  };
}
