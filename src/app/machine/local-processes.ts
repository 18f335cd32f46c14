import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { ProcessPorts } from '../../ledger/ports.ts';

/** Facts about this process that only the entry point has. */
export interface OwnProcess {
  readonly pid: number;
  /** Checks a process without affecting it: throws `ESRCH` when it does not exist. */
  readonly signal: (pid: number) => void;
}

const unknown = (): undefined => undefined;

/**
 * Identifies one boot of this machine: its name, the boot id of Linux and the process namespace, which differs between
 * containers. `undefined` on other systems, and when `/proc` cannot be read. It is a digest, since everybody who can
 * read the ledger can read its lock.
 */
async function thisMachine(): Promise<string | undefined> {
  const [boot, numbers] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(unknown),
    readlink('/proc/self/ns/pid').catch(unknown),
  ]);
  if (boot === undefined || numbers === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([hostname(), boot.trim(), numbers]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * The state of a process on Linux, and its start time in ticks since boot. The name before them is in brackets and may
 * contain any character.
 */
async function statOf(
  pid: number,
): Promise<{ readonly state: string | undefined; readonly started: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(unknown);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const started = fields[19];
  return started === undefined ? undefined : { state: fields[0], started };
}

/** The processes of this machine. Only Linux provides all the data. On other systems, no process counts as ended. */
export const localProcesses = ({ pid: ownPid, signal }: OwnProcess): ProcessPorts => ({
  async current() {
    const [machine, stat] = await Promise.all([thisMachine(), statOf(ownPid)]);
    return machine === undefined || stat === undefined ? undefined : { machine, pid: ownPid, started: stat.started };
  },
  async isGone({ machine, pid, started }) {
    if (machine !== (await thisMachine())) return false;
    const stat = await statOf(pid);
    // A zombie has ended; its parent has not collected it yet.
    if (stat !== undefined) return stat.started !== started || stat.state === 'Z' || stat.state === 'X';
    try {
      // A machine may hide the processes of other users.
      signal(pid);
      return false;
    } catch (error) {
      return (error as { readonly code?: unknown } | null)?.code === 'ESRCH';
    }
  },
});
