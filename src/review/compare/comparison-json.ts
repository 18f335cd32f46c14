import { type Comparison, comparisonCounts } from '../../plan/compare/comparison.ts';
import { jsonText } from '../format/json-text.ts';
import { errorBody } from '../messages/error-text.ts';

/** A target that could not be read, and why. */
export interface FailedTarget {
  readonly name: string;
  readonly error: unknown;
}

/**
 * The comparison as one document, of the form of `schemas/comparison.schema.json`: the same comparison, the same bytes.
 * User text stands in values, never in keys.
 */
export const comparisonJson = (comparison: Comparison, failed: readonly FailedTarget[]): string =>
  jsonText({
    ...comparison,
    counts: comparisonCounts(comparison),
    failed: failed.map(({ name, error }) => ({ target: name, error: errorBody(error) })),
  });
