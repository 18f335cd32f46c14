import {
  type BigIntStats,
  closeSync,
  constants,
  createReadStream,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  type readdir,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import {
  appendFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { type AttemptedAct, errorCode, systemErrorOf } from '../../model/system-error.ts';
import type { FilePorts, FileWriter, PrivateFile, RegularFile } from '../ports.ts';
import { globPaths } from './matching-paths.ts';
import { keepMode, replaceFile, tempPath, writeAll } from './node-write-all.ts';
import { largerPieces } from './text-bytes.ts';

/** Runs work on a file. A system error is thrown as a message with the path that the user knows. */
export async function attempting<Value>(attempt: AttemptedAct, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw systemErrorOf(error, attempt) ?? error;
  }
}

async function* readStream(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

/** Errors of a file system that has no hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Moves a complete file to a free path; false if the path is not free. Without hard links, a crash can leave an empty
 * file.
 */
async function putInFreePlace(half: string, path: string): Promise<boolean> {
  try {
    await link(half, path);
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

/** A file that is written next to its final path. It is on the disk before it gets its name. */
async function openWriter(path: string, { replace }: { readonly replace: boolean }): Promise<FileWriter> {
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

/** Only the owner can read and write. */
const PRIVATE = 0o600;

/** Fails if the path exists: an existing file or link is never followed, and its mode is never reused. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', PRIVATE);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new, empty file that only its owner can read; `undefined` if the path exists. */
async function privateFile(path: string): Promise<PrivateFile | undefined> {
  try {
    await writeNew(path, '');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw systemErrorOf(error, { doing: 'write', path }) ?? error;
  }
  return {
    write: (text) => attempting({ doing: 'write', path }, () => replaceFile(path, (half) => writeNew(half, text))),
    remove: async () => rm(path, { force: true }),
  };
}

/** Error codes for a missing file. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']);

/** Maximum number of folders that one pattern searches. */
const FOLDERS_MAX = 20_000;

/** Returns `undefined` if the file does not exist; rethrows other errors. */
async function ifThere<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    if (ABSENT.has(errorCode(error))) return undefined;
    throw error;
  }
}

/** Maximum number of bytes in one read. */
const READ_MAX_BYTES = 2 ** 31 - 1;

/** Synchronous, like all reads of regular files: for small files, another thread takes five times as long. */
async function readWhole(path: string): Promise<Uint8Array> {
  const found = statSync(path);
  // A pipe may have no data yet. For a file that is too large, Node.js reports the error.
  return found.isFile() && found.size <= READ_MAX_BYTES ? readFileSync(path) : readFile(path);
}

/** Without the first flag, opening a pipe waits for its writer. The second flag refuses a link. Windows has neither. */
const OPEN_REGULAR = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Opens a regular file of at most `maxBytes`, or returns the reason why not. */
function openRegular(
  path: string,
  maxBytes: number,
): { readonly kind: 'open'; readonly file: number; readonly size: number } | Exclude<RegularFile, { kind: 'bytes' }> {
  // Checked before opening: opening a device can have effects.
  if (!lstatSync(path).isFile()) return { kind: 'not-regular' };
  const file = openSync(path, OPEN_REGULAR);
  const found = fstatSync(file);
  const { size } = found;
  if (found.isFile() && size <= maxBytes) return { kind: 'open', file, size };
  closeSync(file);
  return found.isFile() ? { kind: 'too-large', size } : { kind: 'not-regular' };
}

/** Maximum number of attempts to read a file that changes during reading. */
const ATTEMPTS_MAX = 10;

/** True if no program has written to an open file since `before`. */
function isUnchanged(file: number, before: BigIntStats): boolean {
  const after = fstatSync(file, { bigint: true });
  return after.size === before.size && after.mtimeNs === before.mtimeNs && after.ctimeNs === before.ctimeNs;
}

/** The content of a regular file at one moment. If another program writes to it, the file is opened and read again. */
async function readRegular(path: string, maxBytes: number, opened: (path: string) => void): Promise<RegularFile> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const regular = openRegular(path, maxBytes);
    if (regular.kind !== 'open') return regular;
    const { file } = regular;
    try {
      const before = fstatSync(file, { bigint: true });
      const size = Number(before.size);
      if (size > maxBytes) return { kind: 'too-large', size };
      opened(path);
      const bytes = readFileSync(file);
      if (bytes.byteLength === size && isUnchanged(file, before)) return { kind: 'bytes', bytes };
    } finally {
      closeSync(file);
    }
  }
  throw Object.assign(new Error(`EBUSY: the file changes while it is read, read '${path}'`), { code: 'EBUSY', path });
}

/**
 * Counts the folders that a pattern searches, and ends the search if there are too many: circular links make their
 * number unlimited.
 */
function folderCount(pattern: string, max: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > max)
      throw new UsageError(
        `the pattern ${pattern} looks into more than ${max} folders; name the folders that it is about, and take ` +
          'away links that lead in a circle',
      );
  };
}

/** Synchronous: with another thread, listing a folder takes five times as long. */
const entriesIn = (folder: string): readonly Dirent[] => readdirSync(folder, { withFileTypes: true });

/** `readdir` as fast-glob calls it. It calls `looked` before each folder. */
const listing = (looked: () => void): typeof readdir =>
  ((path: string, _: object, done: (error: unknown, entries?: unknown) => void) => {
    // Called back asynchronously, like the real function: fast-glob requests the next folder within the callback.
    try {
      looked();
      setImmediate(done, null, entriesIn(path));
    } catch (error) {
      setImmediate(done, error);
    }
  }) as typeof readdir;

/** True for a pipe, a terminal or a device: another file must not replace it. */
async function isStream(path: string): Promise<boolean> {
  const found = await ifThere(stat(path));
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

async function writeWhole(path: string, input: string | Uint8Array | Iterable<string>): Promise<void> {
  const content = typeof input === 'string' || input instanceof Uint8Array ? input : largerPieces(input);
  if (await isStream(path)) return writeFile(path, content);
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, async (half) => {
    await writeFile(half, content);
    await keepMode(path, half);
  });
}

/** The real file system. For tests: `opened` is called between opening a regular file and reading it. */
export function nodeFiles({
  opened = () => undefined,
  foldersMax = FOLDERS_MAX,
}: {
  readonly opened?: (path: string) => void;
  readonly foldersMax?: number;
} = {}): FilePorts {
  return {
    readFile: (path) => ifThere(readWhole(path)),
    readRegularFile: async (path, maxBytes) =>
      (await ifThere(readRegular(path, maxBytes, opened))) ?? { kind: 'absent' },
    realPath: (path) => ifThere((async () => realpathSync.native(path))()),
    glob: async (patterns, folder) => {
      const looked = folderCount(patterns[0] ?? '', foldersMax);
      return globPaths(patterns, folder, { readdir: listing(looked) });
    },
    list: async (folder) => {
      const entries = (await ifThere((async () => entriesIn(folder))())) ?? [];
      return entries
        .filter((entry) => !entry.isDirectory())
        .map(({ name }) => name)
        .sort(byCodeUnit);
    },
    writeFile: (path, content) => attempting({ doing: 'write', path }, () => writeWhole(path, content)),
    writeAll: (changes) => writeAll(changes),
    appendFile: (path, text) => attempting({ doing: 'write', path }, () => appendFile(path, text)),
    size: async (path) => {
      const found = await ifThere(stat(path));
      return found?.isFile() === true ? found.size : undefined;
    },
    readStream,
    openWriter,
    privateFile,
  };
}
