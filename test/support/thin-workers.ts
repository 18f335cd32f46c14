import { readFileSync } from 'node:fs';
import { ForksPoolWorker } from 'vitest/node';

/** Twice what a worker has that has loaded the sources. */
const MOST_BYTES = 400 * 2 ** 20;

const PAGE_BYTES = 4096;

/** The memory that a process has, as Linux counts it; 0 where nothing says so. */
function bytesOf(pid: number | undefined): number {
  try {
    const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(resident) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/**
 * A worker that runs one file of tests after another, until it has much memory. The system copies the tables of that
 * memory to start a process: to start git from a worker of a gigabyte takes ten times as long as from a new one.
 */
class ThinWorker extends ForksPoolWorker {
  override readonly name = thinWorkers.name;
  #bytes = 0;

  override deserialize(message: unknown): unknown {
    const { type } = message as { readonly type?: string };
    // biome-ignore lint/complexity/useLiteralKeys: it is private, and nothing else names the process
    if (type === 'testfileFinished') this.#bytes = bytesOf(this['fork'].pid);
    return super.deserialize(message);
  }

  canReuse(): boolean {
    return this.#bytes < MOST_BYTES;
  }
}

/** The workers of vitest, each of which ends when it has much memory. */
export const thinWorkers = {
  name: 'thin-workers',
  createPoolWorker: (options: ConstructorParameters<typeof ForksPoolWorker>[0]) => new ThinWorker(options),
};
