/** The part of an output stream that is used: `process.stdout` and `process.stderr` fit. */
export interface OutputStream {
  readonly write: (text: string) => unknown;
  readonly on: (event: 'error', listener: (error: NodeJS.ErrnoException) => void) => unknown;
}

/**
 * Writes to an output stream until it fails, then drops everything. A closed pipe (`lexform plan | head`) or a full
 * disk must not end a run that changes the service. The first write calls `open`, since Node.js takes time to make a
 * stream. The first failure calls `onLost`, once.
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
 * The message for standard error after standard output failed; empty for a closed pipe, which is the normal end of many
 * pipes.
 */
export const outputLostText = ({ code = 'unknown error' }: NodeJS.ErrnoException): string =>
  code === 'EPIPE' || code === 'ECONNRESET'
    ? ''
    : `standard output cannot be written (${code}); the rest of the output is dropped, and the run goes on\n`;
