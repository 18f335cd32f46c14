/**
 * The name of an option for the user of the shell: `--since` on the command line, `the input since` in the GitHub
 * Action. `labels`: those that consent to deletions, which only the Action has; absent: the command line.
 */
export const optionName = (option: `--${string}`, labels: readonly string[] | undefined): string =>
  labels === undefined ? option : `the input ${option.slice(2)}`;

/** The text after the number of hidden lines. Empty in the GitHub Action: the end of its text names a command. */
export const fullHint = (labels: readonly string[] | undefined): string =>
  labels === undefined ? '; --full shows all' : '';
