import { spawn } from 'node:child_process';
import type { GitPort } from '../ledger/ports.ts';

/**
 * The git of this machine, in one repository. It never asks for a password or for a passphrase in a terminal that nobody looks at, runs no hook of the
 * repository's for the tool's own refs, and speaks English, so that what it says can be read in a log. Rejects when there is no git.
 */
export const gitProgram = (folder: string, env: NodeJS.ProcessEnv): GitPort => ({
  run: (args, input) =>
    new Promise((resolve, reject) => {
      const child = spawn('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'gc.auto=0', ...args], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
      });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({ code: code ?? 1, out: Buffer.concat(out), err: Buffer.concat(err).toString() }),
      );
      // A git that ends before it has read everything is no error of this process: its exit code tells.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
    }),
});
