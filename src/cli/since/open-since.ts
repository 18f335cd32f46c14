import type { FilePorts } from '../../files/ports.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import type { PlanOptions } from '../options/workspace-commands.ts';
import type { CliPorts } from '../ports.ts';
import { type OpenWorkspace, openForCommand } from '../session/open-workspace.ts';
import { workspaceRoot } from '../session/workspace-root.ts';
import { changedFiles } from './changed-files.ts';
import { changedResources, changeTest, fileOfAll } from './changed-resources.ts';
import { notesSince } from './notes-since.ts';

/**
 * A workspace of which the tables were read and checked that a change since a commit is about, and the patterns that
 * name its resources. Of the others, `glossary.yaml` and the like are read, since names, ids and limits concern all of
 * them. Throws a `UsageError` when git cannot say what has changed.
 */
export async function openSince(
  ref: string,
  options: PlanOptions,
  ports: CliPorts,
): Promise<{ readonly workspace: OpenWorkspace; readonly only: readonly string[] }> {
  const root = workspaceRoot(options, ports);
  let found: Awaited<ReturnType<typeof changedFiles>> | undefined;
  let isUnchanged: NonNullable<FilePorts['isUnchanged']> = () => false;
  const adjust = async (config: WorkspaceConfig): Promise<WorkspaceConfig> => {
    found = await changedFiles(ref, root, ports);
    const isChanged = changeTest(found);
    if (fileOfAll(config, found) === undefined) isUnchanged = (file, tables) => !isChanged(file, tables);
    return config;
  };
  const files: FilePorts = { ...ports.files, isUnchanged: (file, tables) => isUnchanged(file, tables) };
  const workspace = await openForCommand(options, { ...ports, files }, { adjust });
  const changed = found ?? (await changedFiles(ref, root, ports));
  const { only, since } = changedResources(workspace, changed);
  const { desired, otherNotes } = await notesSince(workspace, changed, ports);
  return { workspace: { ...workspace, desired, since: { ...since, ...(otherNotes && { otherNotes }) } }, only };
}
