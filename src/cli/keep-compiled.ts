import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

type Load = (module: NodeJS.Module, filename: string) => void;
type Body = (exports: unknown, require: NodeJS.Require, module: NodeJS.Module, file: string, folder: string) => void;

export interface CompiledPlace {
  /** Made where it is not there. Whoever can write to it decides what the program does. */
  readonly folder: string;
  /** The user of the process; `undefined` where the system has no such numbers. */
  readonly user: number | undefined;
  /** The versions of the program and of Node, and the machine that it compiles for. */
  readonly engine: string;
  /** What runs: a name of a file. Each command compiles other functions, and what the first one has left out would never be kept. */
  readonly command: string;
  /** How files of the program are loaded, by the end of their name. */
  readonly loaders: NodeJS.Dict<Load>;
  /** Calls a task at the end of a run that did its work: one that was refused has compiled hardly anything of what the next one needs. */
  readonly onExit: (then: () => void) => void;
}

/** True when the folder is there, or was made, and is the user's own: under `sudo` it may be that of somebody who must not say what root runs. */
function isOwn(folder: string, user: number | undefined): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return user === undefined || (uid === user && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/** What is as old as this goes when something new is written: most of it is of earlier versions. What is still used is made anew by the next run. */
const OLD_MS = 30 * 24 * 3_600_000;

function removeOld(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((each) => /\.(?:bin|part)$/.test(each))) {
    const path = join(folder, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) < now - OLD_MS) rmSync(path, { force: true });
  }
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Keeps what Node compiles of the program, which is a third of the time of a small plan. V8 refuses what another version of it has made, and the name of a file of the
 * program holds the digest of what it was made from. From 22.8 on Node can do it by itself, and wins half as much.
 */
export function keepCompiled({ folder, user, engine, command, loaders, onExit }: CompiledPlace): void {
  if (!isOwn(folder, user)) return;
  const fresh = new Map<string, Script>();
  loaders['.cjs'] = (module, filename) => {
    const path = join(folder, `${engine}-${command}-${basename(filename)}.bin`);
    const cachedData = bytesOf(path);
    const text = Module.wrap(readFileSync(filename, 'utf8'));
    const script = new Script(text, { filename, ...(cachedData !== undefined && { cachedData }) });
    if (script.cachedDataRejected !== false) fresh.set(path, script);
    const body = script.runInThisContext() as Body;
    body(module.exports, module.require.bind(module) as NodeJS.Require, module, filename, dirname(filename));
  };
  // At the end, when all that was needed has been compiled.
  onExit(() => {
    const now = Math.trunc(performance.timeOrigin + performance.now());
    try {
      for (const [path, script] of fresh) {
        const half = `${path}.${now}.part`;
        writeFileSync(half, script.createCachedData(), { mode: 0o600 });
        renameSync(half, path);
      }
      if (fresh.size > 0) removeOld(folder, now);
    } catch {
      // A cache that cannot be written to is none.
    }
  });
}
