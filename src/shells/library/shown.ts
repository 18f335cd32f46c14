import type { Finding as CheckedFinding } from '../../model/finding.ts';
import { type Refusal as GuardRefusal, liftOf } from '../../plan/guard/refusal.ts';
import { findingMessage } from '../../review/messages/finding-text.ts';
import { refusalText } from '../../review/plan/guard-text.ts';
import type { Finding, Refusal } from './values.ts';

/** Findings with their messages, for users of the library. */
export const shownFindings = (findings: readonly CheckedFinding[]): readonly Finding[] =>
  findings.map((finding) => ({ ...finding, message: findingMessage(finding) }));

/** Refusals with their messages and the consent that lifts each of them. */
export const shownRefusals = (refusals: readonly GuardRefusal[]): readonly Refusal[] =>
  refusals.map((refusal) => ({
    code: refusal.code,
    ...('address' in refusal && { address: refusal.address }),
    message: refusalText(refusal),
    lift: liftOf(refusal),
  }));
