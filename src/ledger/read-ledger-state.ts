import { parseDictionary } from '../files/dictionary/dictionary-file.ts';
import { writtenForm } from '../files/dictionary/written-form.ts';
import { withChildren } from '../kinds/ledger-content.ts';
import { ledgerFrom } from '../kinds/registry.ts';
import type { LedgerState } from '../kinds/states.ts';
import type { Entries } from '../model/entries/entries.ts';
import { hasErrors } from '../model/finding.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import type { ResourceAddress } from '../model/resources/address.ts';
import type { EntriesAtHand, Ledger, LedgerSnapshot, LedgerTarget, LedgerVersion } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import { LEDGER_JSON, type LedgerListing, type ListedChild, parseLedgerJson, REPAIR } from './ledger-json.ts';

const folderName = (workspace: string): string => (workspace === '' ? 'the top of the repository' : workspace);

/**
 * Returns the entry if it belongs to this workspace. The resources of another workspace must not be deleted here. A
 * workspace that does not exist at its path any more has moved, which is allowed.
 */
export async function checkWorkspace(
  found: LedgerSnapshot,
  target: LedgerTarget,
  isWorkspace: (path: string) => Promise<boolean> = async () => true,
): Promise<LedgerSnapshot> {
  const { workspace = '' } = found.target;
  const here = target.workspace ?? '';
  if (workspace !== here && (await isWorkspace(workspace)))
    throw new LedgerError(
      `the ledger of "${target.name}" belongs to the workspace in ${folderName(workspace)}, and this one is in ` +
        folderName(here),
      'Give this target another name, so that each workspace has its own ledger',
      { code: 'ledger-of-another' },
    );
  return found;
}

/**
 * Like `checkWorkspace`, and also checks that the entry is about this address. The ids of another account have no
 * meaning here, unless a user confirmed that it is the same account.
 */
export async function checkTarget(
  found: LedgerSnapshot,
  target: LedgerTarget,
  isWorkspace?: (path: string) => Promise<boolean>,
): Promise<LedgerSnapshot> {
  const { baseUrl } = (await checkWorkspace(found, target, isWorkspace)).target;
  if (baseUrl === target.baseUrl) return found;
  throw new LedgerError(
    `the ledger of "${target.name}" is about ${baseUrl}, but the target is at ${target.baseUrl} now`,
    `If it is the same account, confirm it with: lexform ledger confirm-address --target ${target.name}. If not, ` +
      'give the target another name, or its old address',
    { code: 'ledger-of-another' },
  );
}

/** The contents of files of one entry, in the requested order; `undefined` for a missing file. */
export type ReadLedgerFiles = (paths: readonly string[]) => Promise<readonly (Uint8Array | undefined)[]>;

/** The entries in memory for a child resource, if they equal those of the ledger. */
function sameAtHand(
  atHand: EntriesAtHand,
  address: ResourceAddress,
  { name, digest }: ListedChild,
): Entries | undefined {
  const entries = atHand(address, name);
  // The digest ends with the number of entries. If that differs, the other digest need not be computed.
  const isSame = entries !== undefined && digest.endsWith(`:${entries.size}`) && digest === entries.digest;
  return isSame ? entries : undefined;
}

const DAMAGED = { code: 'ledger-damaged' } as const;

/** The files of a ledger name no language, so no pair is compared. */
const NO_PAIR = { source: '', target: '' };

function entriesIn({ file, digest }: ListedChild, bytes: Uint8Array | undefined): Entries {
  if (bytes === undefined) throw new LedgerError(`the ledger lacks its file ${file}`, REPAIR, DAMAGED);
  const { value, findings } = parseDictionary({ ...writtenForm(bytes), bytes, file, pair: NO_PAIR });
  if (value === undefined || hasErrors(findings))
    throw new LedgerError(`the file ${file} of the ledger cannot be read`, REPAIR, DAMAGED);
  if (digest !== value.entries.digest)
    throw new LedgerError(
      `the file ${file} of the ledger is not what was written: it has been edited`,
      REPAIR,
      DAMAGED,
    );
  return value.entries;
}

/** The state of an entry. Child resources whose entries are in memory, by their digest, are not read. */
export async function stateOfListing(
  { owned, unfinished }: LedgerListing,
  read: ReadLedgerFiles,
  atHand: EntriesAtHand = () => undefined,
): Promise<LedgerState> {
  const byFile = new Map<string, Entries>();
  const wanted = owned.flatMap(({ address, children }) =>
    children.filter((each) => {
      const same = sameAtHand(atHand, address, each);
      if (same !== undefined) byFile.set(each.file, same);
      return same === undefined;
    }),
  );
  const contents = await read(wanted.map(({ file }) => file));
  for (const [index, each] of wanted.entries()) byFile.set(each.file, entriesIn(each, contents[index]));
  const state = ledgerFrom((kind) =>
    owned
      .filter((each) => each.kind === kind)
      .map(({ address, id, protect, decided, content, children }) => {
        const entries = new Map(children.map(({ name, file }) => [name, byFile.get(file) as Entries]));
        return [address, { id, protect, content: withChildren(kind, content, entries), ...omitUndefined({ decided }) }];
      }),
  );
  return { ...state, ...(unfinished !== undefined && { unfinished }) };
}

async function listingOf(read: ReadLedgerFiles): Promise<LedgerListing> {
  const [bytes] = await read([LEDGER_JSON]);
  if (bytes === undefined) throw new LedgerError(`the ledger lacks its file ${LEDGER_JSON}`, REPAIR, DAMAGED);
  return parseLedgerJson(bytes);
}

/**
 * One entry of the ledger. Rejects with `LedgerError` if a part of it that is read is missing, damaged, edited, or of
 * an unknown format. A child resource whose entries are in memory, by their digest, is not read.
 */
export async function readLedgerState(
  read: ReadLedgerFiles,
  atHand?: EntriesAtHand,
): Promise<Omit<LedgerSnapshot, 'version'>> {
  const listing = await listingOf(read);
  const { target, base } = listing;
  return { target, state: await stateOfListing(listing, read, atHand), ...omitUndefined({ base }) };
}

/** The operations that differ between git refs and a folder. */
export interface LedgerStorage {
  /** The version of the last entry; `undefined` if nothing was ever applied. */
  readonly last: () => Promise<LedgerVersion | undefined>;
  readonly readFiles: (version: LedgerVersion, paths: readonly string[]) => ReturnType<ReadLedgerFiles>;
  /** Whether a workspace is at a path. */
  readonly isWorkspace: (path: string) => Promise<boolean>;
}

/** The reading part of a ledger. */
export function ledgerReader(
  target: LedgerTarget,
  { last, readFiles, isWorkspace }: LedgerStorage,
): Pick<Ledger, 'read' | 'readAnyAddress' | 'readAt' | 'readBase'> {
  const readAt = async (version: LedgerVersion, atHand?: EntriesAtHand): Promise<LedgerSnapshot> => ({
    version,
    ...(await readLedgerState((paths) => readFiles(version, paths), atHand)),
  });
  const readBase = async (version: LedgerVersion, atHand?: EntriesAtHand): Promise<LedgerSnapshot> => {
    const found = await readAt(version, atHand);
    if (found.base === undefined) return found;
    const { unfinished: _, ...state } = (await readAt(found.base, atHand)).state;
    // The run that recorded the drift may have begun replacements.
    return { ...found, state: { ...state, ...omitUndefined({ unfinished: found.state.unfinished }) } };
  };
  return {
    async read(atHand) {
      const version = await last();
      return version && checkTarget(await readBase(version, atHand), target, isWorkspace);
    },
    async readAnyAddress() {
      const version = await last();
      return version && checkWorkspace(await readBase(version), target, isWorkspace);
    },
    readAt: (version) => readAt(version),
    readBase: (version) => readBase(version),
  };
}
