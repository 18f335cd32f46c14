import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export interface Serving {
  readonly url: string;
  /** What was written so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Sends a signal and gives the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/**
 * `lexform serve` as a process of its own, on a free port; it is ready when this resolves. Rejects with what it wrote
 * when it ends before.
 */
export async function serving(...args: readonly string[]): Promise<Serving> {
  const child = spawn(process.execPath, [resolve('dist/main.js'), 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  });
  let [out, err] = ['', ''];
  child.stderr.on('data', (chunk) => (err += chunk));
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = await new Promise<string>((listening, reject) => {
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const found = /listens on (\S+)[\s\S]*Ctrl-C/.exec(out);
      if (found?.[1] !== undefined) listening(found[1]);
    });
    void ended.then(() => reject(new Error(out + err)));
  });
  return {
    url,
    out: () => out,
    err: () => err,
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      const [code] = await ended;
      return code as number | null;
    },
  };
}
