import type { Plan } from '../../model/plan/plan.ts';
import type { AllowedVerdict } from './refusal.ts';

/** The plan that each verdict allows. A verdict that was not made by this module is not in this map. */
const allowed = new WeakMap<object, Plan>();

/** Makes the verdict that allows one plan. Only `checkGuard` may call it. */
export function allow(plan: Plan): AllowedVerdict {
  const verdict = Object.freeze({ kind: 'allowed' }) as AllowedVerdict;
  allowed.set(verdict, plan);
  return verdict;
}

/**
 * True if `checkGuard` made exactly this verdict for exactly this plan object. False for an equal plan, and for a copy.
 */
export const allows = (verdict: unknown, plan: Plan): boolean =>
  typeof verdict === 'object' && verdict !== null && allowed.get(verdict) === plan;
