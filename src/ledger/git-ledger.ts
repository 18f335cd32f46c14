import { checkTarget } from './check-target.ts';
import { gitLockStore, lockRef } from './git-lock-store.ts';
import { type CommitId, type GitRepository, isCommitId } from './git-repository.ts';
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
import { makeLock } from './lock.ts';
import { readLedgerState } from './read-ledger-state.ts';
import type { RefStore } from './ref-moves.ts';

export const ledgerRef = (target: string): string => `refs/lexform/ledger/${target}`;

/** The history of a target as commits on a ref. */
export function gitLedger(repository: GitRepository, refs: RefStore, target: LedgerTarget, now: () => Date): Ledger {
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

  return {
    async read() {
      const at = await refs.see(ref);
      return at === undefined ? undefined : checkTarget(await snapshot(at), target);
    },
    readAt: (version) => snapshot(commitOf(version)),
    readExtra: async (version, path) => (await repository.readFiles(commitOf(version), [path]))[0],
    async write({ after, state, note, time, extra = new Map(), unlock }) {
      const from = after === undefined ? undefined : commitOf(after);
      const files = new Map([...extra, ...ledgerFiles(state, target)]);
      const to = await repository.commit({ parent: from, files, message: noteText(note), time });
      const lock =
        unlock === undefined ? [] : [{ ref: lockRef(target.name), from: unlock.at as CommitId, to: undefined }];
      if (await refs.move([{ ref, from, to }, ...lock])) return { kind: 'written', version: ledgerVersion(to) };
      const winner = await refs.see(ref);
      return { kind: 'lost', winner: winner === undefined ? undefined : (await entries(winner, 1))[0] };
    },
    async history(limit) {
      const at = await refs.see(ref);
      return at === undefined ? [] : entries(at, limit);
    },
    lock: makeLock(gitLockStore(repository, refs, target.name), now),
  };
}
