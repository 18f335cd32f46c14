/** How many of something were read. */
export interface CheckedCount {
  /** In JSON: `styleLists`. */
  readonly name: string;
  readonly count: number;
  /** The name of one of them, and of several: `style list`, `style lists`. */
  readonly one: string;
  readonly many: string;
}

/** How much of a workspace was read and checked, files with errors counted. */
export interface CheckedFiles {
  /** Files that were read, each once: `lexform.yaml` and all that it leads to. */
  readonly files: number;
  /**
   * Resources, dictionaries and terms that at least one target has, as plans count them: with layers and variants
   * compiled.
   */
  readonly counts: readonly CheckedCount[];
  /** These numbers for each target that has fewer, by its name. Absent: every target has all of them. */
  readonly onTargets?: ReadonlyMap<string, readonly CheckedCount[]>;
  /** Resources that no target has, counted as files, such as layers. Absent: none. */
  readonly notCounted?: readonly CheckedCount[];
}

const byName = (counts: readonly CheckedCount[]): Readonly<Record<string, number>> =>
  Object.fromEntries(counts.map(({ name, count }) => [name, count]));

/** The form in JSON. */
export const checkedJson = ({ files, counts, onTargets, notCounted }: CheckedFiles) => ({
  files,
  ...byName(counts),
  ...(onTargets && { onTargets: Object.fromEntries([...onTargets].map(([name, each]) => [name, byName(each)])) }),
  ...(notCounted && { notCounted: byName(notCounted) }),
});
