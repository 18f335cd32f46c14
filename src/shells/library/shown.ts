import type { Finding as CheckedFinding } from '../../model/finding.ts';
import { type Refusal as GuardRefusal, liftOf } from '../../plan/guard/refusal.ts';
import { findingMessage } from '../../review/messages/finding-text.ts';
import { refusalText } from '../../review/plan/guard-text.ts';
import type { Consent, Finding, Refusal } from './values.ts';

/** Findings with their messages, for users of the library. */
export const shownFindings = (findings: readonly CheckedFinding[]): readonly Finding[] =>
  findings.map((finding) => ({ ...finding, message: findingMessage(finding) }));

/** Refusals with their messages and the consent that lifts each of them. */
export const shownRefusals = (refusals: readonly GuardRefusal[]): readonly Refusal[] =>
  refusals.map((refusal) => ({
    code: refusal.code,
    ...('address' in refusal && { address: refusal.address }),
    message: refusalText(refusal, 'library'),
    lift: liftOf(refusal),
  }));

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
