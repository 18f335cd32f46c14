/** One HTTP request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** One HTTP answer. The `Response` of the built-in `fetch` is one. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Files of a workspace. Paths are absolute; returned names use `/`. */
export interface FilePorts {
  /** The content of a file; `undefined` if it does not exist. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** A regular file of at most `maxBytes`; it does not follow a link at the end of the path. */
  readonly readRegularFile: (
    path: string,
    maxBytes: number,
  ) => Promise<
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    | { readonly kind: 'absent' | 'not-regular' }
    | { readonly kind: 'too-large'; readonly size: number }
  >;
  /** The path with all links resolved; `undefined` if it does not exist. */
  readonly realPath: (path: string) => Promise<string | undefined>;
  /** Files below `folder` that match a pattern, relative to it, sorted by code unit. `*` does not match dot files. */
  readonly glob: (patterns: readonly string[], folder: string) => Promise<readonly string[]>;
  /** Names of the files in a folder, sorted by code unit; empty if it does not exist. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Writes files, and deletes those whose content is `undefined`: all or none. Makes missing folders. */
  readonly writeAll: (changes: ReadonlyMap<string, string | Uint8Array | undefined>) => Promise<void>;
  /** Begins a new file, and creates missing folders. The file becomes visible with `commit`. */
  readonly openWriter: (
    path: string,
    options: { readonly replace: boolean },
  ) => Promise<{
    readonly write: (chunk: Uint8Array) => Promise<void>;
    /** False if the path exists and `replace` is false; then nothing is written. */
    readonly commit: () => Promise<boolean>;
    readonly discard: () => Promise<void>;
  }>;
}

/** Ports to the machine. */
export interface WorkspacePorts {
  /** One HTTP call. Rejects if no answer arrives. Must not follow redirects. */
  readonly fetch: (url: string, request: HttpRequest) => Promise<HttpResponse>;
  /** Files of the workspace, of a ledger in a folder, and its lock. */
  readonly files: FilePorts;
  /** Git in a folder. Rejects if git is not installed. */
  readonly git: (folder: string) => {
    run(
      args: readonly string[],
      input?: Uint8Array | Iterable<Uint8Array>,
    ): Promise<{ readonly code: number; readonly out: Uint8Array; readonly err: string }>;
  };
  /** One environment variable, such as that of a key; empty counts as not set. */
  readonly env: (name: string) => string | undefined;
  readonly now: () => Date;
  /** Resolves after this time, or rejects immediately when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Calls a task once after this time. The result cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Calls a task at intervals. The result stops it. It does not keep the process alive. */
  readonly every: (milliseconds: number, task: () => void) => () => void;
  /** A signal that aborts after a time. It does not keep the process alive. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** A new UUID. */
  readonly id: () => string;
}

/** Options of `openWorkspace`. */
export interface OpenOptions {
  /** Ports that replace those of the machine. Default: none. */
  readonly ports?: { readonly [Name in keyof WorkspacePorts]?: WorkspacePorts[Name] | undefined } | undefined;
  /**
   * False: no ledger and no lock, even if `lexform.yaml` asks for them, as in a unit test. The next plan then does not
   * know what an apply did. Default: as `lexform.yaml` specifies.
   */
  readonly ledger?: false | undefined;
  /** Called with a message for people, without a line break at its end. Default: messages are dropped. */
  readonly onMessage?: ((text: string) => void) | undefined;
  /** Stops the work: calls in flight finish, and no new call starts. */
  readonly signal?: AbortSignal | undefined;
}

/** One failure that the embedded service makes on request. */
export interface Fault {
  /**
   * `delay`: the answer is sent after `milliseconds`. `status`: the service answers `status` and changes nothing.
   * `status-after`: it makes the change and answers `status`. `rate-limit`: it answers 429 to calls beyond `perSecond`,
   * after a first `burst`. `reset-before`, `reset-after`: it breaks the connection before or after the change.
   * `truncate`: it makes the change and sends half of the answer. `not-ready`: a new glossary is not ready for
   * `milliseconds`. `fail-target`: target number `target` of a new voice job fails.
   */
  readonly kind:
    | 'delay'
    | 'status'
    | 'status-after'
    | 'rate-limit'
    | 'reset-before'
    | 'reset-after'
    | 'truncate'
    | 'not-ready'
    | 'fail-target';
  /** Only calls of this method and path; `*` in the path matches any text, and the query is ignored. */
  readonly method?: string;
  readonly path?: string;
  /** Only calls with these numbers among the matching calls, counted from 1. */
  readonly calls?: readonly number[];
  /** Only matching calls from this one on, counted from 1. */
  readonly from?: number;
  /** Only with this probability, 0 to 1; `seed` makes the choice repeatable. */
  readonly probability?: number;
  readonly seed?: number;
  readonly milliseconds?: number;
  readonly status?: number;
  /** Seconds of a `Retry-After` header. */
  readonly retryAfter?: number;
  readonly perSecond?: number;
  readonly burst?: number;
  readonly target?: number;
}

/** Options of `createService`. */
export interface ServiceOptions {
  /** Keys of the service. Keys with the same `account` share an account. An admin key opens only admin endpoints. */
  readonly accounts: readonly {
    readonly key: string;
    readonly plan: 'free' | 'pro';
    readonly account?: string;
    readonly admin?: boolean;
    /** Such as `glossaries:read`. Default: every scope. */
    readonly scopes?: readonly string[];
  }[];
  /** Folder that keeps the data. Default: the data is in memory. */
  readonly folder?: string;
  readonly faults?: readonly Fault[];
  /** True: answer as official clients expect where they differ from the description. Default: false. */
  readonly compat?: boolean;
}

/** The embedded service. Only `createService` makes one. */
export interface Service {
  /** Answers a request. Rejects if a fault breaks the connection. */
  handle(request: Request): Promise<Response>;
  readonly faults: {
    /** Replaces all faults. */
    readonly set: (faults: readonly Fault[]) => void;
    readonly list: () => readonly Fault[];
  };
  /** The latest 100,000 calls in the order of their ends, without keys and bodies. `status` 0: broken connection. */
  readonly calls: readonly {
    readonly at: Date;
    readonly method: string;
    readonly path: string;
    readonly status: number;
  }[];
}
