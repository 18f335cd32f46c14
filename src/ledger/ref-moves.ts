import type { CommitId, GitRepository } from './git-repository.ts';
import { LedgerError } from './ledger-error.ts';
import type { GitPort } from './ports.ts';

/** One ref that is to go from where it was seen (`undefined`: nowhere) to another place (`undefined`: away). */
export interface RefMove {
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
  move(moves: readonly RefMove[]): Promise<boolean>;
}

/** The refs of this repository. */
export function localRefs(repository: GitRepository, git: GitPort): RefStore {
  return {
    see: (ref) => repository.readRef(ref),
    list: async (prefix) => [...(await repository.listRefs(prefix)).keys()],
    async move(moves) {
      const lines = moves.map(({ ref, from, to }) => {
        const zero = '0'.repeat((from ?? to ?? '').length === 64 ? 64 : 40);
        return to === undefined ? `delete ${ref} ${from ?? zero}` : `update ${ref} ${to} ${from ?? zero}`;
      });
      const input = new TextEncoder().encode(`start\n${lines.join('\n')}\nprepare\ncommit\n`);
      const result = await git.run(['update-ref', '--create-reflog', '--stdin'], input);
      if (result.code === 0) return true;
      for (const { ref, from } of moves) if ((await repository.readRef(ref)) !== from) return false;
      throw new LedgerError(
        `the refs of the ledger cannot be moved: ${result.err.trim()}`,
        'Run the same command again',
      );
    },
  };
}

const NO_REMOTE = 'Look at the address and the rights of the remote: git ls-remote <remote>';

/** What git says of a push that came too late, in English. */
const TOO_LATE =
  /\[rejected\]|\[remote rejected\]|stale info|fetch first|non-fast-forward|already exists|cannot lock ref|failed to update ref/;

/**
 * The refs of a remote. Each is fetched to a name of this repository's own below `refs/lexform/remote/`, and moved by one atomic push in which every ref must
 * stand where it was seen. Nothing of the remote but the named refs is fetched, so that a shallow clone does.
 */
export function remoteRefs(repository: GitRepository, git: GitPort, remote: string): RefStore {
  const mirrored = (ref: string): string => ref.replace(/^refs\/lexform\//, 'refs/lexform/remote/');

  async function standsAt(ref: string): Promise<CommitId | undefined> {
    const listed = await git.run(['ls-remote', '--quiet', '--end-of-options', remote, ref]);
    if (listed.code !== 0)
      throw new LedgerError(`the remote of the ledger cannot be read: ${listed.err.trim()}`, NO_REMOTE);
    const line = new TextDecoder()
      .decode(listed.out)
      .split('\n')
      .find((each) => each.endsWith(`\t${ref}`));
    return line?.split('\t')[0] as CommitId | undefined;
  }

  return {
    async list(prefix) {
      const listed = await git.run(['ls-remote', '--quiet', '--end-of-options', remote, `${prefix}*`]);
      if (listed.code !== 0)
        throw new LedgerError(`the remote of the ledger cannot be read: ${listed.err.trim()}`, NO_REMOTE);
      const lines = new TextDecoder().decode(listed.out).split('\n');
      return lines.flatMap((line) => line.split('\t')[1] ?? []).filter((ref) => ref.startsWith(prefix));
    },
    async see(ref) {
      const at = await standsAt(ref);
      if (at === undefined) {
        const old = await repository.readRef(mirrored(ref));
        if (old !== undefined) await repository.swapRef(mirrored(ref), old, undefined);
        return undefined;
      }
      const fetched = await git.run([
        'fetch',
        '--quiet',
        '--no-tags',
        '--no-write-fetch-head',
        remote,
        `+${ref}:${mirrored(ref)}`,
      ]);
      if (fetched.code !== 0) throw new LedgerError(`${ref} cannot be fetched: ${fetched.err.trim()}`, NO_REMOTE);
      return repository.readRef(mirrored(ref));
    },
    async move(moves) {
      const leases = moves.map(({ ref, from }) => `--force-with-lease=${ref}:${from ?? ''}`);
      const specs = moves.map(({ ref, to }) => `${to ?? ''}:${ref}`);
      const pushed = await git.run([
        'push',
        '--quiet',
        '--atomic',
        '--porcelain',
        '--no-verify',
        ...leases,
        remote,
        ...specs,
      ]);
      if (pushed.code === 0) return true;
      const said = `${new TextDecoder().decode(pushed.out)}\n${pushed.err}`;
      // A push whose answer was lost may have come through: where the refs stand tells, as far as one now stands at what only this run has made.
      const now = await Promise.all(moves.map(({ ref }) => standsAt(ref)));
      const made = moves.some(({ to }) => to !== undefined);
      if (made && moves.every(({ to }, index) => now[index] === to)) return true;
      if (TOO_LATE.test(said) || moves.some(({ from }, index) => now[index] !== from)) return false;
      throw new LedgerError(`the ledger cannot be pushed: ${pushed.err.trim()}`, NO_REMOTE);
    },
  };
}
