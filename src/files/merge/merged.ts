import type { Finding } from '../../model/finding.ts';
import type { ThreeSides } from './merge-columns.ts';

/** Three versions of one file. A version that is not there is empty. */
export interface MergeInput extends ThreeSides<Uint8Array> {
  /** The path of the file, whose ending says what it is. For the findings. */
  readonly file: string;
}

/** What came of a merge. */
export type Merged =
  /** `conflicts`: one for each value that has two new ones; the file has them between git's conflict markers. */
  | { readonly kind: 'merged'; readonly bytes: Uint8Array; readonly conflicts: readonly Finding[] }
  /** A version could not be read, or the merged file would be read in another way: git has to merge its lines. */
  | { readonly kind: 'not-merged'; readonly findings: readonly Finding[] };

/** Git's conflict markers, with the names of the sides. */
export const MARKERS = { ours: '<<<<<<< ours', middle: '=======', theirs: '>>>>>>> theirs' } as const;

const sameBytes = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0;

/** The side that is the merged file as it stands, because the other one changed nothing, or the same. */
export const takenWhole = ({ base, ours, theirs }: ThreeSides<Uint8Array>): 'ours' | 'theirs' | undefined =>
  sameBytes(ours, theirs) || sameBytes(theirs, base) ? 'ours' : sameBytes(ours, base) ? 'theirs' : undefined;
