import type { CountSettled } from '../../change/drift-values.ts';
import type { ChildNeed } from '../../kinds/needs.ts';
import { allNeeds, filledChildren, needsOf } from '../../kinds/needs.ts';
import { byCodeUnit } from '../../model/order.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { type Drift, type DriftPart, perPart, type Settled } from './drift.ts';
import { type ComparedInput, comparedInScope } from './drift-owned.ts';
import { driftNewcomer, driftResource } from './drift-resource.ts';

/** What is compared, beside what every decision is made from. */
interface Compared extends ComparedInput {
  /**
   * A dictionary that somebody added to an owned glossary counts too. Default false: it is unmanaged. Never of an
   * additive one, which shares.
   */
  readonly added?: boolean;
}

export interface DriftInput extends Compared {
  readonly target: { readonly name: string; readonly baseUrl: string };
}

/**
 * The three-way comparison: what the last apply left, what the files ask for, and what the service has. Pure: the same
 * states, the same value, in whatever order files and service list resources, rules and instructions. The dictionaries
 * that `driftEntriesNeeded` names must have been read, or it throws.
 */
export function driftOf(input: DriftInput): Drift {
  const scope = scopeOf(input.only);
  const counted: Record<'same' | 'ours', Map<DriftPart, number>> = { same: new Map(), ours: new Map() };
  const count: CountSettled = (part, standing) => {
    counted[standing].set(part, (counted[standing].get(part) ?? 0) + 1);
  };
  const resources = comparedInScope(input).flatMap(({ kind, sides, newcomers }) => {
    const context = { kind, scope, added: input.added === true, count };
    return [
      ...sides.map((each) => driftResource(each, context)),
      ...newcomers.map((each) => driftNewcomer(kind, each)),
    ];
  });
  const drifting = resources.filter((drift) => drift !== undefined);
  return {
    formatVersion: 1,
    target: input.target,
    only: input.only,
    resources: drifting.sort((left, right) => byCodeUnit(left.address, right.address)),
    settled: perPart((part): Settled => ({ same: counted.same.get(part) ?? 0, ours: counted.ours.get(part) ?? 0 })),
  };
}

/**
 * Which live dictionaries must have been read for that, given what the service lists. One that nobody in git has ever
 * named need not be.
 */
export function driftEntriesNeeded(input: Compared): readonly ChildNeed[] {
  const scope = scopeOf(input.only);
  return comparedInScope(input).flatMap(({ kind, sides, newcomers }) => {
    const ofSides = sides.flatMap(({ address, base, desired, live }) => {
      if (live === undefined) return [];
      const [ours, known] = [desired && kind.children?.(kind.contentOf(desired)), kind.children?.(base.content)];
      const takesAdded = desired !== undefined && input.added === true && kind.drift?.isAdditive?.(desired) !== true;
      const isCompared = (name: string): boolean =>
        desired === undefined ||
        (scope.child(address, name) && (ours?.has(name) === true || known?.has(name) === true || takesAdded));
      const children = filledChildren(kind, live).filter(isCompared);
      return needsOf(
        kind,
        live,
        children.map((child) => ({ child })),
      );
    });
    return [...ofSides, ...newcomers.flatMap(({ live }) => allNeeds(kind, live))];
  });
}
