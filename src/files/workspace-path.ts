import { isAbsolute, join, relative, sep } from 'node:path';
import type { Checked, Finding } from '../model/finding.ts';
import type { SourceRef } from '../model/source-ref.ts';
import type { FilePorts } from './ports.ts';

/** True when a path or pattern cannot lead out of its folder by its spelling. Links are looked at when a file is read. */
export const staysInside = (path: string): boolean =>
  !/^(?:[/\\]|[A-Za-z]:|~)/.test(path) && !path.split(/[/\\]/).includes('..');

/** The path of a file that another file names, relative to the workspace root; `undefined` when it leads out of the root. */
export function besideFile(file: string, named: string): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:|~)/.test(named)) return undefined;
  const parts: string[] = file.split('/').slice(0, -1);
  for (const part of named.split(/[/\\]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

export interface FileToRead {
  readonly root: string;
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** Where the workspace names it: findings about its absence stand there. */
  readonly namedAt: SourceRef;
}

/** The same ports, for many files of one workspace: where its root really is, which every file is compared with, is looked up once. */
export function withRealRoot(ports: FilePorts, root: string): FilePorts {
  let found: Promise<string | undefined> | undefined;
  return {
    ...ports,
    realPath(path) {
      if (path !== root) return ports.realPath(path);
      found ??= ports.realPath(root);
      return found;
    },
  };
}

/** The bytes of a workspace file. A link that leads out of the workspace is refused: a pull request must not reach other files of the machine. */
export async function readInside(ports: FilePorts, { root, file, namedAt }: FileToRead): Promise<Checked<Uint8Array>> {
  const fault = (code: string): Checked<Uint8Array> => {
    const finding: Finding = { code, severity: 'error', at: namedAt, details: { file } };
    return { findings: [finding] };
  };
  const [realRoot, real] = await Promise.all([ports.realPath(root), ports.realPath(join(root, file))]);
  if (realRoot === undefined || real === undefined) return fault('file-missing');
  const way = relative(realRoot, real);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return fault('file-outside-workspace');
  const bytes = await ports.readFile(real);
  return bytes === undefined ? fault('file-missing') : { value: bytes, findings: [] };
}
