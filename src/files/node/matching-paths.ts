import { join, relative, resolve, sep } from 'node:path';
import type { FileSystemAdapter } from 'fast-glob';
import { byCodeUnit } from '../../model/order.ts';

/** Folders below the workspace in which patterns look. Less than the 40 links in a row that systems follow. */
const DEPTH_MAX = 12;

/** Folders in which no pattern looks. */
const SKIPPED: readonly string[] = ['node_modules', '.git', '.lexform'];

/** The files below a folder that patterns match, relative to it, in code unit order. */
export async function globPaths(
  patterns: readonly string[],
  folder: string,
  fs: Partial<FileSystemAdapter>,
): Promise<readonly string[]> {
  // Loaded here, since it takes longer to load than to find the files.
  const { default: fastGlob } = await import('fast-glob');
  const found = await fastGlob([...patterns], {
    cwd: folder,
    onlyFiles: true,
    unique: true,
    // Links are followed, and refused by the reader where they lead out of the workspace; a link in a circle ends at
    // the depth.
    followSymbolicLinks: true,
    deep: DEPTH_MAX,
    ignore: SKIPPED.map((name) => `**/${name}/**`),
    fs,
  });
  return found.sort(byCodeUnit);
}

const no = (): boolean => false;

/** What a list of paths has at a place, in the form in which Node.js names what stands in a folder. */
const entryOf = (name: string, isFile: boolean) => ({
  name,
  isFile: () => isFile,
  isDirectory: () => !isFile,
  ...{ isSymbolicLink: no, isBlockDevice: no, isCharacterDevice: no, isFIFO: no, isSocket: no },
});

/** What a list of paths has at a place: a file, or a folder with something in it. */
interface Listed {
  isFile: boolean;
  readonly inside: Map<string, Listed>;
}

/**
 * Those of a list of paths that patterns match, by the same rules as files that are there. Paths are relative, with
 * `/`.
 */
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
  const look = (path: string, done: Done): void => {
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
  return globPaths(patterns, join(root), { lstat: look, stat: look, readdir } as unknown as Partial<FileSystemAdapter>);
}
