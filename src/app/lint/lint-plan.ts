import type { FilePorts } from '../../files/ports.ts';
import type { DesiredState } from '../../kinds/states.ts';
import { changedTerms } from '../../lint/changed-terms.ts';
import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { sha256 } from '../../model/resources/digest.ts';
import type { Suppressed } from '../../review/lint/lint-text.ts';
import type { OpenWorkspace } from '../session/open-workspace.ts';

/** The lint findings about the changes of a plan. */
export interface PlanLint {
  readonly lint: readonly Finding[];
  /** Findings that are not reported again; absent: none. */
  readonly suppressed?: Suppressed;
}

/** The last result for each workspace. Plans for several targets often change the same terms. */
const last = new WeakMap<DesiredState, { readonly key: string; readonly found: PlanLint }>();

/**
 * Lints the terms and instructions that a plan adds or changes. Lint errors have already ended the command before it
 * planned. The rules are loaded only if the plan changes something.
 */
export async function lintOfPlan(
  { root, config, desired }: OpenWorkspace,
  plan: Pick<Plan, 'changes'>,
  files: FilePorts,
): Promise<PlanLint> {
  if (plan.changes.length === 0) return { lint: [] };
  const only = changedTerms(plan);
  if (only.size === 0) return { lint: [] };
  const named = [...only].map(([address, names]) => [
    address,
    ...(names.digest === undefined ? names : [names.digest]),
  ]);
  const key = sha256(JSON.stringify(named));
  const known = last.get(desired);
  if (known?.key === key) return known.found;
  const { firstOfEachFile, lintWorkspace } = await import('./lint-workspace.ts');
  const { findings, waived, known: inBaseline } = await lintWorkspace({ root, config, desired, only }, files);
  const found: PlanLint = {
    lint: firstOfEachFile(findings),
    ...(waived + inBaseline > 0 && { suppressed: { waived, known: inBaseline } }),
  };
  last.set(desired, { key, found });
  return found;
}
