import { readWorkspace } from '../../files/workspace/read-workspace.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { WorkspaceOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { stopOnFindings } from './open-workspace.ts';
import { workspaceRoot } from './workspace-root.ts';

/**
 * `lexform.yaml` alone, for what needs a target and no terms: a fault in another file does not stop it. `undefined`
 * when it has errors, which are then shown.
 */
export async function openConfig(
  options: WorkspaceOptions,
  ports: CliPorts,
): Promise<{ readonly root: string; readonly config: WorkspaceConfig } | undefined> {
  const root = workspaceRoot(options, ports);
  const { value: config, findings } = await readWorkspace(ports.files, root);
  return stopOnFindings(findings, options, ports) || config === undefined ? undefined : { root, config };
}
