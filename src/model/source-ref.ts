/** A place in a workspace file. Lines and columns count from 1; columns in UTF-16 code units, as editors do. */
export interface SourceRef {
  /** Path relative to the workspace root, with `/` on every system. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The beginning of a file, as the position of a finding about the whole file. */
export const topOf = (file: string): SourceRef => ({ file, line: 1, column: 1 });
