import type { AnyKind, Child } from '../../kinds/kind.ts';
import {
  allDesired,
  allOwned,
  contentPart,
  EMPTY_LEDGER,
  fixedValue,
  isWanted,
  kindNamed,
} from '../../kinds/registry.ts';
import { type DesiredState, desiredResources } from '../../kinds/states.ts';
import { blockedBy, childNoun, kindNoun } from '../../kinds/words.ts';
import { type Change, isDeletion, operationsOf, type Plan } from '../../model/plan/plan.ts';
import { type Address, type ChildAddress, childName, matchesAny } from '../../model/resources/address.ts';
import { termTally } from '../counts.ts';
import { allow } from './allowance.ts';
import { consents, consentsToAll, type GuardInput } from './guard-input.ts';
import { checkLosses, checkSums, checkUnowned, countedLosses, ENTRIES, type Loss } from './losses.ts';
import type { AllowedVerdict, Refusal, RefusedVerdict, TakenAway } from './refusal.ts';

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
  const resource = desiredResources(desired, kind.plural).find(({ address }) => address === owner);
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
  const named = desiredResources(desired, kind.plural);
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
  const resource = desiredResources(desired, kind.plural).find((each) => each.address === owner);
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
function checkDeletion(deletion: Deletion, plan: Plan, input: GuardInput): readonly Refusal[] {
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

/** The addresses of the entries that a refusal counts. */
function addressesOf(refusal: Refusal, counted: readonly Loss[]): ReadonlySet<Address> {
  switch (refusal.code) {
    case 'too-many-in-all':
      return new Set(
        counted.flatMap(({ address, part }) =>
          part === ENTRIES && [part, 'run'].includes(refusal.of) ? [address] : [],
        ),
      );
    case 'too-many-removed':
    case 'unowned-removed':
    case 'last-removed':
      return new Set(refusal.part === ENTRIES ? [refusal.address] : []);
    case 'delete-needs-consent':
    case 'empty-source':
      return new Set([refusal.address]);
    default:
      return new Set();
  }
}

const numberOf = (refusal: Refusal): number =>
  'removed' in refusal ? refusal.removed : 'entries' in refusal ? refusal.entries : 0;

/**
 * Adds to a refusal how many of its counted entries are moved or renamed. For the service, a moved or renamed term is
 * one deleted and one created entry, so the refusal counts more than the number of removed terms in the plan.
 * `counted`: the losses that the sums are made of.
 */
function withTaken(refusal: Refusal, plan: Plan, counted: readonly Loss[]): Refusal {
  const addresses = addressesOf(refusal, counted);
  const children = plan.changes.flatMap((change) =>
    change.children.filter(({ address }) => addresses.has(address) || addresses.has(change.address)),
  );
  const tally = termTally(plan, children);
  const [moved, renamed] = [tally.moved + tally.movedAway, tally.renamed];
  if (moved + renamed === 0) return refusal;
  const taken: TakenAway = { removed: numberOf(refusal) - moved - renamed, moved, renamed };
  return { ...refusal, taken } as Refusal;
}

function checkReplacement(change: Change, input: GuardInput): readonly Refusal[] {
  if (change.action !== 'replace') return [];
  const { address } = change;
  const value = fixedValue(kindNamed(change.kind), change);
  const resource = { address, owner: address, parts: [], ...(change.id !== undefined && { id: change.id }) };
  if (isProtected(resource, input)) return [{ code: 'protected', address }];
  if (consents(input.allowDelete, address)) return [];
  return [{ code: 'replace-needs-consent', address, ...(value !== undefined && { value }) }];
}

/** Refuses values that stop the use of an existing resource. A new resource with such a value is not in use yet. */
function checkBlocking(change: Change, input: GuardInput): readonly Refusal[] {
  const { address, id } = change;
  if (id === undefined) return [];
  const kind = kindNamed(change.kind);
  const values = change.values.filter(({ key, to }) => blockedBy(kind, key, to) !== undefined);
  if (values.length === 0) return [];
  if (isProtected({ address, owner: address, id, parts: [] }, input)) return [{ code: 'protected', address }];
  return consents(input.allowDelete, address) ? [] : [{ code: 'block-needs-consent', address, values }];
}

function deletedIn({ deletedOutside = [] }: Plan, address: Address): { readonly deleted?: readonly Address[] } {
  const deleted = deletedOutside.filter((each) => each === address || each.startsWith(`${address}/`));
  return deleted.length === 0 ? {} : { deleted };
}

/**
 * A refusal for each resource whose changes on the service the plan would undo. A plan without calls undoes nothing.
 */
export const undoneByPlan = (plan: Plan): readonly Refusal[] =>
  operationsOf(plan).length === 0
    ? []
    : (plan.undoes ?? []).map((address) => ({
        code: 'drift-undone',
        address,
        ...(plan.conflicts?.includes(address) === true && { isConflict: true }),
        ...(plan.partConflicts?.includes(address) === true && { hasConflict: true }),
        ...deletedIn(plan, address),
      }));

/**
 * The rules that may refuse a plan. All reasons are returned, in the order of the plan, sums last.
 *
 * Which deletions need which consent:
 *
 * - values of one part, within `max_deletes`: none
 * - more values of one part: `--max-deletes-per-run N`, or `--allow-delete` with the part or its resource
 * - more than `max_deletes_per_kind` or `max_deletes_per_run`: `--max-deletes-per-run N`; deletions that match
 *   `--allow-delete` are not counted
 * - all values of a part: `--allow-delete`
 * - any value of a part that the ledger does not own: `--allow-delete` with exactly this address, or just `*`
 * - a resource or a child, deleted or deactivated: `--allow-delete`, or `prune:` if no file names it
 * - the last ones of a kind, or more than half of them: `--allow-delete` with exactly this address, or just `*`
 * - a resource of a kind without any files; a child without any rows: as the last ones
 * - a resource replaced, or blocked by a value: `--allow-delete`
 * - a protected resource: no option allows it
 * - changes made on the service since the last apply: `--overwrite-drift`
 *
 * A pattern such as `glossary.*` in a script would also match after a folder was moved by mistake, so it never allows
 * deletion of the last ones. `N` is the total for the whole run: one number, which the plan shows. Kinds are counted
 * over the whole target, children within their resource. Resources that the plan creates do not count as staying. For
 * an irreversible deletion, the pattern must name the kind: `*` does not match.
 */
export function checkGuard(plan: Plan, input: GuardInput): AllowedVerdict | RefusedVerdict {
  const counted = countedLosses(plan, input);
  const changeRefusals = plan.changes.flatMap((change) => [
    ...deletionsOf(change).flatMap((deletion) => checkDeletion(deletion, plan, input)),
    ...checkReplacement(change, input),
    ...checkBlocking(change, input),
    ...checkUnowned(change, input),
    ...checkLosses(change, counted, input),
  ]);
  const undone = input.overwriteDrift === true ? [] : undoneByPlan(plan);
  const refusals = [...undone, ...changeRefusals, ...checkSums(plan, counted, input)].map((each) =>
    withTaken(each, plan, counted),
  );
  return refusals.length === 0 ? allow(plan) : { kind: 'refused', refusals };
}
