import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import type { FilePorts } from '../ports.ts';
import { privatePart } from '../workspace/may-read.ts';
import { wayInside } from '../workspace/workspace-path.ts';

interface RealPlace {
  /** Absolute, every link followed. */
  readonly real: string;
  /** The same from the real root, with `/`; absent: it does not lie inside. */
  readonly way?: string;
}

/**
 * Where a path of the workspace really is: links in what stands there are followed, and what does not exist yet lies
 * below them.
 */
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
  return { real: place, ...(way !== undefined && { way }) };
}

/**
 * The path at which a workspace file is written, so that a link stays a link. Throws a `UsageError` where that is
 * outside the workspace, or in a place that Lexform never reads.
 */
export async function writePlace(ports: Pick<FilePorts, 'realPath'>, root: string, file: string): Promise<string> {
  const { real, way } = await realPlace(ports, root, file);
  if (way === undefined)
    throw new UsageError(
      `${file} leads out of the workspace through a link, so it is not written; replace the link by a file or ` +
        'folder of the workspace',
    );
  const part = privatePart(way);
  if (part !== undefined)
    throw new UsageError(`${file} lies in "${part}", where Lexform writes no workspace files; choose another place`);
  return real;
}
