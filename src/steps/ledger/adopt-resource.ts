import type { Client, Limit } from '../../client/client.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import { childrenOf, textOf, valuesOf } from '../../kinds/ledger-content.ts';
import {
  addressWithKind,
  allDesired,
  allOwned,
  desiredStateFrom,
  isWanted,
  kindAt,
  kindNamed,
  ownedUnder,
  ownsNamed,
  replacingPart,
} from '../../kinds/registry.ts';
import { type DesiredState, type LedgerState, liveResources, ownedOf } from '../../kinds/states.ts';
import { kindNoun, partNoun, shortNoun } from '../../kinds/words.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { UsageError } from '../../model/errors.ts';
import { errorAt, type Finding, topOf } from '../../model/finding.ts';
import type { Plan, ResourceKind } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import { type DesiredResource, keyText, type OwnedResource, type ValueKey } from '../../model/resources/resource.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { childrenWithin } from '../children-within.ts';
import { readLive } from '../read-live.ts';

/** A live resource that an address of the files will own. */
export interface Adoption {
  readonly kind: ResourceKind;
  readonly address: ResourceAddress;
  readonly name?: string;
  readonly owned: OwnedResource;
}

/** Why the ledger refuses to bind an address to an id; `undefined` if it allows it. */
export function whyNotAdopted(ledger: LedgerState, address: string, id: string): string | undefined {
  const bound = new Map<string, OwnedResource>(allOwned(ledger)).get(address)?.id;
  if (bound === id) return `${address} owns ${id} already`;
  if (bound !== undefined) return `${address} owns ${bound}; forget it first: lexform ledger forget ${address}`;
  const [owner] = ownedUnder(ledger, id) ?? [];
  return owner === undefined
    ? undefined
    : `${id} is owned by ${owner}; forget that first: lexform ledger forget ${owner}`;
}

/** The desired resource of an address. Throws `UsageError` if it does not exist, or cannot be bound to this id. */
export function adopter(desired: DesiredState, address: string, id: string): DesiredResource {
  if (!/^[\w:-]+$/.test(id)) throw new UsageError(`${JSON.stringify(id)} is not an id of the service`);
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

function kindOf(address: ResourceAddress): AnyKind {
  const kind = kindAt(address);
  if (kind === undefined) throw new Error(`${address} is of no kind`);
  return kind;
}

/** Placeholder: no plan is made here. */
const NO_TARGET = { name: '', baseUrl: '' };

/**
 * The part of a live resource that the files own. If they own only the entries they name, an entry that was never in
 * the files must not count as removed from them.
 */
function baseOf(kind: AnyKind, desired: DesiredResource, live: unknown): unknown {
  const wanted = kind.contentOf(desired);
  const isNamed = ownsNamed(kind, desired);
  const named = new Set([...kind.values(wanted).keys()]);
  const isOwned = (key: ValueKey): boolean => !isNamed || key[0] === kind.items?.part || named.has(keyText(key));
  const children = childrenWithin(childrenOf(kind, live), childrenOf(kind, wanted), isNamed);
  return kind.fromValues(
    valuesOf(kind, live).filter(([key]) => isOwned(key)),
    new Map([...children].filter(([, { size }]) => size > 0)),
  );
}

/** The reason why a live resource cannot become one of the files; `undefined`: it can. */
function whyNotOwned(kind: AnyKind, content: unknown, desired: DesiredResource, id: string): string | undefined {
  const { address, origin } = desired;
  const wanted = kind.contentOf(desired);
  const part = replacingPart(kind, content, wanted);
  const short = shortNoun(kind);
  if (part !== undefined) {
    const [from, to] = [content, wanted].map((side) => textOf(valuesOf(kind, side), part));
    return (
      `${id} is a ${kindNoun(kind)[0]} for ${from}, ${origin.file} asks for ${to}, and the ` +
      `${partNoun(kind, part)[0]} of a ${short} cannot be changed`
    );
  }
  return kind.isInUse?.(content) === false && isWanted(kind, desired)
    ? `the ${short} ${id} is deactivated permanently, but ${address} needs an active key`
    : undefined;
}

/**
 * Reads the live resource with an id, as the owned state of a resource in the files. Its base is the live content of
 * the parts that the files name, so that differences appear as changes requested by the files. Child resources that no
 * file names stay unmanaged. Rejects with `UsageError` if the target has no such resource.
 */
export async function readAdoption(
  client: Client,
  limit: Limit,
  desired: DesiredResource,
  id: string,
): Promise<Adoption> {
  const kind = kindOf(desired.address);
  // Read as for a plan about this resource only.
  const pinned = desiredStateFrom((each) => (each === kind ? [{ ...desired, pinnedId: id }] : undefined));
  const all = await readLive(client, limit, { desired: pinned, target: NO_TARGET, only: [], deletable: [] });
  const live = liveResources(all, kind.plural).find((each) => each.id === id);
  if (live === undefined)
    throw new UsageError(
      `the target has no ${kindNoun(kind)[0]} with the id ${id}; lexform plan --unmanaged lists what there is`,
    );
  const content = kind.contentOf(live);
  const refusal = whyNotOwned(kind, content, desired, id);
  if (refusal !== undefined) throw new UsageError(refusal);
  const owned = { id, content: baseOf(kind, desired, content), protect: desired.protect };
  return { kind: kind.kind, address: desired.address, name: kind.name(content), owned };
}

/** The ledger after the adoption. */
export function withAdopted(ledger: LedgerState, { kind, address, owned }: Adoption): LedgerState {
  const { plural } = kindNamed(kind);
  return { ...ledger, [plural]: new Map([...ownedOf(ledger, plural), [address, owned]]) };
}

/**
 * A finding for each resource that a plan would adopt, change or delete although the ledger of another target with the
 * same service address owns it. The other ledgers are read only if the plan touches a resource that this ledger does
 * not own.
 */
export async function checkOwners(
  ledger: Pick<Ledger, 'owners'> | undefined,
  plan: Plan,
  { desired, owned }: { readonly desired: DesiredState; readonly owned: LedgerState },
): Promise<readonly Finding[]> {
  if (ledger === undefined) return [];
  const ownedIds = new Set<string>([...allOwned(owned).values()].map(({ id }) => id));
  const touched = [...plan.changes, ...(plan.adopts ?? [])].flatMap(({ address, id }) =>
    id === undefined || ownedIds.has(id) ? [] : [{ address, id }],
  );
  if (touched.length === 0) return [];
  const owners = await ledger.owners();
  const wanted = new Map<string, DesiredResource>(allDesired(desired).map((each) => [each.address, each]));
  return touched.flatMap(({ address, id }) => {
    const owner = owners.get(id);
    if (owner === undefined) return [];
    const details = { address, id, owner: owner.address, target: owner.target };
    return [errorAt('owned-elsewhere', wanted.get(address)?.origin ?? topOf(WORKSPACE_FILE), details)];
  });
}
