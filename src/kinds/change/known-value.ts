/** The base of one value: what the files have, when an earlier state had it so; else what the last entry has. */
export const knownValue = <Value>(base: Value, ours: Value, earlier: readonly Value[]): Value =>
  earlier.includes(ours) ? ours : base;
