import { join } from 'node:path';
import type { FilePorts } from '../../files/ports.ts';
import { roleOf } from '../../files/workspace/file-role.ts';
import type { Finding } from '../../model/finding.ts';
import type { Ports } from '../ports.ts';
import { baseCommit, renamedSince } from './base-commit.ts';
import { earlierFiles, READ_TOGETHER } from './compared-files.ts';

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
