import { liftOf, type Refusal } from '../plan/guard/refusal.ts';
import { isList, mustFit } from './check-options.ts';
import type { Consent } from './session.ts';

/**
 * The consent that would lift some refusals of a plan, for somebody to decide about: it does nothing until it is given
 * to `apply`. Only the refusals that are named are lifted. It names no drift, which `overwriteDrift` lifts, and nothing
 * for a protected resource, which no consent lifts.
 */
export function consentFor(refusals: readonly Refusal[]): Consent {
  mustFit(isList(refusals ?? null, 'refusals'));
  const lifts = refusals.map(liftOf);
  const allowDelete = [...new Set(lifts.flatMap((lift) => (lift.kind === 'allow-delete' ? [lift.address] : [])))];
  const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes' ? [lift.count] : []));
  return {
    ...(allowDelete.length > 0 && { allowDelete }),
    ...(counts.length > 0 && { maxDeletes: counts.reduce((most, count) => Math.max(most, count)) }),
  };
}
