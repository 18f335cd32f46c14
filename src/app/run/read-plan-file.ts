import { UsageError } from '../../model/errors.ts';
import { PLAN_FILE_MAX_BYTES } from '../../model/incoming-limits.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { parsePlan } from '../../review/plan/plan-json.ts';
import { planFileJson } from '../plan-file/plan-file.ts';
import type { Ports } from '../ports.ts';
import { readNamedFile } from '../session/read-named-file.ts';

/**
 * Reads a plan saved by `plan --out`, as JSON or gzip, for any target. The file may come from an untrusted source: it
 * only matches the schema.
 */
export async function readPlan(path: string, ports: Ports): Promise<Plan> {
  const absent = `there is no plan file ${path}; save one with: lexform plan --out ${path}`;
  const bytes = await readNamedFile(path, ports, { maxBytes: PLAN_FILE_MAX_BYTES, absent });
  const json = await planFileJson(bytes, path, PLAN_FILE_MAX_BYTES);
  const remedy = ports.labels === undefined ? `lexform plan --out ${path}` : 'the command plan of the Action';
  return planOfText(new TextDecoder().decode(json), path, remedy);
}

/** Parses a plan. `name`: the name of the text in messages; `remedy`: how to make a new plan. */
export async function planOfText(text: string, name: string, remedy: string): Promise<Plan> {
  const { validatePlan } = await import('../../files/document-validators.generated.js');
  const parsed = parsePlan(text, validatePlan);
  if (parsed.kind === 'refused')
    throw new UsageError(
      `${name} is not a plan that can be applied: ${parsed.reason}; make a new one with: ${remedy}`,
      {
        code: 'plan-unusable',
      },
    );
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
