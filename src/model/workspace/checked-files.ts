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
  readonly counts: readonly CheckedCount[];
}

/** The form in JSON. */
export const checkedJson = ({ files, counts }: CheckedFiles): Readonly<Record<string, number>> => ({
  files,
  ...Object.fromEntries(counts.map(({ name, count }) => [name, count])),
});
