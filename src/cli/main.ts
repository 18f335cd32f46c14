#!/usr/bin/env node
import { EXIT } from './exit-code.ts';
import type { CliPorts } from './ports.ts';
import { VERSION } from './version.ts';

/** One line from standard input, after a question on standard error. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question, { signal: interruption.signal });
  } catch (error) {
    // While a line is asked for, Ctrl-C comes as an error of the question and not as a signal.
    interruption.abort();
    throw error;
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

async function allPorts(): Promise<CliPorts> {
  const { realPorts } = await import('./real-ports.ts');
  const env = (name: string): string | undefined => (process.env[name] === '' ? undefined : process.env[name]);
  const interactive = process.stdin.isTTY === true && process.stderr.isTTY === true;
  return {
    ...realPorts(process.env),
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
    cwd: process.cwd(),
    env,
    interrupted: interruption.signal,
  };
}

async function main(args: readonly string[]): Promise<void> {
  // The first Ctrl-C lets the calls in flight finish; the second one ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (interruption.signal.aborted) process.exit(EXIT.interrupted);
      interruption.abort();
    });
  }
  const [ports, { runCli }] = await Promise.all([allPorts(), import('./run.ts')]);
  process.exitCode = await runCli(args, ports);
}

// A reader that has seen enough (`lexform plan | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.error),
);

const args = process.argv.slice(2);
// Said before anything else is loaded: scripts ask this often.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) process.stdout.write(`${VERSION}\n`);
else void main(args);
