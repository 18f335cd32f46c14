import type { Finding } from '../model/finding.ts';
import type { Address } from '../model/resources/address.ts';
import type { Change, Unmanaged } from './plan.ts';

/** What one kind of resource gives to the plan. */
export interface KindPlan {
  readonly changes: readonly Change[];
  readonly unmanaged: readonly Unmanaged[];
  readonly findings: readonly Finding[];
  /** Digests of the live resources that the plan looked at. */
  readonly seen: readonly (readonly [id: string, digest: string])[];
}

/** Of a kind that is not managed. */
export const NOTHING: KindPlan = { changes: [], unmanaged: [], findings: [], seen: [] };

/** Findings are about resources that the plan is about; of two that claim the same live one, either. */
export const findingsInScope = (
  findings: readonly Finding[],
  inScope: (address: Address) => boolean,
): readonly Finding[] =>
  findings.filter(({ details: { address, other } }) =>
    [address, other].some((each) => each !== undefined && inScope(each as Address)),
  );
