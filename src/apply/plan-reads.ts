import type { ReadStarts } from '../client/record-reads.ts';

/** Milliseconds for which a read of the plan may stand for one of the apply, unless the workspace says otherwise. */
export const FRESH_FOR_MS = 5000;

/** What the plan of the same run has read, as far as an operation may rely on it. */
export interface PlanReads {
  /** False once the read of the path is as old as it may be, and where there was none. */
  readonly isFresh: (path: string) => boolean;
}

/** Reads are fresh from their start on, for so many milliseconds; none is with 0. */
export const freshReads = (
  { startOf }: ReadStarts,
  { monotonic, freshForMs }: { readonly monotonic: () => number; readonly freshForMs: number },
): PlanReads => ({
  isFresh(path) {
    const start = startOf(path);
    return start !== undefined && monotonic() - start < freshForMs;
  },
});
