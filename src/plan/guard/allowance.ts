import type { Plan } from '../../model/plan/plan.ts';
import type { AllowedVerdict } from './refusal.ts';

/** Which plan each verdict allows. A verdict that was made anywhere else than here is in it under no plan. */
const allowed = new WeakMap<object, Plan>();

/** The verdict that allows one plan. Only `checkGuard` may ask for it. */
export function allow(plan: Plan): AllowedVerdict {
  const verdict = Object.freeze({ kind: 'allowed' }) as AllowedVerdict;
  allowed.set(verdict, plan);
  return verdict;
}

/**
 * True when `checkGuard` gave this very verdict for this very plan: not for another one, however alike, and not for a
 * copy.
 */
export const allows = (verdict: unknown, plan: Plan): boolean =>
  typeof verdict === 'object' && verdict !== null && allowed.get(verdict) === plan;
