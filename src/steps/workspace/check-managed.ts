import { FILES, isManaged } from '../../kinds/files/registry.ts';
import { errorAt, type Finding, topOf } from '../../model/finding.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';

/** The code of the finding that nothing is managed. Commands that need no resource of the files ignore it. */
export const NOTHING_MANAGED = 'nothing-managed';

/**
 * An error for a `lexform.yaml` without any kind of resource: every plan would be empty, whatever files are in its
 * folder.
 */
export const checkManaged = (config: WorkspaceConfig): readonly Finding[] =>
  FILES.some((facet) => isManaged(config, facet)) ? [] : [errorAt(NOTHING_MANAGED, topOf(WORKSPACE_FILE))];
