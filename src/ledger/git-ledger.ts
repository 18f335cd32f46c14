import type { CommitId, GitRepository } from './git-repository.ts';
import { isCommitId } from './git-repository.ts';
import {
  type Ledger,
  type LedgerEntry,
  type LedgerSnapshot,
  type LedgerTarget,
  type LedgerVersion,
  ledgerVersion,
} from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import { ledgerFiles } from './ledger-files.ts';
import { noteText, parseNote } from './ledger-note.ts';
import { readLedgerState } from './read-ledger-state.ts';
import type { RefStore } from './ref-moves.ts';

export const ledgerRef = (target: string): string => `refs/lexform/ledger/${target}`;

/** The lock that a run holds, which goes with the entry that it writes. */
export interface HeldLock {
  readonly ref: string;
  readonly at: CommitId;
}

/** The history of a target as commits on a ref. */
export interface GitLedger extends Ledger {
  /** Like `write`, and drops the lock in the same move. */
  writeAndUnlock(...args: [...Parameters<Ledger['write']>, lock: HeldLock]): ReturnType<Ledger['write']>;
}

export function gitLedger(repository: GitRepository, refs: RefStore, target: LedgerTarget): GitLedger {
  const ref = ledgerRef(target.name);

  function commitOf(version: LedgerVersion): CommitId {
    if (isCommitId(version)) return version;
    throw new LedgerError(`${JSON.stringify(version)} is no commit of the ledger`, 'See the entries with: lexform log');
  }
  async function snapshot(commit: CommitId): Promise<LedgerSnapshot> {
    const read = await readLedgerState((paths) => repository.readFiles(commit, paths));
    return { version: ledgerVersion(commit), ...read };
  }
  async function entries(from: CommitId, limit?: number): Promise<readonly LedgerEntry[]> {
    return (await repository.history(from, limit)).map(({ id, time, message }) => ({
      version: ledgerVersion(id),
      time,
      ...parseNote(message),
    }));
  }
  async function write(
    [after, state, note, time]: Parameters<Ledger['write']>,
    lock: HeldLock | undefined,
  ): ReturnType<Ledger['write']> {
    const from = after === undefined ? undefined : commitOf(after);
    const to = await repository.commit({
      parent: from,
      files: ledgerFiles(state, target),
      message: noteText(note),
      time,
    });
    const unlock = lock === undefined ? [] : [{ ref: lock.ref, from: lock.at, to: undefined }];
    if (await refs.move([{ ref, from, to }, ...unlock])) return { kind: 'written', version: ledgerVersion(to) };
    const now = await refs.see(ref);
    return { kind: 'lost', winner: now === undefined ? undefined : (await entries(now, 1))[0] };
  }

  return {
    async read() {
      const at = await refs.see(ref);
      if (at === undefined) return undefined;
      const found = await snapshot(at);
      if (found.target.baseUrl !== target.baseUrl)
        throw new LedgerError(
          `the ledger of "${target.name}" is about ${found.target.baseUrl}, and the target is at ${target.baseUrl} now`,
          'Give the target another name, or its old address',
        );
      return found;
    },
    readAt: (version) => snapshot(commitOf(version)),
    write: (...args) => write(args, undefined),
    writeAndUnlock: (after, state, note, time, lock) => write([after, state, note, time], lock),
    async history(limit) {
      const at = await refs.see(ref);
      return at === undefined ? [] : entries(at, limit);
    },
  };
}
