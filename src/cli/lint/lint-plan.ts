import type { FilePorts } from '../../files/ports.ts';
import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { OpenWorkspace } from '../session/open-workspace.ts';

/**
 * What the linter finds in the terms and instructions that a plan adds or changes. It stops no plan. The rules are
 * loaded only where something changes.
 */
export async function lintOfPlan(
  { root, config, desired }: OpenWorkspace,
  plan: Pick<Plan, 'changes'>,
  files: FilePorts,
): Promise<readonly Finding[]> {
  if (plan.changes.length === 0) return [];
  const { changedTerms } = await import('../../lint/changed-terms.ts');
  const only = changedTerms(plan);
  if (only.size === 0) return [];
  const { firstOfEachFile, lintWorkspace } = await import('./lint-workspace.ts');
  return firstOfEachFile((await lintWorkspace({ root, config, desired, only }, files)).findings);
}
