/** How files of the workspace are linked. */
export interface FileLinks {
  /** What stands before the path of a workspace file, up to a slash: `https://github.com/o/r/blob/<commit>/terms/`. */
  readonly prefix: string;
}
