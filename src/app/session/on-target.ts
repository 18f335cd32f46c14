import { stateOnTarget } from '../../kinds/on-target.ts';
import type { DesiredState } from '../../kinds/states.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';

/**
 * A workspace with the desired state of one target: its resources, with their names and values there. Every command
 * that compares files with a target uses it.
 */
export const workspaceOn = <Workspace extends { readonly config: WorkspaceConfig; readonly desired: DesiredState }>(
  workspace: Workspace,
  { target }: { readonly target: { readonly name: string } },
): Workspace => {
  const found = workspace.config.targets.find(({ name }) => name === target.name);
  if (found === undefined) return workspace;
  return { ...workspace, desired: stateOnTarget(workspace.desired, found), everywhere: workspace.desired };
};
