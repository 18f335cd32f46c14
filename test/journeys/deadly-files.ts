import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../support/git-repository.ts';

/**
 * The environment in which a process kills itself at its n-th write of a file, counted from 1, on one side of it. It is
 * loaded before the program is.
 */
export function deadlyFiles({
  call,
  side,
}: {
  readonly call: number;
  readonly side: 'before' | 'after';
}): NodeJS.ProcessEnv {
  const path = join(tempFolder(), 'deadly-files.cjs');
  writeFileSync(
    path,
    `const files = require('node:fs/promises');
let calls = 0;
// Waits for the signal: a process that goes on could end by itself with exit code 0 before it comes.
const die = () => {
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
for (const name of ['writeFile', 'link', 'rename', 'unlink']) {
  const real = files[name];
  files[name] = async (...args) => {
    // What Node keeps of compiled code is no write of the run.
    if (!String(args[0]).includes('history')) return real(...args);
    calls += 1;
    const isHour = calls === ${call};
    if (isHour && ${side === 'before'}) { die(); return new Promise(() => {}); }
    const result = await real(...args);
    if (isHour) { die(); return new Promise(() => {}); }
    return result;
  };
}
`,
  );
  return { NODE_OPTIONS: `--require ${path}` };
}
