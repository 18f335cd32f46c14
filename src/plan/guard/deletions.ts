import type { AnyKind, Child } from '../../kinds/model/resource-kind.ts';
import { allDesired, allOwned, EMPTY_LEDGER, kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf } from '../../kinds/states.ts';
import { childNoun } from '../../kinds/words.ts';
import { isGoing } from '../../model/plan/change-values.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import { type Address, type ChildAddress, childName, matchesAny } from '../../model/resources/address.ts';
import { consents, consentsToAll } from './consent.ts';
import type { GuardInput } from './guard-input.ts';
import type { Refusal } from './refusal.ts';

/** What a change deletes or replaces: the resource itself, or single children of it. */
interface Deletion {
  readonly kind: AnyKind;
  readonly isChild: boolean;
  readonly address: Address;
  readonly owner: Address;
  /** Of the resource. */
  readonly id?: string;
  /** Addresses that go with it. */
  readonly parts: readonly Address[];
  /** How many values go with it. */
  readonly entries: number;
  /** Of what a replacement left over: the list that took its place. Consent to the replacement is consent to this. */
  readonly leftOf?: Address;
  /**
   * True when `prune:` may consent. It speaks of what no file names, and does not take back what a file says.
   */
  readonly prunable: boolean;
}

export function deletionsOf(change: Change): readonly Deletion[] {
  const { action, address, id, leftOf, before, children, origin } = change;
  const kind = kindNamed(change.kind);
  const owner = leftOf ?? address;
  const resource = { kind, owner, ...(id !== undefined && { id }), ...(leftOf !== undefined && { leftOf }) };
  if (isGoing(change))
    return [
      {
        ...resource,
        isChild: false,
        address,
        parts: children.map((child) => child.address),
        entries: children.reduce((sum, child) => sum + child.before, before[kind.guarded?.contentPart ?? ''] ?? 0),
        prunable: action === 'delete' || origin === undefined,
      },
    ];
  return children
    .filter((child) => child.action === 'delete')
    .map((child) => ({
      ...resource,
      isChild: true,
      address: child.address,
      parts: [],
      entries: child.before,
      prunable: true,
    }));
}

/**
 * By the address, by that of anything which goes with it, and in the ledger by the id: a moved file takes its
 * protection along.
 */
export function isProtected(
  { address, owner, id, parts }: Pick<Deletion, 'address' | 'owner' | 'id' | 'parts'>,
  { safety, desired, ledger = EMPTY_LEDGER }: GuardInput,
): boolean {
  return (
    [address, owner, ...parts].some((each) => matchesAny(safety.protect, each)) ||
    [...allOwned(ledger)].some(([known, resource]) => resource.protect && (known === owner || resource.id === id)) ||
    allDesired(desired).some((resource) => resource.address === owner && resource.protect)
  );
}

const countOf = <Item>(items: Iterable<Item> = [], counts: (item: Item) => boolean = () => true): number =>
  [...items].filter(counts).length;

/** The children that the files have of a resource. */
export function childrenInFiles(kind: AnyKind, owner: Address, desired: DesiredState): readonly Child[] {
  const resource = desiredOf(desired, kind.plural)?.find(({ address }) => address === owner);
  return [...((resource && kind.children?.(kind.contentOf(resource))?.values()) ?? [])].filter(
    ({ entries }) => entries.size > 0,
  );
}

/** How many of a deletion's kind the files name, and how many of those should stay. */
function countsInFiles(
  { kind, isChild, owner }: Deletion,
  desired: DesiredState,
): { readonly named: number; readonly staying: number } {
  if (isChild) {
    const filled = childrenInFiles(kind, owner, desired).length;
    return { named: filled, staying: filled };
  }
  const named = desiredOf(desired, kind.plural) ?? [];
  return { named: named.length, staying: countOf(named, (each) => kind.stays?.(each) !== false) };
}

/** How many of a deletion's kind the plan makes: they are not there yet, so they are none of those that stay. */
const createdBeside = ({ kind, isChild, owner }: Deletion, { changes }: Plan): number =>
  isChild
    ? countOf(
        changes.flatMap(({ address, children }) => (address === owner ? children : [])),
        ({ action }) => action === 'create',
      )
    : countOf(changes, (change) => change.kind === kind.kind && change.action === 'create');

/** How many of a deletion's kind there are now, and how many of them the plan deletes. */
function shareOf(
  deletion: Deletion,
  plan: Plan,
  staying: number,
): { readonly deleted: number; readonly total: number } {
  const { kind, isChild, owner } = deletion;
  const deleted = countOf(
    plan.changes.flatMap(deletionsOf),
    (each) => each.kind === kind && each.isChild === isChild && (!isChild || each.owner === owner),
  );
  return { deleted, total: deleted + Math.max(0, staying - createdBeside(deletion, plan)) };
}

/** The file that names the child still and has no rows to send for it any more, and how many it holds back. */
function emptiedFile(
  { kind, isChild, address, owner }: Deletion,
  desired: DesiredState,
): { readonly file?: string; readonly heldBack?: number } {
  const resource = desiredOf(desired, kind.plural)?.find((each) => each.address === owner);
  if (!isChild || resource === undefined) return {};
  const name = childName(address as ChildAddress);
  const file = kind.guarded?.fileOf?.(resource, name);
  const heldBack = kind.children?.(kind.contentOf(resource)).get(name)?.heldBack?.length;
  return { ...(file !== undefined && { file }), ...(heldBack !== undefined && { heldBack }) };
}

/** The given pattern that matches the resource of a child, and not the child. */
function ownerPattern({ isChild, owner }: Deletion, { allowDelete }: GuardInput): { readonly ownerPattern?: string } {
  const found = isChild ? allowDelete.find((pattern) => consents([pattern], owner)) : undefined;
  return found === undefined ? {} : { ownerPattern: found };
}

/** Whether one deletion may be made. The rules stand in the table of `checkGuard`. */
export function checkDeletion(deletion: Deletion, plan: Plan, input: GuardInput): readonly Refusal[] {
  const { kind, isChild, address, leftOf, entries, prunable } = deletion;
  const what = isChild ? childNoun(kind)[0] : kind.noun;
  if (isProtected(deletion, input)) return [{ code: 'protected', address }];
  if (leftOf !== undefined && consents(input.allowDelete, leftOf)) return [];
  if (consentsToAll(input.allowDelete, address)) return [];
  const { named, staying } = countsInFiles(deletion, input.desired);
  const emptied = emptiedFile(deletion, input.desired);
  if (emptied.file !== undefined || (!isChild && named === 0))
    return [{ code: 'empty-source', address, what, entries, ...emptied }];
  const isAllowed = consents(input.allowDelete, address);
  if (!isAllowed && !(prunable && consents(input.prune, address)))
    return [{ code: 'delete-needs-consent', address, what, entries, ...ownerPattern(deletion, input) }];
  // What a file says is meant. The rest goes because nothing is said of it.
  if (!prunable) return [];
  const { deleted, total } = shareOf(deletion, plan, staying);
  const by = isAllowed ? 'allow-delete' : 'prune';
  return deleted * 2 > total ? [{ code: 'too-many-deleted', address, what, deleted, total, by }] : [];
}
