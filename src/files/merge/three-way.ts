import type { ThreeSides } from './merge-columns.ts';

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
