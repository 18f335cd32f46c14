import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { GIT_ENV } from '../support/git-repository.ts';
import { TEST_KEY } from '../support/in-process.ts';

export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface LexformProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface ProcessInput {
  readonly cwd: string;
  /** Whom its entries and its lock name. */
  readonly who: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** The published command line as a process of its own, with the key of `testService` in `KEY`. */
export function startLexform({ cwd, who, env = {} }: ProcessInput, ...args: readonly string[]): LexformProcess {
  const child = spawn(process.execPath, [resolve('dist/main.js'), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...GIT_ENV, KEY: TEST_KEY, GITHUB_ACTOR: who, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, out, err }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}
