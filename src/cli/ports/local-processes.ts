import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { ProcessPorts } from '../../ledger/ports.ts';

/** What only the shell knows of its process. */
export interface OwnProcess {
  readonly pid: number;
  /** Asks for a process without touching it: throws with `ESRCH` when there is none of that number. */
  readonly signal: (pid: number) => void;
}

const unknown = (): undefined => undefined;

/**
 * This start of this machine: its name, the id that Linux gives to each start, and the space of process numbers, which
 * differs between containers. `undefined` on other systems, and where `/proc` cannot be read. A digest, since a lock is
 * shared with whoever can read the ledger.
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
 * What Linux tells of a process: its state, and when it was started, in ticks since the machine was. The name stands
 * before in brackets, and may hold anything.
 */
async function statOf(pid: number): Promise<{ readonly state: string; readonly started: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(unknown);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  return state === undefined || started === undefined ? undefined : { state, started };
}

/**
 * The processes of this machine. Only Linux tells all that is needed; elsewhere no process is ever known to be gone.
 */
export const localProcesses = ({ pid: ownPid, signal }: OwnProcess): ProcessPorts => ({
  async own() {
    const [machine, stat] = await Promise.all([thisMachine(), statOf(ownPid)]);
    return machine === undefined || stat === undefined ? undefined : { machine, pid: ownPid, started: stat.started };
  },
  async isGone({ machine, pid, started }) {
    if (machine !== (await thisMachine())) return false;
    const stat = await statOf(pid);
    // A zombie has ended, and waits for its parent to look.
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
