import type { Address } from '../resources/address.ts';
import type { SourceRef } from '../source-ref.ts';

/** The row of a term in one glossary of a stack. */
export interface LayerRow {
  readonly address: Address;
  readonly at: SourceRef;
  /** Absent: the row removes the term. */
  readonly target?: string;
  /** True for the row that decides about the term. */
  readonly isUsed: boolean;
}
