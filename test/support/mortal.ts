import { copyFile, link, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { folderPorts } from '../../src/app/session/open-ledger.ts';
import type { HttpRequest, HttpResponse } from '../../src/client/transport/ports.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { keepMode, type WriteAllCalls, writeAll } from '../../src/files/node/node-write-all.ts';
import type { FilePorts } from '../../src/files/ports.ts';
import type { FolderPorts, GitPort } from '../../src/ledger/ports.ts';

type Fetch = (url: string, request: HttpRequest) => Promise<HttpResponse>;

/** How long a process lives, counted in the steps that others could see. */
export interface Life {
  /** Called before each step; rejects when the process is dead by then, and for ever after. */
  readonly step: () => Promise<void>;
  readonly isOver: () => boolean;
}

/**
 * Dies instead of its n-th step, counted from 1. To die after a step is to die before the next: nothing else shows
 * outside of it.
 */
export function lifeOf(steps: number): Life {
  let left = steps;
  return {
    isOver: () => left <= 0,
    async step() {
      left -= 1;
      if (left <= 0) throw new Error('killed');
    },
  };
}

const WRITES: ReadonlySet<string | undefined> = new Set([
  'fast-import',
  'update-ref',
  'fetch',
  'push',
  'hash-object',
  'update-index',
  'checkout-index',
]);

const isWrite = ([command, option]: readonly string[]): boolean =>
  WRITES.has(command) || (command === 'config' && option === '--local');

/** What only reads is no step: to die there is to die before the next write. */
export const mortalGit = (port: GitPort, life: Life): GitPort => ({
  async run(args, input) {
    if (isWrite(args)) await life.step();
    if (life.isOver()) throw new Error('killed');
    return port.run(args, input);
  },
});

/** Calls to the service that die with the process. */
export const mortalFetch =
  <Args extends readonly unknown[], Answer>(life: Life) =>
  (fetch: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    await life.step();
    return fetch(...args);
  };

/** The same, where only the calls that change something are steps. */
export const mortalWrites =
  (life: Life) =>
  (fetch: Fetch): Fetch =>
  async (url, request) => {
    if (request.method !== 'GET') await life.step();
    if (life.isOver()) throw new Error('killed');
    return fetch(url, request);
  };

const mortalCall =
  (life: Life) =>
  <Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    await life.step();
    return call(...args);
  };

/** The files of a workspace. Each call of the system with which several files are written at once is a step. */
export function mortalFiles(life: Life): FilePorts {
  const files = nodeFiles();
  const mortal = mortalCall(life);
  const calls: WriteAllCalls = {
    mkdir: mortal((path) => mkdir(path, { recursive: true })),
    write: mortal((path, content) => writeFile(path, content, { flag: 'wx' })),
    keepMode,
    link: mortal(link),
    copy: mortal((path, second) => copyFile(path, second)),
    rename: mortal(rename),
    remove: mortal((path) => rm(path, { force: true })),
    removeFolder: mortal((path) => rmdir(path)),
  };
  return {
    ...files,
    writeFile: mortal(files.writeFile),
    appendFile: mortal(files.appendFile),
    writeAll: (changes) => writeAll(changes, calls),
    openWriter: mortal(async (path, options) => {
      const writer = await files.openWriter(path, options);
      return { ...writer, commit: mortal(writer.commit) };
    }),
  };
}

/** The ports of the folder form. */
export function mortalFolder(life: Life): FolderPorts {
  const real = folderPorts(nodeFiles());
  const mortal = mortalCall(life);
  return {
    readFile: real.readFile,
    list: real.list,
    createFile: mortal(real.createFile),
    putFile: mortal(real.putFile),
    removeFile: mortal(real.removeFile),
  };
}
