import type { Finding } from '../../model/finding.ts';
import type { ThreeSides } from './merge-columns.ts';

/** Three versions of one file. A missing version is empty. */
export interface MergeInput extends ThreeSides<Uint8Array> {
  /** The path of the file. Its extension decides how to merge. Also used in findings. */
  readonly file: string;
}

/** Result of a merge. */
export type Merged =
  /**
   * `conflicts`: one for each value with two new versions. The file contains them between the conflict markers of git.
   */
  | { readonly kind: 'merged'; readonly bytes: Uint8Array; readonly conflicts: readonly Finding[] }
  /** A version could not be read, or the merged file would be read differently. Then git must merge the lines. */
  | { readonly kind: 'not-merged'; readonly findings: readonly Finding[] };

/** The conflict markers of git, with the names of the sides. */
export const MARKERS = { ours: '<<<<<<< ours', middle: '=======', theirs: '>>>>>>> theirs' } as const;

const sameBytes = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0;

/**
 * The side that is the result without a merge, because the other side changed nothing, or both made the same changes.
 * `undefined`: a merge is needed.
 */
export const takenWhole = ({ base, ours, theirs }: ThreeSides<Uint8Array>): 'ours' | 'theirs' | undefined =>
  sameBytes(ours, theirs) || sameBytes(theirs, base) ? 'ours' : sameBytes(ours, base) ? 'theirs' : undefined;

/** Merges three versions of one value: the new value if one side changed it, or if both made the same change. */
export function threeWay<Value>(
  { base, ours, theirs }: ThreeSides<Value>,
  isSame: (left: Value, right: Value) => boolean = Object.is,
): { readonly value: Value; readonly conflict: boolean } {
  if (isSame(ours, theirs) || isSame(theirs, base)) return { value: ours, conflict: false };
  if (isSame(ours, base)) return { value: theirs, conflict: false };
  return { value: ours, conflict: true };
}

/** Like `threeWay`, for values that are not content, such as line ends: ours if both changed it. */
export const either = <Value>(sides: ThreeSides<Value>): Value => threeWay(sides).value;
