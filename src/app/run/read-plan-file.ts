import { UsageError } from '../../model/errors.ts';
import { PLAN_FILE_MAX_BYTES } from '../../model/incoming-limits.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { parsePlan } from '../../review/plan/plan-json.ts';
import { planFileJson } from '../plan-file/plan-file.ts';
import type { Ports } from '../ports.ts';
import { readNamedFile } from '../session/read-named-file.ts';

/**
 * A plan saved by `plan --out`, as JSON or as gzip, for whatever target. It may come from anybody: it is what the
 * schema asks for, and nothing more is known of it.
 */
export async function readPlan(path: string, ports: Ports): Promise<Plan> {
  const absent = `there is no plan file ${path}; save one with: lexform plan --out ${path}`;
  const bytes = await readNamedFile(path, ports, { maxBytes: PLAN_FILE_MAX_BYTES, absent });
  const json = await planFileJson(bytes, path, PLAN_FILE_MAX_BYTES);
  return planOfText(new TextDecoder().decode(json), path, `lexform plan --out ${path}`);
}

/** The plan in a text. `name`: what the text is called; `remedy`: what makes another one. */
export async function planOfText(text: string, name: string, remedy: string): Promise<Plan> {
  const { validatePlan } = await import('../../files/document-validators.generated.js');
  const parsed = parsePlan(text, validatePlan);
  if (parsed.kind === 'refused')
    throw new UsageError(`${name} is no plan that can be applied: ${parsed.reason}; make a new one with: ${remedy}`, {
      code: 'plan-unusable',
    });
  return parsed.plan;
}

/** Throws `UsageError` when a plan was made for another target. */
export function mustBeFor(target: Plan['target'], path: string, plan: Plan): void {
  if (plan.target.name !== target.name || plan.target.baseUrl !== target.baseUrl) {
    throw new UsageError(
      `${path} was made for the target "${plan.target.name}" at ${plan.target.baseUrl}, not for ` +
        `"${target.name}" at ${target.baseUrl}; choose its target with --target, or plan again`,
      { code: 'plan-unusable' },
    );
  }
}
