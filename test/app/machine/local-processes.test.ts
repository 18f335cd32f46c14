import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localProcesses } from '../../../src/app/machine/local-processes.ts';

const signal = (pid: number): void => void process.kill(pid, 0);
const ports = localProcesses({ pid: process.pid, signal });

/** Only Linux tells which start of a machine this is. */
const onLinux = test.skipIf(!existsSync('/proc/sys/kernel/random/boot_id'));

onLinux('a process that runs is not gone, and one that was killed is, looked at or not', async () => {
  const own = await ports.current();
  if (own === undefined) throw new Error('this system tells nothing');
  expect(own.pid).toBe(process.pid);
  expect(own.machine).toMatch(/^[0-9a-f]{32}$/);
  expect(await ports.isGone(own)).toBe(false);

  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const other = await localProcesses({ pid: child.pid ?? 0, signal }).current();
  if (other === undefined) throw new Error('the child was not seen');
  expect(await ports.isGone(other)).toBe(false);
  child.kill('SIGKILL');
  await exited;
  expect(await ports.isGone(other)).toBe(true);
});

onLinux('a later process of the same number is another one', async () => {
  const own = await ports.current();
  if (own === undefined) throw new Error('this system tells nothing');
  expect(await ports.isGone({ ...own, started: '1' })).toBe(true);
});

test('nobody can tell of a process of another machine', async () => {
  expect(await ports.isGone({ machine: 'f'.repeat(32), pid: 2 ** 22 + 1, started: '1' })).toBe(false);
});

onLinux('a process that is there and hidden is not gone', async () => {
  const own = await ports.current();
  if (own === undefined) throw new Error('this system tells nothing');
  // No process has this number, so that nothing stands of it in /proc; the system says that it may not be signalled.
  const hidden = localProcesses({
    pid: process.pid,
    signal: () => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    },
  });
  expect(await hidden.isGone({ ...own, pid: 2 ** 22 + 1 })).toBe(false);
});
