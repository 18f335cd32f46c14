import { EMPTY_LEDGER, type LedgerState } from '../../kinds/states.ts';
import type { Ledger, LedgerFile, LedgerVersion } from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { LEDGER_JSON, type LedgerJson, parseLedgerJson } from '../../ledger/ledger-json.ts';
import { readLedgerState } from '../../ledger/read-ledger-state.ts';
import { diffLedgers, type LedgerChange } from '../../plan/diff/diff-ledgers.ts';

/** What an entry says that it holds, before any dictionary is read. */
export interface LedgerIndex {
  readonly version: LedgerVersion;
  readonly bytes: Uint8Array;
  readonly json: LedgerJson;
}

/** Two neighbours of a ledger; nothing is before the first entry. */
export interface LedgerStep {
  readonly before?: LedgerIndex;
  readonly after: LedgerIndex;
}

const lacking = ({ version, path }: LedgerFile): LedgerError =>
  new LedgerError(
    `the ledger's entry ${version} lacks its file ${path}`,
    'Bring it back from another clone or a backup; git fsck names what is missing',
  );

/** What entries say that they hold, in the order of the versions. */
export async function readIndexes(ledger: Ledger, versions: readonly LedgerVersion[]): Promise<readonly LedgerIndex[]> {
  const found = await ledger.readMany(versions.map((version) => ({ version, path: LEDGER_JSON })));
  return versions.map((version, place) => {
    const bytes = found[place];
    if (bytes === undefined) throw lacking({ version, path: LEDGER_JSON });
    return { version, bytes, json: parseLedgerJson(bytes) };
  });
}

type Glossary = LedgerJson['glossaries'][number];
type PickDictionary = (glossary: Glossary, dictionary: Glossary['dictionaries'][number]) => boolean;

/** An entry that says it holds those dictionaries alone that are picked. */
const picked = (json: LedgerJson, pick: PickDictionary): LedgerJson => ({
  ...json,
  glossaries: json.glossaries.map((each) => ({
    ...each,
    dictionaries: each.dictionaries.filter((dictionary) => pick(each, dictionary)),
  })),
});

/** The dictionaries of a side that the other side does not have under the same address, or with other entries. */
function unlike(other: LedgerIndex | undefined): PickDictionary {
  const known = new Map(
    (other?.json.glossaries ?? []).map(({ address, dictionaries }) => [
      address,
      new Map(dictionaries.map(({ pair, digest }) => [pair, digest])),
    ]),
  );
  return ({ address }, { pair, digest }) => known.get(address)?.get(pair) !== digest;
}

/** One side of a step, narrowed to what differs. */
interface Side {
  readonly version: LedgerVersion;
  readonly json: LedgerJson;
}

/**
 * Both sides of a step with those dictionaries alone that differ, of glossaries of which one side has an address that
 * `only` takes.
 */
function narrowed({ before, after }: LedgerStep, only: (address: string) => boolean): readonly (Side | undefined)[] {
  // By id: what moved has another address on the other side.
  const ids = new Set(
    [before, after].flatMap((side) =>
      (side?.json.glossaries ?? []).filter(({ address }) => only(address)).map(({ id }) => id),
    ),
  );
  const side = (index: LedgerIndex, other: LedgerIndex | undefined): Side => {
    const differs = unlike(other);
    const { version, json } = index;
    return {
      version,
      json: picked(json, (glossary, dictionary) => ids.has(glossary.id) && differs(glossary, dictionary)),
    };
  };
  return [before === undefined ? undefined : side(before, after), side(after, before)];
}

const filesOf = ({ version, json }: Side): readonly LedgerFile[] =>
  json.glossaries.flatMap(({ dictionaries }) => dictionaries.map(({ file: path }) => ({ version, path })));

const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.byteLength === right.byteLength && left.every((byte, index) => byte === right[index]);

/** What narrows the reading of steps. */
export interface ChangesWanted {
  /** Glossaries of other addresses on both sides lack their terms. Default: every one is wanted. */
  readonly only?: (address: string) => boolean;
  /**
   * Of a step none of whose rows (as CSV) that came or went is wanted, nothing is told. Default: every one is wanted.
   */
  readonly row?: (row: string) => boolean;
}

/** The contents of files that were read: `<version> <path>` → content. */
type Contents = ReadonlyMap<string, Uint8Array>;

const keyOf = (version: string, path: string): string => `${version} ${path}`;

/**
 * True when a row that is wanted stands in a dictionary on one side of a step and not on the other. Texts are compared,
 * which takes much less than reading them.
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

/** What changed in each step. Only the dictionaries whose digest changed are read, all together. */
export async function readChanges(
  ledger: Ledger,
  steps: readonly LedgerStep[],
  { only = () => true, row }: ChangesWanted = {},
): Promise<readonly (readonly LedgerChange[])[]> {
  const sides = steps.map((step) =>
    step.before !== undefined && sameBytes(step.before.bytes, step.after.bytes) ? undefined : narrowed(step, only),
  );
  const files = sides.flatMap((both) => (both ?? []).flatMap((side) => (side === undefined ? [] : filesOf(side))));
  const contents = await ledger.readMany(files);
  const read: Contents = new Map(
    files.map((file, index) => {
      const bytes = contents[index];
      if (bytes === undefined) throw lacking(file);
      return [keyOf(file.version, file.path), bytes];
    }),
  );
  const stateOf = async (side: Side | undefined): Promise<LedgerState> => {
    if (side === undefined) return EMPTY_LEDGER;
    const json = new TextEncoder().encode(JSON.stringify(side.json));
    const { state } = await readLedgerState(async (paths) =>
      paths.map((path) => (path === LEDGER_JSON ? json : read.get(keyOf(side.version, path)))),
    );
    return state;
  };
  const changes: (readonly LedgerChange[])[] = [];
  for (const both of sides) {
    const isCovered = both !== undefined && (row === undefined || hasRow(both, read, row));
    changes.push(isCovered ? diffLedgers(await stateOf(both[0]), await stateOf(both[1])) : []);
  }
  return changes;
}
