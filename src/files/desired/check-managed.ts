import { errorAt, type Finding } from '../../model/finding.ts';
import { topOf } from '../../model/source-ref.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { WORKSPACE_FILE } from '../workspace/read-workspace.ts';

/** The code of the finding that nothing is managed. Commands that need no resource of the files pass over it. */
export const NOTHING_MANAGED = 'nothing-managed';

/**
 * A `lexform.yaml` that names no kind of resource asks for nothing: a plan of it would always be empty, whatever files
 * stand beside it.
 */
export function checkManaged({ glossaries, styleRules, developerKeys }: WorkspaceConfig): readonly Finding[] {
  if (glossaries !== undefined || styleRules !== undefined || developerKeys !== undefined) return [];
  return [errorAt(NOTHING_MANAGED, topOf(WORKSPACE_FILE))];
}
