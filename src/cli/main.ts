#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { nodeFiles } from '../files/node-files.ts';
import { EXIT } from './exit-code.ts';
import { gitProgram } from './git-program.ts';
import { nodeFetchPort } from './node-fetch-port.ts';
import type { CliPorts } from './ports.ts';
import { VERSION } from './version.ts';

/** One line from standard input, after a question on standard error. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question, { signal: interruption.signal });
  } finally {
    lines.close();
  }
}

/** Standard input to its end. */
async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

const interruption = new AbortController();

function realPorts(): CliPorts {
  const env = (name: string): string | undefined => (process.env[name] === '' ? undefined : process.env[name]);
  const interactive = process.stdin.isTTY === true && process.stderr.isTTY === true;
  return {
    terminal: {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      color: process.stdout.isTTY === true && env('NO_COLOR') === undefined && env('TERM') !== 'dumb',
      screen: process.stdout.isTTY === true,
      live: process.stderr.isTTY === true && env('CI') === undefined && env('TERM') !== 'dumb',
      width: process.stdout.columns ?? 100,
      ...(interactive && { ask }),
    },
    input: { typed: process.stdin.isTTY === true, read: readInput },
    files: nodeFiles(),
    cwd: process.cwd(),
    env,
    git: (folder) => gitProgram(folder, process.env),
    fetch: nodeFetchPort(),
    now: () => new Date(),
    sleep: async (milliseconds, signal) => {
      await wait(milliseconds, undefined, signal === undefined ? {} : { signal });
    },
    random: Math.random,
    id: randomUUID,
    interrupted: interruption.signal,
  };
}

/** The first Ctrl-C lets the calls in flight finish; the second one ends the process at once. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted);
    interruption.abort();
  });
}

// A reader that has seen enough (`lexform plan | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.error),
);

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  // Said before anything else is loaded: scripts ask this often.
  process.stdout.write(`${VERSION}\n`);
} else {
  const ports = realPorts();
  const { runCli } = await import('./run.ts');
  process.exitCode = await runCli(args, ports);
}
