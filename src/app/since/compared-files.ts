import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FilePorts } from '../../files/ports.ts';
import { isTableName, roleOf } from '../../files/workspace/file-role.ts';
import { wayInside } from '../../files/workspace/workspace-path.ts';
import type { CommitId } from '../../ledger/git-log.ts';
import { gitRepository } from '../../ledger/git-repository.ts';
import type { Finding } from '../../model/finding.ts';
import type { Ports } from '../ports.ts';
import { type BaseCommit, baseCommit, renamedSince } from './base-commit.ts';

/** Number of blobs that one git process reads and that are in memory together. */
export const READ_TOGETHER = 8;

const [LF, CR, QUOTE] = [10, 13, 34];

/** Characters before the opening quote of a cell, in any table. A quote after a quote is an escaped quote. */
const BEFORE_QUOTE = new Set(['\n', ',', ';', '\t', '|', '"'].map((each) => each.charCodeAt(0)));

/**
 * Replaces CR LF by LF. In a table, line ends inside a quoted cell stay. After a quote in the middle of a cell,
 * everything stays, because it is then unclear which line ends are inside a cell.
 */
function plainLineEnds(bytes: Uint8Array, file: string): Uint8Array {
  if (!bytes.includes(CR)) return bytes;
  const quotes = isTableName(file);
  const plain = new Uint8Array(bytes.length);
  let size = 0;
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (quotes && byte === QUOTE) {
      isQuoted = !isQuoted;
      if (isQuoted && at > 0 && !BEFORE_QUOTE.has(bytes[at - 1] as number)) {
        plain.set(bytes.subarray(at), size);
        return plain.subarray(0, size + bytes.length - at);
      }
    }
    if (byte === CR && bytes[at + 1] === LF && !isQuoted) continue;
    plain[size] = byte;
    size += 1;
  }
  return plain.subarray(0, size);
}

/** The id that git gives to a blob. `like`: another id of the repository. */
function blobId(bytes: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');
}

/** The ids of the bytes of a file, and of the same bytes with plain line ends. */
interface FileIds {
  readonly id: string;
  readonly plain: string;
}

const idsOf = (bytes: Uint8Array, file: string, like: string): FileIds => {
  const plain = plainLineEnds(bytes, file);
  const id = blobId(bytes, like);
  return { id, plain: plain === bytes ? id : blobId(plain, like) };
};

/**
 * The files as they are in the commit, read by one process. `undefined`: the commit has no such file, or git cannot
 * read it here, for example in a submodule. The paths must not contain line ends.
 */
export const earlierFiles = (
  files: readonly string[],
  { base }: BaseCommit,
  git: ReturnType<Ports['git']>,
): Promise<readonly (Uint8Array | undefined)[]> =>
  gitRepository(git, () => '')
    .readMany(files.map((file) => ({ commit: base as CommitId, path: `./${file}` })))
    .catch(() => []);

/** The files of a folder, compared with those of a commit. */
export interface ComparedFiles {
  readonly base: BaseCommit;
  /** Reads files, and stores the ids of their contents. */
  readonly files: FilePorts;
  /**
   * The files whose bytes differ from those of the commit, except for line ends outside quoted cells. Settings of git
   * do not matter. A file that exists on only one side counts as different, and so does one that cannot be read.
   */
  readonly changedOf: (files: Iterable<string>) => Promise<ReadonlySet<string>>;
}

/** Compares the files that are read from a workspace with the blobs of a commit. */
export function comparedFiles(commit: BaseCommit, root: string, ports: Pick<Ports, 'files' | 'git'>): ComparedFiles {
  const { files } = ports;
  const { base: like, files: blobs } = commit;
  const read = new Map<string, FileIds>();
  const recording: FilePorts = {
    ...files,
    async readRegularFile(path, maxBytes) {
      const found = await files.readRegularFile(path, maxBytes);
      if (found.kind === 'bytes') read.set(path, idsOf(found.bytes, path, like));
      return found;
    },
  };
  /** The id of a regular file that was not read, such as one that is too large. */
  const unreadIds = async (real: string): Promise<FileIds | undefined> => {
    const found = await files.readRegularFile(real, 0);
    if (found.kind === 'bytes') return idsOf(found.bytes, real, like);
    if (found.kind !== 'too-large') return undefined;
    const hash = createHash(like.length === 64 ? 'sha256' : 'sha1').update(`blob ${found.size}\0`);
    for await (const chunk of files.readStream(real)) hash.update(chunk);
    const id = hash.digest('hex');
    return { id, plain: id };
  };
  /** `null`: no such file. `undefined`: it cannot be read. */
  const idsAt = async (file: string, realRoot: string): Promise<FileIds | null | undefined> => {
    const real = await files.realPath(join(root, file));
    if (real === undefined) return null;
    return read.get(real) ?? (wayInside(realRoot, real) === undefined ? undefined : unreadIds(real));
  };
  const git = ports.git(root);
  return {
    base: commit,
    files: recording,
    async changedOf(names) {
      const changed = new Set<string>();
      const unlike: { readonly file: string; readonly plain: string }[] = [];
      const realRoot = (await files.realPath(root)) ?? root;
      for (const file of names) {
        const id = blobs.get(file);
        const now = await idsAt(file, realRoot);
        if (now === null ? id === undefined : now !== undefined && (now.id === id || now.plain === id)) continue;
        changed.add(file);
        if (now && id !== undefined && !/[\r\n]/.test(file)) unlike.push({ file, plain: now.plain });
      }
      for (let first = 0; first < unlike.length; first += READ_TOGETHER) {
        const some = unlike.slice(first, first + READ_TOGETHER);
        const then = await earlierFiles(
          some.map(({ file }) => file),
          commit,
          git,
        );
        some.forEach(({ file, plain }, at) => {
          const bytes = then[at];
          if (bytes !== undefined && idsOf(bytes, file, like).plain === plain) changed.delete(file);
        });
      }
      return changed;
    },
  };
}

/** Lines of any encoding, without their ends. */
const linesOf = (bytes: Uint8Array): readonly string[] =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''));

/** The numbers of the lines that an earlier text does not contain. Repeated lines are compared by their number. */
function newLines(before: Uint8Array, now: Uint8Array): ReadonlySet<number> {
  const known = new Map<string, number>();
  for (const line of linesOf(before)) known.set(line, (known.get(line) ?? 0) + 1);
  const found = new Set<number>();
  linesOf(now).forEach((line, at) => {
    const left = known.get(line) ?? 0;
    if (left === 0) found.add(at + 1);
    else known.set(line, left - 1);
  });
  return found;
}

async function bytesOf(path: string, files: FilePorts): Promise<Uint8Array | undefined> {
  const real = await files.realPath(path);
  const read = real === undefined ? undefined : await files.readRegularFile(real, roleOf('edited').maxBytes);
  return read?.kind === 'bytes' ? read.bytes : undefined;
}

/**
 * The findings in rows that the merge base of a commit and `HEAD` does not contain. Files that do not exist there are
 * new. Renamed files are recognised. Throws `UsageError` if git does not know the commit or the merge base.
 */
export async function foundSince(
  findings: readonly Finding[],
  ref: string,
  root: string,
  ports: Pick<Ports, 'git' | 'files'>,
): Promise<readonly Finding[]> {
  const base = await baseCommit(ref, root, ports);
  const renamed = await renamedSince(base, root, ports);
  const files = [...new Set(findings.map(({ at }) => at.file))];
  const lines = new Map<string, ReadonlySet<number>>();
  for (let first = 0; first < files.length; first += READ_TOGETHER) {
    const some = files.slice(first, first + READ_TOGETHER).filter((file) => !/[\r\n]/.test(file));
    const paths = some.map((file) => renamed.get(file) ?? file);
    const then = await earlierFiles(paths, base, ports.git(root));
    for (const [at, file] of some.entries()) {
      const before = then[at];
      const now = await bytesOf(join(root, file), ports.files);
      if (before !== undefined && now !== undefined && base.files.has(paths[at] as string))
        lines.set(file, newLines(before, now));
    }
  }
  return findings.filter(({ at: { file, line } }) => lines.get(file)?.has(line) !== false);
}
