/** What is taken of a stream of the process: `process.stdout` and `process.stderr` fit. */
export interface OutputStream {
  readonly write: (text: string) => unknown;
  readonly on: (event: 'error', listener: (error: NodeJS.ErrnoException) => void) => unknown;
}

/**
 * Writes to an output stream until it fails, and drops everything after that. A reader that has gone away (`lexform
 * plan | head`) or a full disk must not end a run that changes something elsewhere. `open` is called by the first
 * write, since Node takes a while to make a stream. `onLost` is called once, with the first failure.
 */
export function outputTo(
  open: () => OutputStream,
  onLost: (error: NodeJS.ErrnoException) => void = () => undefined,
): (text: string) => void {
  let stream: OutputStream | undefined;
  let isLost = false;
  const lose = (error: NodeJS.ErrnoException): void => {
    if (isLost) return;
    isLost = true;
    onLost(error);
  };
  return (text) => {
    if (isLost) return;
    try {
      if (stream === undefined) {
        stream = open();
        stream.on('error', lose);
      }
      stream.write(text);
    } catch (error) {
      // Node writes to files and devices at once, and throws what goes wrong there.
      lose(error as NodeJS.ErrnoException);
    }
  };
}

/**
 * The line for standard error after standard output failed; empty for a reader that has gone away, which is how many
 * pipes end.
 */
export const outputLostText = ({ code = 'unknown error' }: NodeJS.ErrnoException): string =>
  code === 'EPIPE' || code === 'ECONNRESET'
    ? ''
    : `standard output cannot be written (${code}); the rest of the output is dropped, and the run goes on\n`;
