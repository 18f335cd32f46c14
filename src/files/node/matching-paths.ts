import { join, relative, resolve, sep } from 'node:path';
import type { FileSystemAdapter } from 'fast-glob';
import { UsageError } from '../../model/errors.ts';
import { byCodeUnit } from '../../model/lists.ts';

/** Maximum depth below the workspace for patterns. Less than the 40 links that systems follow in a row. */
const DEPTH_MAX = 12;

/** Folders that no pattern searches. */
const SKIPPED: readonly string[] = ['node_modules', '.git', '.lexform'];

/**
 * The files below a folder that patterns match, relative to it, in code unit order. Throws a `UsageError` if a folder
 * of its path has a backslash in its name.
 */
export async function globPaths(
  patterns: readonly string[],
  folder: string,
  fs: Partial<FileSystemAdapter>,
): Promise<readonly string[]> {
  // fast-glob would search another folder: it reads each backslash as a separator, on every system.
  if (sep === '/' && folder.includes('\\'))
    throw new UsageError(`no pattern can be searched in ${folder}, since its path has a backslash; rename that folder`);
  // Imported on demand: loading it takes longer than finding the files.
  const { default: fastGlob } = await import('fast-glob');
  const found = await fastGlob([...patterns], {
    cwd: folder,
    onlyFiles: true,
    unique: true,
    // Links are followed; the reader refuses those that lead out of the workspace. A circular link ends at the maximum
    // depth.
    followSymbolicLinks: true,
    deep: DEPTH_MAX,
    ignore: SKIPPED.map((name) => `**/${name}/**`),
    fs,
  });
  return found.sort(byCodeUnit);
}

const no = (): boolean => false;

/** An entry of a folder as Node.js returns it, for a list of paths. */
const entryOf = (name: string, isFile: boolean) => ({
  name,
  isFile: () => isFile,
  isDirectory: () => !isFile,
  ...{ isSymbolicLink: no, isBlockDevice: no, isCharacterDevice: no, isFIFO: no, isSocket: no },
});

/** A path in a list of paths: a file, or a folder with its content. */
interface Listed {
  isFile: boolean;
  readonly inside: Map<string, Listed>;
}

/** The paths of a list that match patterns, by the same rules as for real files. Paths are relative, with `/`. */
export function matchingPaths(patterns: readonly string[], paths: readonly string[]): Promise<readonly string[]> {
  const root = resolve('/');
  const top: Listed = { isFile: false, inside: new Map() };
  for (const path of paths) {
    let at = top;
    for (const name of path.split('/')) {
      const inside: Listed = at.inside.get(name) ?? { isFile: false, inside: new Map() };
      at.inside.set(name, inside);
      at = inside;
    }
    at.isFile = true;
  }
  const listedAt = (path: string): Listed | undefined => {
    const place = relative(root, path);
    let at: Listed | undefined = top;
    for (const name of place === '' ? [] : place.split(sep)) at = at?.inside.get(name);
    return at;
  };
  type Done = (error: Error | null, found?: unknown) => void;
  const statEntry = (path: string, done: Done): void => {
    const found = listedAt(path);
    if (found === undefined) done(Object.assign(new Error(`no ${path}`), { code: 'ENOENT' }));
    else done(null, entryOf('', found.isFile));
  };
  const readdir = (path: string, _options: object, done: Done): void => {
    const inside = [...(listedAt(path)?.inside ?? [])];
    done(
      null,
      inside.map(([name, { isFile }]) => entryOf(name, isFile)),
    );
  };
  return globPaths(patterns, join(root), {
    lstat: statEntry,
    stat: statEntry,
    readdir,
  } as unknown as Partial<FileSystemAdapter>);
}
