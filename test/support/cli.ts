import { randomUUID } from 'node:crypto';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../src/app/ports.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { runCli } from '../../src/shells/cli/run.ts';
import { testGit } from './git-repository.ts';

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CliInput extends Partial<Omit<Ports, 'env' | 'terminal'>> {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is typed at a prompt; absent: there is no terminal. */
  readonly answer?: string | ((question: string) => Promise<string>);
  /** What is piped into standard input; absent: nobody types anything. */
  readonly stdin?: string | Uint8Array;
  /** Told what is written to standard output, when it is. */
  readonly heard?: (text: string) => void;
  /** The same for standard error. */
  readonly warned?: (text: string) => void;
  /** True: standard output is a terminal. */
  readonly screen?: boolean;
  /** True: standard error is a terminal. */
  readonly live?: boolean;
  /** The program to run; default: the sources. */
  readonly program?: typeof runCli;
}

/**
 * The real command line in this process: real files, real HTTP, but a terminal that remembers and a clock that stands
 * still.
 */
export async function runLexform(given: CliInput, ...args: readonly string[]): Promise<CliResult> {
  const { env = {}, answer, stdin, heard, warned, screen = false, live = false, program = runCli, ...ports } = given;
  let [out, err] = ['', ''];
  const code = await program(args, {
    files: nodeFiles(),
    input: {
      typed: stdin === undefined,
      read: async () => (typeof stdin === 'string' ? new TextEncoder().encode(stdin) : (stdin ?? new Uint8Array())),
    },
    git: (folder) => testGit(folder),
    fetch: nodeFetchPort(),
    now: () => new Date('2026-01-02T03:04:05Z'),
    // Deadlines never pass and pauses take no time.
    after: () => () => undefined,
    sleep: (milliseconds) => (milliseconds >= 10_000 ? new Promise(() => undefined) : Promise.resolve()),
    every: () => () => undefined,
    deadline: () => new AbortController().signal,
    random: () => 0.5,
    monotonic: () => 0,
    id: randomUUID,
    interrupted: new AbortController().signal,
    ...ports,
    env: (name) => env[name],
    terminal: {
      out: (text) => {
        out += text;
        heard?.(text);
      },
      err: (text) => {
        err += text;
        warned?.(text);
      },
      color: false,
      screen,
      live,
      width: 100,
      ...(answer !== undefined && {
        ask: async (question: string) => {
          err += question;
          return typeof answer === 'string' ? answer : answer(question);
        },
      }),
    },
  });
  return { code, out, err };
}
