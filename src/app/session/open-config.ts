import { hasErrors } from '../../model/finding.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { readWorkspace } from '../../steps/workspace/read-workspace.ts';
import type { WorkspaceOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { type ConfiguredWorkspace, valueWithoutErrors } from './open-workspace.ts';
import { workspaceRoot } from './workspace-root.ts';

/** Reads `lexform.yaml` of a folder without reporting its findings; `undefined` if it has errors. */
export async function readConfig(root: string, { files }: Pick<Ports, 'files'>): Promise<WorkspaceConfig | undefined> {
  const { value, findings } = await readWorkspace(files, root);
  return hasErrors(findings) ? undefined : value;
}

/**
 * Reads only `lexform.yaml`, for a command that needs a target and no terms: an error in another file does not stop it.
 */
export async function openConfig(options: WorkspaceOptions, ports: Ports): Promise<ConfiguredWorkspace> {
  const root = workspaceRoot(options, ports);
  return { root, config: await valueWithoutErrors(await readWorkspace(ports.files, root), options, ports) };
}
