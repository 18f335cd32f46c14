/** How to link files of the workspace. */
export interface FileLinks {
  /** The prefix of the path of a workspace file, up to a slash: `https://github.com/o/r/blob/<commit>/terms/`. */
  readonly prefix: string;
}
