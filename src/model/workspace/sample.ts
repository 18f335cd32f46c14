import type { SourceRef } from '../finding.ts';

/** A sentence that shows what a change of terms or rules does to a translation. */
export interface Sample {
  /** Without white space at its ends; may have several lines. */
  readonly text: string;
  /** Base language, in lower case. */
  readonly language: string;
  readonly at: SourceRef;
}

/**
 * Maximum characters (code points) of one sample. A choice: a sentence has about a hundred, and a preview should cost
 * little.
 */
export const SAMPLE_MAX_CHARS = 1000;
