import { resolve } from 'node:path';
import type { WorkspaceOptions } from '../options.ts';
import type { CliPorts } from '../ports.ts';

/**
 * The absolute path of the workspace: `--chdir`, else the folder that was found from the current one upwards, else the
 * current one.
 */
export const workspaceRoot = (
  options: Pick<WorkspaceOptions, 'chdir'>,
  { cwd, workspace }: Pick<CliPorts, 'cwd' | 'workspace'>,
): string => (options.chdir === undefined ? (workspace ?? resolve(cwd)) : resolve(cwd, options.chdir));
