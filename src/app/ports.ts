import type { Pace } from '../client/transport/pace.ts';
import type { HttpRequest, HttpResponse } from '../client/transport/ports.ts';
import type { FilePorts } from '../files/ports.ts';
import type { FolderPorts } from '../ledger/folder-ports.ts';
import type { GitPort, ProcessPorts } from '../ledger/ports.ts';
import type { Store } from '../service/store/store.ts';

/** The terminal of a command. Only `main.ts` knows the real one. */
export interface TerminalPorts {
  /** Results. With `--json`: exactly one document and nothing else. */
  readonly out: (text: string) => void;
  /** Progress, findings and errors. */
  readonly err: (text: string) => void;
  /** What is of no use after the run, such as that a call is sent again. Default: `err`. */
  readonly aside?: (text: string) => void;
  /** True when standard output gets colours: what --color says, else the environment and the terminal. */
  readonly color: boolean;
  /** True with --quiet: the result in a line, and errors; no progress, notes or details. */
  readonly quiet?: boolean;
  /** True when standard output is a terminal, so that it must get no control characters. */
  readonly screen: boolean;
  /** True when standard error is a terminal, so that a line of progress can be overwritten. */
  readonly live: boolean;
  /** Columns of the lines: of the terminal, or what COLUMNS asks for; 80 without both. */
  readonly width: number;
  /** Asks a question and waits for a line; `undefined` when there is no interactive terminal. */
  readonly ask?: (question: string) => Promise<string>;
}

/** Standard input. */
export interface InputPorts {
  /** True for a terminal; false for a file or the output of another program. */
  readonly typed: boolean;
  /** Reads standard input to its end, or until it has more than `maxBytes`; the result is then longer than that. */
  readonly read: (maxBytes: number) => Promise<Uint8Array>;
}

/** The ports that every program of Lexform has alike: the service, files, git, clocks and randomness. */
export interface MachinePorts {
  /** One HTTP call. Rejects when no answer came. Must not follow redirects. */
  readonly fetch: (url: string, request: HttpRequest) => Promise<HttpResponse>;
  readonly files: FilePorts;
  /** The files of a ledger in a folder. Absent: those of this machine. */
  readonly ledgerFiles?: FolderPorts;
  /**
   * What keeps the data of a target with `service: embedded`; called with the folder in which the data lies by default.
   * Absent: that folder of this machine.
   */
  readonly embeddedStore?: (folder: string) => Store;
  /** Git in a folder. */
  readonly git: (folder: string) => GitPort;
  readonly now: () => Date;
  /** Resolves after that many milliseconds, or rejects at once when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Calls a task once, after that many milliseconds, unless what it gives is called before. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Calls a task at intervals. The result stops it. It does not keep the process alive. */
  readonly every: (milliseconds: number, task: () => void) => () => void;
  /** A signal that aborts after a time. It does not keep the process alive. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  /** Milliseconds of a clock that never goes back, from any beginning. */
  readonly monotonic: () => number;
  /** Uniform in [0, 1); for the jitter of repeated calls alone. */
  readonly random: () => number;
  /** A new UUID. */
  readonly id: () => string;
  /** Finds out whether the process that holds a lock is gone; absent: unknown. */
  readonly processes?: ProcessPorts;
  /** The pace of calls to an address, one for all targets of a run that have it. Absent: every call goes at once. */
  readonly paceOf?: (baseUrl: string) => Pace;
}

/** All ports of a command: it uses nothing else of the machine. */
export interface Ports extends MachinePorts {
  readonly terminal: TerminalPorts;
  readonly input: InputPorts;
  /** The folder that relative paths on the command line start from. */
  readonly cwd: string;
  /**
   * The nearest folder with a `lexform.yaml`, from `cwd` upwards; absent: there is none, or the command does not
   * search.
   */
  readonly workspace?: string;
  /** One environment variable; empty counts as not set. */
  readonly env: (name: string) => string | undefined;
  /** The version of Node.js; absent: unknown. */
  readonly nodeVersion?: string;
  /** Aborted by the first Ctrl-C: calls in flight finish, nothing new starts. */
  readonly interrupted: AbortSignal;
  /** Aborted when the run has ended: reads that it left behind are given up, and not reported. Absent: it never is. */
  readonly ended?: AbortSignal;
}
