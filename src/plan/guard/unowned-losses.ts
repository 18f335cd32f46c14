import { allDesired, kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, type LedgerState, ownedOf } from '../../kinds/states.ts';
import { partNoun } from '../../kinds/words.ts';
import { valuesAtHand } from '../../model/plan/additions.ts';
import { type Change, valuesIn } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { tally } from '../counts.ts';
import type { PartNoun } from './refusal.ts';

/** The loss of one part: numbers of values removed, before, and after. */
export interface Loss {
  readonly address: Address;
  /** Address of the resource. Consent to it includes this loss. */
  readonly owner: Address;
  readonly part: PartNoun;
  readonly removed: number;
  readonly before: number;
  readonly after: number;
}

/** Noun for the entries of children. Their losses are limited by `safety:`, like those of other counted parts. */
export const ENTRIES: PartNoun = 'entries';

/** The losses of the parts of a change that remain. */
export function partLosses(change: Change): readonly Loss[] {
  if (change.action !== 'update') return [];
  const { address: owner, before, children } = change;
  const kind = kindNamed(change.kind);
  const ownLosses = Object.entries(before).flatMap(([part, size]): readonly Loss[] => {
    const { added, removed } = tally(valuesIn(change, part));
    return [
      { address: owner, owner, part: partNoun(kind, part)[1], removed, before: size, after: size - removed + added },
    ];
  });
  const childLosses = children
    .filter(({ action }) => action === 'update')
    .map((child): Loss => {
      const { removed } = tally(valuesAtHand(child));
      return { address: child.address, owner, part: ENTRIES, removed, before: child.before, after: child.after };
    });
  return [...ownLosses, ...childLosses];
}

export interface Ownership {
  /**
   * State after the last apply. Absent: the workspace keeps no ledger, and an `id:` in the files marks a resource as
   * owned.
   */
  readonly ledger?: LedgerState;
  readonly desired: DesiredState;
}

const isPinned = ({ address }: Change, desired: DesiredState): boolean =>
  allDesired(desired).some((each) => each.address === address && each.pinnedId !== undefined);

/**
 * Addresses of the parts of a change that no earlier apply has written: the resource was found by its name or a new
 * `id:`, the dictionary by its languages.
 */
function unownedParts(change: Change, { ledger, desired }: Ownership): ReadonlySet<Address> {
  const { kind, id, address, children } = change;
  const parts = [address, ...children.map((child) => child.address)];
  if (id === undefined || (ledger === undefined && isPinned(change, desired))) return new Set();
  if (ledger === undefined) return new Set(parts);
  const model = kindNamed(kind);
  const owned = [...ownedOf(ledger, model.plural).values()].find((each) => each.id === id);
  // A run that was killed during a replacement has created the present resource.
  const hasStarted = ledger.unfinished?.some((each) => each.address === address) === true;
  const known = owned && model.children?.(owned.content);
  const isOwned = (part: Address): boolean =>
    part === address ? owned !== undefined || hasStarted : known?.has(part.slice(address.length + 1)) === true;
  return new Set(parts.filter((part) => !isOwned(part)));
}

/**
 * Values that a plan removes from parts that the ledger does not own: other users may have written these entries, rules
 * and instructions. The ledger decides this, not the plan, which may be read from a file.
 */
export const unownedLosses = (changes: readonly Change[], ownership: Ownership): readonly Loss[] =>
  changes.flatMap((change) => {
    const losses = partLosses(change).filter(({ removed }) => removed > 0);
    if (losses.length === 0) return [];
    const unowned = unownedParts(change, ownership);
    return losses.filter(({ address }) => unowned.has(address));
  });
