import { redactUrl } from '../model/workspace/redact-url.ts';
import type { CommitId } from './git-log.ts';
import { type GitRepository, outText, refsIn, zeros } from './git-repository.ts';
import { LedgerError } from './ledger-error.ts';
import type { GitPort, GitResult } from './ports.ts';

const decoder = new TextDecoder();

const NAME_ANOTHER =
  'Name a remote of its own for the ledger, with one address: git remote add ledger URL, and in lexform.yaml: ' +
  'ledger: { remote: ledger }';

/**
 * What to give git for a remote, so that it reads from where it writes: the name, or, when fetches go to another
 * address than pushes, the address of the pushes. A lock that is taken in one place and looked for in another would
 * keep nobody out. Rejects with `LedgerError` when git knows no such remote, and when no one place can be told: several
 * push addresses, or an address that the settings of git rewrite differently for fetches and pushes.
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
  // Git takes whatever is no remote for a path, and runs the hooks that it finds there.
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

/** One ref that is to go from where it was seen (`undefined`: nowhere) to another place (`undefined`: away). */
export interface RefUpdate {
  readonly ref: string;
  readonly from: CommitId | undefined;
  readonly to: CommitId | undefined;
}

/** Where the refs of the ledger are shared: this repository alone, or a remote that every runner pushes to. */
export interface RefStore {
  /** Where a ref stands now, its objects at hand. */
  see(ref: string): Promise<CommitId | undefined>;
  /** Names of the refs below a prefix that ends in `/`. */
  list(prefix: string): Promise<readonly string[]>;
  /** All moves or none; false when one of the refs stands elsewhere by now. */
  move(moves: readonly RefUpdate[]): Promise<boolean>;
}

/** What git says when somebody else moves a ref this very moment, in English. */
const CONTENDED = /stale info|fetch first|already exists|cannot lock ref|failed to update ref|incorrect old value/;
/** What cannot be created stays so: git has waited for it. */
const isStuck = ({ err }: GitResult): boolean => /unable to create/i.test(err);
const STUCK =
  'Look at the rights of the repository; when it is a file that exists and no git is at work here, remove that file';
const isContended = (result: GitResult): boolean => CONTENDED.test(result.err) && !isStuck(result);

const UNREACHABLE = { code: 'ledger-unreachable' } as const;

/** Tries in a row that others may spoil. More are no accident. */
const MAX_TRIES = 10;

/** Locks come and go; a history only grows. */
const isLedgerRef = (ref: string): boolean => ref.startsWith('refs/lexform/ledger/');

/** Where this repository keeps what it has seen of a remote's ref. */
export const mirrored = (ref: string): string => ref.replace('refs/lexform/', 'refs/lexform/remote/');

/** A history that begins where another one lies already would own nothing of what that one owns. */
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
        // Somebody was there between, and is gone again.
        if (tries < MAX_TRIES && isContended(result)) continue;
        const wayOut = isStuck(result) ? STUCK : 'Run the same command again';
        throw new LedgerError(`the refs of the ledger cannot be moved: ${result.err.trim()}`, wayOut, UNREACHABLE);
      }
    },
  };
}

const NO_REMOTE = 'Look at the address and the rights of the remote: git ls-remote <remote>';

/** Settings of the user for their own fetches and pushes that do not hold for this one. */
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

/** Why a push failed: git says what became of each ref on its standard output, the host speaks on the other one. */
export const pushRefusal = (pushed: GitResult): string =>
  `${outText(pushed)}\n${pushed.err}`
    .split('\n')
    .filter((line) => /^(?:!|remote:|fatal:|error:)/.test(line))
    .map((line) => line.replaceAll('\t', ' ').trim())
    .join('; ');

/**
 * The refs of a remote. Each is fetched to this repository's own name below `refs/lexform/remote/`. One atomic push
 * moves them, and every ref must still be where it was read. A remote that fetches from another address than it pushes
 * to is read where it is pushed. Only the named refs are fetched, so a shallow clone is enough. A ledger that lost
 * entries that this repository has seen was rewritten. It is refused, since its resources would become unmanaged. The
 * function is longer than 60 lines because it is a record of short functions over one remote.
 */
export function remoteRefs(repository: GitRepository, git: GitPort, remote: string): RefStore {
  let known: Promise<string> | undefined;
  /** Asked once, before anything else is done there. */
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
    const now = at === undefined ? 'it is gone there' : `${at.slice(0, 12)} stands there, which does not follow it`;
    return new LedgerError(
      `${ref} was rewritten on ${remote}: ${seen.slice(0, 12)} was its last entry, and ${now}`,
      `Bring it back with: git push --force ${remote} ${mirrored(ref)}:${ref}; or, if you intend this, accept what ` +
        `is there with: git update-ref -d ${mirrored(ref)}`,
      { code: 'ledger-rewritten' },
    );
  }

  /**
   * Fetches a ref that stands at a commit; what now stands at its mirror, or `undefined` when something moved
   * meanwhile.
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
        // The answer may be all that was lost. What only this run has made tells, of one ref for all: a push is atomic.
        const now = await Promise.all(moves.map(({ ref }) => standsAt(ref)));
        if (moves.some(({ to }, index) => to !== undefined && now[index] === to)) return true;
        if (moves.some(({ from }, index) => now[index] !== from)) return false;
        // The host waits for a lock much shorter than this git does.
        if (tries < MAX_TRIES && CONTENDED.test(`${outText(pushed)}${pushed.err}`)) continue;
        throw new LedgerError(`the ledger cannot be pushed: ${pushRefusal(pushed)}`, NO_REMOTE, UNREACHABLE);
      }
    },
  };
}
