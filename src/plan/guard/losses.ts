import { allDesired, KINDS, kindNamed } from '../../kinds/registry.ts';
import { type DesiredState, desiredResources, type LedgerState, ownedOf } from '../../kinds/states.ts';
import { countedParts, partNoun, sizesOf } from '../../kinds/words.ts';
import { valuesAtHand } from '../../model/plan/additions.ts';
import { type Change, type Plan, valuesIn } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { DEFAULT_RUN_LIMIT, type DeleteLimit } from '../../model/workspace/workspace.ts';
import { tally } from '../counts.ts';
import { consents, consentsToAll, type GuardInput } from './guard-input.ts';
import type { PartNoun, Refusal } from './refusal.ts';

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

const numberOf = ({ count, percent }: DeleteLimit, before: number): number =>
  Math.max(count, Math.floor((before * percent) / 100));

/** True for a loss to which no pattern of `--allow-delete` consents, by its address or the one of its resource. */
const isOpen = ({ removed, address, owner }: Loss, { allowDelete }: GuardInput): boolean =>
  removed > 0 && !consents(allowDelete, address) && !consents(allowDelete, owner);

/**
 * The losses that count for the limits. Losses of all values of a part are left out: they are refused regardless of
 * their number.
 */
export function countedLosses(plan: Plan, input: GuardInput): readonly Loss[] {
  const unowned = unownedKeys(plan, input);
  return plan.changes
    .flatMap(partLosses)
    .filter((loss) => isOpen(loss, input) && loss.after > 0 && !unowned.has(keyOf(loss)));
}

const keyOf = ({ address, part }: Loss): string => `${address} ${part}`;

const unownedKeys = (plan: Plan, input: GuardInput): ReadonlySet<string> =>
  new Set(unownedLosses(plan.changes, input).map(keyOf));

/**
 * Refuses values that a change removes from parts that the ledger does not own. Only exactly this address, or the one
 * of the resource, consents. The number does not matter, since the limits are set for owned parts.
 */
export function checkUnowned(change: Change, { allowDelete, ...input }: GuardInput): readonly Refusal[] {
  const owned = input.ledger && ownedOf(input.ledger, kindNamed(change.kind).plural);
  const isWhole = ![...(owned?.values() ?? [])].some(({ id }) => id === change.id);
  return unownedLosses([change], input)
    .filter(({ address, owner }) => !consentsToAll(allowDelete, address) && !consentsToAll(allowDelete, owner))
    .map(({ address, owner, part, removed, before }) => {
      const consent = isWhole ? owner : address;
      return { code: 'unowned-removed', address, owner, consent, part, removed, before };
    });
}

const sumOf = (losses: readonly Loss[], number: 'removed' | 'before'): number =>
  losses.reduce((sum, loss) => sum + loss[number], 0);

const allowedOf = ({ before }: Loss, { maxDeletesPerRun, safety }: GuardInput): number =>
  maxDeletesPerRun ?? numberOf(safety.maxDeletes, before);

/** Refuses losses of single parts that exceed the limit. `counted`: the losses of the whole plan. */
export function checkLosses(change: Change, counted: readonly Loss[], input: GuardInput): readonly Refusal[] {
  const inAll = sumOf(counted, 'removed');
  const unowned = new Set(unownedLosses([change], input).map(keyOf));
  return partLosses(change)
    .filter((loss) => isOpen(loss, input) && !unowned.has(keyOf(loss)))
    .flatMap((loss): readonly Refusal[] => {
      const { address, part, removed, before, after } = loss;
      if (after === 0) return [{ code: 'last-removed', address, part, removed }];
      const allowed = allowedOf(loss, input);
      return removed <= allowed ? [] : [{ code: 'too-many-removed', address, part, removed, before, allowed, inAll }];
    });
}

/** Number of values of each part before the plan. Unchanged parts are counted as they are in the files. */
function countsBefore(plan: Plan, desired: DesiredState): ReadonlyMap<PartNoun, number> {
  const changed = new Set<Address>(
    plan.changes.flatMap(({ address, children }) => [address, ...children.map((child) => child.address)]),
  );
  const sums = new Map<PartNoun, number>();
  const add = (part: PartNoun, count: number): void => {
    sums.set(part, (sums.get(part) ?? 0) + count);
  };
  for (const { part, before } of plan.changes.flatMap(partLosses)) add(part, before);
  for (const kind of KINDS)
    for (const resource of desiredResources(desired, kind.plural)) {
      const content = kind.contentOf(resource);
      for (const [name, { entries }] of kind.children?.(content) ?? [])
        if (!changed.has(`${resource.address}/${name}` as Address)) add(ENTRIES, entries.size);
      if (changed.has(resource.address)) continue;
      for (const [part, size] of Object.entries(sizesOf(kind, content))) add(partNoun(kind, part)[1], size);
    }
  return sums;
}

/** The nouns of the parts whose losses `safety:` limits. */
export const limitedNouns = (): readonly PartNoun[] => [
  ENTRIES,
  ...new Set(KINDS.flatMap((kind) => countedParts(kind).map((part) => partNoun(kind, part)[1]))),
];

/**
 * Refuses if all parts of a kind, or the whole run, lose more than the limit. If `safety:` sets no limit for the run,
 * the default is at least the limit of each single part. If only one part loses values and is refused already, its sum
 * is not refused again.
 */
export function checkSums(plan: Plan, counted: readonly Loss[], input: GuardInput): readonly Refusal[] {
  const { safety, maxDeletesPerRun, desired } = input;
  let known: ReturnType<typeof countsBefore> | undefined;
  const before = (): ReturnType<typeof countsBefore> => {
    known ??= countsBefore(plan, desired);
    return known;
  };
  const inAll = sumOf(counted, 'removed');
  const refusal = (
    of: PartNoun | 'run',
    losses: readonly Loss[],
    totalOf: () => number,
    limitOf: (total: number) => number,
  ): readonly Refusal[] => {
    const removed = sumOf(losses, 'removed');
    const [only, ...others] = losses;
    const isReported = only !== undefined && others.length === 0 && only.removed > allowedOf(only, input);
    // A percentage can only raise the limit. So everything is counted only if the fixed limit is exceeded.
    if (isReported || removed <= (maxDeletesPerRun ?? limitOf(0))) return [];
    const total = totalOf();
    const allowed = maxDeletesPerRun ?? limitOf(total);
    if (removed <= allowed) return [];
    return [{ code: 'too-many-in-all', of, parts: losses.length, removed, before: total, allowed, inAll }];
  };
  const kindRefusals =
    safety.maxDeletesPerKind === undefined
      ? []
      : limitedNouns().flatMap((part) => {
          const losses = counted.filter((loss) => loss.part === part);
          const limit = safety.maxDeletesPerKind ?? DEFAULT_RUN_LIMIT;
          return refusal(
            part,
            losses,
            () => before().get(part) ?? 0,
            (total) => numberOf(limit, total),
          );
        });
  const inFiles = (): number => [...before().values()].reduce((sum, count) => sum + count, 0);
  const runLimit = (total: number): number =>
    safety.maxDeletesPerRun === undefined
      ? Math.max(numberOf(DEFAULT_RUN_LIMIT, total), ...counted.map((loss) => numberOf(safety.maxDeletes, loss.before)))
      : numberOf(safety.maxDeletesPerRun, total);
  return [...kindRefusals, ...refusal('run', counted, inFiles, runLimit)];
}
