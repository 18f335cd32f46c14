/** How much of a workspace was read and checked, files with errors counted. */
export interface CheckedFiles {
  /** Files that were read, each once: `lexform.yaml` and all that it leads to. */
  readonly files: number;
  readonly glossaries: number;
  readonly dictionaries: number;
  /** Entries of all dictionaries; a row of a wide table counts for each of its pairs. */
  readonly terms: number;
  readonly styleLists: number;
}
