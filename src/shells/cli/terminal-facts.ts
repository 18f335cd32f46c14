import { fstatSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Ports } from '../../app/ports.ts';

/**
 * True if a descriptor belongs to a terminal. `isatty` loads the stream and socket modules of Node.js, so anything that
 * is not a device, and the null device, is excluded first.
 */
export function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    if (!found.isCharacterDevice() || found.rdev === statSync('/dev/null').rdev) return false;
  } catch {
    // A closed descriptor is not a terminal. Windows has no `/dev/null`.
  }
  return isatty(descriptor);
}

/** The width of a file, and of a terminal whose width is unknown. */
export const UNKNOWN_WIDTH = 80;

/**
 * The width of output lines in columns: COLUMNS, or otherwise the width of the terminal. As in git, the variable has
 * priority, so that a script can set the width.
 */
export function terminalWidth(env: Ports['env'], columns: number | undefined): number {
  const fromVariable = Number(/^[1-9]\d{0,3}$/.exec(env('COLUMNS') ?? '')?.[0]);
  return Number.isNaN(fromVariable) ? (columns ?? UNKNOWN_WIDTH) : fromVariable;
}

/**
 * True if standard output has colours by default: on a terminal, unless NO_COLOR is set; with FORCE_COLOR, also in a
 * file or a pipe. `FORCE_COLOR=0` is the same as NO_COLOR, as in other programs of Node.js.
 */
export function wantsColor(env: Ports['env'], isTerminal: boolean): boolean {
  const force = env('FORCE_COLOR');
  if (env('NO_COLOR') !== undefined || force === '0' || force === 'false') return false;
  return force !== undefined || (isTerminal && env('TERM') !== 'dumb');
}
