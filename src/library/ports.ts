import { realPorts } from '../cli/ports/real-ports.ts';
import type { CliPorts, MachinePorts } from '../cli/ports.ts';

/** What a workspace uses of the machine. Each port that is not replaced is the real one. */
export interface WorkspacePorts extends MachinePorts {
  /** One environment variable, such as that of a key; empty counts as not set. */
  readonly env: (name: string) => string | undefined;
}

/** How `openWorkspace` and what comes of it reach the world. */
export interface OpenOptions {
  /** Ports in place of the real ones: `{ fetch }` calls the service in another way, `{ now }` sets the clock. */
  readonly ports?: Partial<WorkspacePorts>;
  /** Called with lines for people: a call that is repeated, a lock that a killed run had left. Default: nobody. */
  readonly onMessage?: (text: string) => void;
  /** Stops what is under way: calls in flight finish, and no new call starts. */
  readonly signal?: AbortSignal;
}

const ofProcess = (name: string): string | undefined => process.env[name] || undefined;

/** The ports of a workspace: nobody is asked, and nothing is printed. */
export function libraryPorts({ ports = {}, onMessage = () => undefined, signal }: OpenOptions): CliPorts {
  const real = realPorts(process.env, { pid: process.pid, signal: (pid) => process.kill(pid, 0) });
  return {
    ...real,
    env: ofProcess,
    ...ports,
    terminal: { out: () => undefined, err: onMessage, color: false, screen: false, live: false, width: 100 },
    input: { typed: false, read: async () => new Uint8Array() },
    cwd: process.cwd(),
    interrupted: signal ?? new AbortController().signal,
  };
}
