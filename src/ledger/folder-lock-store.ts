import { join } from 'node:path';
import type { FolderPorts } from './folder-ports.ts';
import { LedgerError } from './ledger-error.ts';
import type { LockStore } from './lock.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The content of a free lock. */
const FREE = '';
const NUMBERED = /^(\d{6,})\.json$/;
/** Attempts to read a folder that other processes change at the same time. More failures are not a coincidence. */
const MAX_READS = 100;

/**
 * A lock as numbered files. The last file counts: it names the holder, or is empty. A move creates the file with the
 * next number, which only one process can, and removes the earlier files. The last file is never removed, so that no
 * number is used twice.
 */
export function folderLockStore(folder: string, ports: FolderPorts): LockStore {
  const pathOf = (number: number): string => join(folder, `${String(number).padStart(6, '0')}.json`);

  async function numbers(): Promise<readonly number[]> {
    const names = await ports.list(folder);
    return names.flatMap((name) => NUMBERED.exec(name)?.[1] ?? []).map(Number);
  }
  const last = (all: readonly number[]): number => all.reduce((most, each) => Math.max(most, each), 0);

  async function readLast(): Promise<{ readonly number: number; readonly text: string; readonly bytes: Uint8Array }> {
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const number = last(await numbers());
      const bytes = number === 0 ? encoder.encode(FREE) : await ports.readFile(pathOf(number));
      // Otherwise, another process created the next file and removed this one.
      if (bytes !== undefined) return { number, text: decoder.decode(bytes), bytes };
    }
    throw new LedgerError(`the lock in ${folder} cannot be read`, 'Run the same command again', {
      code: 'ledger-contended',
    });
  }

  return {
    async see() {
      const { text, bytes } = await readLast();
      return text === FREE ? undefined : { at: text, bytes };
    },
    put: async (bytes) => decoder.decode(bytes),
    async move(from = FREE, to = FREE) {
      const { number, text } = await readLast();
      const next = number + 1;
      if (text !== from || !(await ports.createFile(pathOf(next), encoder.encode(to)))) return false;
      const all = await numbers();
      if (last(all) !== next) {
        // The number was only free because other processes have already removed its file.
        await ports.removeFile(pathOf(next));
        return false;
      }
      for (const each of all) if (each < next) await ports.removeFile(pathOf(each));
      return true;
    },
  };
}
