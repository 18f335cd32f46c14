import { allOwned, EMPTY_LEDGER } from '../../model/ledger/ledger-state.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import { type Address, matchesAny } from '../../model/resources/address.ts';
import { allDesired, type DesiredState } from '../../model/resources/desired.ts';
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
  const { address } = change;
  const resource = { owner: address, prunable: true, ...(change.id !== undefined && { id: change.id }) };
  if (change.kind === 'developer-key') {
    const prunable = change.origin === undefined;
    return change.action === 'deactivate'
      ? [{ ...resource, address, parts: [], what: 'developer key', entries: 0, prunable }]
      : [];
  }
  if (change.kind === 'style-list')
    return change.action === 'delete'
      ? [
          {
            ...resource,
            ...(change.leftOf !== undefined && { owner: change.leftOf, leftOf: change.leftOf }),
            address,
            parts: [],
            what: 'style list',
            entries: change.before.instruction ?? 0,
          },
        ]
      : [];
  if (change.action === 'delete')
    return [
      {
        ...resource,
        address,
        parts: change.children.map((child) => child.address),
        what: 'glossary',
        entries: change.children.reduce((sum, { before }) => sum + before, 0),
      },
    ];
  return change.children
    .filter(({ action }) => action === 'delete')
    .map((dictionary) => ({
      ...resource,
      address: dictionary.address,
      parts: [],
      what: 'dictionary',
      entries: dictionary.before,
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
  { glossaries, styleLists, developerKeys }: DesiredState,
): { readonly named: number; readonly staying: number } {
  const all = (named: number) => ({ named, staying: named });
  switch (what) {
    case 'glossary':
      return all(countOf(glossaries));
    case 'style list':
      return all(countOf(styleLists));
    case 'developer key':
      return { named: countOf(developerKeys), staying: countOf(developerKeys, ({ deactivated }) => !deactivated) };
    case 'dictionary': {
      const glossary = glossaries?.find(({ address }) => address === owner);
      return all(countOf(glossary?.dictionaries.values(), ({ entries }) => entries.size > 0));
    }
    default:
      return what satisfies never;
  }
}

/** How many of a deletion's kind the plan makes: they are not there yet, so they are none of those that stay. */
function createdBeside({ what, owner }: Deletion, { changes }: Plan): number {
  if (what === 'dictionary')
    return countOf(
      changes.flatMap(({ address, children }) => (address === owner ? children : [])),
      ({ action }) => action === 'create',
    );
  const kind = { glossary: 'glossary', 'style list': 'style-list', 'developer key': 'developer-key' }[what];
  return countOf(changes, (change) => change.kind === kind && change.action === 'create');
}

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
