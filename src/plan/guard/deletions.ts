import { allDesired, allOwned, KINDS, kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf, EMPTY_LEDGER } from '../../kinds/states.ts';
import { isGoing } from '../../model/plan/change-values.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';
import { consents, consentsToAll } from './consent.ts';
import type { GuardInput } from './guard-input.ts';
import type { DeletedNoun, Refusal } from './refusal.ts';

/** What a change deletes or replaces: the resource itself, or single dictionaries of it. */
interface Deletion {
  readonly address: Address;
  readonly owner: Address;
  /** Of the resource. */
  readonly id?: string;
  /** Addresses that go with it. */
  readonly parts: readonly Address[];
  readonly what: DeletedNoun;
  /** Entries or instructions that go with it. */
  readonly entries: number;
  /** Of what a replacement left over: the list that took its place. Consent to the replacement is consent to this. */
  readonly leftOf?: Address;
  /**
   * True when `prune:` may consent. It speaks of what no file names, and does not take back what a file says of a key.
   */
  readonly prunable: boolean;
}

export function deletionsOf(change: Change): readonly Deletion[] {
  const { kind, action, address, id, leftOf, before, children, origin } = change;
  const owner = leftOf ?? address;
  const resource = { owner, ...(id !== undefined && { id }), ...(leftOf !== undefined && { leftOf }) };
  if (isGoing(change))
    return [
      {
        ...resource,
        address,
        parts: children.map((child) => child.address),
        what: kindNamed(kind).noun,
        entries: children.reduce((sum, child) => sum + child.before, before.instruction ?? 0),
        prunable: action === 'delete' || origin === undefined,
      },
    ];
  return children
    .filter((child) => child.action === 'delete')
    .map((child) => ({
      ...resource,
      address: child.address,
      parts: [],
      what: 'dictionary',
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

/** How many of a deletion's kind the files name, and how many of those should stay. */
function countsInFiles(
  { what, owner }: Deletion,
  desired: DesiredState,
): { readonly named: number; readonly staying: number } {
  if (what === 'dictionary') {
    const glossary = desired.glossaries?.find(({ address }) => address === owner);
    const filled = countOf(glossary?.dictionaries.values(), ({ entries }) => entries.size > 0);
    return { named: filled, staying: filled };
  }
  const kind = KINDS.find(({ noun }) => noun === what);
  const named = desiredOf(desired, kind?.plural ?? '') ?? [];
  return { named: named.length, staying: countOf(named, (each) => kind?.stays?.(each) !== false) };
}

/** How many of a deletion's kind the plan makes: they are not there yet, so they are none of those that stay. */
const createdBeside = ({ what, owner }: Deletion, { changes }: Plan): number =>
  what === 'dictionary'
    ? countOf(
        changes.flatMap(({ address, children }) => (address === owner ? children : [])),
        ({ action }) => action === 'create',
      )
    : countOf(changes, ({ kind, action }) => kindNamed(kind).noun === what && action === 'create');

/** How many of a deletion's kind there are now, and how many of them the plan deletes. */
function shareOf(
  deletion: Deletion,
  plan: Plan,
  staying: number,
): { readonly deleted: number; readonly total: number } {
  const deleted = countOf(
    plan.changes.flatMap(deletionsOf),
    ({ what, owner }) => what === deletion.what && (what !== 'dictionary' || owner === deletion.owner),
  );
  return { deleted, total: deleted + Math.max(0, staying - createdBeside(deletion, plan)) };
}

/** The file that names the dictionary still and has no rows for it any more. */
function emptiedFile({ address, owner }: Deletion, { glossaries }: DesiredState): string | undefined {
  const glossary = glossaries?.find((each) => each.address === owner);
  return [...(glossary?.dictionaries ?? [])].find(([pair]) => address === `${owner}/${pair}`)?.[1].origin.file;
}

/** Whether one deletion may be made. The rules stand in the table of `checkGuard`. */
export function checkDeletion(deletion: Deletion, plan: Plan, input: GuardInput): readonly Refusal[] {
  const { address, leftOf, what, entries, prunable } = deletion;
  if (isProtected(deletion, input)) return [{ code: 'protected', address }];
  if (leftOf !== undefined && consents(input.allowDelete, leftOf)) return [];
  if (consentsToAll(input.allowDelete, address)) return [];
  const { named, staying } = countsInFiles(deletion, input.desired);
  const file = emptiedFile(deletion, input.desired);
  if (file !== undefined || (what !== 'dictionary' && named === 0))
    return [{ code: 'empty-source', address, what, entries, ...(file !== undefined && { file }) }];
  const isAllowed = consents(input.allowDelete, address);
  if (!isAllowed && !(prunable && consents(input.prune, address)))
    return [{ code: 'delete-needs-consent', address, what, entries }];
  // What a file says is meant. The rest goes because nothing is said of it.
  if (!prunable) return [];
  const { deleted, total } = shareOf(deletion, plan, staying);
  const by = isAllowed ? 'allow-delete' : 'prune';
  return deleted * 2 > total ? [{ code: 'too-many-deleted', address, what, deleted, total, by }] : [];
}
