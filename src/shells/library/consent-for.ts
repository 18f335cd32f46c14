import type { Consent, Refusal } from './values.ts';

/**
 * The consent that lifts some refusals of a plan. It has no effect until it is passed to `apply`. No consent lifts the
 * refusal of a protected resource. Drift is lifted only by `overwriteDrift`, which this function never sets.
 */
export function consentFor(refusals: readonly Refusal[]): Consent {
  const lifts = refusals.map(({ lift }) => lift);
  const allowDelete = [...new Set(lifts.flatMap((lift) => (lift.kind === 'allow-delete' ? [lift.address] : [])))];
  const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes-per-run' ? [lift.count] : []));
  return {
    ...(allowDelete.length > 0 && { allowDelete }),
    ...(counts.length > 0 && { maxDeletesPerRun: Math.max(...counts) }),
  };
}
