import { fstatSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Ports } from '../../app/ports.ts';

/**
 * True when a descriptor is of a terminal. To ask Node.js loads its modules for streams and sockets, so what is no
 * device, or the one that swallows everything, is found out before.
 */
export function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    if (!found.isCharacterDevice() || found.rdev === statSync('/dev/null').rdev) return false;
  } catch {
    // A closed descriptor is none, and Windows has no such path.
  }
  return isatty(descriptor);
}

/** The width of a terminal that nobody knows, and of a file. */
export const UNKNOWN_WIDTH = 80;

/**
 * The columns of the lines that are written: COLUMNS, else those of the terminal. As in git, the variable wins, so that
 * a script can ask for a width.
 */
export function terminalWidth(env: Ports['env'], columns: number | undefined): number {
  const asked = Number(/^[1-9]\d{0,3}$/.exec(env('COLUMNS') ?? '')?.[0]);
  return Number.isNaN(asked) ? (columns ?? UNKNOWN_WIDTH) : asked;
}

/**
 * True when standard output gets colours without being asked: a terminal does, unless NO_COLOR is set; with
 * FORCE_COLOR, a file or a pipe does too. `FORCE_COLOR=0` is the same as NO_COLOR, as in other programs of Node.js.
 */
export function wantsColor(env: Ports['env'], isTerminal: boolean): boolean {
  const force = env('FORCE_COLOR');
  if (env('NO_COLOR') !== undefined || force === '0' || force === 'false') return false;
  return force !== undefined || (isTerminal && env('TERM') !== 'dumb');
}
