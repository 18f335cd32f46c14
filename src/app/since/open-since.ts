import { defined } from '../../model/defined.ts';
import { readDesired } from '../../steps/workspace/read-desired.ts';
import type { PlanOptions } from '../options.ts';
import type { CliPorts } from '../ports.ts';
import { errorsOfLinter, type OpenWorkspace, valueWithoutErrors, withUndecided } from '../session/open-workspace.ts';
import { workspaceRoot } from '../session/workspace-root.ts';
import { baseCommit, renamedSince } from './base-commit.ts';
import { changedResources } from './changed-resources.ts';
import { comparedFiles } from './compared-files.ts';
import { notesSince } from './notes-since.ts';

/**
 * A workspace whose changed resources have no errors, and the patterns that name them. All files are read; errors about
 * other resources do not end the command. Throws a `UsageError` when git does not know the commit.
 */
export async function openSince(
  ref: string,
  options: PlanOptions,
  ports: CliPorts,
): Promise<{ readonly workspace: OpenWorkspace; readonly only: readonly string[] }> {
  const root = workspaceRoot(options, ports);
  const base = await baseCommit(ref, root, ports);
  const compared = comparedFiles(base, root, ports);
  const read = await readDesired(compared.files, root);
  const { only, since, isAbout, changed, unreadable } = await changedResources(read, compared);
  const findings = [...read.findings, ...(await errorsOfLinter(read, ports))].filter(isAbout);
  const workspace = await valueWithoutErrors(withUndecided({ ...read, findings }), options, ports, findings);
  const renamed = await renamedSince(base, root, ports);
  const { desired, otherNotes } = await notesSince(workspace, { base, changed, renamed }, ports);
  return { workspace: { ...workspace, desired, unreadable, since: { ...since, ...defined({ otherNotes }) } }, only };
}
