import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createService, type ServiceOptions } from '../../src/service/create-service.ts';
import type { LockPorts } from '../../src/service/store/folder-lock.ts';
import { folderStore } from '../../src/service/store/folder-store.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';

export const ADMIN_KEY = 'folder-admin-key';

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same files in a folder of their own. */
export function copyOf(folder: string): string {
  const copy = tempFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Every file of a folder: its path there → its text. */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')] as const;
    }),
  );
}

let processes = 0;

/** Ids that no other process has; each greater than the next, so that their order is not that of their creation. */
function idsOfOneProcess(): () => string {
  processes += 1;
  const first = String(processes).padStart(8, '0');
  let left = 1e9;
  return () => {
    left -= 1;
    return `${first}-0000-4000-8000-${String(left).padStart(12, '0')}`;
  };
}

/** A short wait in real time: two services in one process must let each other run. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/**
 * What one process would be: a service with a store of its own on a folder, with `TEST_KEY` and `ADMIN_KEY` of one
 * account.
 */
export function processOn(
  folder: string,
  {
    now = () => new Date('2026-01-15T12:00:00Z'),
    sleep = turn,
    processes,
    ...options
  }: Partial<ServiceOptions> & {
    readonly now?: () => Date;
    readonly sleep?: (milliseconds: number) => Promise<void>;
    readonly processes?: LockPorts['processes'];
  } = {},
) {
  const ports = { now, id: idsOfOneProcess(), sleep, random: () => 0, ...(processes && { processes }) };
  const accounts = [
    { key: TEST_KEY, plan: 'pro' },
    { key: ADMIN_KEY, plan: 'pro', admin: true, account: TEST_KEY },
  ] as const;
  const service = createService({ accounts, store: folderStore(folder, ports), ...options }, ports);
  const as = (key: string) => caller(service, key);
  return { service, as, call: as(TEST_KEY), admin: as(ADMIN_KEY) };
}
