import type { ApplyEvent } from '../apply/outcome.ts';
import type { OnSecret } from '../apply/secret-keeper.ts';
import { judgePlan, type PlanRun, type PlanToRun, runPlanned } from '../cli/run/run-planned.ts';
import type { AllowedVerdict, RefusedVerdict } from '../plan/guard/refusal.ts';
import { RefusedError } from './errors.ts';

/** Whom a run calls while it goes on. */
export interface RunListening {
  /** Called when a call begins, and when it has ended. */
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined;
  /**
   * Called with the secret of a new resource that has one, which the service shows once. Default: secrets are
   * discarded.
   */
  readonly onSecret?: OnSecret | undefined;
}

/** Runs a plan when the guard allows it. Rejects with `RefusedError` when it is not run; then nothing was changed. */
export async function runJudged(
  toRun: PlanToRun,
  guard: AllowedVerdict | RefusedVerdict,
  { onEvent = () => {}, onSecret }: RunListening,
): Promise<PlanRun> {
  const judged = await judgePlan(toRun, guard);
  if ('code' in judged) throw new RefusedError(judged, guard.kind === 'refused' ? guard.refusals : []);
  const ran = await runPlanned(toRun, judged, { onEvent, onSecret });
  if ('code' in ran) throw new RefusedError(ran);
  return ran;
}
