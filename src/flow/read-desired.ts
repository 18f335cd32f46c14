import { checkManaged } from '../files/desired/check-managed.ts';
import { makeDesired } from '../files/desired/make-desired.ts';
import type { FilePorts } from '../files/ports.ts';
import { readSources } from '../files/workspace/read-sources.ts';
import { readWorkspace } from '../files/workspace/read-workspace.ts';
import type { Finding } from '../model/finding.ts';
import type { DesiredState } from '../model/resources/desired.ts';
import type { CheckedFiles } from '../model/workspace/checked-files.ts';
import type { WorkspaceConfig } from '../model/workspace/workspace.ts';
import { countChecked, countingReads } from './count-checked.ts';

/** A workspace as far as its files could be read. `desired` is there when no file has an error. */
export interface Workspace {
  /** Absolute. */
  readonly root: string;
  readonly config?: WorkspaceConfig;
  readonly desired?: DesiredState;
  /** Everything that was found, in every file. */
  readonly findings: readonly Finding[];
  readonly checked: CheckedFiles;
}

/**
 * files → desired: reads `lexform.yaml` and all that it names, and checks it. Rejects only when a file that is there
 * cannot be read. `adjust`: what is read beside or instead of what `lexform.yaml` names.
 */
export async function readDesired(
  files: FilePorts,
  root: string,
  adjust: (config: WorkspaceConfig) => WorkspaceConfig = (config) => config,
): Promise<Workspace> {
  const { ports, count } = countingReads(files);
  const { value: written, findings: ofFile } = await readWorkspace(ports, root);
  if (written === undefined) return { root, findings: ofFile, checked: countChecked(count(), undefined) };
  const config = adjust(written);
  const ofConfig = [...ofFile, ...checkManaged(config)];
  const { value: sources, findings: ofFiles } = await readSources(ports, root, config);
  const { value: desired, findings: ofDesired } = sources === undefined ? { findings: [] } : makeDesired(sources);
  return {
    root,
    config,
    ...(desired !== undefined && { desired }),
    findings: [...ofConfig, ...ofFiles, ...ofDesired],
    checked: countChecked(count(), sources),
  };
}
