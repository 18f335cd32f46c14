import { type Parity, parityCounts } from '../plan/parity.ts';
import { errorJson } from './error-text.ts';
import { jsonText } from './json-text.ts';

/** A target that could not be read, and why. */
export interface FailedTarget {
  readonly name: string;
  readonly error: unknown;
}

/** What the document of an error says of it. */
const errorOf = (error: unknown): unknown => (JSON.parse(errorJson(error)) as { readonly error: unknown }).error;

/** The comparison as one document, of the form of `schemas/parity.schema.json`: the same comparison, the same bytes. User text stands in values, never in keys. */
export const parityJson = (parity: Parity, failed: readonly FailedTarget[]): string =>
  jsonText({
    ...parity,
    counts: parityCounts(parity),
    failed: failed.map(({ name, error }) => ({ target: name, error: errorOf(error) })),
  });
