import type { AnyKind, Child } from '../../kinds/kind.ts';
import { allDesired, allOwned, EMPTY_LEDGER, kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf } from '../../kinds/states.ts';
import { contentPart, isWanted } from '../../kinds/traits.ts';
import { childNoun, kindNoun } from '../../kinds/words.ts';
import { type Change, isDeletion, type Plan } from '../../model/plan/plan.ts';
import { type Address, type ChildAddress, childName, matchesAny } from '../../model/resources/address.ts';
import { consents, consentsToAll, type GuardInput } from './guard-input.ts';
import type { Refusal } from './refusal.ts';

/** A deletion or replacement in a change: of the resource itself, or of one of its children. */
interface Deletion {
  readonly kind: AnyKind;
  readonly isChild: boolean;
  readonly address: Address;
  readonly owner: Address;
  /** Id of the resource. */
  readonly id?: string;
  /** Addresses of the children that are deleted with it. */
  readonly parts: readonly Address[];
  /** Number of values that are deleted with it. */
  readonly entries: number;
  /**
   * Address of the list that replaced this one, if a replacement left this one over. Consent to the replacement
   * includes this deletion.
   */
  readonly replacedBy?: Address;
  /**
   * True if `prune:` may consent. It consents to the deletion of resources without a file, and does not override a
   * file.
   */
  readonly prunable: boolean;
}

export function deletionsOf(change: Change): readonly Deletion[] {
  const { action, address, id, leftOf, before, children, origin } = change;
  const kind = kindNamed(change.kind);
  const owner = leftOf ?? address;
  const resource = {
    kind,
    owner,
    ...(id !== undefined && { id }),
    ...(leftOf !== undefined && { replacedBy: leftOf }),
  };
  if (isDeletion(change))
    return [
      {
        ...resource,
        isChild: false,
        address,
        parts: children.map((child) => child.address),
        entries: children.reduce((sum, child) => sum + child.before, before[contentPart(kind) ?? ''] ?? 0),
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
 * True if the address, the address of a part that is deleted with it, or the id in the ledger is protected. Because of
 * the id, the protection still holds after the file was moved.
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

/** The children of a resource in the files, without empty ones. */
export function childrenInFiles(kind: AnyKind, owner: Address, desired: DesiredState): readonly Child[] {
  const resource = desiredOf(desired, kind.plural)?.find(({ address }) => address === owner);
  return [...((resource && kind.children?.(kind.contentOf(resource)).values()) ?? [])].filter(
    ({ entries }) => entries.size > 0,
  );
}

/** Number of resources or children of this kind in the files, and how many of those should stay. */
function countsInFiles(
  { kind, isChild, owner }: Deletion,
  desired: DesiredState,
): { readonly named: number; readonly staying: number } {
  if (isChild) {
    const filled = childrenInFiles(kind, owner, desired).length;
    return { named: filled, staying: filled };
  }
  const named = desiredOf(desired, kind.plural) ?? [];
  return { named: named.length, staying: countOf(named, (each) => isWanted(kind, each)) };
}

/**
 * Number of resources or children of this kind that the plan creates. They do not exist yet, so they do not count as
 * staying.
 */
const createdInstead = ({ kind, isChild, owner }: Deletion, { changes }: Plan): number =>
  isChild
    ? countOf(
        changes.flatMap(({ address, children }) => (address === owner ? children : [])),
        ({ action }) => action === 'create',
      )
    : countOf(changes, (change) => change.kind === kind.kind && change.action === 'create');

/** Number of resources or children of this kind that exist now, and how many of them the plan deletes. */
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
  return { deleted, total: deleted + Math.max(0, staying - createdInstead(deletion, plan)) };
}

/** The file that still names the child but has no rows to send for it, and the number of rows that it holds back. */
function emptiedFile(
  { kind, isChild, address, owner }: Deletion,
  desired: DesiredState,
): { readonly file?: string; readonly heldBack?: number } {
  const resource = desiredOf(desired, kind.plural)?.find((each) => each.address === owner);
  if (!isChild || resource === undefined) return {};
  const name = childName(address as ChildAddress);
  const file = kind.children?.(kind.contentOf(resource)).get(name)?.origin?.file;
  const heldBack = kind.children?.(kind.contentOf(resource)).get(name)?.heldBack?.length;
  return { ...(file !== undefined && { file }), ...(heldBack !== undefined && { heldBack }) };
}

/** The given pattern that matches the resource of a child but not the child. */
function ownerPattern({ isChild, owner }: Deletion, { allowDelete }: GuardInput): { readonly ownerPattern?: string } {
  const found = isChild ? allowDelete.find((pattern) => consents([pattern], owner)) : undefined;
  return found === undefined ? {} : { ownerPattern: found };
}

/** The refusal of one deletion, by the rules in the comment of `checkGuard`; empty if it is allowed. */
export function checkDeletion(deletion: Deletion, plan: Plan, input: GuardInput): readonly Refusal[] {
  const { kind, isChild, address, replacedBy, entries, prunable } = deletion;
  const what = (isChild ? childNoun : kindNoun)(kind)[0];
  if (isProtected(deletion, input)) return [{ code: 'protected', address }];
  if (replacedBy !== undefined && consents(input.allowDelete, replacedBy)) return [];
  if (consentsToAll(input.allowDelete, address)) return [];
  const { named, staying } = countsInFiles(deletion, input.desired);
  const emptied = emptiedFile(deletion, input.desired);
  if (emptied.file !== undefined || (!isChild && named === 0))
    return [{ code: 'empty-source', address, what, entries, ...emptied }];
  const isAllowed = consents(input.allowDelete, address);
  if (!isAllowed && !(prunable && consents(input.prune, address)))
    return [{ code: 'delete-needs-consent', address, what, entries, ...ownerPattern(deletion, input) }];
  // A deletion that a file requests is intended. The others happen because no file names the resource.
  if (!prunable) return [];
  const { deleted, total } = shareOf(deletion, plan, staying);
  const by = isAllowed ? 'allow-delete' : 'prune';
  return deleted * 2 > total ? [{ code: 'too-many-deleted', address, what, deleted, total, by }] : [];
}
