import { type CommitId, isCommitId } from './git-log.ts';
import type { GitRepository } from './git-repository.ts';
import {
  type Ledger,
  type LedgerEntry,
  type LedgerTarget,
  type LedgerVersion,
  ledgerVersion,
  targetPath,
} from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import { eachLedgerFile } from './ledger-files.ts';
import { LEDGER_JSON, type LedgerListing, PLAN_FILE, parseLedgerJson } from './ledger-json.ts';
import { noteText, parseNote } from './ledger-note.ts';
import { type LockStore, makeLock } from './lock.ts';
import { type FileBytes, joined, type ProcessPorts } from './ports.ts';
import { ledgerReader } from './read-ledger-state.ts';
import type { RefStore } from './ref-updates.ts';

export const lockRef = (target: string): string => `refs/lexform/lock/${targetPath(target)}`;

const FILE = 'lock.json';

/** A lock as a ref that exists while a run holds it. */
export function gitLockStore(repository: GitRepository, refs: RefStore, target: string): LockStore {
  const ref = lockRef(target);
  return {
    async see() {
      const at = await refs.see(ref);
      return at === undefined ? undefined : { at, bytes: (await repository.readFiles(at, [FILE]))[0] };
    },
    put: (bytes, time) =>
      repository.commit({
        parent: undefined,
        files: new Map([[FILE, bytes]]),
        message: `lock of ${target}\n`,
        time,
      }),
    move: (from, to) => refs.move([{ ref, from: from as CommitId | undefined, to: to as CommitId | undefined }]),
  };
}

/** The prefix of the refs of ledgers. */
export const LEDGER_PREFIX = 'refs/lexform/ledger/';

/** Files of an entry whose lines are not values of resources. */
const NOT_CONTENT = [LEDGER_JSON, PLAN_FILE];

/** The content of `ledger.json`; `undefined` if it cannot be read. */
export function parsedOrNone(bytes: Uint8Array): LedgerListing | undefined {
  try {
    return parseLedgerJson(bytes);
  } catch {
    return undefined;
  }
}

export const ledgerRef = (target: string): string => `${LEDGER_PREFIX}${targetPath(target)}`;

/**
 * The ledger of a target as commits on a ref. The function is longer than 60 lines because it is a record of short
 * functions over one ref.
 */
export function gitLedger(
  repository: GitRepository,
  refs: RefStore,
  target: LedgerTarget,
  settings: {
    readonly now: () => Date;
    /** Whether a workspace is at a path of the repository. */
    readonly isWorkspace: (path: string) => Promise<boolean>;
    /** Default: the process may still exist. */
    readonly isGone?: ProcessPorts['isGone'];
    /** Called after each entry that ends a run. It must not reject. Default: nothing is packed. */
    readonly pack?: () => Promise<void>;
  },
): Ledger {
  const ref = ledgerRef(target.name);

  function commitOf(version: LedgerVersion): CommitId {
    if (isCommitId(version)) return version;
    throw new LedgerError(
      `${JSON.stringify(version)} is not a commit of the ledger`,
      'See the entries with: lexform log',
    );
  }
  async function entries(from: CommitId, limit?: number): Promise<readonly LedgerEntry[]> {
    return (await repository.history(from, limit)).map(({ id, time, message }) => ({
      version: ledgerVersion(id),
      time,
      ...parseNote(message),
    }));
  }

  return {
    target,
    ...ledgerReader(target, {
      async last() {
        const at = await refs.see(ref);
        return at === undefined ? undefined : ledgerVersion(at);
      },
      readFiles: async (version, paths) => repository.readFiles(commitOf(version), paths),
      isWorkspace: settings.isWorkspace,
    }),
    readMany: (wanted) => repository.readMany(wanted.map(({ version, path }) => ({ commit: commitOf(version), path }))),
    async changedLines(versions) {
      const [first] = versions;
      if (first === undefined) return new Map();
      const found = await repository.changedLines(commitOf(first), versions.length, NOT_CONTENT);
      // Git compares each commit with its parent, so the parent must be the next version. The first entry has no
      // parent.
      const isNextVersion = (at: number, parent: CommitId | undefined): boolean =>
        parent === undefined ? at + 1 === versions.length : ledgerVersion(parent) === versions[at + 1];
      return new Map(
        found.flatMap(({ id, parents: [parent, ...others], lines }, at) =>
          ledgerVersion(id) === versions[at] && others.length === 0 && isNextVersion(at, parent)
            ? [[ledgerVersion(id), lines]]
            : [],
        ),
      );
    },
    async write({ after, state, base, note, time, planText, unlock }) {
      const from = after === undefined ? undefined : commitOf(after);
      const plan = planText === undefined ? [] : [[PLAN_FILE, planText.bytes] as const];
      const files = joined<readonly [string, FileBytes]>(plan, eachLedgerFile(state, target, base));
      const to = await repository.commit({ parent: from, files, message: noteText(note), time });
      const lock =
        unlock === undefined ? [] : [{ ref: lockRef(target.name), from: unlock.at as CommitId, to: undefined }];
      if (await refs.move([{ ref, from, to }, ...lock])) {
        if (unlock !== undefined) await settings.pack?.();
        return { kind: 'written', version: ledgerVersion(to) };
      }
      const winner = await refs.see(ref);
      // The answer of git was lost, and another run has already written the next entry.
      if (winner !== undefined && (await repository.isAncestor(to, winner)))
        return { kind: 'written', version: ledgerVersion(to) };
      return { kind: 'lost', winner: winner === undefined ? undefined : (await entries(winner, 1))[0] };
    },
    async owners() {
      const owners = new Map<string, { readonly target: string; readonly address: string }>();
      for (const other of await refs.list(LEDGER_PREFIX)) {
        const at = other === ref ? undefined : await refs.see(other);
        const [bytes] = at === undefined ? [] : await repository.readFiles(at, [LEDGER_JSON]);
        // An unreadable ledger of another target does not stop this one.
        const listing = bytes && parsedOrNone(bytes);
        if (listing?.target.baseUrl !== target.baseUrl) continue;
        for (const { id, address } of listing.owned) owners.set(id, { target: listing.target.name, address });
      }
      return owners;
    },
    async entries(limit) {
      const at = await refs.see(ref);
      return at === undefined ? [] : entries(at, limit);
    },
    lock: makeLock(gitLockStore(repository, refs, target.name), settings.now, settings.isGone),
  };
}
