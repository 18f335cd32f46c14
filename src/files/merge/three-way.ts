import type { ThreeSides } from './merge-columns.ts';

/** What comes of three versions of one value: the new one where one side changed it, or both to the same. */
export function threeWay<Value>(
  { base, ours, theirs }: ThreeSides<Value>,
  isSame: (left: Value, right: Value) => boolean = Object.is,
): { readonly value: Value; readonly conflict: boolean } {
  if (isSame(ours, theirs) || isSame(theirs, base)) return { value: ours, conflict: false };
  if (isSame(ours, base)) return { value: theirs, conflict: false };
  return { value: ours, conflict: true };
}

/** The same for what is no content, such as line ends: ours where both changed it. */
export const either = <Value>(sides: ThreeSides<Value>): Value => threeWay(sides).value;
