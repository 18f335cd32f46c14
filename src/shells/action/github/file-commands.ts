/**
 * Outputs of the step: flags, numbers, hashes, addresses of GitHub and paths. Never text of a file or of the service,
 * because GitHub drops an output with a masked value.
 */
export type Outputs = ReadonlyMap<string, string>;

/**
 * Outputs in the form of the file that the runner reads. The delimiter is unguessable and stands in no value, so that
 * no value can set another output.
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

/** Most bytes of the summaries of one step; the runner drops a longer file whole. Source: the runner, 1 MiB. */
export const SUMMARY_MAX_BYTES = 1024 * 1024;
