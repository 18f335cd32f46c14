import { resolve } from 'node:path';
import type { WorkspaceOptions } from './options.ts';
import type { CliPorts } from './ports.ts';

/** The absolute path of the workspace: `--chdir`, else the current folder. Parents are not searched: a run must not depend on what lies above. */
export const workspaceRoot = (options: Pick<WorkspaceOptions, 'chdir'>, ports: Pick<CliPorts, 'cwd'>): string =>
  resolve(ports.cwd, options.chdir ?? '.');
