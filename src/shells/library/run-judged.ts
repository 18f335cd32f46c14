import type { Planned } from '../../app/run/planned.ts';
import { judgePlan, type PlanRun, type PlanSession, runPlanned } from '../../app/run/run-planned.ts';
import type { AllowedVerdict, RefusedVerdict } from '../../plan/guard/refusal.ts';
import { RefusedError } from './errors.ts';
import { shownRefusals } from './shown.ts';
import type { ApplyOptions } from './types.ts';

/** Runs a plan if the guard allows it. Rejects with `RefusedError` if it does not run; then nothing was changed. */
export async function runJudged(
  session: PlanSession,
  planned: Planned,
  guard: AllowedVerdict | RefusedVerdict,
  { onEvent = () => {}, onSecret }: ApplyOptions,
): Promise<PlanRun> {
  const judged = await judgePlan(session, planned, guard);
  if ('code' in judged) throw new RefusedError(judged, guard.kind === 'refused' ? shownRefusals(guard.refusals) : []);
  const ran = await runPlanned(session, planned, judged, { onEvent, onSecret });
  if ('code' in ran) throw new RefusedError(ran);
  return ran;
}
