import type { Pace } from '../client/transport/pace.ts';
import type { HttpRequest, HttpResponse } from '../client/transport/ports.ts';
import type { FilePorts } from '../files/ports.ts';
import type { GitPort, ProcessPorts } from '../ledger/ports.ts';
import type { Store } from '../service/store/store.ts';

/** The terminal of a command. Only `main.ts` knows the real one. */
export interface TerminalPorts {
  /** Results. With `--json`: exactly one document and nothing else. */
  readonly out: (text: string) => void;
  /** Progress, findings and errors. */
  readonly err: (text: string) => void;
  /** Messages that are not useful after the run, for example that a call is repeated. Default: `err`. */
  readonly aside?: (text: string) => void;
  /** True: standard output has colours. From `--color`, otherwise from the environment and the terminal. */
  readonly color: boolean;
  /** True with `--quiet`: only a one-line result, and errors; no progress, notes or details. */
  readonly quiet?: boolean;
  /** True if standard output is a terminal. Then it must not receive control characters. */
  readonly screen: boolean;
  /** True when standard error is a terminal, so that a line of progress can be overwritten. */
  readonly live: boolean;
  /** Width of a line in columns: of the terminal or from `COLUMNS`; otherwise 80. */
  readonly width: number;
  /** Where one of several targets shows its progress. Absent: on a line of the terminal. */
  readonly status?: StatusLine;
  /** Asks the user a question and returns the line that was typed. Absent without an interactive terminal. */
  readonly ask?: (question: string) => Promise<string>;
}

/** A place for the progress of a run. */
export interface StatusLine {
  /** True if a line replaces the one before it; false if lines follow one another, as in a log. */
  readonly live: boolean;
  readonly show: (line: string) => void;
  readonly clear: () => void;
}

/** Standard input. */
export interface InputPorts {
  /** True for a terminal; false for a file or the output of another program. */
  readonly typed: boolean;
  /**
   * Reads standard input to its end, or until it has more than `maxBytes`. In that case the result is longer than
   * `maxBytes`.
   */
  readonly read: (maxBytes: number) => Promise<Uint8Array>;
}

/** The ports that all programs of Lexform share: the service, files, git, clocks and randomness. */
export interface MachinePorts {
  /** One HTTP call. Rejects if no answer arrives. Must not follow redirects. */
  readonly fetch: (url: string, request: HttpRequest) => Promise<HttpResponse>;
  readonly files: FilePorts;
  /**
   * Opens the store of a target with `service: embedded`. The argument is the default folder. Absent: the data is
   * stored in that folder of this machine.
   */
  readonly embeddedStore?: (folder: string) => Store;
  /** Git in a folder. */
  readonly git: (folder: string) => GitPort;
  readonly now: () => Date;
  /** Resolves after this time, or rejects immediately when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Calls a task once after this time. The returned function cancels the call. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Calls a task at intervals. The result stops it. It does not keep the process alive. */
  readonly every: (milliseconds: number, task: () => void) => () => void;
  /** A signal that aborts after a time. It does not keep the process alive. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  /** Milliseconds of a monotonic clock with an arbitrary start. */
  readonly monotonic: () => number;
  /** Uniform in [0, 1); only for the jitter of repeated calls. */
  readonly random: () => number;
  /** A new UUID. */
  readonly id: () => string;
  /** Checks whether the process that holds a lock has ended; absent: unknown. */
  readonly processes?: ProcessPorts;
  /** The rate limiter of an address, shared by all targets of a run at that address. Absent: calls are not delayed. */
  readonly paceOf?: (baseUrl: string) => Pace;
}

/** All ports of a command: it uses nothing else of the machine. */
export interface Ports extends MachinePorts {
  readonly terminal: TerminalPorts;
  readonly input: InputPorts;
  /** The folder that relative paths on the command line start from. */
  readonly cwd: string;
  /**
   * The nearest folder with a `lexform.yaml`, from `cwd` upwards. Absent: not found, or the command does not search.
   */
  readonly workspace?: string;
  /** One environment variable; empty counts as not set. */
  readonly env: (name: string) => string | undefined;
  /** In the GitHub Action, the labels that consent to deletions. Absent: options of the command line consent. */
  readonly labels?: readonly string[];
  /** The version of Node.js; absent: unknown. */
  readonly nodeVersion?: string;
  /** Aborted by the first Ctrl-C: calls in flight finish, no new call starts. */
  readonly interrupted: AbortSignal;
  /** Aborted when the run has ended: pending reads are cancelled and not reported. Absent: never aborted. */
  readonly ended?: AbortSignal;
}
