import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import type { FilePorts } from '../ports.ts';
import { privatePart } from '../workspace/may-read.ts';
import { isOutside, wayInside } from '../workspace/workspace-path.ts';

interface RealPlace {
  /** Absolute, with all links followed. */
  readonly real: string;
  /** The path relative to the real root, with `/`. Absent: it is outside the root. */
  readonly way?: string;
}

/** The real path of a path in the workspace: links in its existing part are followed; the missing part is appended. */
export async function realPlace(ports: Pick<FilePorts, 'realPath'>, root: string, file: string): Promise<RealPlace> {
  const missing: string[] = [];
  let found = join(root, file);
  let real = await ports.realPath(found);
  while (real === undefined && dirname(found) !== found) {
    missing.unshift(basename(found));
    found = dirname(found);
    real = await ports.realPath(found);
  }
  const place = join(real ?? found, ...missing);
  const way = wayInside((await ports.realPath(root)) ?? root, place);
  return { real: place, way };
}

/**
 * The path at which a workspace file is written, so that a link stays a link. Throws a `UsageError` if it is outside
 * the workspace, or in a place that Lexform never reads.
 */
export async function writePlace(ports: Pick<FilePorts, 'realPath'>, root: string, file: string): Promise<string> {
  if (isOutside(file))
    throw new UsageError(`${file} is outside the workspace folder, where files are never written; change it there`);
  const { real, way } = await realPlace(ports, root, file);
  if (way === undefined)
    throw new UsageError(
      `${file} leads out of the workspace through a link, so it is not written; replace the link by a file or ` +
        'folder of the workspace',
    );
  const part = privatePart(way);
  if (part !== undefined)
    throw new UsageError(`${file} is in "${part}", where Lexform writes no workspace files; choose another place`);
  return real;
}
