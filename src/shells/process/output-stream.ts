/** The part of an output stream that is used: `process.stdout` and `process.stderr` fit. */
export interface OutputStream {
  readonly write: (text: string) => unknown;
  readonly on: (event: 'error', listener: (error: NodeJS.ErrnoException) => void) => unknown;
}

/**
 * Writes to an output stream until it fails, then drops all output. A closed pipe (`lexform plan | head`) or a full
 * disk must not stop a run that changes the service. The first write calls `open`, because Node.js takes time to create
 * a stream. The first failure calls `onLost`, once.
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
      // Node.js writes to files and devices synchronously, and throws their errors here.
      lose(error as NodeJS.ErrnoException);
    }
  };
}

/** True if the reader has closed its pipe, which is the normal end of many pipes and not an error. */
export const isClosedPipe = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'ECONNRESET';
