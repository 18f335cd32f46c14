import { EMPTY_LEDGER } from '../../kinds/registry.ts';
import type { LedgerState } from '../../kinds/states.ts';
import type { Ledger, LedgerEntry, LedgerFile } from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import {
  LEDGER_JSON,
  type LedgerListing,
  type ListedChild,
  type ListedResource,
  parseLedgerJson,
} from '../../ledger/ledger-json.ts';
import { stateOfListing } from '../../ledger/read-ledger-state.ts';
import { diffLedgers, type LedgerChange } from '../../plan/diff/diff-ledgers.ts';

/** The index of an entry: the list of its content, without reading dictionaries. */
export interface LedgerIndex {
  readonly entry: LedgerEntry;
  readonly listing: LedgerListing;
}

/** Two consecutive entries of a ledger; the first entry has no `before`. */
export interface LedgerStep {
  readonly before?: LedgerIndex;
  readonly after: LedgerIndex;
}

/** An entry with its changes since the previous one. */
export interface EntryChanges {
  readonly entry: LedgerEntry;
  readonly changes: readonly LedgerChange[];
}

const lacking = ({ version, path }: LedgerFile): LedgerError =>
  new LedgerError(
    `the ledger's entry ${version} lacks its file ${path}`,
    'Bring it back from another clone or a backup; git fsck names what is missing',
    { code: 'ledger-damaged' },
  );

/** The indexes of entries, in the order of the entries. */
export async function readIndexes(ledger: Ledger, entries: readonly LedgerEntry[]): Promise<readonly LedgerIndex[]> {
  const found = await ledger.readMany(entries.map(({ version }) => ({ version, path: LEDGER_JSON })));
  return entries.map((entry, place) => {
    const bytes = found[place];
    if (bytes === undefined) throw lacking({ version: entry.version, path: LEDGER_JSON });
    return { entry, listing: parseLedgerJson(bytes) };
  });
}

type PickChild = (resource: ListedResource, child: ListedChild) => boolean;

/** The index of an entry with only the selected child resources. */
const picked = (listing: LedgerListing, pick: PickChild): LedgerListing => ({
  ...listing,
  owned: listing.owned.map((each) => ({ ...each, children: each.children.filter((child) => pick(each, child)) })),
});

/** Selects the child resources that the other side lacks under the same address, or has with other entries. */
function unlike(other: LedgerIndex | undefined): PickChild {
  const known = new Map(
    (other?.listing.owned ?? []).map(({ address, children }) => [
      address,
      new Map(children.map(({ name, digest }) => [name, digest])),
    ]),
  );
  return ({ address }, { name, digest }) => known.get(address)?.get(name) !== digest;
}

/** One side of a step, reduced to the differences. */
type Side = Pick<LedgerIndex, 'entry' | 'listing'>;

/**
 * Both sides of a step, with only the child resources that differ, for resources with an address that `only` accepts on
 * either side.
 */
function narrowed({ before, after }: LedgerStep, only: (address: string) => boolean): readonly (Side | undefined)[] {
  // Compared by id: a moved resource has another address on the other side.
  const ids = new Set(
    [before, after].flatMap((side) =>
      (side?.listing.owned ?? []).filter(({ address }) => only(address)).map(({ id }) => id),
    ),
  );
  const side = ({ entry, listing }: LedgerIndex, other: LedgerIndex | undefined): Side => {
    const differs = unlike(other);
    return { entry, listing: picked(listing, (each, child) => ids.has(each.id) && differs(each, child)) };
  };
  return [before === undefined ? undefined : side(before, after), side(after, before)];
}

const filesOf = ({ entry: { version }, listing }: Side): readonly LedgerFile[] =>
  listing.owned.flatMap(({ children }) => children.map(({ file: path }) => ({ version, path })));

/** Limits which steps are read. */
export interface ChangesWanted {
  /** Resources whose addresses on both sides are not accepted lack their entries. Default: all are accepted. */
  readonly only?: (address: string) => boolean;
  /**
   * A step without an added or removed row (as CSV) that is accepted has no changes in the result. Default: all are
   * accepted.
   */
  readonly row?: (row: string) => boolean;
}

/** The contents of the files read: `<version> <path>` → content. */
type Contents = ReadonlyMap<string, Uint8Array>;

const keyOf = (version: string, path: string): string => `${version} ${path}`;

/**
 * True if one side of a step has an accepted row that the other side lacks. Lines of text are compared, which is much
 * faster than parsing them.
 */
function hasRow(sides: readonly (Side | undefined)[], contents: Contents, isWanted: (row: string) => boolean): boolean {
  const rowsOf = (side: Side | undefined): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      (side === undefined ? [] : filesOf(side)).map(({ version, path }) => [
        path,
        new Set(new TextDecoder().decode(contents.get(keyOf(version, path))).split('\n')),
      ]),
    );
  const [before, after] = [rowsOf(sides[0]), rowsOf(sides[1])];
  const stands = (here: typeof before, there: typeof before): boolean =>
    [...here].some(([path, rows]) => [...rows].some((row) => there.get(path)?.has(row) !== true && isWanted(row)));
  return stands(before, after) || stands(after, before);
}

/** The changes of each step, in order. Only files whose digest changed are read, all in one request. */
export async function readChanges(
  ledger: Ledger,
  steps: readonly LedgerStep[],
  { only = () => true, row }: ChangesWanted = {},
): Promise<readonly EntryChanges[]> {
  const narrow = steps.map((step) => ({ entry: step.after.entry, sides: narrowed(step, only) }));
  const files = narrow.flatMap(({ sides }) => sides.flatMap((side) => (side === undefined ? [] : filesOf(side))));
  const contents = await ledger.readMany(files);
  const read: Contents = new Map(
    files.map((file, index) => {
      const bytes = contents[index];
      if (bytes === undefined) throw lacking(file);
      return [keyOf(file.version, file.path), bytes];
    }),
  );
  const stateOf = async (side: Side | undefined): Promise<LedgerState> =>
    side === undefined
      ? EMPTY_LEDGER
      : stateOfListing(side.listing, async (paths) => paths.map((path) => read.get(keyOf(side.entry.version, path))));
  const changed: EntryChanges[] = [];
  for (const { entry, sides } of narrow) {
    const isCovered = row === undefined || hasRow(sides, read, row);
    const [before, after] = sides;
    changed.push({ entry, changes: isCovered ? diffLedgers(await stateOf(before), await stateOf(after)) : [] });
  }
  return changed;
}
