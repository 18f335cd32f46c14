#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type ExitCode, worstOf } from '../../app/exit-code.ts';
import { cacheFolder } from '../../app/machine/cache-folder.ts';
import type { Ports } from '../../app/ports.ts';
import { VERSION } from '../../model/workspace/project.ts';
import { onEndSignals } from '../process/end-signals.ts';
import { isClosedPipe, outputTo } from '../process/output-stream.ts';
import { useCompileCache } from './compile-cache.ts';
import type { start } from './start.ts';
import { isTerminal, terminalWidth, wantsColor } from './terminal-facts.ts';

const err = outputTo(() => process.stderr);
const out = outputTo(() => process.stdout, endWithoutOutput);

/** Reports that the result cannot be written, and lets the run end with an error. The run itself continues. */
function endWithoutOutput(error: NodeJS.ErrnoException): void {
  if (isClosedPipe(error)) return;
  err(`error: cannot write standard output (${error.code ?? 'unknown error'}): the rest of the output is lost\n`);
  // Some failures are reported after the last line of the run.
  process.once('exit', (code) => {
    process.exitCode = EXIT[worstOf([code as ExitCode, EXIT.error])];
  });
}

/** One line from standard input, after a question on standard error. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // When the terminal closes, reading fails and SIGHUP arrives; both end the question.
  lines.on('error', () => interruption.abort());
  try {
    return await lines.question(question, { signal: interruption.signal });
  } catch (error) {
    // During a question, Ctrl-C is an error of the question and not a signal.
    interruption.abort();
    throw error;
  } finally {
    lines.close();
  }
}

/**
 * Ends the process by SIGHUP at the end of a run whose terminal has closed. Otherwise, Node.js would abort with a core
 * dump when it finally restores the settings of the missing terminal.
 */
function endWithTerminal(): void {
  const terminals = [0, 1, 2].filter(isTerminal);
  process.once('exit', () => {
    if (terminals.every(isTerminal)) return;
    process.removeAllListeners('SIGHUP');
    process.kill(process.pid, 'SIGHUP');
  });
}

/** Reads standard input to its end, or until it has more than `maxBytes`. */
async function readInput(maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).byteLength;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

// The proxy agents would print the address of the proxy, with its password.
delete process.env.DEBUG;

const interruption = new AbortController();

const env = (name: string): string | undefined => (process.env[name] === '' ? undefined : process.env[name]);

function allPorts(machinePorts: Parameters<Parameters<typeof start>[1]>[0]): Ports {
  // Creating the stream of standard input in Node.js takes time, and few commands read it.
  const typed = isTerminal(0);
  const live = isTerminal(2);
  endWithTerminal();
  return {
    ...machinePorts(process.env, { pid: process.pid, signal: (pid) => process.kill(pid, 0) }),
    terminal: {
      out,
      err,
      color: wantsColor(env, process.stdout.isTTY === true),
      screen: process.stdout.isTTY === true,
      live: live && env('CI') === undefined && env('TERM') !== 'dumb',
      width: terminalWidth(env, process.stdout.columns),
      ...(typed && live && { ask }),
    },
    input: { typed, read: readInput },
    cwd: process.cwd(),
    env,
    nodeVersion: process.versions.node,
    interrupted: interruption.signal,
  };
}

async function main(args: readonly string[]): Promise<void> {
  // The first Ctrl-C lets calls in flight finish; the second one ends the process immediately.
  onEndSignals(process, interruption, () => process.exit(EXIT.interrupted));
  const cache = cacheFolder(env, process.platform);
  if (cache !== undefined) useCompileCache(join(cache, 'compiled'), process.getuid?.());
  const program = await import('./start.ts');
  process.exitCode = await program.start(args, allPorts);
}

/** Shows the error of a run that could not start, such as a current folder that was deleted. */
async function showUnstarted(error: unknown): Promise<void> {
  const { startErrorText } = await import('./start.ts');
  err(startErrorText(error, env('LEXFORM_DEBUG') !== undefined));
  process.exitCode = EXIT.error;
}

/**
 * The answers that need no other module, because scripts often request them. The build has written the help in the form
 * for output without a terminal.
 */
function knownAnswer([flag, ...more]: readonly string[]): string | undefined {
  if (more.length > 0) return undefined;
  if (flag === '--version' || flag === '-V') return `${VERSION}\n`;
  const path = join(import.meta.dirname, 'help.txt');
  const isHelp = flag === '--help' || flag === '-h';
  const hasWidth = process.stdout.isTTY === true || env('COLUMNS') !== undefined;
  return isHelp && !hasWidth && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

const args = process.argv.slice(2);
const known = knownAnswer(args);
if (known === undefined) void main(args).catch(showUnstarted);
else out(known);
