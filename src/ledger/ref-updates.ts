import { redactUrl } from '../model/secret.ts';
import type { CommitId } from './git-log.ts';
import { type GitRepository, outText, refsIn, zeros } from './git-repository.ts';
import { LedgerError } from './ledger-error.ts';
import type { GitPort, GitResult } from './ports.ts';

const decoder = new TextDecoder();

const NAME_ANOTHER =
  'Name a remote of its own for the ledger, with one address: git remote add ledger URL, and in lexform.yaml: ' +
  'ledger: { remote: ledger }';

/**
 * The argument with which git reads a remote where it writes. This is the remote's name, or the push address if fetches
 * go to another address. A lock that is written in one place and read in another would have no effect. Rejects with
 * `LedgerError` if git does not know the remote, or if the place is ambiguous: several push addresses, or an address
 * that the settings of git rewrite differently for fetches and pushes.
 */
export async function remoteAddress(git: GitPort, remote: string): Promise<string> {
  const ask = async (...args: readonly string[]): Promise<readonly string[] | undefined> => {
    const { code, out } = await git.run(args);
    return code === 0
      ? decoder
          .decode(out)
          .split('\n')
          .filter((line) => line !== '')
      : undefined;
  };
  const [fetched, pushed] = await Promise.all([
    ask('remote', 'get-url', '--', remote),
    ask('remote', 'get-url', '--push', '--all', '--', remote),
  ]);
  // Git treats an unknown remote as a path, and runs the hooks that it finds there.
  if (fetched === undefined || pushed === undefined)
    throw new LedgerError(
      `this repository has no remote ${JSON.stringify(remote)}`,
      'See the remotes with git remote --verbose, and name one of them in lexform.yaml: ledger: { remote: NAME }',
    );
  const [from] = fetched;
  const [to, ...others] = pushed;
  if (to === undefined || others.length > 0)
    throw new LedgerError(
      `the remote ${JSON.stringify(remote)} pushes to ${pushed.length} addresses, but a ledger needs one`,
      NAME_ANOTHER,
    );
  if (from === to) return remote;
  const [read, rewrites = []] = await Promise.all([
    ask('ls-remote', '--get-url', '--end-of-options', to),
    ask('config', '--get-regexp', String.raw`^url\..*\.pushinsteadof$`),
  ]);
  const isRewritten = rewrites.some((line) => to.startsWith(line.slice(line.lastIndexOf(' ') + 1)));
  if (!to.startsWith('-') && read?.[0] === to && !isRewritten) return to;
  throw new LedgerError(
    redactUrl(
      `the remote ${JSON.stringify(remote)} fetches from ${from} and pushes to ${to}, and git rewrites the ` +
        'second one again, so the ledger has no one place',
    ),
    NAME_ANOTHER,
  );
}

/** One move of a ref from a commit (`undefined`: the ref does not exist) to another (`undefined`: delete it). */
export interface RefUpdate {
  readonly ref: string;
  readonly from: CommitId | undefined;
  readonly to: CommitId | undefined;
}

/**
 * The place where the refs of the ledger are shared: only this repository, or a remote to which every runner pushes.
 */
export interface RefStore {
  /** The current commit of a ref. Its objects are available locally. */
  see(ref: string): Promise<CommitId | undefined>;
  /** Names of the refs below a prefix that ends in `/`. */
  list(prefix: string): Promise<readonly string[]>;
  /** Makes all moves or none; false if one of the refs has another value now. */
  move(moves: readonly RefUpdate[]): Promise<boolean>;
}

/** Messages of git, in English, if another process moves a ref at the same time. */
const CONTENDED = /stale info|fetch first|already exists|cannot lock ref|failed to update ref|incorrect old value/;
/** A file that cannot be created will not be created by a repetition: git has already waited. */
const isStuck = ({ err }: GitResult): boolean => /unable to create/i.test(err);
const STUCK =
  'Look at the rights of the repository; when it is a file that exists and no git is at work here, remove that file';
const isContended = (result: GitResult): boolean => CONTENDED.test(result.err) && !isStuck(result);

const UNREACHABLE = { code: 'ledger-unreachable' } as const;

/** Maximum number of consecutive attempts that other runs may disturb. More failures are not a coincidence. */
const MAX_TRIES = 10;

/** Locks are created and deleted; a history only grows. */
const isLedgerRef = (ref: string): boolean => ref.startsWith('refs/lexform/ledger/');

/** The ref in which this repository keeps the last seen value of a remote's ref. */
export const mirrored = (ref: string): string => ref.replace('refs/lexform/', 'refs/lexform/remote/');

/** A new history next to an existing one would not own the resources of the existing one. */
function elsewhere(ref: string, place: string, bring: string, forget: string): LedgerError {
  return new LedgerError(
    `${ref} would start a new ledger, but one exists ${place}`,
    `Bring it over with: ${bring}; or, to start a new ledger, remove that one with: git update-ref -d ${forget}`,
    { code: 'ledger-rewritten' },
  );
}

/** The refs of this repository. */
export function localRefs(repository: GitRepository, git: GitPort): RefStore {
  return {
    async see(ref) {
      const at = await repository.readRef(ref);
      if (at === undefined && isLedgerRef(ref) && (await repository.readRef(mirrored(ref))) !== undefined)
        throw elsewhere(ref, 'from a remote', `git update-ref ${ref} ${mirrored(ref)}`, mirrored(ref));
      return at;
    },
    list: async (prefix) => [...(await repository.listRefs(prefix)).keys()],
    async move(moves) {
      const lines = moves.map(({ ref, from, to }) => {
        const zero = zeros(from ?? to);
        return to === undefined ? `delete ${ref} ${from ?? zero}` : `update ${ref} ${to} ${from ?? zero}`;
      });
      const input = new TextEncoder().encode(`start\n${lines.join('\n')}\nprepare\ncommit\n`);
      for (let tries = 1; ; tries += 1) {
        const result = await git.run(['update-ref', '--create-reflog', '--stdin'], input);
        if (result.code === 0) return true;
        for (const { ref, from } of moves) if ((await repository.readRef(ref)) !== from) return false;
        // Another run had the ref in between, but has already released it.
        if (tries < MAX_TRIES && isContended(result)) continue;
        const wayOut = isStuck(result) ? STUCK : 'Run the same command again';
        throw new LedgerError(`the refs of the ledger cannot be moved: ${result.err.trim()}`, wayOut, UNREACHABLE);
      }
    },
  };
}

const NO_REMOTE = 'Look at the address and the rights of the remote: git ls-remote <remote>';

/** Options that override the user's settings for fetches and pushes. */
export const GIT_FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-prune',
  '--no-recurse-submodules',
  '--no-filter',
  '--no-write-fetch-head',
];
export const GIT_PUSH = [
  'push',
  '--quiet',
  '--atomic',
  '--porcelain',
  '--no-verify',
  '--no-signed',
  '--no-follow-tags',
  '--recurse-submodules=no',
];

/**
 * The reason why a push failed: git reports the result of each ref on standard output, and the host on standard error.
 */
export const pushRefusal = (pushed: GitResult): string =>
  `${outText(pushed)}\n${pushed.err}`
    .split('\n')
    .filter((line) => /^(?:!|remote:|fatal:|error:)/.test(line))
    .map((line) => line.replaceAll('\t', ' ').trim())
    .join('; ');

/**
 * The refs of a remote. Each is fetched to its own name in this repository below `refs/lexform/remote/`. One atomic
 * push moves them, and every ref must still have the value that was read. If a remote fetches from another address than
 * it pushes to, it is read from the push address. Only the named refs are fetched, so a shallow clone is enough. If a
 * ledger has lost entries that this repository has seen, it was rewritten. It is refused, because its resources would
 * become unmanaged. The function is longer than 60 lines because it is a record of short functions over one remote.
 */
export function remoteRefs(repository: GitRepository, git: GitPort, remote: string): RefStore {
  let known: Promise<string> | undefined;
  /** Determined once, before any other operation. */
  const place = (): Promise<string> => {
    known ??= remoteAddress(git, remote);
    return known;
  };

  async function listed(pattern: string): Promise<ReadonlyMap<string, CommitId>> {
    const result = await git.run(['ls-remote', '--quiet', '--end-of-options', await place(), pattern]);
    if (result.code !== 0)
      throw new LedgerError(`the remote of the ledger cannot be read: ${result.err.trim()}`, NO_REMOTE, UNREACHABLE);
    return refsIn(result, '\t');
  }

  const standsAt = async (ref: string): Promise<CommitId | undefined> => (await listed(ref)).get(ref);

  function rewritten(ref: string, seen: CommitId, at: CommitId | undefined): LedgerError {
    const now = at === undefined ? 'it does not exist there' : `${at.slice(0, 10)} is there, which does not follow it`;
    return new LedgerError(
      `${ref} was rewritten on ${remote}: ${seen.slice(0, 10)} was its last entry, and ${now}`,
      `Bring it back with: git push --force ${remote} ${mirrored(ref)}:${ref}; or, if you intend this, accept what ` +
        `is there with: git update-ref -d ${mirrored(ref)}`,
      { code: 'ledger-rewritten' },
    );
  }

  /**
   * Fetches a ref with the value `at`. Returns the new value of its mirror, or `undefined` if a ref moved in the
   * meantime.
   */
  async function fetch(ref: string, at: CommitId, seen: CommitId | undefined): Promise<CommitId | undefined> {
    const force = isLedgerRef(ref) ? '' : '+';
    const fetched = await git.run([...GIT_FETCH, await place(), `${force}${ref}:${mirrored(ref)}`]);
    if (fetched.code === 0) return repository.readRef(mirrored(ref));
    if ((await standsAt(ref)) !== at || isContended(fetched)) return undefined;
    if (isLedgerRef(ref) && seen !== undefined && !(await repository.isAncestor(seen, at)))
      throw rewritten(ref, seen, at);
    throw new LedgerError(
      `${ref} cannot be fetched: ${fetched.err.trim()}`,
      isStuck(fetched) ? STUCK : NO_REMOTE,
      UNREACHABLE,
    );
  }

  return {
    list: async (prefix) => [...(await listed(`${prefix}*`)).keys()].filter((ref) => ref.startsWith(prefix)),
    async see(ref) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const at = await standsAt(ref);
        const seen = await repository.readRef(mirrored(ref));
        if (at === undefined && seen === undefined && isLedgerRef(ref) && (await repository.readRef(ref)) !== undefined)
          throw elsewhere(ref, 'in this repository', `git push ${remote} ${ref}`, ref);
        if (at === seen) return at;
        if (at !== undefined) {
          const fetched = await fetch(ref, at, seen);
          if (fetched !== undefined) return fetched;
        } else if (seen !== undefined) {
          if (isLedgerRef(ref)) throw rewritten(ref, seen, at);
          await repository.swapRef(mirrored(ref), seen, undefined);
        }
      }
      throw new LedgerError(`${ref} keeps changing on ${remote}`, 'Run the same command again', {
        code: 'ledger-contended',
      });
    },
    async move(moves) {
      const leases = moves.map(({ ref, from }) => `--force-with-lease=${ref}:${from ?? ''}`);
      const specs = moves.map(({ ref, to }) => `${to ?? ''}:${ref}`);
      for (let tries = 1; ; tries += 1) {
        const pushed = await git.run([...GIT_PUSH, ...leases, await place(), ...specs]);
        if (pushed.code === 0) return true;
        // Perhaps only the answer was lost. A commit that only this run made shows that. One ref is enough: a push is
        // atomic.
        const now = await Promise.all(moves.map(({ ref }) => standsAt(ref)));
        if (moves.some(({ to }, index) => to !== undefined && now[index] === to)) return true;
        if (moves.some(({ from }, index) => now[index] !== from)) return false;
        // The host waits for a lock for a much shorter time than git does here.
        if (tries < MAX_TRIES && CONTENDED.test(`${outText(pushed)}${pushed.err}`)) continue;
        throw new LedgerError(`the ledger cannot be pushed: ${pushRefusal(pushed)}`, NO_REMOTE, UNREACHABLE);
      }
    },
  };
}
