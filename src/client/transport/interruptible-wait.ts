import type { ClientPorts } from './ports.ts';

/**
 * Waits of up to so many milliseconds go on after Ctrl-C: what a call has begun, or a run must still clean up, is worth
 * them.
 */
const UNINTERRUPTED_MS = 10_000;

/** Waits; true, at once, when somebody interrupts a long wait. */
export async function isInterrupted(
  ports: Pick<ClientPorts, 'sleep' | 'interrupted'>,
  milliseconds: number,
): Promise<boolean> {
  const { sleep } = ports;
  const interrupted = milliseconds > UNINTERRUPTED_MS ? ports.interrupted : undefined;
  if (interrupted === undefined) await sleep(milliseconds);
  else
    await sleep(milliseconds, interrupted).catch((error: unknown) => {
      if (!interrupted.aborted) throw error;
    });
  return interrupted?.aborted === true;
}
