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

/**
 * Those of a list of paths that patterns match, by the same rules as files that are there. Paths are relative, with
 * `/`.
 */
export function matchingPaths(patterns: readonly string[], paths: readonly string[]): Promise<readonly string[]> {
  const root = resolve('/');
  const files = new Set(paths);
  const folders = new Map<string, Map<string, boolean>>();
  for (const path of paths) {
    const parts = path.split('/');
    for (const [index, name] of parts.entries()) {
      const folder = parts.slice(0, index).join('/');
      const entries = folders.get(folder) ?? new Map<string, boolean>();
      folders.set(folder, entries.set(name, index === parts.length - 1));
    }
  }
  const placeOf = (path: string): string => relative(root, path).split(sep).join('/');
  type Done = (error: Error | null, found?: unknown) => void;
  const look = (path: string, done: Done): void => {
    const place = placeOf(path);
    if (files.has(place)) done(null, entryOf(place, true));
    else if (folders.has(place)) done(null, entryOf(place, false));
    else done(Object.assign(new Error(`no ${place}`), { code: 'ENOENT' }));
  };
  const readdir = (path: string, _options: object, done: Done): void => {
    const entries = [...(folders.get(placeOf(path)) ?? [])];
    done(
      null,
      entries.map(([name, isFile]) => entryOf(name, isFile)),
    );
  };
  return globPaths(patterns, join(root), { lstat: look, stat: look, readdir } as unknown as Partial<FileSystemAdapter>);
}
