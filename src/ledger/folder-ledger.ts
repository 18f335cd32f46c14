import { join, posix } from 'node:path';
import * as d from '../model/decode.ts';
import { sha256, sha256Of, withDigest } from '../model/resources/digest.ts';
import { type Ledger, type LedgerEntry, type LedgerTarget, type LedgerVersion, ledgerVersion } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import { type LedgerPart, ledgerParts } from './ledger-files.ts';
import { PLAN_FILE } from './ledger-json.ts';
import { noteText, parseNote } from './ledger-note.ts';
import { type LockStore, makeLock } from './lock.ts';
import { chunksIn, type FileBytes, type FolderPorts, joined, type ProcessPorts, UNFINISHED } from './ports.ts';
import { ledgerReader } from './read-ledger-state.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The content of a free lock. */
const FREE = '';
const NUMBERED = /^(\d{6,})\.json$/;
/** Attempts to read a folder that other processes change at the same time. More failures are not a coincidence. */
const MAX_READS = 100;

/**
 * A lock as numbered files. The last file counts: it names the holder, or is empty. A move creates the file with the
 * next number, which only one process can, and removes the earlier files. The last file is never removed, so that no
 * number is used twice.
 */
export function folderLockStore(folder: string, ports: FolderPorts): LockStore {
  const pathOf = (number: number): string => join(folder, `${String(number).padStart(6, '0')}.json`);

  async function numbers(): Promise<readonly number[]> {
    const names = await ports.list(folder);
    return names.flatMap((name) => NUMBERED.exec(name)?.[1] ?? []).map(Number);
  }
  const last = (all: readonly number[]): number => all.reduce((most, each) => Math.max(most, each), 0);

  async function readLast(): Promise<{ readonly number: number; readonly text: string; readonly bytes: Uint8Array }> {
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const number = last(await numbers());
      const bytes = number === 0 ? encoder.encode(FREE) : await ports.readFile(pathOf(number));
      // Otherwise, another process created the next file and removed this one.
      if (bytes !== undefined) return { number, text: decoder.decode(bytes), bytes };
    }
    throw new LedgerError(`the lock in ${folder} cannot be read`, 'Run the same command again', {
      code: 'ledger-contended',
    });
  }

  return {
    async see() {
      const { text, bytes } = await readLast();
      return text === FREE ? undefined : { at: text, bytes };
    },
    put: async (bytes) => decoder.decode(bytes),
    async move(from = FREE, to = FREE) {
      const { number, text } = await readLast();
      const next = number + 1;
      if (text !== from || !(await ports.createFile(pathOf(next), encoder.encode(to)))) return false;
      const all = await numbers();
      if (last(all) !== next) {
        // The number was only free because other processes have already removed its file.
        await ports.removeFile(pathOf(next));
        return false;
      }
      for (const each of all) if (each < next) await ports.removeFile(pathOf(each));
      return true;
    },
  };
}

/** The SHA-256 of a file. A part of it becomes a part of a path, so no other text is allowed. */
const sha256Text = d.refined(d.text, (text) => /^[0-9a-f]{64}$/.test(text), 'a SHA-256');

/** One entry: `entries/<number>.json`. It has the path of each of its files, with the SHA-256 of the content. */
const entryFile = d.object({
  after: d.nullable(d.text),
  time: d.text,
  message: d.text,
  files: d.map(d.entries(sha256Text), (files) => new Map(files)),
});

/** Files that are checked or written at the same time, because each waits for the disk. */
const FILES_AT_ONCE = 8;

/** Characters of the digest in the name of a file. */
const DIGEST_CHARS = 16;

/**
 * The place of a file in `files/`: `glossaries/product/en-de.csv` is `glossaries/product/en-de.27eb925bcda89bd7.csv`.
 * Each version of a file has its own name, so entries share unchanged files, and no run overwrites another's.
 */
function storedPath(path: string, digest: string): string {
  const { dir, name, ext } = posix.parse(path);
  return posix.join('files', dir, `${name}.${digest.slice(0, DIGEST_CHARS)}${ext}`);
}

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
    const bytes = await ports.readFile(join(folder, storedPath(path, digest)));
    if (bytes === undefined) throw damaged(`the content of ${path} is missing`);
    if (sha256(bytes) !== digest) throw damaged(`the content of ${path} has been edited`);
    return bytes;
  }
  /** The SHA-256 of files of entries that this process has written. The keys are the path and the entries. */
  const writtenEntries = new Map<string, string>();
  /** Writes the files that do not exist yet or are damaged. Returns the SHA-256 of each path. */
  async function writeFiles(parts: Iterable<LedgerPart<FileBytes>>): Promise<ReadonlyMap<string, string>> {
    const files = new Map<string, string>();
    async function writePart({ path, entries, sha256: known, bytes: make }: LedgerPart<FileBytes>): Promise<void> {
      const key = `${path} ${entries?.digest}`;
      // Keep the order of the paths, whichever file is written first.
      files.set(path, writtenEntries.get(key) ?? '');
      if (files.get(path) !== '') return;
      const bytes = make();
      const digest = known ?? sha256Of(chunksIn(bytes));
      files.set(path, digest);
      const place = join(folder, storedPath(path, digest));
      const found = await ports.readFile(place);
      if (found === undefined || sha256(found) !== digest) await ports.putFile(place, bytes);
      if (entries !== undefined) writtenEntries.set(key, digest);
    }
    // All workers take from one source, so that few files are in memory at the same time.
    const source = parts[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (let next = source.next(); next.done !== true; next = source.next()) await writePart(next.value);
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker));
    return files;
  }
  /**
   * Removes the unfinished files of killed processes. Only for the holder of the lock: no other process writes then.
   */
  async function sweep(paths: Iterable<string>): Promise<void> {
    const folders = new Set(Array.from(paths, (path) => posix.join('files', posix.dirname(path))));
    for (const part of [...folders, 'entries', 'locks'])
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
    async write({ after, state, base, note, time, planText, unlock }) {
      const plan = planText && { path: PLAN_FILE, sha256: planText.sha256, bytes: () => planText.bytes };
      const parts = ledgerParts(state, target, base);
      const files = await writeFiles(joined<LedgerPart<FileBytes>>(plan ? [plan] : [], parts));
      const version = nextVersion(after);
      const newEntry = withDigest({
        after: after ?? null,
        time: time.toISOString(),
        message: noteText(note),
        files: Object.fromEntries(files),
      });
      const [last] = await versions();
      const ours = unlock === undefined || (await lockStore.see())?.at === unlock.at;
      const taken =
        ours &&
        last === after &&
        (await ports.createFile(entryPath(version), encoder.encode(`${JSON.stringify(newEntry, null, 2)}\n`)));
      if (!taken) {
        const [winner] = await versions();
        return { kind: 'lost', winner: winner === undefined ? undefined : await noted(winner) };
      }
      if (unlock !== undefined) {
        await sweep(files.keys());
        await lockStore.move(unlock.at, undefined);
      }
      return { kind: 'written', version: ledgerVersion(version) };
    },
    // A folder belongs to one workspace, and its other targets are other accounts.
    owners: async () => new Map(),
    async entries(limit) {
      const all = await versions();
      return Promise.all((limit === undefined ? all : all.slice(0, limit)).map(noted));
    },
    lock: makeLock(lockStore, now, isGone),
  };
}
