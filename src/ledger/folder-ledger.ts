import { join } from 'node:path';
import * as d from '../model/decode.ts';
import type { Digest } from '../model/ids.ts';
import { sha256, sha256Of, withDigest } from '../model/resources/digest.ts';
import { folderLockStore } from './folder-lock-store.ts';
import { type FolderPorts, UNFINISHED } from './folder-ports.ts';
import { type Ledger, type LedgerEntry, type LedgerTarget, type LedgerVersion, ledgerVersion } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import type { LedgerPart } from './ledger-files.ts';
import { ledgerParts } from './ledger-files.ts';
import { LEDGER_JSON } from './ledger-json.ts';
import { noteText, parseNote } from './ledger-note.ts';
import { makeLock } from './lock.ts';
import { chunksIn, type FileBytes, joined, type ProcessPorts } from './ports.ts';
import { ledgerReader } from './read-ledger-state.ts';

/**
 * One entry: `entries/<number>.json`. Contents lie once, whatever number of entries holds them: `contents/<SHA-256>`.
 */
const entryFile = d.object({
  after: d.nullable(d.text),
  time: d.text,
  message: d.text,
  files: d.map(d.entries(d.text), (files) => new Map(files)),
});

/** Contents that are looked at or written at once: each waits for the disk. */
const CONTENTS_AT_ONCE = 8;

const encoder = new TextEncoder();

const VERSION = /^\d{6,}$/;
const nextVersion = (after: LedgerVersion | undefined): string => String(Number(after ?? 0) + 1).padStart(6, '0');

const damaged = (what: string): LedgerError =>
  new LedgerError(`the ledger's folder is damaged: ${what}`, 'Bring the file back, or remove the entries from it on', {
    code: 'ledger-damaged',
  });

/**
 * The ledger of a target in a folder, for workspaces outside git. Entries are numbered. A run takes a number by
 * creating its file, which only one run can. The function is longer than 60 lines because it is a record of short
 * functions over one folder.
 */
export function folderLedger(
  folder: string,
  ports: FolderPorts,
  target: LedgerTarget,
  now: () => Date,
  isGone?: ProcessPorts['isGone'],
): Ledger {
  const entryPath = (version: string): string => join(folder, 'entries', `${version}.json`);
  const contentPath = (digest: string): string => join(folder, 'contents', digest);
  const lockStore = folderLockStore(join(folder, 'locks'), ports);

  async function versions(): Promise<readonly string[]> {
    const names = await ports.list(join(folder, 'entries'));
    return names
      .map((name) => name.replace(/\.json$/, ''))
      .filter((name) => VERSION.test(name))
      .sort((left, right) => Number(right) - Number(left));
  }
  /** Entries never change, so each is read once. */
  const known = new Map<string, d.Decoded<typeof entryFile>>();
  async function entry(version: string): Promise<d.Decoded<typeof entryFile>> {
    const read = known.get(version) ?? (await readEntry(version));
    known.set(version, read);
    return read;
  }
  async function readEntry(version: string): Promise<d.Decoded<typeof entryFile>> {
    const bytes = VERSION.test(version) ? await ports.readFile(entryPath(version)) : undefined;
    if (bytes === undefined)
      throw new LedgerError(`the ledger has no entry ${version}`, 'See the entries with: lexform log');
    try {
      return d.parseJson(bytes, d.digested(entryFile));
    } catch (error) {
      throw error instanceof d.DecodeError ? damaged(`in ${version}.json, ${error.message}`) : error;
    }
  }
  async function content({ files }: d.Decoded<typeof entryFile>, path: string): Promise<Uint8Array | undefined> {
    const digest = files.get(path);
    if (digest === undefined) return undefined;
    const bytes = await ports.readFile(contentPath(digest));
    if (bytes === undefined) throw damaged(`the content of ${path} is missing`);
    if (sha256(bytes) !== digest) throw damaged(`the content of ${path} has been edited`);
    return bytes;
  }
  /** Contents that this process has written for the next entry, or has read and found undamaged. */
  const sound = new Set<string>();
  /** The content that holds entries, by their digest: it need not be made again. */
  const contentOfEntries = new Map<Digest, string>();
  /**
   * Writes contents and returns the content of each path. What lies there under the same digest is the same, unless it
   * is damaged: then it is made anew.
   */
  async function keepContents(parts: Iterable<LedgerPart<FileBytes>>): Promise<Readonly<Record<string, string>>> {
    // Most of it is there from the entries before, and looking costs less than writing.
    const there = new Set(await ports.list(join(folder, 'contents')));
    const files: Record<string, string> = {};
    async function keep({ path, entries, bytes: make }: LedgerPart<FileBytes>): Promise<void> {
      // Paths keep their order, whichever is written first.
      files[path] = (entries && contentOfEntries.get(entries.digest)) ?? '';
      if (files[path] !== '') return;
      const bytes = make();
      const digest = sha256Of(chunksIn(bytes));
      files[path] = digest;
      if (!sound.has(digest)) {
        const found = there.has(digest) ? await ports.readFile(contentPath(digest)) : undefined;
        if (found === undefined || sha256(found) !== digest) await ports.putFile(contentPath(digest), bytes);
        sound.add(digest);
      }
      if (entries !== undefined) contentOfEntries.set(entries.digest, digest);
    }
    // All take from one source, so that few contents are in memory at once.
    const source = parts[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (let next = source.next(); next.done !== true; next = source.next()) await keep(next.value);
    };
    await Promise.all(Array.from({ length: CONTENTS_AT_ONCE }, worker));
    return files;
  }
  /**
   * Takes away what processes that were killed had begun. Whoever holds the lock may: nobody else writes here but to
   * get it.
   */
  async function sweep(): Promise<void> {
    for (const part of ['contents', 'entries', 'locks'])
      for (const name of await ports.list(join(folder, part)))
        if (name.endsWith(UNFINISHED)) await ports.removeFile(join(folder, part, name));
  }
  async function noted(version: string): Promise<LedgerEntry> {
    const { time, message } = await entry(version);
    return { version: ledgerVersion(version), time, ...parseNote(message) };
  }

  return {
    target,
    ...ledgerReader(target, {
      async last() {
        const [last] = await versions();
        return last === undefined ? undefined : ledgerVersion(last);
      },
      async readFiles(version, paths) {
        const found = await entry(version);
        return Promise.all(paths.map((path) => content(found, path)));
      },
      isWorkspace: async () => true,
    }),
    readMany: (wanted) => Promise.all(wanted.map(async ({ version, path }) => content(await entry(version), path))),
    async prepare(state) {
      // The ids in its list of contents are those that the calls give.
      await keepContents([...ledgerParts(state, target)].filter(({ path }) => path !== LEDGER_JSON));
    },
    async write({ after, state, note, time, extra = new Map(), unlock }) {
      const further = [...extra].map(([path, bytes]): LedgerPart<FileBytes> => ({ path, bytes: () => bytes }));
      const files = await keepContents(joined<LedgerPart<FileBytes>>(further, ledgerParts(state, target)));
      sound.clear();
      contentOfEntries.clear();
      const version = nextVersion(after);
      const made = withDigest({ after: after ?? null, time: time.toISOString(), message: noteText(note), files });
      const [last] = await versions();
      const ours = unlock === undefined || (await lockStore.see())?.at === unlock.at;
      const taken =
        ours &&
        last === after &&
        (await ports.createFile(entryPath(version), encoder.encode(`${JSON.stringify(made, null, 2)}\n`)));
      if (!taken) {
        const [winner] = await versions();
        return { kind: 'lost', winner: winner === undefined ? undefined : await noted(winner) };
      }
      if (unlock !== undefined) {
        await sweep();
        await lockStore.move(unlock.at, undefined);
      }
      return { kind: 'written', version: ledgerVersion(version) };
    },
    // A folder is one workspace's own; its other targets are other accounts.
    owners: async () => new Map(),
    async entries(limit) {
      const all = await versions();
      return Promise.all((limit === undefined ? all : all.slice(0, limit)).map(noted));
    },
    lock: makeLock(lockStore, now, isGone),
  };
}
