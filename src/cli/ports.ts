import type { HttpRequest, HttpResponse } from '../client/transport/ports.ts';
import type { FilePorts } from '../files/ports.ts';
import type { GitPort, ProcessPorts } from '../ledger/ports.ts';

/** The terminal, as a command sees it. Only `main.ts` knows the real one. */
export interface TerminalPorts {
  /** Results. With `--json`: exactly one document and nothing else. */
  readonly out: (text: string) => void;
  /** Progress, findings and errors. */
  readonly err: (text: string) => void;
  /** True when standard output is a terminal that wants colours: never with NO_COLOR. */
  readonly color: boolean;
  /** True when standard output is a terminal, so that it must be given nothing that a terminal obeys. */
  readonly screen: boolean;
  /** True when standard error is a terminal, so that a line can be written over. */
  readonly live: boolean;
  /** Characters in a line; 100 where there is no terminal. */
  readonly width: number;
  /** Asks and waits for a line; `undefined` where nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
}

/** Standard input. */
export interface InputPorts {
  /** True when somebody types there; false when it is a file or the output of another program. */
  readonly typed: boolean;
  /**
   * Everything up to its end, or until there is more than so many bytes: then the rest is not read, and what comes back
   * is longer than that.
   */
  readonly read: (maxBytes: number) => Promise<Uint8Array>;
}

/** All that a command takes from the world. */
export interface CliPorts {
  readonly terminal: TerminalPorts;
  readonly input: InputPorts;
  readonly files: FilePorts;
  /** The folder that relative paths on the command line start from. */
  readonly cwd: string;
  /** The nearest folder with a `lexform.yaml`, from `cwd` upwards; absent: it was not looked for, or there is none. */
  readonly workspace?: string;
  /** One environment variable; empty counts as not set. */
  readonly env: (name: string) => string | undefined;
  /** The version of Node.js that runs this; absent: it is not known. */
  readonly nodeVersion?: string;
  /** Git in a folder. */
  readonly git: (folder: string) => GitPort;
  readonly fetch: (url: string, request: HttpRequest) => Promise<HttpResponse>;
  readonly now: () => Date;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Calls a task once, unless what it gives is called before. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Calls a task again and again, until what it gives is called. It keeps no process alive. */
  readonly every: (milliseconds: number, task: () => void) => () => void;
  /** Aborts after so many milliseconds. It keeps no process alive. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  readonly random: () => number;
  /** Absent: nobody can tell whether the process of a lock is gone. */
  readonly processes?: ProcessPorts;
  /** A new UUID. */
  readonly id: () => string;
  /** Aborted by the first Ctrl-C: calls in flight finish, nothing new starts. */
  readonly interrupted: AbortSignal;
}
