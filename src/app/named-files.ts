import nodePath, { type PlatformPath } from 'node:path';
import { slashPath, wayInside } from '../files/workspace/workspace-path.ts';
import { UsageError } from '../model/errors.ts';
import type { Finding } from '../model/finding.ts';
import { WORKSPACE_FILE } from '../model/workspace/workspace.ts';
import type { FilesRead } from '../steps/workspace/read-desired.ts';

/** The folders that the paths of a command line are relative to, and of the workspace. Both absolute. */
interface Folders {
  readonly root: string;
  readonly cwd: string;
  /** The rules of the system for paths. Absent: those of this machine. */
  readonly paths?: PlatformPath;
}

/** True for a file, from the root of the workspace, that one of the paths names or that is below a named folder. */
type IsNamedFile = (file: string) => boolean;

/** The predicate of one path; `undefined`: it names none of the files. */
function namedBy(path: string, all: readonly string[], folders: Folders): IsNamedFile | undefined {
  const { root, cwd, paths = nodePath } = folders;
  const way = wayInside(root, paths.resolve(cwd, path), paths);
  const isNamed: IsNamedFile = (file) => way === '' || file === way || file.startsWith(`${way}/`);
  return way !== undefined && all.some(isNamed) ? isNamed : undefined;
}

/**
 * The files that paths name: files of the workspace, or folders with such files; without paths, every file. `all`: from
 * the root of the workspace. Throws `UsageError` for a path that names none of them.
 */
export function namedFiles(paths: readonly string[], all: readonly string[], folders: Folders): IsNamedFile {
  const wanted = paths.map((path) => {
    const isNamed = namedBy(path, all, folders);
    if (isNamed !== undefined) return isNamed;
    const workspace = JSON.stringify(slashPath(folders.cwd, folders.root, folders.paths) || '.');
    throw new UsageError(
      `${JSON.stringify(path)} names no file of the workspace ${workspace}; name ${WORKSPACE_FILE}, a file that it ` +
        'names, or a folder of such files',
    );
  });
  return (file) => wanted.length === 0 || wanted.some((isNamed) => isNamed(file));
}

/** The files that a workspace consists of, from its root. */
const filesOfWorkspace = ({ named = [] }: Pick<FilesRead, 'named'>): readonly string[] => [
  WORKSPACE_FILE,
  ...named.flatMap(({ file, tables }) => [file, ...tables]),
];

/** The words of a command line that name files of the workspace, and the others. */
export function pathsAmong(words: readonly string[], read: Pick<FilesRead, 'named' | 'root'>, cwd: string) {
  const all = filesOfWorkspace(read);
  const isPath = (word: string): boolean => namedBy(word, all, { root: read.root, cwd }) !== undefined;
  return { paths: words.filter(isPath), others: words.filter((word) => !isPath(word)) };
}

/**
 * The findings about the files that paths name, and the number of the others. Errors in `lexform.yaml` and in the
 * `glossary.yaml` of a named table are shown too, because such a table may not have been read. If `lexform.yaml` cannot
 * be read at all, all findings are shown. Throws `UsageError` for a path that names no file of the workspace.
 */
export function findingsIn(
  paths: readonly string[],
  findings: readonly Finding[],
  { read, cwd }: { readonly read: Pick<FilesRead, 'config' | 'named' | 'root'>; readonly cwd: string },
): { readonly shown: readonly Finding[]; readonly elsewhere: number } {
  if (read.config === undefined) return { shown: findings, elsewhere: 0 };
  const isNamed = namedFiles(paths, filesOfWorkspace(read), { root: read.root, cwd });
  const owners = (read.named ?? []).filter(({ tables }) => tables.some(isNamed)).map(({ file }) => file);
  const needed = new Set([WORKSPACE_FILE, ...owners]);
  const shown = findings.filter(
    ({ at, related = [], severity }) =>
      [at, ...related].some(({ file }) => isNamed(file)) || (severity === 'error' && needed.has(at.file)),
  );
  return { shown, elsewhere: findings.length - shown.length };
}
