import type { Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { termTally } from '../counts.ts';
import type { Refusal, TakenAway } from './refusal.ts';
import { ENTRIES, type Loss } from './unowned-losses.ts';

/** Where entries go of which a refusal gives the number. */
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
 * A refusal with what becomes of the entries that it counts, where they are not just removed: for the service, a term
 * that is moved or renamed is an entry that goes, so the number is more than the counts of the plan call removed.
 * `counted`: the losses that the sums are made of.
 */
export function withTaken(refusal: Refusal, plan: Plan, counted: readonly Loss[]): Refusal {
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
