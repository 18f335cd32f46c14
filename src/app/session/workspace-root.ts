import { resolve } from 'node:path';
import type { WorkspaceOptions } from '../options.ts';
import type { Ports } from '../ports.ts';

/**
 * The absolute path of the workspace: `--chdir`, else the folder that was found from the current one upwards, else the
 * current one.
 */
export const workspaceRoot = (
  options: Pick<WorkspaceOptions, 'chdir'>,
  { cwd, workspace }: Pick<Ports, 'cwd' | 'workspace'>,
): string => (options.chdir === undefined ? (workspace ?? resolve(cwd)) : resolve(cwd, options.chdir));
