import { join } from 'node:path';
import { type CommitId, isCommitId } from './git-log.ts';
import { LOCK_MESSAGE, outText } from './git-repository.ts';
import { LedgerError } from './ledger-error.ts';
import type { GitPort, GitResult, ObjectFiles } from './ports.ts';

/** When what lies loose is packed. */
export interface PackLimits {
  /** Entries that may lie loose. Each has about ten objects, and each object takes a block of the disk. */
  readonly entries: number;
  /** Packs of the ledger that are made one when there are more. */
  readonly packs: number;
}

const LIMITS: PackLimits = { entries: 8, packs: 16 };

/** Milliseconds for which an old lock stays, in case another git is reading it. */
const OLD_LOCK_MS = 15 * 60_000;

/** What the names of the ledger's packs begin with. Git reads any pack, whatever it is called. */
const PACK = 'lexform';
const OWN_PACK = /^lexform-(?:[0-9a-f]{40}|[0-9a-f]{64})\.pack$/;

const encoder = new TextEncoder();

interface Store {
  readonly git: GitPort;
  readonly files: ObjectFiles;
  /** The folder of the objects. */
  readonly folder: string;
  readonly now: Date;
  readonly limits: PackLimits;
}

async function must(git: GitPort, args: readonly string[], input = ''): Promise<GitResult> {
  const result = await git.run(args, encoder.encode(input));
  if (result.code === 0) return result;
  throw new LedgerError(`git ${args[0] ?? ''} says: ${result.err.trim()}`, 'Pack the repository with: git gc', {
    code: 'ledger-unreachable',
  });
}

const textOf = async (git: GitPort, ...args: readonly string[]): Promise<string> => outText(await git.run(args)).trim();

/** True when somebody has told git not to pack by itself. Every call sets both, which git lists last. */
async function isUnwanted(git: GitPort): Promise<boolean> {
  const lines = (await textOf(git, 'config', '--get-regexp', '^(gc|maintenance)\\.auto$')).split('\n');
  const last = (name: string): string | undefined =>
    lines
      .filter((line) => line.startsWith(`${name} `))
      .slice(0, -1)
      .at(-1)
      ?.slice(name.length + 1);
  return last('gc.auto') === '0' || /^(?:false|no|off|0)$/i.test(last('maintenance.auto') ?? '');
}

/** The folder of the objects when the entry at some distance from the last one lies loose. */
async function folderToPack(
  git: GitPort,
  files: ObjectFiles,
  last: CommitId,
  entries: number,
): Promise<string | undefined> {
  // `pack-objects` writes where it says from the top of the working tree, wherever git was called.
  const place = ['--path-format=absolute', '--git-path', 'objects'];
  const { code, out } = await git.run(['rev-parse', ...place, `${last}~${entries}`]);
  const [folder = '', old = ''] = new TextDecoder().decode(out).trim().split('\n');
  if (code !== 0 || !isCommitId(old)) return undefined;
  const loose = await files.list(join(folder, old.slice(0, 2)));
  return loose.some(({ name }) => name === old.slice(2)) ? folder : undefined;
}

/** Makes one pack of many of the ledger. Another index over packs would go on to name the ones that go. */
async function mergePacks({ git, files, folder, limits }: Store): Promise<void> {
  const names = (await files.list(join(folder, 'pack'))).map(({ name }) => name);
  const packs = names.filter((name) => OWN_PACK.test(name) && !names.includes(name.replace(/pack$/, 'keep')));
  if (packs.length <= limits.packs || names.includes('multi-pack-index')) return;
  const made = await must(
    git,
    ['pack-objects', '--quiet', '--stdin-packs', '--delta-base-offset', join(folder, 'pack', PACK)],
    `${packs.join('\n')}\n`,
  );
  const whole = `${PACK}-${outText(made).trim()}.pack`;
  // Git removes the index first too: a pack without one is not looked for.
  for (const pack of packs)
    if (pack !== whole)
      for (const ending of ['idx', 'pack', 'rev'])
        await files.remove(join(folder, 'pack', pack.replace(/pack$/, ending)));
}

type FoundFile = Awaited<ReturnType<ObjectFiles['list']>>[number] & { readonly in: string };

const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The time before which git takes an unfinished file for one of a killed process. */
async function oldestUnfinished({ git }: Store): Promise<number> {
  const asked = ['config', '--get', '--type=expiry-date', '--default', '2.weeks.ago', 'gc.pruneExpire'];
  return Number(await textOf(git, ...asked)) * 1000;
}

/** Removes the locks that runs have left, which nothing points to any more. */
async function removeOldLocks({ git, files, folder, now }: Store, loose: readonly FoundFile[]): Promise<void> {
  const old = loose.filter(({ name, modified }) => /^[0-9a-f]+$/.test(name) && +modified < +now - OLD_LOCK_MS);
  const ids = old.map((file) => `${file.in}${file.name}`).filter(isCommitId);
  if (ids.length === 0) return;
  const listed = await must(git, ['cat-file', '--batch-check', '--buffer'], `${ids.join('\n')}\n`);
  const commits = outText(listed)
    .split('\n')
    .flatMap((line) => (/ commit \d+$/.test(line) ? (line.split(' ')[0] ?? '') : []));
  if (commits.length === 0) return;
  const pointed = new Set((await textOf(git, 'for-each-ref', '--format=%(objectname)')).split('\n'));
  const format = '--format=%H %T %an %s';
  const told = await must(
    git,
    ['log', '--no-walk=unsorted', '--no-show-signature', format, '--stdin'],
    `${commits.join('\n')}\n`,
  );
  const locks = outText(told)
    .split('\n')
    .flatMap((line): readonly string[][] => {
      const [commit = '', tree = '', author, ...subject] = line.split(' ');
      return author === 'Lexform' && subject.join(' ').startsWith(LOCK_MESSAGE) && !pointed.has(commit)
        ? [[commit, tree]]
        : [];
    });
  const trees = locks.map(([, tree]) => `${tree}:lock.json\n`).join('');
  const blobs = outText(await must(git, ['cat-file', '--batch-check'], trees))
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '');
  for (const id of [...locks.flat(), ...blobs])
    if (isCommitId(id)) await files.remove(join(folder, id.slice(0, 2), id.slice(2)));
}

async function sweep(store: Store): Promise<void> {
  const { files, folder } = store;
  const found = async (name: string): Promise<readonly FoundFile[]> =>
    (await files.list(join(folder, name))).map((file) => ({ ...file, in: name }));
  const loose: FoundFile[] = [];
  for (const pair of HEX_PAIRS) loose.push(...(await found(pair)));
  const oldest = await oldestUnfinished(store);
  for (const { name, modified, in: home } of [...loose, ...(await found('')), ...(await found('pack'))])
    if (name.startsWith('tmp_') && +modified < oldest) await files.remove(join(folder, home, name));
  await removeOldLocks(store, loose);
}

/**
 * Packs what lies loose of the ledger whose last entry is `last`, when it is much. No object is lost: only copies of
 * what is in a pack go, locks that nobody holds, and files that a process has left unfinished for as long as git itself
 * keeps them. Does nothing where `gc.auto` is 0. Rejects when git cannot; the ledger is whole all the same.
 */
export async function packLedger(git: GitPort, last: CommitId, now: Date, limits: PackLimits = LIMITS): Promise<void> {
  const { objects: files } = git;
  const folder = files && (await folderToPack(git, files, last, limits.entries));
  if (files === undefined || folder === undefined || (await isUnwanted(git))) return;
  const store = { git, files, folder, now, limits };
  await must(
    git,
    ['pack-objects', '--quiet', '--revs', '--unpacked', '--delta-base-offset', join(folder, 'pack', PACK)],
    `${last}\n`,
  );
  await must(git, ['prune-packed', '--quiet']);
  await mergePacks(store);
  await sweep(store);
}
