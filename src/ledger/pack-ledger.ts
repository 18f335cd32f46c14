import { outText } from './git-repository.ts';
import { LedgerError } from './ledger-error.ts';
import type { GitPort } from './ports.ts';

/** Loose objects of a repository that are not packed: the same limit as that of git's own maintenance. */
const LOOSE_MAX = 100;

/** The first version of git whose `maintenance` has the task `loose-objects`. */
const FIRST_MAJOR = 2;
const FIRST_MINOR = 30;

/** Packs all loose objects, then removes the loose copies. Both are safe while other processes use the repository. */
const STEPS = [
  ['maintenance', 'run', '--quiet', '--task=loose-objects'],
  ['prune-packed', '--quiet'],
] as const;

const textOf = async (git: GitPort, ...args: readonly string[]): Promise<string> => outText(await git.run(args)).trim();

/** True when the user has turned automatic packing off. Every call sets both settings too, and git lists those last. */
async function isTurnedOff(git: GitPort): Promise<boolean> {
  const lines = (await textOf(git, 'config', '--get-regexp', '^(gc|maintenance)\\.auto$')).split('\n');
  const last = (name: string): string | undefined =>
    lines
      .filter((line) => line.startsWith(`${name} `))
      .slice(0, -1)
      .at(-1)
      ?.slice(name.length + 1);
  return last('gc.auto') === '0' || /^(?:false|no|off|0)$/i.test(last('maintenance.auto') ?? '');
}

async function isOld(git: GitPort): Promise<boolean> {
  const [major = 0, minor = 0] = (/(?<!\d)\d+\.\d+/.exec(await textOf(git, 'version'))?.[0] ?? '')
    .split('.')
    .map(Number);
  return major < FIRST_MAJOR || (major === FIRST_MAJOR && minor < FIRST_MINOR);
}

/**
 * Has git pack the repository of a ledger if it has many loose objects: each apply adds about ten. No object is lost.
 * Does nothing if `gc.auto` is 0 or `maintenance.auto` is false, or if git is older than 2.30. Rejects when git fails;
 * the ledger is complete nevertheless.
 */
export async function packLedger(git: GitPort, looseMax = LOOSE_MAX): Promise<void> {
  const loose = Number.parseInt(await textOf(git, 'count-objects'), 10);
  if (!(loose > looseMax) || (await isTurnedOff(git))) return;
  for (const args of STEPS) {
    const { code, err } = await git.run(args);
    if (code === 0) continue;
    if (await isOld(git)) return;
    throw new LedgerError(`git ${args[0]} says: ${err.trim()}`, 'Pack the repository with: git gc', {
      code: 'ledger-unreachable',
    });
  }
}
