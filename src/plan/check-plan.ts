import { areValuesSound } from '../kinds/check-values.ts';
import { KINDS } from '../kinds/registry.ts';
import type { Change, Plan } from '../model/plan/plan.ts';
import { type Address, kindIn } from '../model/resources/address.ts';
import { canonicalJson } from '../model/resources/digest.ts';

/**
 * What of a plan contradicts the rest of it. No plan that `makePlan` makes has any; a file may have been edited, or put
 * together by somebody.
 */
export interface Contradiction {
  /**
   * `address-twice`, `id-twice`: two changes speak of one resource. `identity`: an id where none can be, or none where
   * one must be, or an address of another kind. `values`: counts or values that do not fit each other. `operations`:
   * the calls are not those that the change says.
   */
  readonly kind: 'address-twice' | 'id-twice' | 'identity' | 'values' | 'operations';
  readonly address: Address;
}

type Json = Parameters<typeof canonicalJson>[0];
const same = (left: unknown, right: unknown): boolean => canonicalJson(left as Json) === canonicalJson(right as Json);

function contradictionOf(change: Change): Contradiction['kind'] | undefined {
  const { action, id, address, leftOf } = change;
  const kind = KINDS.find((each) => each.kind === change.kind);
  if (kind === undefined) return 'identity';
  const { prefix, actions, parts } = kind;
  const isNew = action === 'create';
  const hasIdentity = isNew === (id === undefined) && kindIn(address) === prefix;
  // What is left over was replaced.
  const isLeft = action === 'delete' && actions.includes('replace');
  if (!hasIdentity || (isNew && change.adopted) || (leftOf !== undefined && !isLeft)) return 'identity';
  if (!actions.includes(action) || !areValuesSound(change, parts) || !kind.isSound(change)) return 'values';
  // Operations are a function of the change: made once more from it, they must be the same.
  const said = kind.operationsOf(change);
  if (said.length === 0 || !same(change.operations, said)) return 'operations';
  return undefined;
}

/** Addresses and ids of what the plan changes, each with its dictionaries. */
const addressesOf = ({ address, children }: Change): readonly Address[] => [
  address,
  ...children.map((child) => child.address),
];

/**
 * What of a plan contradicts the rest of it, in the order of its changes; empty for every plan that was made and not
 * edited. Operations are made once more from the changes that they belong to, digests where the change has all that
 * they are made of. Pure.
 */
export function planContradictions({ changes, adopts = [] }: Plan): readonly Contradiction[] {
  const addresses = new Set<Address>();
  const ids = new Set<string>();
  const found: Contradiction[] = [];
  for (const change of changes) {
    const { address, id } = change;
    const all = addressesOf(change);
    if (all.some((each) => addresses.has(each)) || new Set(all).size < all.length)
      found.push({ kind: 'address-twice', address });
    for (const each of all) addresses.add(each);
    const known = `${change.kind} ${id}`;
    if (id !== undefined && ids.has(known)) found.push({ kind: 'id-twice', address });
    ids.add(known);
    const kind = contradictionOf(change);
    if (kind !== undefined) found.push({ kind, address });
  }
  for (const { address } of adopts) {
    if (addresses.has(address)) found.push({ kind: 'address-twice', address });
    addresses.add(address);
  }
  return found;
}
