import type { Client } from '../../client/client.ts';
import { readLiveGlossary } from '../../client/live/read-glossary.ts';
import { type DesiredDeveloperKey, KEY_LIMITS, keyId } from '../../kinds/developer-key/developer-key.ts';
import type { DesiredGlossary } from '../../kinds/glossary/glossary.ts';
import { allDesired, allOwned, kindNamed, ownedUnder } from '../../kinds/registry.ts';
import type { DesiredResource, OwnedResource } from '../../kinds/resource.ts';
import { type DesiredState, type LedgerState, ownedOf } from '../../kinds/states.ts';
import type { DesiredStyleList } from '../../kinds/style-list/style-list.ts';
import type { Dictionary } from '../../model/entries/dictionary.ts';
import { entriesOf } from '../../model/entries/entries.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { UsageError } from '../../model/errors.ts';
import { glossaryId, styleId } from '../../model/ids.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import { addressWithKind, type ResourceAddress } from '../../model/resources/address.ts';
import { temporaryOf } from '../../model/resources/temporary-resource.ts';

/** A live resource that an address of the files is to own. */
export interface Adoption {
  readonly kind: ResourceKind;
  readonly address: ResourceAddress;
  readonly name: string;
  readonly owned: OwnedResource;
}

/** Why the ledger does not let an address take an id; `undefined` when it does. */
export function whyNotAdopted(ledger: LedgerState, address: string, id: string): string | undefined {
  const bound = new Map<string, OwnedResource>(allOwned(ledger)).get(address)?.id;
  if (bound === id) return `${address} owns ${id} already`;
  if (bound !== undefined) return `${address} owns ${bound}; forget it first: lexform forget ${address}`;
  const [owner] = ownedUnder(ledger, id) ?? [];
  return owner === undefined ? undefined : `${id} is owned by ${owner}; forget that first: lexform forget ${owner}`;
}

/** What the files ask for under an address, when they let it take an id. Rejects with `UsageError` when they do not. */
export function adopter(desired: DesiredState, address: string, id: string): DesiredResource {
  if (!/^[\w:-]+$/.test(id)) throw new UsageError(`${JSON.stringify(id)} is no id of the service`);
  const all = allDesired(desired);
  const found = all.find((each) => each.address === address);
  if (found === undefined) {
    const meant = addressWithKind(
      address,
      all.map((each) => each.address),
    );
    const near = meant === undefined ? '' : `; did you mean ${meant}?`;
    const hint = address.includes('/') ? '; a dictionary is adopted with its glossary' : near;
    throw new UsageError(`no file of the workspace is ${JSON.stringify(address)}${hint}`);
  }
  if (found.pinnedId !== undefined && found.pinnedId !== id)
    throw new UsageError(`${found.origin.file} pins another id: ${found.pinnedId}`);
  const other = all.find((each) => each.address !== address && each.pinnedId === id);
  if (other !== undefined) throw new UsageError(`${id} is pinned by ${other.address} in ${other.origin.file}`);
  return found;
}

const missing = (what: string, id: string): UsageError =>
  new UsageError(`the target has no ${what} with the id ${id}; lexform plan --unmanaged lists what there is`);

/**
 * In additive mode git owns what it names and no more: an entry that it never had must not count as one that it
 * dropped.
 */
function baseOf({ mode }: DesiredGlossary, wanted: Dictionary, live: Dictionary): Dictionary {
  if (mode === 'authoritative') return live;
  const named = [...live.entries].filter(([source]) => wanted.entries.get(source) !== undefined);
  return { pair: live.pair, entries: entriesOf(named) };
}

async function adoptGlossary(client: Client, desired: DesiredGlossary, id: string): Promise<Adoption> {
  const pairs = [...desired.dictionaries.values()].map(({ pair }) => pair);
  const live = await readLiveGlossary(client, glossaryId(id), pairs);
  // What a preview has leased is not there for anybody else, and soon not at all.
  if (live === undefined || temporaryOf(live.name) !== undefined) throw missing('glossary', id);
  const dictionaries = [...desired.dictionaries].flatMap(
    ([key, wanted]): readonly (readonly [PairKey, Dictionary])[] => {
      const found = live.dictionaries.get(key);
      if (found?.entries === undefined) return [];
      const base = baseOf(desired, wanted, { pair: found.pair, entries: found.entries });
      return base.entries.size === 0 ? [] : [[key, base]];
    },
  );
  const content = { name: live.name, dictionaries: new Map(dictionaries) };
  const owned = { id: live.id, content, protect: desired.protect };
  return { kind: 'glossary', address: desired.address, name: live.name, owned };
}

async function adoptStyleList(client: Client, desired: DesiredStyleList, id: string): Promise<Adoption> {
  const live = await client.styleLists.read(styleId(id));
  if (live === undefined || temporaryOf(live.content.name) !== undefined) throw missing('style list', id);
  const { content } = live;
  if (content.language !== desired.content.language)
    throw new UsageError(
      `${id} is a style list for ${content.language}, ${desired.origin.file} asks for ` +
        `${desired.content.language}, and the language of a list cannot be changed`,
    );
  const owned = { id: live.id, content, protect: desired.protect };
  return { kind: 'style-list', address: desired.address, name: content.name, owned };
}

async function adoptKey(client: Client, desired: DesiredDeveloperKey, id: string): Promise<Adoption> {
  const live = (await client.developerKeys.list()).find((key) => key.id === keyId(id));
  if (live === undefined) throw missing('developer key', id);
  if (live.deactivated && !desired.deactivated)
    throw new UsageError(`the key ${id} is deactivated for good, and ${desired.address} asks for one that works`);
  const { label, deactivated } = live;
  // Limits that the entry does not name are not managed.
  const limits = Object.fromEntries(
    KEY_LIMITS.filter((limit) => desired.limits[limit] !== undefined).map((limit) => [limit, live.limits[limit]]),
  );
  const owned = { id: live.id, content: { label, limits, deactivated }, protect: desired.protect };
  return { kind: 'developer-key', address: desired.address, name: live.label, owned };
}

/**
 * The live resource of an id as what a resource of the files owns: its base is the live content of the parts that the
 * files name, so that what differs from the files shows as a change that they ask for. Dictionaries that no file names
 * stay unmanaged. Rejects with `UsageError` when there is none of that kind.
 */
export function readAdoption(client: Client, desired: DesiredResource, id: string): Promise<Adoption> {
  if ('dictionaries' in desired) return adoptGlossary(client, desired as DesiredGlossary, id);
  return 'content' in desired
    ? adoptStyleList(client, desired as DesiredStyleList, id)
    : adoptKey(client, desired as DesiredDeveloperKey, id);
}

/** The ledger with the adopted resource in it. */
export function withAdopted(ledger: LedgerState, { kind, address, owned }: Adoption): LedgerState {
  const { plural } = kindNamed(kind);
  return { ...ledger, [plural]: new Map([...ownedOf(ledger, plural), [address, owned]]) };
}
