import { kindNamed } from '../../kinds/registry.ts';
import { fixedValue } from '../../kinds/traits.ts';
import { blockedBy } from '../../kinds/words.ts';
import { type Change, operationsOf, type Plan } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { termTally } from '../counts.ts';
import { allow } from './allowance.ts';
import { checkDeletion, deletionsOf, isProtected } from './deletions.ts';
import { consents, type GuardInput } from './guard-input.ts';
import { checkLosses, checkSums, checkUnowned, countedLosses, ENTRIES, type Loss } from './losses.ts';
import type { AllowedVerdict, Refusal, RefusedVerdict, TakenAway } from './refusal.ts';

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
