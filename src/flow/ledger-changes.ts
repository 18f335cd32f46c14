import type { Ledger, LedgerTarget, LedgerVersion } from '../ledger/ledger.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { LEDGER_JSON, type LedgerJson, parseLedgerJson } from '../ledger/ledger-json.ts';
import { readLedgerState } from '../ledger/read-ledger-state.ts';
import { EMPTY_LEDGER, type LedgerState } from '../model/ledger-state.ts';
import { diffLedgers, type LedgerChange } from '../plan/diff-ledgers.ts';

/** What an entry says that it holds, before any dictionary is read. */
export interface LedgerIndex {
  readonly version: LedgerVersion;
  readonly bytes: Uint8Array;
  readonly json: LedgerJson;
}

export async function readIndex(ledger: Ledger, version: LedgerVersion): Promise<LedgerIndex> {
  const bytes = await ledger.readExtra(version, LEDGER_JSON);
  if (bytes !== undefined) return { version, bytes, json: parseLedgerJson(bytes) };
  throw new LedgerError(
    `the ledger's entry ${version} lacks its file ${LEDGER_JSON}`,
    'See the entries with: lexform log',
  );
}

type Glossary = LedgerJson['glossaries'][number];
type PickDictionary = (glossary: Glossary, dictionary: Glossary['dictionaries'][number]) => boolean;

/** One entry with those dictionaries alone that are picked: no other file of it is read. */
async function readPicked(
  ledger: Ledger,
  { version, json }: LedgerIndex,
  pick: PickDictionary,
): Promise<{ readonly state: LedgerState; readonly target: LedgerTarget }> {
  const narrowed: LedgerJson = {
    ...json,
    glossaries: json.glossaries.map((each) => ({
      ...each,
      dictionaries: each.dictionaries.filter((dictionary) => pick(each, dictionary)),
    })),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(narrowed));
  return readLedgerState((paths) =>
    Promise.all(paths.map(async (path) => (path === LEDGER_JSON ? bytes : ledger.readExtra(version, path)))),
  );
}

/** What a target's last entry owns, its dictionaries left out; `undefined` when nothing was ever applied. */
export async function readOwned(
  ledger: Ledger,
): Promise<
  { readonly state: LedgerState; readonly target: LedgerTarget; readonly version: LedgerVersion } | undefined
> {
  const [last] = await ledger.history(1);
  if (last === undefined) return undefined;
  const { version } = last;
  return { ...(await readPicked(ledger, await readIndex(ledger, version), () => false)), version };
}

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

const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.byteLength === right.byteLength && left.every((byte, index) => byte === right[index]);

/**
 * What changed from one entry to the next (`undefined`: from before the first). Only the dictionaries whose digest changed are read. `only` narrows it
 * further, to glossaries of which one side has an address that it takes; the changes of other glossaries then lack their terms.
 */
export async function readChanges(
  ledger: Ledger,
  before: LedgerIndex | undefined,
  after: LedgerIndex,
  only: (address: string) => boolean = () => true,
): Promise<readonly LedgerChange[]> {
  if (before !== undefined && sameBytes(before.bytes, after.bytes)) return [];
  // By id: what moved has another address on the other side.
  const ids = new Set(
    [before, after].flatMap((side) =>
      (side?.json.glossaries ?? []).filter(({ address }) => only(address)).map(({ id }) => id),
    ),
  );
  const picked = (differs: PickDictionary): PickDictionary => {
    return (glossary, dictionary) => ids.has(glossary.id) && differs(glossary, dictionary);
  };
  const old = before === undefined ? EMPTY_LEDGER : (await readPicked(ledger, before, picked(unlike(after)))).state;
  const now = (await readPicked(ledger, after, picked(unlike(before)))).state;
  return diffLedgers(old, now);
}
