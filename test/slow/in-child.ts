import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { RUNS_FACTOR } from '../support/runs.ts';

/** Far beyond what a child needs on a busy machine. It ends a pattern that takes exponential time. */
const TIMEOUT = 600_000 * Math.max(1, RUNS_FACTOR);

const BANNER =
  "import { createRequire as lexformRequire } from 'node:module'; const require = lexformRequire(import.meta.url);";

/**
 * Runs a program of this folder in a process of its own, and returns the lines that it prints. The program prints what
 * it begins before it begins it: the last line names what did not end.
 */
export async function linesOfChild(program: string, input: unknown): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-slow-'));
  try {
    const outfile = join(folder, 'child.mjs');
    await build({
      entryPoints: [join('test', 'slow', program)],
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      banner: { js: BANNER },
    });
    return await run(outfile, JSON.stringify(input));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(file: string, input: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'], timeout: TIMEOUT });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = text.split('\n').filter((line) => line !== '');
      if (code === 0) resolve(lines);
      else reject(new Error(`The process ended with ${code ?? 'a timeout'} in: ${lines.at(-1)}`));
    });
    child.stdin.end(input);
  });
}
