import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const LOCK = 'node_modules/.cache/lexform/building';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** True when nobody else is building, who then has to wait until `LOCK` is removed. */
function isOurs(): boolean {
  mkdirSync(dirname(LOCK), { recursive: true });
  try {
    const file = openSync(LOCK, 'wx');
    writeFileSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch {
    const pid = Number(readFileSync(LOCK, { encoding: 'utf8', flag: 'a+' }));
    // Whoever was killed builds no more.
    if (pid > 0 && !isAlive(pid)) rmSync(LOCK, { force: true });
    return false;
  }
}

/**
 * Builds `dist/` and the schema validators before any test, so that journeys run the same files that are published. Not
 * where they are those of the sources already, and not while another run in this checkout builds: a build would take
 * the files away under the tests of that run.
 */
export async function setup(): Promise<void> {
  if (process.env.LEXFORM_SKIP_BUILD === '1') return;
  const { isBuilt } = await import(pathToFileURL(resolve('src/build/built-from.mjs')).href);
  while (!isBuilt()) {
    if (!isOurs()) {
      await wait(100);
      continue;
    }
    try {
      if (!isBuilt())
        execFileSync(process.execPath, ['src/build/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
    } finally {
      rmSync(LOCK, { force: true });
    }
  }
}
