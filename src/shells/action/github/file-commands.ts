/**
 * Outputs of the step: flags, numbers, hashes, addresses of GitHub and paths. Never text from a file or the service,
 * because GitHub drops an output that contains a masked value.
 */
export type Outputs = ReadonlyMap<string, string>;

/**
 * Outputs in the file format of the runner. The delimiter cannot be guessed and occurs in no value, so no value can set
 * another output.
 */
export function outputsText(outputs: Outputs, id: () => string): string {
  return [...outputs]
    .map(([name, value]) => {
      let delimiter = `lexform_${id()}`;
      while (value.includes(delimiter)) delimiter = `lexform_${id()}`;
      return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
    })
    .join('');
}

/**
 * Maximum number of bytes of the summaries of one step; the runner drops a longer file completely. Source: the runner,
 * 1 MiB.
 */
export const SUMMARY_MAX_BYTES = 1024 * 1024;
