import { areValuesSound } from '../kinds/check-values.ts';
import { KINDS } from '../kinds/registry.ts';
import type { Change, Plan } from '../model/plan/plan.ts';
import { type Address, kindIn } from '../model/resources/address.ts';
import { canonicalJson } from '../model/resources/digest.ts';

/**
 * A contradiction between parts of a plan. `makePlan` never makes one, but a plan file may have been edited or written
 * by hand.
 */
export interface Contradiction {
  /**
   * `address-twice`, `id-twice`: two changes concern one resource. `identity`: an id is present where none is allowed,
   * or missing where one is required, or the address belongs to another kind. `values`: counts or values contradict
   * each other. `operations`: the calls are not those of the change.
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
  // Only a replacement leaves a resource over.
  const isLeft = action === 'delete' && actions.includes('replace');
  if (!hasIdentity || (isNew && change.adopted) || (leftOf !== undefined && !isLeft)) return 'identity';
  if (!actions.includes(action) || !areValuesSound(change, parts)) return 'values';
  // Operations are a function of the change: computed again, they must be the same.
  const expected = kind.operationsOf(change);
  if (expected === undefined) return 'values';
  if (expected.length === 0 || !same(change.operations, expected)) return 'operations';
  return undefined;
}

/** Addresses of a changed resource and of its changed children. */
const addressesOf = ({ address, children }: Change): readonly Address[] => [
  address,
  ...children.map((child) => child.address),
];

/**
 * The contradictions in a plan, in the order of its changes; empty for every plan that was made by `makePlan` and not
 * edited. The operations are computed again from their changes, and so are digests if the change contains everything
 * that they are made from. Pure.
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
