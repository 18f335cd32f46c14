import type { SourceRef } from './source-ref.ts';

export type Severity = 'error' | 'warning' | 'info';

/**
 * A number, a text or a list of texts: what the wording of a finding needs. Texts may be user text, so they are escaped
 * where they are shown.
 */
export type FindingDetail = string | number | readonly string[];

/**
 * One thing a check found. Data, not text: `review/messages/finding-text.ts` words it.
 * Checks never throw, and report every fault, in file order.
 */
export interface Finding {
  /**
   * kebab-case, stable across versions: `phrase-too-long`. Every code has its wording in
   * `review/messages/finding-text.ts`.
   */
  readonly code: string;
  readonly severity: Severity;
  readonly at: SourceRef;
  /** Other places that belong to the finding: the first of two duplicates, say. */
  readonly related?: readonly SourceRef[];
  readonly details: Readonly<Record<string, FindingDetail>>;
}

type FindingMaker = (code: string, at: SourceRef, details?: Finding['details']) => Finding;

const maker =
  (severity: Severity): FindingMaker =>
  (code, at, details = {}) => ({ code, severity, at, details });

export const errorAt = maker('error');
export const warningAt = maker('warning');

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.severity === 'error');

export const errorsIn = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'error');

/** A value and what was found while it was made. The value is absent when it could not be made at all. */
export interface Checked<Value> {
  readonly value?: Value;
  readonly findings: readonly Finding[];
}
